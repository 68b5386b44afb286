// Checks the type of an event, and that its object has the requested form.

import { apiVersionOf } from '../../../fixtures/objects/tested-types.ts'
import {
  exchangeAt,
  roleContentOf,
  itemKey,
  bodyValueAt,
  resourceVersionOf,
} from '../../../properties/history/history.ts'
import type { Exchange, History, Item } from '../../../properties/history/history.ts'
import { requireSuccess } from '../../../properties/laws/preconditions.ts'
import { eventArrives } from '../../../properties/laws/watch/arrival.ts'
import { requireCaughtUp } from '../../../properties/laws/watch/interpreted-watch.ts'
import { requireWatch } from '../../../properties/laws/watch/watch-stream.ts'
import { precondition, verify, recordAnswer } from '../../../properties/history/observation.ts'
import type { Observation } from '../../../properties/history/observation.ts'
import { ownChangeEvents, isRemovalEvent } from '../../../properties/history/watch-events.ts'
import { anyRole, watchWrites } from '../../../properties/scenarios/watch/watched-collections.ts'
import {
  updateLabelled,
  createLabelled,
  darkSelector,
  deleteLabelled,
} from '../../../properties/scenarios/labelled-objects.ts'
import type { LabelledObject } from '../../../properties/scenarios/labelled-objects.ts'
import type { Role } from '../../../properties/dsl/term.ts'
import { create, list, nameFrom, put, sampleTerm } from '../../../properties/dsl/steps.ts'
import {
  editTerm,
  waitLonger,
  awaitVersion,
  versionFrom,
  watch,
} from '../../../properties/dsl/steps.ts'
import { example, property } from '../../check.ts'

const words = {
  ADDED: 'The creation of an object produces an ADDED event with the object.',
  MODIFIED: 'A change of an object produces a MODIFIED event with the changed object.',
}

/**
 * The write `write` causes an event of this type, which contains the object as the write left it.
 */
function* tellsWrite(
  history: History,
  { type, write, role }: { type: 'ADDED' | 'MODIFIED'; write: string; role: Role },
): Generator<Observation> {
  const says = words[type]
  const wrote = exchangeAt(history, write)
  yield* eventArrives(history, { stream: 'watch', wait: `watch shows ${write}` }, says)
  const { stream } = yield* requireWatch(history, 'watch')
  const event = ownChangeEvents(history, stream).find(
    one => one.version === resourceVersionOf(wrote),
  )
  yield* precondition(event !== undefined, `the event of ${write} did not arrive`)
  if (!event) return
  yield verify(event.type === type && sameObject(history, role, event.object, wrote), {
    says,
    expected: `${type} ${shownObject(history, role, wrote.answer?.body as Item)}`,
    got: `${event.type} ${shownObject(history, role, event.object)}`,
    at: 'watch',
  })
}

const sameObject = (history: History, role: Role, object: Item, wrote: Exchange): boolean =>
  itemKey(object) === itemKey(wrote.answer?.body as Item) &&
  object.metadata['uid'] === bodyValueAt(wrote, '/metadata/uid') &&
  roleContentOf(history, role, object) === roleContentOf(history, role, wrote.answer?.body)

const shownObject = (history: History, role: Role, object: Item): string =>
  `${itemKey(object)} with uid ${String(object.metadata['uid'])} ` +
  `and content ${String(roleContentOf(history, role, object))}`

function* tellsCreates(history: History): Generator<Observation> {
  yield* requireSuccess(history, 'start', 'object')
  yield* tellsWrite(history, { type: 'ADDED', write: 'object', role: 'main' })
}

function* tellsUpdates(history: History): Generator<Observation> {
  yield* requireSuccess(history, 'object', 'start', 'first', 'second')
  for (const write of ['first', 'second'])
    yield* tellsWrite(history, { type: 'MODIFIED', write, role: 'core' })
}

