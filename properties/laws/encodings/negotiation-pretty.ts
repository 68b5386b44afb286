// Judges the flag `pretty`, which any request may have and which changes no data.

import { isDeepStrictEqual } from 'node:util'
import { haveEqualMeaning } from '../../history/equal-meaning.ts'
import type { Exchange, History } from '../../history/history.ts'
import {
  answerSummary,
  exchangeAt,
  bodyValueAt,
  isSuccess,
  resourceVersionOf,
} from '../../history/history.ts'
import { precondition, verify, recordAnswer } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { sortedOwnItems } from '../../history/own-items.ts'
import { valueAt } from '../../dsl/term.ts'
import { requireSuccess } from '../preconditions.ts'
import { requireFinalAnswer } from '../status.ts'
import { requireVersionKept } from '../watch/watch-stream.ts'

const operations = ['create', 'get', 'update', 'patch']
const same = 'The parameter pretty changes no data.'

/** ENC-041: each operation has the same effect and answer with the flag as without it. */
export function* prettyChangesNoData(history: History): Generator<Observation> {
  yield* requireSuccess(history, ...operations.map(operation => `${operation} plain`))
  for (const operation of [...operations.map(one => `${one} pretty`), 'read', 'list']) {
    const exchange = yield* requireFinalAnswer(history, operation)
    yield verify(isSuccess(exchange), {
      says: 'Any request may have the parameter pretty.',
      expected: 'success, as without it',
      got: answerSummary(exchange),
      at: exchange,
    })
  }
  yield* readsAreEqual(history)
  yield* listsAreEqual(history)
  yield* watchShowsTheSame(history)
  yield* deletesAlike(history)
}

function* readsAreEqual(history: History): Generator<Observation> {
  yield* requireSuccess(history, 'read', 'read again', 'patch pretty')
  const again = exchangeAt(history, 'read again')
  for (const label of ['read', 'patch pretty']) {
    const one = exchangeAt(history, label)
    // Another client may have written in between.
    if (resourceVersionOf(one) !== resourceVersionOf(again) || !one.answer || !again.answer)
      continue
    yield verify(haveEqualMeaning(one.answer, again.answer), {
      says: same,
      expected: 'the object as it is read without it',
      got: one.answer.text,
      at: one,
    })
  }
  const annotations = [exchangeAt(history, 'patch plain'), exchangeAt(history, 'patch pretty')].map(
    patch => ['a', 'b'].map(key => valueAt(bodyValueAt(patch, '/metadata/annotations'), `/${key}`)),
  )
  yield verify(String(annotations[0]) === String(annotations[1]), {
    says: same,
    expected: annotations[0],
    got: annotations[1],
    at: 'patch pretty',
  })
}

function* listsAreEqual(history: History): Generator<Observation> {
  yield* requireSuccess(history, 'list', 'list again')
  const [one, again] = [exchangeAt(history, 'list'), exchangeAt(history, 'list again')]
  if (isTouched(history, one, again)) return
  const [found, wanted] = [one, again].map(list => sortedOwnItems(history, list))
  yield verify(isDeepStrictEqual(found, wanted), {
    says: same,
    expected: wanted,
    got: found,
    at: one,
  })
}

/**
 * Reports whether another client wrote in between: the lists have equally many objects, some at
 * other versions.
 */
function isTouched(history: History, one: Exchange, other: Exchange): boolean {
  const [before = [], after = []] = [one, other].map(list =>
    sortedOwnItems(history, list).map(({ metadata }) => metadata['resourceVersion']),
  )
  return before.length === after.length && !isDeepStrictEqual(before, after)
}

function* watchShowsTheSame(history: History): Generator<Observation> {
  const [watch, patch] = [exchangeAt(history, 'watch'), exchangeAt(history, 'patch pretty')]
  yield* requireVersionKept(history, 'watch')
  yield* requireFinalAnswer(history, 'watch')
  yield verify(isSuccess(watch), {
    says: 'Any request may have the parameter pretty.',
    expected: 'a stream, as without it',
    got: answerSummary(watch),
    at: watch,
  })
  const shown = watch.stream?.frames.find(
    ({ document }) =>
      valueAt(document, '/object/metadata/resourceVersion') === resourceVersionOf(patch),
  )
  // A missing event is late, not lost.
  if (!shown || !patch.answer) return
  const object = valueAt(shown.document, '/object')
  yield verify(haveEqualMeaning({ ...patch.answer, body: object }, patch.answer), {
    says: same,
    expected: patch.answer.text,
    got: object,
    at: watch,
  })
}

function* deletesAlike(history: History): Generator<Observation> {
  yield* requireSuccess(history, 'delete plain')
  yield* precondition(
    exchangeAt(history, 'gone plain').answer?.status === 404,
    'deleted objects stay',
  )
  yield* requireFinalAnswer(history, 'delete pretty')
  const gone = yield* requireFinalAnswer(history, 'gone pretty')
  yield verify(gone.answer?.status === 404, {
    says: same,
    expected: 'the object is gone, as without it',
    got: answerSummary(gone),
    at: gone,
  })
}

/** Records the JSON layout of answers. */
export const notesLayout = (...labels: string[]) =>
  function* (history: History): Generator<Observation> {
    for (const label of labels)
      yield recordAnswer(`${label}: ${layoutOf(exchangeAt(history, label))}`)
  }

/**
 * Describes the layout of a body: `one line` or `lines indented by 2`, and whether it ends with a
 * newline.
 */
export function layoutOf({ answer }: Exchange): string {
  if (!answer) return 'no answer'
  const indent = /^\{\n( *)"/.exec(answer.text)?.[1]?.length
  const layout = indent === undefined ? 'one line' : `lines indented by ${indent}`
  return `${layout}, ${answer.text.endsWith('\n') ? 'a newline' : 'no newline'} at the end`
}
