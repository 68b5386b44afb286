// Defines observations, the results that a judge yields one at a time. The runner counts them: a
// law that observed nothing has not passed.

import type { Exchange, History } from './history.ts'
import { answerSummary } from './history.ts'

/** An observation that the rule is violated. */
export type Violation = {
  kind: 'violated'
  /** The rule that is broken, as one sentence. */
  says: string
  expected: string
  /** Set if the rule requires a refusal, with the code that it requires, if any. */
  expectedRefusal?: { code?: number }
  got: string
  /** The label of the exchange that shows the violation. */
  at: string
}

/** A refusal that a rule requires. Reports show its text. */
export class ExpectedRefusal {
  readonly text: string
  /** Undefined if several are allowed. */
  readonly code: number | undefined

  constructor(text: string, code?: number) {
    this.text = text
    this.code = code
  }
}

/** The expectation of a refusal with this code; `more` follows it in reports. */
export const refusalWith = (code: number, more = ''): ExpectedRefusal =>
  new ExpectedRefusal(`${code}${/^\w/.test(more) ? ' ' : ''}${more}`, code)

/** The expectation of a refusal with one of several codes. */
export const anyRefusal = (text = 'a refusal (4xx)'): ExpectedRefusal => new ExpectedRefusal(text)

/** The expectation of a status code, which is that of a refusal from 400 on. */
export const expectedCode = (code: number): ExpectedRefusal | number =>
  code >= 400 ? refusalWith(code) : code

/** The expectation that a request is answered like another one, which may be refused. */
export function expectedLike(exchange: Exchange): ExpectedRefusal | string {
  const text = answerSummary(exchange)
  const { status = 0 } = exchange.answer ?? {}
  return status >= 400 ? new ExpectedRefusal(text, status) : text
}

/** What a judge observes in a history: one use of the rule, or a reason why it cannot be judged. */
export type Observation =
  | { kind: 'held' }
  | Violation
  /** A precondition is not met, so this history is no evidence about the rule. */
  | { kind: 'preconditionUnmet'; because: string; isOtherWriter?: true }
  /** The server has nothing that the rule applies to. */
  | { kind: 'notApplicable'; because: string }
  /** For silent rows: the target's answer. */
  | { kind: 'recorded'; what: string }
  | DepartureObservation

/**
 * An observation where the genuine servers of a dialect depart from the specification: whether this
 * target does, too. Both behaviours are lawful in that dialect.
 */
export type DepartureObservation =
  | { kind: 'departure'; presence: 'absent' }
  | { kind: 'departure'; presence: 'present'; what: string }
  /** The target's answer does not show which behaviour it has. */
  | { kind: 'departure'; presence: 'not shown'; what: string }

/**
 * A pure function that judges a recorded history. Its caller stops it at the first unmet
 * precondition.
 */
export type Judge = (history: History) => Iterable<Observation>

/** Returns the observation of one test of a rule. `expected` may be an `ExpectedRefusal`. */
export function verify(
  ok: boolean,
  rule: { says: string; expected: unknown; got: unknown; at: Exchange | string },
): Observation {
  if (ok) return { kind: 'held' }
  const refusal = rule.expected instanceof ExpectedRefusal ? rule.expected : undefined
  const expected = refusal?.text ?? rule.expected
  const looksEqual = preview(expected) === preview(rule.got)
  const words = looksEqual ? typed : preview
  return {
    kind: 'violated',
    says: rule.says,
    expected: words(expected),
    ...(refusal && {
      expectedRefusal: refusal.code === undefined ? {} : { code: refusal.code },
    }),
    got: words(rule.got),
    at: typeof rule.at === 'string' ? rule.at : rule.at.step,
  }
}

/** Returns an unmet precondition unless `ok`. A rule cannot be judged without its preconditions. */
export function precondition(ok: boolean, because: string): Observation[] {
  return ok ? [] : [{ kind: 'preconditionUnmet', because }]
}

/**
 * Returns an unmet precondition unless `ok`: an object that the case did not write was found, so
 * that another client writes, too. `found` names it.
 */
export function noOtherWriter(ok: boolean, found: string): Observation[] {
  const because = `another writer is at work: ${found}`
  return ok ? [] : [{ kind: 'preconditionUnmet', because, isOtherWriter: true }]
}

/**
 * Returns the observation that the rule does not apply to this server, unless `ok`. Only for what a
 * server may lack: without anything that must be there, a rule has an unmet precondition.
 */
export function applicable(ok: boolean, because: string): Observation[] {
  return ok ? [] : [{ kind: 'notApplicable', because }]
}

/** Records the target's answer where the specification is silent. */
export const recordAnswer = (what: string): Observation => ({ kind: 'recorded', what })

/** Formats a value for reports: at most 300 characters, on one line. */
export function preview(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return (text ?? 'nothing').replaceAll(/\s+/g, ' ').slice(0, 300)
}

/** Formats a value with its type, to distinguish 7 from "7". */
const typed = (value: unknown): string => `${typeof value} ${JSON.stringify(value) ?? ''}`.trim()
