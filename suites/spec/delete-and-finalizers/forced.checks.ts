// Deletes by force: the option ignoreStoreReadErrorWithClusterBreakingPotential.

import { answered, at, has, succeeded } from '../../../properties/history/history.ts'
import type { History } from '../../../properties/history/history.ts'
import {
  becameUnreadable,
  isForcedAway,
  isNotDeleted,
  isStillThere,
} from '../../../properties/laws/delete-and-finalizers/corrupt-objects.ts'
import { refuses } from '../../../properties/laws/decisions.ts'
import { notesOf } from '../../../properties/laws/notes.ts'
import { done } from '../../../properties/laws/premises.ts'
import { given, noted } from '../../../properties/history/observation.ts'
import type { Observation } from '../../../properties/history/observation.ts'
import {
  forced,
  forcedBesideOthers,
  unreadable,
} from '../../../properties/scenarios/delete-and-finalizers/corrupt-objects.ts'
import { create, get, named, remove } from '../../../properties/dsl/steps.ts'
import { example, property } from '../../check.ts'

const needs = ['feature unsafe-deletion' as const]

const says = {
  ordinary: 'Without the option an object that cannot be read is not deleted.',
  alone: 'A delete with another option in addition fails.',
  decode: 'With the option an object that cannot be decoded is removed.',
  finalizers: 'A delete by force removes an object although it has finalizers.',
  preconditions: 'A delete by force asks for no version.',
  readable: 'With the option a delete of an object that can be read is an error.',
}

/** Alone the option is fine; with another beside it the delete is refused. */
function* standsAlone(history: History): Generator<Observation> {
  yield* becameUnreadable(history)
  const alone = at(history, 'twin forced')
  yield* given(succeeded(alone), `the option alone: ${answered(alone)}`)
  yield* refuses(history, 'faulty', says.alone)
  yield* isStillThere(history, 'after', says.alone)
}

function* refusesReadable(history: History): Generator<Observation> {
  yield* done(history, 'object', 'before')
  yield* refuses(history, 'forced', says.readable)
}

/** What becomes of an object that can be read. */
const fate = (history: History): string =>
  succeeded(at(history, 'after')) ? 'it is kept' : 'it is gone'

function* notesFate(history: History): Generator<Observation> {
  yield* done(history, 'object')
  yield* given(has(history, 'after'), 'nobody has looked')
  yield noted(`${answered(at(history, 'forced'))}; ${fate(history)}`)
}

export default [
  example(
    'DEL-018',
    [
      ...unreadable(),
      remove('deleted', 'main', named('a')),
      get('after', 'main', named('a')),
      forced('forced'),
    ],
    function* (history: History): Generator<Observation> {
      yield* becameUnreadable(history)
      yield* isNotDeleted(history, 'deleted', says.ordinary)
      yield* isStillThere(history, 'after', says.ordinary)
    },
    { needs },
  ),
  property('DEL-019', forcedBesideOthers(), standsAlone, {
    needs: [...needs, 'corrupt'],
    observationsMin: 20,
  }),
  example(
    'DEL-022',
    [...unreadable(), forced('forced'), get('after', 'main', named('a'))],
    history => isForcedAway(history, says.decode),
    { needs },
  ),
  example(
    'DEL-023',
    [...unreadable(true), forced('forced'), get('after', 'main', named('a'))],
    history => isForcedAway(history, says.finalizers),
    { needs },
  ),
  example(
    'DEL-024',
    [...unreadable(), forced('forced'), get('after', 'main', named('a'))],
    history => isForcedAway(history, says.preconditions),
    { needs },
  ),
  example(
    'DEL-025',
    [create('object', 'main', 'a'), get('before', 'main', named('a')), forced('forced')],
    refusesReadable,
    { needs },
  ),
  example(
    'DEL-026',
    [create('object', 'main', 'a'), forced('forced'), get('after', 'main', named('a'))],
    notesFate,
    { needs },
  ),
  example(
    'DEL-027',
    [create('object', 'main', 'a'), forced('forced')],
    notesOf(answered, 'forced'),
  ),
]
