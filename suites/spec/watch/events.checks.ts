// What an event says of a change: its type, and the object in the form that was asked for.

import { apiVersionOf } from '../../../fixtures/objects/probe-types.ts'
import { at, contentOf, keyOf, read, version } from '../../../properties/history/history.ts'
import type { Exchange, History, Item } from '../../../properties/history/history.ts'
import { done } from '../../../properties/laws/premises.ts'
import { arrives } from '../../../properties/laws/watch/arrival.ts'
import { caughtUp } from '../../../properties/laws/watch/story.ts'
import { watchAt } from '../../../properties/laws/watch/told.ts'
import { given, holds, noted } from '../../../properties/history/observation.ts'
import type { Observation } from '../../../properties/history/observation.ts'
import { changesOf, isRemoval } from '../../../properties/history/streams.ts'
import { anyRole, watchedWrites } from '../../../properties/scenarios/watch/watched-collections.ts'
import { changed, created, darkOnly, deleted } from '../../../properties/scenarios/spread.ts'
import type { Spread } from '../../../properties/scenarios/spread.ts'
import type { Role } from '../../../properties/dsl/term.ts'
import { create, list, nameOf, put, sample } from '../../../properties/dsl/steps.ts'
import { edited, patiently, untilShown, versionOf, watch } from '../../../properties/dsl/steps.ts'
import { example, property } from '../../check.ts'

const words = {
  ADDED: 'The creation of an object is an event ADDED with the object.',
  MODIFIED: 'A change of an object is an event MODIFIED with the object after it.',
}

/** The write `write` of an object is told by an event of a type, with the object as it left it. */
function* tellsWrite(
  history: History,
  { type, write, role }: { type: 'ADDED' | 'MODIFIED'; write: string; role: Role },
): Generator<Observation> {
  const says = words[type]
  const wrote = at(history, write)
  yield* arrives(history, { stream: 'watch', wait: `watch shows ${write}` }, says)
  const { stream } = yield* watchAt(history, 'watch')
  const told = changesOf(history, stream).find(one => one.version === version(wrote))
  yield* given(told !== undefined, `the event of ${write} did not come`)
  if (!told) return
  yield holds(told.type === type && sameObject(history, role, told.object, wrote), {
    says,
    expected: `${type} ${shownObject(history, role, wrote.answer?.body as Item)}`,
    got: `${told.type} ${shownObject(history, role, told.object)}`,
    at: 'watch',
  })
}

const sameObject = (history: History, role: Role, object: Item, wrote: Exchange): boolean =>
  keyOf(object) === keyOf(wrote.answer?.body as Item) &&
  object.metadata['uid'] === read(wrote, '/metadata/uid') &&
  contentOf(history, role, object) === contentOf(history, role, wrote.answer?.body)

const shownObject = (history: History, role: Role, object: Item): string =>
  `${keyOf(object)} with uid ${String(object.metadata['uid'])} ` +
  `and content ${String(contentOf(history, role, object))}`

function* tellsCreates(history: History): Generator<Observation> {
  yield* done(history, 'start', 'object')
  yield* tellsWrite(history, { type: 'ADDED', write: 'object', role: 'main' })
}

function* tellsUpdates(history: History): Generator<Observation> {
  yield* done(history, 'object', 'start', 'first', 'second')
  for (const write of ['first', 'second'])
    yield* tellsWrite(history, { type: 'MODIFIED', write, role: 'core' })
}

function* tellsTheKind(history: History): Generator<Observation> {
  const { stream, about } = yield* watchAt(history, 'watch')
  const type = history.words.types[about?.role ?? 'main']
  for (const told of changesOf(history, stream)) {
    if (isRemoval(told)) continue
    const { kind, apiVersion } = told.object
    yield holds(kind === type.kind && apiVersion === apiVersionOf(type), {
      says: 'The object of an event is of the kind and the API version of the path.',
      expected: `${apiVersionOf(type)} ${type.kind}`,
      got: `${String(apiVersion)} ${String(kind)}`,
      at: 'watch',
    })
  }
}

const object: Spread = { name: 'a', namespace: 0, shade: 'light' }

function* notesRemoval(history: History): Generator<Observation> {
  const { stream } = yield* watchAt(history, 'watch')
  yield* caughtUp(history, 'watch shows marker')
  const told = changesOf(history, stream)
  const removal = told.find(isRemoval)
  const last = told.findLast(one => !isRemoval(one) && one.key === removal?.key)
  if (!removal) return yield noted('a deletion is no event')
  const of = removal.version === last?.version ? 'its last change' : 'the deletion'
  yield noted(`a deletion is ${removal.type} with the version of ${of}`)
}

/** Events of one object under the steps that caused them. */
function* notesTransitions(history: History): Generator<Observation> {
  const { stream } = yield* watchAt(history, 'watch')
  yield* caughtUp(history, 'watch shows marker')
  const told = changesOf(history, stream)
  const types = told.filter(({ key }) => key === told[0]?.key).map(({ type }) => type)
  yield noted(
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
      watch('watch', 'main', { resourceVersion: versionOf('start') }),
      create('object', 'main', 'object', { content: 'new' }),
      patiently(untilShown('watch', 'object')),
    ],
    tellsCreates,
  ),
  example(
    'WATCH-015',
    [
      create('object', 'core', 'object', { content: 'old' }),
      list('start', 'core'),
      watch('watch', 'core', { resourceVersion: versionOf('start') }),
      ...['first', 'second'].flatMap((label, index) => [
        put(
          label,
          'core',
          nameOf('object'),
          edited(sample('core', 'object', label), {
            '/metadata/resourceVersion': versionOf(index === 0 ? 'object' : 'first'),
          }),
        ),
        patiently(untilShown('watch', label)),
      ]),
    ],
    tellsUpdates,
  ),
  example(
    'WATCH-016',
    [
      list('start', 'main'),
      watch('watch', 'main', { resourceVersion: versionOf('start') }),
      created('main', object),
      deleted('main', object),
      create('marker', 'main', 'zz-marker'),
      untilShown('watch', 'marker'),
    ],
    notesRemoval,
  ),
  example(
    'WATCH-018',
    [
      created('main', object),
      list('start', 'main'),
      watch('watch', 'main', { resourceVersion: versionOf('start'), labelSelector: darkOnly }),
      changed('main', object, { text: '1', shade: 'dark' }),
      changed('main', object, { text: '2', shade: 'light' }),
      created('main', { name: 'zz-marker', namespace: 0, shade: 'dark' }, 'marker'),
      untilShown('watch', 'marker'),
    ],
    notesTransitions,
    { needs: ['feature labelSelector'] },
  ),
  property('WATCH-019', watchedWrites(anyRole), tellsTheKind, { observationsMin: 20 }),
]
