// Judges the same configuration files in several versions of their kinds.

import type { Exchange, History } from '../../history/history.ts'
import { verify } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { unchanged, versionLabelOf } from '../../scenarios/configuration/version-files.ts'
import type { VersionLabel } from '../../scenarios/configuration/version-files.ts'
import {
  allAnswered,
  describeOutcome,
  groupedBy,
  isAcceptedConfiguration,
  kindIsKnown,
} from './kinds.ts'

type Asked = { exchange: Exchange } & VersionLabel

/**
 * Returns the judge of the rule that all versions of a kind are alike: a change of a document is
 * accepted in all of them or refused in all of them. The control of a kind is its valid document.
 */
export const versionsAreAlike = (says: string) =>
  function* (history: History): Generator<Observation> {
    const asked = history.exchanges.flatMap((exchange): Asked[] => {
      const label = versionLabelOf(exchange.step)
      return label ? [{ exchange, ...label }] : []
    })
    yield* allAnswered(asked)
    for (const [kind, ofKind] of groupedBy(asked, one => one.kind)) {
      const isKnown = ofKind.some(
        ({ change, exchange }) => change === unchanged && isAcceptedConfiguration(exchange),
      )
      yield* kindIsKnown(kind, isKnown)
      for (const ofChange of groupedBy(ofKind, one => one.change).values())
        yield* outcomesAreEqual(says, ofChange)
    }
  }

function* outcomesAreEqual(says: string, [first, ...others]: Asked[]): Generator<Observation> {
  if (!first) return
  const isAccepted = isAcceptedConfiguration(first.exchange)
  for (const { exchange, kind, version, change } of others)
    yield verify(isAcceptedConfiguration(exchange) === isAccepted, {
      says,
      expected: `${isAccepted ? 'success' : 'refused'} as in ${first.version}`,
      got: describeOutcome(exchange, `${kind} in ${version}, ${change}`),
      at: exchange,
    })
}
