// Judges how a watch is requested.

import type { WatchForm } from '../../../fixtures/objects/watch-form.ts'
import { answerSummary, exchangeAt, isSuccess } from '../../history/history.ts'
import type { History } from '../../history/history.ts'
import { verify } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { requireDecision } from '../decisions.ts'
import { requireSuccess, requireLists } from '../preconditions.ts'
import { eventArrives } from './arrival.ts'
import { isEventDocument } from './documents.ts'
import { requireVersionKept, requireWatch } from './watch-stream.ts'

/** WATCH-001, K8S-WATCH-038: a GET with this value of `watch` is a watch. See `watchOneCreate`. */
export const requestOpensAStream = (form: WatchForm) =>
  function* (history: History): Generator<Observation> {
    yield* requireSuccess(history, 'before', 'object')
    yield* requireLists(history, exchangeAt(history, 'start'))
    yield* requireVersionKept(history, 'watch')
    const watched = yield* requireDecision(history, 'watch')
    yield verify(isSuccess(watched), {
      says: `A GET with watch=${form} returns a stream.`,
      expected: 'a success, as of the list at the same path',
      got: answerSummary(watched),
      at: watched,
    })
    const [first] = (yield* requireWatch(history, 'watch')).stream.frames
    yield verify(first === undefined || isEventDocument(first.document), {
      says: `A GET with watch=${form} returns events in place of a list.`,
      expected: 'first a document with a type and an object',
      got: first?.document,
      at: watched,
    })
    yield* eventArrives(
      history,
      { stream: 'watch', wait: 'watch shows object' },
      'A watch stays open and delivers a change as an event.',
    )
  }
