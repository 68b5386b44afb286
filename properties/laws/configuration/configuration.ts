// Judges configuration checks. The label of a step says the expected result.

import { textInDialect } from '../../../fixtures/dialects/config-words.ts'
import type { ConfigCheckResult } from '../../../fixtures/objects/config-check.ts'
import type { Exchange, History } from '../../history/history.ts'
import { precondition, verify, recordAnswer } from '../../history/observation.ts'
import type { DepartureObservation, Observation } from '../../history/observation.ts'
import { fieldPathPointer } from '../../scenarios/configuration/configuration.ts'
import { isJsonObject, valueAt } from '../../dsl/term.ts'
import { isSameOptionValue } from './option-values.ts'

/** Returns the judge of one rule about documents or options. */
export const configurationIsJudgedAsExpected = (says: string) =>
  function* (history: History): Generator<Observation> {
    const { dialect } = history.context
    for (const exchange of history.exchanges) {
      const asked = { exchange, ...labelOf(exchange) }
      const isForThis = asked.only === undefined || asked.only === dialect
      if (isForThis) yield* precondition(exchange.answer !== undefined, problemOf(exchange))
      if (isDepartedFrom(asked, dialect)) yield* departureOf(says, asked, dialect)
      else if (isForThis) {
        if (followsText(asked, dialect)) yield { kind: 'departure', presence: 'absent' }
        else yield* expectedOf(says, asked, dialect)
      }
    }
  }

const problemOf = ({ problem }: Exchange): string => problem ?? 'no response'

type Labelled = { exchange: Exchange; only?: string; expect: string; what: string }

/**
 * Reports whether the genuine service of the dialect departs from the specification in this step.
 */
const isDepartedFrom = ({ only, expect }: Labelled, dialect: string): boolean =>
  dialect !== 'cluster' && (only === 'cluster' || expect === 'literal') && expect !== 'recorded'

/**
 * Yields what the target did where following the specification and departing from it are both
 * lawful.
 */
function* departureOf(
  says: string,
  asked: Labelled,
  dialect: string,
): Generator<DepartureObservation> {
  const { exchange } = asked
  const isSeen = exchange.answer !== undefined
  if (!isSeen) yield { kind: 'departure', presence: 'not shown', what: problemOf(exchange) }
  for (const one of isSeen ? expectedOf(says, asked, dialect) : []) {
    if (one.kind === 'held') yield { kind: 'departure', presence: 'absent' }
    else if (one.kind === 'violated')
      yield {
        kind: 'departure',
        presence: 'present',
        what: `expected ${one.expected}, got ${one.got}`,
      }
    else if (one.kind === 'preconditionUnmet')
      yield { kind: 'departure', presence: 'not shown', what: one.because }
  }
}

/**
 * Reports whether the target follows the specification where the genuine service of a dialect does
 * more: it sets a default for a field that the specification requires, or refuses a value that the
 * specification permits.
 */
function followsText({ exchange, only, expect }: Labelled, dialect: string): boolean {
  if (dialect === 'cluster' || only !== dialect) return false
  const isAccepted = (exchange.answer?.body as ConfigCheckResult | undefined)?.accepted
  return (
    (expect === 'defaulted' && isAccepted === false) ||
    (expect === 'refused' && isAccepted === true)
  )
}

const label = /^(?:(cluster|kubernetes) )?(\w+)(?: \d+)?(?:: (.*))?$/s

/**
 * Parses a label such as `cluster refused 1: jwt`: the dialect in which it is judged, the expected
 * result, and the place.
 */
function labelOf({ step }: Exchange): { only?: string; expect: string; what: string } {
  const [, only, expect = '', what = ''] = label.exec(step) ?? []
  return { ...(only === undefined ? {} : { only }), expect, what }
}

function* expectedOf(
  says: string,
  { exchange, expect, what }: Labelled,
  dialect: string,
): Generator<Observation> {
  const judged = exchange.answer?.body as ConfigCheckResult
  if (expect === 'twin')
    yield* precondition(judged.accepted, `a good document is refused: ${describeResult(judged)}`)
  else if (expect === 'accepted') {
    const got = describeResult(judged)
    yield verify(judged.accepted, { says, expected: 'accepted', got, at: exchange })
  } else if (expect === 'recorded') yield recordAnswer(`${what}: ${describeResult(judged)}`)
  else if (expect === 'defaulted')
    yield* setsDefault(says, textInDialect(what, dialect), { exchange, judged })
  else if (expect === 'refused' || expect === 'literal')
    yield* refusesAt(says, textInDialect(what, dialect).split(' | '), { exchange, judged })
  else throw new Error(`the label of a configuration check expects ${JSON.stringify(expect)}`)
}

