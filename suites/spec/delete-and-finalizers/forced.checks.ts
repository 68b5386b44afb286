// Checks forced deletes: the option ignoreStoreReadErrorWithClusterBreakingPotential.

import {
  answerSummary,
  exchangeAt,
  hasStep,
  isSuccess,
} from '../../../properties/history/history.ts'
import type { History } from '../../../properties/history/history.ts'
import {
  requireUnreadableObject,
  forcedDeleteRemovesObject,
  unreadableObjectIsNotDeleted,
  unreadableObjectIsStillThere,
} from '../../../properties/laws/delete-and-finalizers/corrupt-objects.ts'
import { forcedDeleteRemovesUndecryptable } from '../../../properties/laws/delete-and-finalizers/undecryptable.ts'
import { refusesRequest } from '../../../properties/laws/decisions.ts'
import { notesOf } from '../../../properties/laws/notes.ts'
import { requireSuccess } from '../../../properties/laws/preconditions.ts'
import { precondition, recordAnswer } from '../../../properties/history/observation.ts'
import type { Observation } from '../../../properties/history/observation.ts'
import {
  forcedDelete,
  forcedDeletesWithOptions,
  unreadableObject,
} from '../../../properties/scenarios/delete-and-finalizers/corrupt-objects.ts'
import { undecryptableObject } from '../../../properties/scenarios/delete-and-finalizers/undecryptable.ts'
import { create, get, caseName, deleteObject } from '../../../properties/dsl/steps.ts'
import { example, property } from '../../check.ts'

const needs = ['feature unsafe-deletion' as const]

const says = {
  ordinary: 'Without the option an object that cannot be read is not deleted.',
  alone: 'A delete with another option in addition fails.',
  decode: 'With the option an object that cannot be decoded is removed.',
  finalizers: 'A force delete removes an object although it has finalizers.',
  preconditions: 'A force delete needs no resourceVersion.',
  readable: 'With the option a delete of an object that can be read is an error.',
}

/**
 * The option is accepted without other options. A delete that combines it with another one is
 * refused.
 */
function* standsAlone(history: History): Generator<Observation> {
  yield* requireUnreadableObject(history)
  const alone = exchangeAt(history, 'twin forced')
  yield* precondition(isSuccess(alone), `the option alone: ${answerSummary(alone)}`)
  yield* refusesRequest(history, 'faulty', says.alone)
  yield* unreadableObjectIsStillThere(history, 'after', says.alone)
}

function* refusesReadable(history: History): Generator<Observation> {
  yield* requireSuccess(history, 'object', 'before')
  yield* refusesRequest(history, 'forced', says.readable)
}

/** Describes whether a readable object still exists after the delete. */
const fate = (history: History): string =>
  isSuccess(exchangeAt(history, 'after')) ? 'it is kept' : 'it is gone'

function* notesFate(history: History): Generator<Observation> {
  yield* requireSuccess(history, 'object')
  yield* precondition(hasStep(history, 'after'), 'the object was not read afterwards')
  yield recordAnswer(`${answerSummary(exchangeAt(history, 'forced'))}; ${fate(history)}`)
}

export default [
  example(
    'DEL-018',
    [
      ...unreadableObject(),
      deleteObject('deleted', 'main', caseName('a')),
      get('after', 'main', caseName('a')),
      forcedDelete('forced'),
    ],
    function* (history: History): Generator<Observation> {
      yield* requireUnreadableObject(history)
      yield* unreadableObjectIsNotDeleted(history, 'deleted', says.ordinary)
      yield* unreadableObjectIsStillThere(history, 'after', says.ordinary)
    },
    { needs },
  ),
  property('DEL-019', forcedDeletesWithOptions(), standsAlone, {
    needs: [...needs, 'corrupt'],
    observationsMin: 20,
  }),
  example('DEL-021', undecryptableObject(), forcedDeleteRemovesUndecryptable),
  example(
    'DEL-022',
    [...unreadableObject(), forcedDelete('forced'), get('after', 'main', caseName('a'))],
    history => forcedDeleteRemovesObject(history, says.decode),
    { needs },
  ),
  example(
    'DEL-023',
    [...unreadableObject(true), forcedDelete('forced'), get('after', 'main', caseName('a'))],
    history => forcedDeleteRemovesObject(history, says.finalizers),
    { needs },
  ),
  example(
    'DEL-024',
    [...unreadableObject(), forcedDelete('forced'), get('after', 'main', caseName('a'))],
    history => forcedDeleteRemovesObject(history, says.preconditions),
    { needs },
  ),
  example(
    'DEL-025',
    [create('object', 'main', 'a'), get('before', 'main', caseName('a')), forcedDelete('forced')],
    refusesReadable,
    { needs },
  ),
  example(
    'DEL-026',
    [create('object', 'main', 'a'), forcedDelete('forced'), get('after', 'main', caseName('a'))],
    notesFate,
    { needs },
  ),
  example(
    'DEL-027',
    [create('object', 'main', 'a'), forcedDelete('forced')],
    notesOf(answerSummary, 'forced'),
  ),
]
