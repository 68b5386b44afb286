// Judges files of all configuration kinds by their apiVersion and kind.

import type { ConfigCheckResult, ConfigFinding } from '../../../fixtures/objects/config-check.ts'
import type { Exchange, History } from '../../history/history.ts'
import { applicable, precondition, preview, verify } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { isClientKind } from '../../models/config/kinds.ts'
import { kindLabelOf } from '../../scenarios/configuration/kind-files.ts'
import type { KindLabel } from '../../scenarios/configuration/kind-files.ts'

type Asked = { exchange: Exchange } & KindLabel

/**
 * Returns the judge of one rule about the types of files. The control of a kind is a file that must
 * be accepted.
 */
export const typesAreJudgedAsExpected = (says: string) =>
  function* (history: History): Generator<Observation> {
    const asked = history.exchanges.flatMap((exchange): Asked[] => {
      const label = kindLabelOf(exchange.step)
      return label ? [{ exchange, ...label }] : []
    })
    yield* allAnswered(asked)
    for (const [kind, ofKind] of groupedBy(asked, one => one.kind)) {
      const isKnown = ofKind.some(
        ({ expect, exchange }) => expect === 'accepted' && isAcceptedConfiguration(exchange),
      )
      yield* kindIsKnown(kind, isKnown)
      for (const one of ofKind) yield outcomeOf(says, one, history.context.dialect)
    }
  }

/** Reports whether the target accepted a configuration. */
export const isAcceptedConfiguration = (exchange: Exchange): boolean =>
  resultOf(exchange)?.accepted === true

const resultOf = ({ answer }: Exchange): ConfigCheckResult | undefined =>
  answer?.body as ConfigCheckResult | undefined

const findingsOf = (exchange: Exchange): ConfigFinding[] => resultOf(exchange)?.findings ?? []

/** Requires an answer for each file. */
export function* allAnswered(asked: { exchange: Exchange }[]): Generator<Observation> {
  for (const { exchange } of asked)
    yield* precondition(exchange.answer !== undefined, exchange.problem ?? 'no response')
}

/** Requires that a kind is known. The checker of a service need not know the kind of clients. */
export const kindIsKnown = (kind: string, isKnown: boolean): Observation[] =>
  (isClientKind(kind) ? applicable : precondition)(isKnown, `no valid ${kind} is accepted`)

/** Returns groups in the order of their first members. */
export function groupedBy<One>(all: One[], keyOf: (one: One) => string): Map<string, One[]> {
  const groups = new Map<string, One[]>()
  for (const one of all) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one])
  return groups
}

function outcomeOf(says: string, one: Asked, dialect: string): Observation {
  const { expect, kind, words, exchange } = one
  const isAsExpected =
    expect === 'accepted' ? isAcceptedConfiguration(exchange) : isRefusedAtType(exchange)
  if (expect === 'literal' && dialect !== 'cluster')
    return isAcceptedConfiguration(exchange)
      ? { kind: 'departure', presence: 'present', what: `${kind} ${words} is accepted` }
      : { kind: 'departure', presence: 'absent' }
  return verify(isAsExpected, {
    says,
    expected: expect === 'accepted' ? 'success' : 'refused at apiVersion or kind',
    got: describeOutcome(exchange, `${kind} ${words}`),
    at: exchange,
  })
}

const typeMembers = ['apiVersion', 'kind', '']

/** The file is refused at its type, as a whole, or without a place. */
function isRefusedAtType(exchange: Exchange): boolean {
  const findings = findingsOf(exchange)
  const isThere = findings.length === 0 || findings.some(({ path }) => typeMembers.includes(path))
  return !isAcceptedConfiguration(exchange) && isThere
}

/** Formats the result for a file: accepted, or refused with the reasons. */
export function describeOutcome(exchange: Exchange, file: string): string {
  if (isAcceptedConfiguration(exchange)) return `accepted: ${file}`
  return preview(
    [`refused: ${file}`, ...findingsOf(exchange).map(({ message }) => message)].join('; '),
  )
}
