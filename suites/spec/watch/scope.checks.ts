// Checks which objects a watch covers: a collection, a namespace, or one object.

import { exchangeAt, itemKey, resourceVersionOf } from '../../../properties/history/history.ts'
import type { Exchange, History, Item } from '../../../properties/history/history.ts'
import { requireSuccess } from '../../../properties/laws/preconditions.ts'
import { eventArrives } from '../../../properties/laws/watch/arrival.ts'
import { watchDeliversEveryChange } from '../../../properties/laws/watch/reliable.ts'
import { watchStaysInScope } from '../../../properties/laws/watch/scope-isolation.ts'
import {
  requireNoForeignItems,
  timelinesInScope,
  interpretWatch,
} from '../../../properties/laws/watch/interpreted-watch.ts'
import { requireVersionKept } from '../../../properties/laws/watch/watch-stream.ts'
import { precondition, verify } from '../../../properties/history/observation.ts'
import type { Observation } from '../../../properties/history/observation.ts'
import { ownChangeEvents, eventText } from '../../../properties/history/watch-events.ts'
import {
  watchNamespaces,
  watchWrites,
} from '../../../properties/scenarios/watch/watched-collections.ts'
import {
  annotatedWith,
  updateFrom,
  create,
  get,
  list,
  caseName,
  awaitVersion,
  versionFrom,
  watch,
  waitLongerEverywhere,
} from '../../../properties/dsl/steps.ts'
import { example, property } from '../../check.ts'

const ofAll = 'A watch on a collection delivers the changes of all its objects.'

function* tellsOfAll(history: History): Generator<Observation> {
  yield* requireNoForeignItems(history)
  yield* requireSuccess(history, 'start', 'marker')
  const record = yield* interpretWatch(history, 'watch')
  yield* eventArrives(history, { stream: 'watch', wait: 'watch shows marker' }, ofAll)
  const { start, events } = record
  for (const [key, changes] of timelinesInScope(record)) {
    const isChanged = changes.some(one => start.begins === 'after' && start.side(one) === 'after')
    if (!isChanged) continue
    yield verify(
      events.some(one => one.key === key),
      {
        says: ofAll,
        expected: `an event of ${key}`,
        got: events.map(one => eventText(history, one)),
        at: 'watch',
      },
    )
  }
}

/** Two ways to watch one object. The specification does not say which of them a server supports. */
const ways = { 'by field selector': 'selected', 'on its path': 'named' }

/**
 * Whether a watch of the object `a` delivered only its change (`alone`), something else (`no`), or
 * nothing yet (`late`).
 */
function follows(history: History, { stream, answer }: Exchange): 'alone' | 'no' | 'late' {
  const changed = exchangeAt(history, 'changed a')
  const status = answer?.status ?? 503
  if (!stream) return status === 429 || status >= 500 ? 'late' : 'no'
  const events = ownChangeEvents(history, stream)
  if (events.some(({ key }) => key !== itemKey(changed.answer?.body as Item))) return 'no'
  if (events.some(one => one.version === resourceVersionOf(changed))) return 'alone'
  const isAnotherDocument = stream.frames.length > 0 && events.length === 0
  return isAnotherDocument ? 'no' : 'late'
}

function* followsOneObject(history: History): Generator<Observation> {
  yield* requireSuccess(history, 'a', 'b', 'start', 'changed a', 'changed b', 'last of a')
  yield* requireVersionKept(history, ...Object.values(ways))
  const found = Object.values(ways).map(label => follows(history, exchangeAt(history, label)))
  const isFollowed = found.includes('alone')
  yield* precondition(isFollowed || !found.includes('late'), 'no event arrived in time')
  yield verify(isFollowed, {
    says: 'A watch can follow one object, and then delivers only events of that object.',
    expected: `a stream of the object's changes ${Object.keys(ways).join(' or ')}`,
    got: 'neither: events of other objects, or none',
    at: 'selected',
  })
}

function* keepsToItsNamespace(history: History): Generator<Observation> {
  yield* watchStaysInScope('one')(history)
  for (const label of ['one', 'all'])
    yield* watchDeliversEveryChange({
      parts: [label],
      waits: [`${label} shows end one`],
      marker: 'end one',
    })(history)
}

export default [
  property('WATCH-003', watchWrites().map(waitLongerEverywhere), tellsOfAll, {
    observationsMin: 20,
    allowsClusterScope: true,
  }),
  example(
    'WATCH-004',
    [
      create('a', 'main', 'a'),
      create('b', 'main', 'b'),
      list('start', 'main'),
      watch('selected', 'main', {
        resourceVersion: versionFrom('start'),
        fieldSelector: { $join: ['metadata.name=', caseName('a')] },
      }),
      {
        watch: get('named', 'main', caseName('a'), {
          query: { watch: '1', resourceVersion: versionFrom('start') },
        }),
      },
      updateFrom('changed b', 'main', 'b', annotatedWith('1')),
      updateFrom('changed a', 'main', 'a', annotatedWith('1')),
      updateFrom('last of a', 'main', 'changed a', annotatedWith('2')),
      awaitVersion('selected', 'last of a'),
      awaitVersion('named', 'last of a'),
    ],
    followsOneObject,
  ),
  property('WATCH-006', watchNamespaces(), keepsToItsNamespace, { observationsMin: 20 }),
]
