// The rules of a schema as functions; made once for each part of a schema.

import { clipped } from '../api/shown.ts'
import { compile } from '../cel/compile.ts'
import { parse } from '../cel/parse.ts'
import { type Compiled, scopeOf } from '../cel/scope.ts'
import { CelFault } from '../cel/syntax.ts'
import { type CelType, optionalOf } from '../cel/types.ts'
import { declared } from './declared.ts'
import type { Node, WrittenRule } from './node.ts'
import type { Spend, Walk } from './work.ts'

export type CompiledRule = {
  readonly written: WrittenRule
  /** Undefined where the rule makes no sense. */
  readonly rule?: Compiled
  readonly message?: Compiled
  /** What is wrong with the rule, or with the expression of its message. */
  readonly fault?: string
  readonly messageFault?: string
  readonly usesOld: boolean
}

const known = new WeakMap<Node, readonly CompiledRule[]>()

export function* rulesOf(
  node: Node,
  as: 'resource' | 'value',
  work: Spend,
): Walk<readonly CompiledRule[]> {
  const made = known.get(node)
  if (made) return made
  const type = node.rules.length === 0 ? undefined : declared(node, as)
  const rules: CompiledRule[] = []
  for (const written of node.rules) {
    if (work.spend(stepsOfRule)) yield
    rules.push(compiledRule(written, type))
  }
  known.set(node, rules)
  return rules
}

// One takes much longer to be read than a look at the clock.
const stepsOfRule = 100

function compiledRule(written: WrittenRule, type: CelType | undefined): CompiledRule {
  if (!type) return { written, fault: 'compilation failed: the schema has no type', usesOld: false }
  const variables = {
    self: type,
    oldSelf: written.optionalOldSelf === true ? optionalOf(type) : type,
  }
  const rule = made(written.rule, variables, 'bool')
  const messageText = written.messageExpression
  const message = messageText === '' ? undefined : made(messageText, variables, 'string')
  return {
    written,
    usesOld: rule.used.has('oldSelf'),
    ...(rule.compiled && { rule: rule.compiled }),
    ...(rule.fault !== undefined && { fault: rule.fault }),
    ...(message?.compiled && { message: message.compiled }),
    ...(message?.fault !== undefined && { messageFault: `messageExpression ${message.fault}` }),
  }
}

type Made = {
  readonly compiled?: Compiled
  readonly fault?: string
  readonly used: ReadonlySet<string>
}

function made(source: string, variables: { [name: string]: CelType }, wanted: string): Made {
  const scope = scopeOf(variables)
  try {
    const compiled = compile(parse(source), scope)
    const { is } = compiled.type
    if (is === wanted || (is === 'dyn' && wanted === 'bool')) return { compiled, used: scope.used }
    const subject = wanted === 'bool' ? 'cel expression ' : ''
    return { fault: `${subject}must evaluate to a ${wanted}`, used: scope.used }
  } catch (error) {
    if (!(error instanceof CelFault)) throw error
    return { fault: `compilation failed: ${located(error, source)}`, used: scope.used }
  }
}

/** The fault with its line, and a mark under its place; both cut where they are long. */
function located({ message, at }: CelFault, source: string): string {
  const lines = source.slice(0, at).split('\n')
  const column = lines.at(-1)?.length ?? 0
  const line = source.split('\n')[lines.length - 1] ?? ''
  const mark = clipped(`${'.'.repeat(column)}^`)
  return `ERROR: <input>:${lines.length}:${column + 1}: ${message}\n | ${clipped(line)}\n | ${mark}`
}