function* tellsTheKind(history: History): Generator<Observation> {
  const { stream, about } = yield* requireWatch(history, 'watch')
  const type = history.context.types[about?.role ?? 'main']
  for (const event of ownChangeEvents(history, stream)) {
    if (isRemovalEvent(event)) continue
    const { kind, apiVersion } = event.object
    yield verify(kind === type.kind && apiVersion === apiVersionOf(type), {
      says: 'The object of an event is of the kind and the API version of the path.',
      expected: `${apiVersionOf(type)} ${type.kind}`,
      got: `${String(apiVersion)} ${String(kind)}`,
      at: 'watch',
    })
  }
}

const object: LabelledObject = { name: 'a', namespace: 0, shade: 'light' }

function* notesRemoval(history: History): Generator<Observation> {
  const { stream } = yield* requireWatch(history, 'watch')
  yield* requireCaughtUp(history, 'watch shows marker')
  const events = ownChangeEvents(history, stream)
  const removal = events.find(isRemovalEvent)
  const last = events.findLast(one => !isRemovalEvent(one) && one.key === removal?.key)
  if (!removal) return yield recordAnswer('a deletion is no event')
  const of = removal.version === last?.version ? 'its last change' : 'the deletion'
  yield recordAnswer(`a deletion is ${removal.type} with the version of ${of}`)
}

/**
 * Records the types of the events when an object begins to match a selector, and when it no longer
 * matches.
 */
function* notesTransitions(history: History): Generator<Observation> {
  const { stream } = yield* requireWatch(history, 'watch')
  yield* requireCaughtUp(history, 'watch shows marker')
  const events = ownChangeEvents(history, stream)
  const types = events.filter(({ key }) => key === events[0]?.key).map(({ type }) => type)
  yield recordAnswer(
    types.length === 2
      ? `an object that begins to match is ${types[0]}, one that ceases to match ${types[1]}`
      : `an object that begins and ceases to match: ${types.length} events`,
  )
}

export default [
  example(
    'WATCH-014',
    [
      list('start', 'main'),
      watch('watch', 'main', { resourceVersion: versionFrom('start') }),
      create('object', 'main', 'object', { content: 'new' }),
      waitLonger(awaitVersion('watch', 'object')),
    ],
    tellsCreates,
  ),
  example(
    'WATCH-015',
    [
      create('object', 'core', 'object', { content: 'old' }),
      list('start', 'core'),
      watch('watch', 'core', { resourceVersion: versionFrom('start') }),
      ...['first', 'second'].flatMap((label, index) => [
        put(
          label,
          'core',
          nameFrom('object'),
          editTerm(sampleTerm('core', 'object', label), {
            '/metadata/resourceVersion': versionFrom(index === 0 ? 'object' : 'first'),
          }),
        ),
        waitLonger(awaitVersion('watch', label)),
      ]),
    ],
    tellsUpdates,
  ),
  example(
    'WATCH-016',
    [
      list('start', 'main'),
      watch('watch', 'main', { resourceVersion: versionFrom('start') }),
      createLabelled('main', object),
      deleteLabelled('main', object),
      create('marker', 'main', 'zz-marker'),
      awaitVersion('watch', 'marker'),
    ],
    notesRemoval,
  ),
  example(
    'WATCH-018',
    [
      createLabelled('main', object),
      list('start', 'main'),
      watch('watch', 'main', {
        resourceVersion: versionFrom('start'),
        labelSelector: darkSelector,
      }),
      updateLabelled('main', object, { text: '1', shade: 'dark' }),
      updateLabelled('main', object, { text: '2', shade: 'light' }),
      createLabelled('main', { name: 'zz-marker', namespace: 0, shade: 'dark' }, 'marker'),
      awaitVersion('watch', 'marker'),
    ],
    notesTransitions,
    { needs: ['feature labelSelector'] },
  ),
  property('WATCH-019', watchWrites(anyRole), tellsTheKind, { observationsMin: 20 }),
]
