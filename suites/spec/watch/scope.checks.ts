// Which objects a watch tells of: a collection, a namespace, or one object.

import { at, keyOf, version } from '../../../properties/history/history.ts'
import type { Exchange, History, Item } from '../../../properties/history/history.ts'
import { done } from '../../../properties/laws/premises.ts'
import { arrives } from '../../../properties/laws/watch/arrival.ts'
import { tellsEveryChange } from '../../../properties/laws/watch/reliable.ts'
import { staysInScope } from '../../../properties/laws/watch/scope-isolation.ts'
import { aloneIn, livesInScope, tellingOf } from '../../../properties/laws/watch/story.ts'
import { stillKept } from '../../../properties/laws/watch/told.ts'
import { given, holds } from '../../../properties/history/observation.ts'
import type { Observation } from '../../../properties/history/observation.ts'
import { changesOf, toldText } from '../../../properties/history/streams.ts'
import {
  watchedNamespaces,
  watchedWrites,
} from '../../../properties/scenarios/watch/watched-collections.ts'
import {
  change,
  create,
  get,
  list,
  named,
  untilShown,
  versionOf,
  watch,
  withPatience,
} from '../../../properties/dsl/steps.ts'
import { example, property } from '../../check.ts'

const ofAll = 'A watch on a collection delivers the changes of all its objects.'

function* tellsOfAll(history: History): Generator<Observation> {
  yield* aloneIn(history)
  yield* done(history, 'start', 'marker')
  const telling = yield* tellingOf(history, 'watch')
  yield* arrives(history, { stream: 'watch', wait: 'watch shows marker' }, ofAll)
  const { start, told } = telling
  for (const [key, life] of livesInScope(telling)) {
    const isChanged = life.some(one => start.begins === 'after' && start.side(one) === 'after')
    if (!isChanged) continue
    yield holds(
      told.some(one => one.key === key),
      {
        says: ofAll,
        expected: `an event of ${key}`,
        got: told.map(one => toldText(history, one)),
        at: 'watch',
      },
    )
  }
}

/** Two ways to follow one object; the specification does not say which. */
const ways = { 'by field selector': 'selected', 'on its path': 'named' }

/** A watch of the object `a`: it told its change, something else, or nothing yet. */
function follows(history: History, { stream, answer }: Exchange): 'alone' | 'no' | 'late' {
  const changed = at(history, 'changed a')
  const status = answer?.status ?? 503
  if (!stream) return status === 429 || status >= 500 ? 'late' : 'no'
  const told = changesOf(history, stream)
  if (told.some(({ key }) => key !== keyOf(changed.answer?.body as Item))) return 'no'
  if (told.some(one => one.version === version(changed))) return 'alone'
  const isAnotherDocument = stream.frames.length > 0 && told.length === 0
  return isAnotherDocument ? 'no' : 'late'
}

function* followsOneObject(history: History): Generator<Observation> {
  yield* done(history, 'a', 'b', 'start', 'changed a', 'changed b', 'last of a')
  yield* stillKept(history, ...Object.values(ways))
  const found = Object.values(ways).map(label => follows(history, at(history, label)))
  const isFollowed = found.includes('alone')
  yield* given(isFollowed || !found.includes('late'), 'no event came in the waiting time')
  yield holds(isFollowed, {
    says: 'A watch can follow one object, and then delivers events of that object alone.',
    expected: `a stream of the object's changes ${Object.keys(ways).join(' or ')}`,
    got: 'neither: events of other objects, or none',
    at: 'selected',
  })
}

function* keepsToItsNamespace(history: History): Generator<Observation> {
  yield* staysInScope('one')(history)
  for (const label of ['one', 'all'])
    yield* tellsEveryChange({
      parts: [label],
      waits: [`${label} shows end one`],
      marker: 'end one',
    })(history)
}

const annotated = (text: string) => ({ '/metadata/annotations': { change: text } })

export default [
  property('WATCH-003', watchedWrites().map(withPatience), tellsOfAll, { observationsMin: 20 }),
  example(
    'WATCH-004',
    [
      create('a', 'main', 'a'),
      create('b', 'main', 'b'),
      list('start', 'main'),
      watch('selected', 'main', {
        resourceVersion: versionOf('start'),
        fieldSelector: { $join: ['metadata.name=', named('a')] },
      }),
      {
        watch: get('named', 'main', named('a'), {
          query: { watch: '1', resourceVersion: versionOf('start') },
        }),
      },
      change('changed b', 'main', 'b', annotated('1')),
      change('changed a', 'main', 'a', annotated('1')),
      change('last of a', 'main', 'changed a', annotated('2')),
      untilShown('selected', 'last of a'),
      untilShown('named', 'last of a'),
    ],
    followsOneObject,
  ),
  property('WATCH-006', watchedNamespaces(), keepsToItsNamespace, { observationsMin: 20 }),
]
