// What a judge says of a history, one observation at a time. A law that observed nothing has not
// passed: the runner counts.

import type { Exchange } from './history.ts'

export type Violation = {
  kind: 'broken'
  /** The rule's sentence. */
  says: string
  expected: string
  got: string
  /** The label of the exchange that shows it. */
  at: string
}

export type Observation =
  | { kind: 'held' }
  | Violation
  /** A premise failed, so that this history says nothing about the rule. */
  | { kind: 'unmet'; because: string }
  /** Silent rows: what the target answers. */
  | { kind: 'noted'; what: string }
  | DialectDeparture

/**
 * A case in which the genuine servers of a dialect do other than the specification says: what this
 * target did. Either is lawful in that dialect.
 */
export type DialectDeparture =
  | { kind: 'literal'; did: 'follow' }
  | { kind: 'literal'; did: 'depart'; what: string }
  /** The target's answer does not show which. */
  | { kind: 'literal'; did: 'not show'; what: string }

/** A pure judgement of a recorded history; it stops at the first premise that is not met. */
export type Judge<History> = (history: History) => Iterable<Observation>

/** The rule put to the test once. */
export function verify(
  ok: boolean,
  rule: { says: string; expected: unknown; got: unknown; at: Exchange | string },
): Observation {
  if (ok) return { kind: 'held' }
  const looksEqual = preview(rule.expected) === preview(rule.got)
  const words = looksEqual ? typed : preview
  return {
    kind: 'broken',
    says: rule.says,
    expected: words(rule.expected),
    got: words(rule.got),
    at: typeof rule.at === 'string' ? rule.at : rule.at.step,
  }
}

/** A premise: what must be so before the rule can be judged at all. */
export function precondition(ok: boolean, because: string): Observation[] {
  return ok ? [] : [{ kind: 'unmet', because }]
}

/** What the target answers where the specification is silent. */
export const recordAnswer = (what: string): Observation => ({ kind: 'noted', what })

/** A value as the reports show it: short and on one line. */
export function preview(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return (text ?? 'nothing').replaceAll(/\s+/g, ' ').slice(0, 300)
}

/** With its type, for values that look alike without it: 7 and "7". */
const typed = (value: unknown): string => `${typeof value} ${JSON.stringify(value) ?? ''}`.trim()
