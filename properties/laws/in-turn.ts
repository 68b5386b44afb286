import type { History } from '../history/history.ts'
import type { Observation } from '../history/observation.ts'

type Law = (history: History) => Iterable<Observation>

/** A law that applies laws one after another. */
export const inTurn = (...laws: Law[]) =>
  function* (history: History): Generator<Observation> {
    for (const law of laws) yield* law(history)
  }
