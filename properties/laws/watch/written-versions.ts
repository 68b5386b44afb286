// WRITE-017: the version in the answer to a write is the version of its event, and can start a
// watch.

import type { History } from '../../history/history.ts'
import { exchangeAt } from '../../history/history.ts'
import { precondition, verify } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { requireDecision } from '../decisions.ts'
import {
  requireNoForeignItems,
  requireCaughtUp,
  timelinesInScope,
  interpretWatch,
} from './interpreted-watch.ts'
import { watchDeliversEveryChange } from './reliable.ts'

const fromThere = watchDeliversEveryChange({
  parts: ['again'],
  waits: ['again shows marker'],
  marker: 'marker',
})

/** `watch` was open during the writes. `again` starts from the version of one of them. */
export function* eventsShowWrittenVersions(history: History): Generator<Observation> {
  yield* requireNoForeignItems(history)
  const record = yield* interpretWatch(history, 'watch')
  yield* requireCaughtUp(history, 'watch shows marker')
  const { sentAt } = exchangeAt(history, 'marker')
  for (const [key, changes] of timelinesInScope(record)) {
    const shown = record.events.filter(event => event.key === key).map(({ version }) => version)
    for (const { version, write, after } of changes) {
      const isWatched = write.by.sentAt > record.first.answeredAt && write.by.answeredAt < sentAt
      if (!isWatched || after === undefined) continue
      yield verify(shown.includes(version), {
        says: 'The version that a write returns is that of its event.',
        expected: `an event of ${key} at ${String(version)}`,
        got: shown.map(String).join(', ') || 'none',
        at: write.by,
      })
    }
  }
  yield* canStartAWatch(history)
}

function* canStartAWatch(history: History): Generator<Observation> {
  const again = yield* requireDecision(history, 'again')
  yield* precondition(again.answer?.status !== 410, 'the version is too old by now')
  yield verify(again.stream !== undefined, {
    says: 'A watch can start from the version that a write returns.',
    expected: 'a stream',
    got: again.answer?.status,
    at: again,
  })
  yield* fromThere(history)
}
