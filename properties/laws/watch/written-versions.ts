// WRITE-017: the version that a write answers is the one of its event, and can start a watch.

import type { History } from '../../history/history.ts'
import { at } from '../../history/history.ts'
import { given, holds } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { decided } from '../decisions.ts'
import { aloneIn, caughtUp, livesInScope, tellingOf } from './story.ts'
import { tellsEveryChange } from './reliable.ts'

const fromThere = tellsEveryChange({
  parts: ['again'],
  waits: ['again shows marker'],
  marker: 'marker',
})

/** `watch` was open during the writes; `again` starts from the version that one of them gave. */
export function* eventsShowTheVersions(history: History): Generator<Observation> {
  yield* aloneIn(history)
  const telling = yield* tellingOf(history, 'watch')
  yield* caughtUp(history, 'watch shows marker')
  const { sentAt } = at(history, 'marker')
  for (const [key, life] of livesInScope(telling)) {
    const shown = telling.told.filter(told => told.key === key).map(({ version }) => version)
    for (const { version, write, after } of life) {
      const isWatched = write.by.sentAt > telling.first.answeredAt && write.by.answeredAt < sentAt
      if (!isWatched || after === undefined) continue
      yield holds(shown.includes(version), {
        says: 'The version that a write answers is the one that its event shows.',
        expected: `an event of ${key} at ${String(version)}`,
        got: shown.map(String).join(', ') || 'none',
        at: write.by,
      })
    }
  }
  yield* canStartAWatch(history)
}

function* canStartAWatch(history: History): Generator<Observation> {
  const again = yield* decided(history, 'again')
  yield* given(again.answer?.status !== 410, 'the version is too old by now')
  yield holds(again.stream !== undefined, {
    says: 'The version that a write answers can start a watch.',
    expected: 'a stream',
    got: again.answer?.status,
    at: again,
  })
  yield* fromThere(history)
}