type Seen = { exchange: Exchange; judged: ConfigCheckResult }

/**
 * The document is refused at one of these paths. A refusal without a path also counts, and so does
 * one that names a parent of the path.
 */
function* refusesAt(
  says: string,
  paths: string[],
  { exchange, judged }: Seen,
): Generator<Observation> {
  const { accepted, findings } = judged
  const isTold =
    findings.length === 0 || findings.some(({ path }) => paths.some(one => isWithin(one, path)))
  const expected = `refused at ${paths.join(' or ')}`
  const got = describeResult(judged)
  yield verify(!accepted && isTold, { says, expected, got, at: exchange })
}

const isWithin = (path: string, place: string): boolean =>
  path === place || place === '' || path.startsWith(`${place}.`) || path.startsWith(`${place}[`)

function* setsDefault(
  says: string,
  what: string,
  { exchange, judged }: Seen,
): Generator<Observation> {
  const [path = '', text = ''] = what.split(/ = (.*)/s)
  const { accepted, defaulted, values } = judged
  const isOption = path.startsWith('-')
  yield* precondition(
    !accepted || (isOption ? values : defaulted) !== undefined,
    'no defaults are reported',
  )
  const wanted: unknown = JSON.parse(text)
  const found = isOption ? values?.[path] : valueAt(defaulted?.[0], fieldPathPointer(path))
  const got = accepted ? (found ?? 'nothing') : describeResult(judged)
  const isAsWanted = isSame(found, wanted) || (isOption && isSameOptionValue(found, wanted))
  yield verify(accepted && isAsWanted, {
    says,
    expected: wanted ?? 'unset',
    got,
    at: exchange,
  })
}

/** Reports whether a value means unset. A target may report it as the empty value of its type. */
const isNothing = (found: unknown): boolean =>
  [undefined, null, '', false, 'false', 0, '0', '0s', '[]', '{}'].includes(
    typeof found === 'object' && found !== null
      ? JSON.stringify(found)
      : (found as string | number),
  )

/** Returns an option value as text, because some targets report parsed options as texts. */
const asText = (wanted: unknown): string =>
  Array.isArray(wanted) ? `[${wanted.join(',')}]` : String(wanted)

const inOrder = (value: unknown): string =>
  isJsonObject(value)
    ? JSON.stringify(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : JSON.stringify(value)

/** Compares two values. Durations such as `60s` and `1m0s` are equal. */
function isSame(found: unknown, wanted: unknown): boolean {
  const [one, other] = [secondsOf(found), secondsOf(wanted)]
  if (one !== undefined && other !== undefined) return Math.abs(one - other) < 1e-9
  if (wanted === null) return isNothing(found)
  if (typeof found === 'string' && typeof wanted !== 'string') return found === asText(wanted)
  return inOrder(found) === inOrder(wanted)
}

const seconds: Record<string, number> = {
  h: 3600,
  m: 60,
  s: 1,
  ms: 1e-3,
  us: 1e-6,
  µs: 1e-6,
  ns: 1e-9,
}

function secondsOf(value: unknown): number | undefined {
  if (typeof value !== 'string' || !/^-?(\d+(\.\d+)?(h|ms|m|s|us|µs|ns))+$/.test(value))
    return undefined
  const parts = value.matchAll(/(\d+(?:\.\d+)?)(h|ms|m|s|us|µs|ns)/g)
  const sum = [...parts].reduce(
    (sum, [, n, unit = '']) => sum + Number(n) * (seconds[unit] ?? 0),
    0,
  )
  return value.startsWith('-') ? -sum : sum
}

const describeResult = ({ accepted, findings }: ConfigCheckResult): string => {
  if (accepted) return 'accepted'
  const messages = findings.map(({ path, message }) =>
    message.startsWith(path) ? message : `${path}: ${message}`,
  )
  return messages.length === 0 ? 'refused' : `refused: ${messages.join('; ')}`
}
