// The laws of how a watch is requested.

import type { WatchForm } from '../../../fixtures/objects/watch-form.ts'
import { answered, at, succeeded } from '../../history/history.ts'
import type { History } from '../../history/history.ts'
import { holds } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { decided } from '../decisions.ts'
import { done, listed } from '../premises.ts'
import { arrives } from './arrival.ts'
import { isEvent } from './documents.ts'
import { stillKept, watchAt } from './told.ts'

/** WATCH-001, K8S-WATCH-038: a GET with this value of `watch` is a watch. See `oneWatched`. */
export const opensAStream = (form: WatchForm) =>
  function* (history: History): Generator<Observation> {
    yield* done(history, 'before', 'object')
    yield* listed(history, at(history, 'start'))
    yield* stillKept(history, 'watch')
    const watched = yield* decided(history, 'watch')
    yield holds(succeeded(watched), {
      says: `A GET with watch=${form} is answered with a stream.`,
      expected: 'a success, as of the list at the same path',
      got: answered(watched),
      at: watched,
    })
    const [first] = (yield* watchAt(history, 'watch')).stream.frames
    yield holds(first === undefined || isEvent(first.document), {
      says: `A GET with watch=${form} is answered with events in place of a list.`,
      expected: 'first a document with a type and an object',
      got: first?.document,
      at: watched,
    })
    yield* arrives(
      history,
      { stream: 'watch', wait: 'watch shows object' },
      'A watch stays open and delivers a change as an event.',
    )
  }
