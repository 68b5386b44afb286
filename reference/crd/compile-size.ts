// Estimates the cost of compiling a definition before anything is compiled.

import { valueInvalid, type StatusCause } from '../api/status-causes.ts'
import { compiledLimits as limits } from '../api/compiled-limits.ts'
import { type JsonObject, objectIn, objectsIn } from '../api/object.ts'
import { patternSteps } from '../cel/pattern-steps.ts'
import { innerSchemasOf } from './schema-limits.ts'
import type { StepCounter, ResumableTask } from './compute-budget.ts'

/** Returns the causes if the patterns and rules of all versions are too large in total. */
export function* compileSizeCauses(
  versions: readonly JsonObject[],
  work: StepCounter,
): ResumableTask<readonly StatusCause[]> {
  const patterns = new Set<string>()
  const searches = new Set<string>()
  let characters = 0
  function* visit(schema: JsonObject): ResumableTask<void> {
    if (work.spendAndCheck(1)) yield
    const { pattern, 'x-kubernetes-validations': rules } = schema
    if (typeof pattern === 'string') patterns.add(pattern)
    for (const { rule, messageExpression } of objectsIn(rules)) {
      for (const text of [rule, messageExpression].filter(one => typeof one === 'string')) {
        characters += text.length
        // A rule that is too long is reported at its place and never parsed.
        if (text.length > limits.ruleCharactersMax) continue
        if (/matches|find/.test(text)) searches.add(text)
      }
    }
    for (const inner of innerSchemasOf(schema)) yield* visit(inner)
  }
  for (const { schema } of versions) yield* visit(objectIn(objectIn(schema).openAPIV3Schema))
  // A search text occurs in the rule literally, except for quotes and escapes.
  const found = characters > limits.definitionRuleCharactersMax ? [] : [...searches]
  let steps = 0
  for (const pattern of patterns) {
    if (work.spendAndCheck(1 + pattern.length)) yield
    steps += stepsOf(pattern)
  }
  for (const rule of found) {
    if (work.spendAndCheck(1 + rule.length)) yield
    steps += patternSteps(rule)
  }
  return [
    ...over('steps in all patterns', steps, limits.definitionPatternStepsMax),
    ...over('characters in all rules', characters, limits.definitionRuleCharactersMax),
  ]
}

/** A pattern that is too large is reported at its place and never compiled. */
function stepsOf(pattern: string): number {
  if (pattern.length > limits.patternCharactersMax) return 1
  const steps = patternSteps(pattern)
  return steps > limits.patternStepsMax ? 1 : steps
}

function over(what: string, count: number, most: number): readonly StatusCause[] {
  if (count <= most) return []
  return [valueInvalid('spec.versions', '', `expected at most ${most} ${what}, got ${count}`)]
}
