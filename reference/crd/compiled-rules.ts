// Compiles the rules of a schema. Each node is compiled once.

import { compileExpression } from '../cel/compile-expression.ts'
import { locateFault } from '../cel/locate-fault.ts'
import { parseExpression } from '../cel/parse-expression.ts'
import { type CompiledExpression, scopeOf } from '../cel/scope.ts'
import { CelCompileError } from '../cel/expression.ts'
import { type CelType, optionalOf } from '../cel/cel-type.ts'
import { celTypeOfSchema } from './cel-type-of-schema.ts'
import type { SchemaNode, ValidationRule } from './schema-node.ts'
import type { StepCounter, ResumableTask } from './compute-budget.ts'

/** A validation rule of a schema with its compiled expressions. */
export type CompiledRule = {
  readonly written: ValidationRule
  /** Undefined if the rule does not compile. */
  readonly rule?: CompiledExpression
  readonly message?: CompiledExpression
  /** The fault of the rule, or of its message expression. */
  readonly fault?: string
  readonly messageFault?: string
  readonly usesOld: boolean
}

type RulesByNode = WeakMap<SchemaNode, readonly CompiledRule[]>

/** A resource has members that its schema does not list, so its rules have another type. */
const known: Record<'resource' | 'value', RulesByNode> = {
  resource: new WeakMap(),
  value: new WeakMap(),
}

/** Compiles the rules of a node, or returns the cached ones. It yields where it may pause. */
export function* compiledRulesOf(
  node: SchemaNode,
  as: 'resource' | 'value',
  work: StepCounter,
): ResumableTask<readonly CompiledRule[]> {
  const made = known[as].get(node)
  if (made) return made
  const type = node.rules.length === 0 ? undefined : celTypeOfSchema(node, as)
  const rules: CompiledRule[] = []
  for (const written of node.rules) {
    if (work.spendAndCheck(stepsOfRule)) yield
    rules.push(compiledRule(written, type))
  }
  known[as].set(node, rules)
  return rules
}

// Compiling a rule takes much longer than reading the clock.
const stepsOfRule = 100

function compiledRule(written: ValidationRule, type: CelType | undefined): CompiledRule {
  if (!type) return { written, fault: 'compilation failed: the schema has no type', usesOld: false }
  const variables = {
    self: type,
    oldSelf: written.optionalOldSelf === true ? optionalOf(type) : type,
  }
  const rule = compileSource(written.rule, variables, 'bool')
  const messageText = written.messageExpression
  const message = messageText === '' ? undefined : compileSource(messageText, variables, 'string')
  return {
    written,
    usesOld: rule.used.has('oldSelf'),
    ...(rule.compiled && { rule: rule.compiled }),
    ...(rule.fault !== undefined && { fault: rule.fault }),
    ...(message?.compiled && { message: message.compiled }),
    ...(message?.fault !== undefined && { messageFault: `messageExpression ${message.fault}` }),
  }
}

type CompiledSource = {
  readonly compiled?: CompiledExpression
  readonly fault?: string
  readonly used: ReadonlySet<string>
}

function compileSource(
  source: string,
  variables: { [name: string]: CelType },
  wanted: string,
): CompiledSource {
  const scope = scopeOf(variables)
  try {
    const compiled = compileExpression(parseExpression(source), scope)
    const { is } = compiled.type
    if (is === wanted || (is === 'dyn' && wanted === 'bool')) return { compiled, used: scope.used }
    const subject = wanted === 'bool' ? 'cel expression ' : ''
    return { fault: `${subject}must evaluate to a ${wanted}`, used: scope.used }
  } catch (error) {
    if (!(error instanceof CelCompileError)) throw error
    return { fault: `compilation failed: ${locateFault(error, source)}`, used: scope.used }
  }
}
