// Laws of accepted writes: what their answers carry, and what is found afterwards.

import { encodedContent } from '../../../fixtures/objects/probe-types.ts'
import type { Exchange, History } from '../../history/history.ts'
import {
  answered,
  at,
  contentOf,
  itemsOf,
  read,
  succeeded,
  version,
} from '../../history/history.ts'
import { given, holds } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { valueAt } from '../../dsl/term.ts'
import { differenceOf, sidesOf } from '../differences.ts'
import { decided } from '../decisions.ts'
import { created, done, listed, notOvertaken } from '../premises.ts'

/** WRITE-001: the answer to a create carries the metadata that the server sets. */
export function* carriesServerSetMetadata(history: History, write: string): Generator<Observation> {
  yield* done(history, write)
  const exchange = at(history, write)
  const name = valueAt(sentBody(exchange), '/metadata/name')
  const wanted: [pointer: string, value: unknown][] = [
    ['/metadata/name', name],
    ...(exchange.about?.namespace === undefined
      ? []
      : [['/metadata/namespace', exchange.about.namespace] satisfies [string, string]]),
    ['/metadata/uid', undefined],
    ['/metadata/resourceVersion', undefined],
    ['/metadata/creationTimestamp', undefined],
  ]
  for (const [pointer, value] of wanted) {
    const got = read(exchange, pointer)
    yield holds(typeof got === 'string' && got !== '' && (value === undefined || got === value), {
      says: 'The answer to a create carries name, namespace, uid, version and creation time.',
      expected: `${pointer}: ${String(value ?? 'a text')}`,
      got,
      at: exchange,
    })
  }
}

/**
 * WRITE-001, WRITE-014: the answer to a write is the object as a get shows it at that version.
 * `content` is the text that the write put into the object.
 */
export function* answersTheStoredObject(
  history: History,
  write: string,
  reading: string,
  content: string,
): Generator<Observation> {
  yield* done(history, write, reading)
  const [answer, stored] = [at(history, write), at(history, reading)]
  yield* carriesContent(history, write, content, 'The answer to a write carries what was written.')

  const isSame = version(answer) === version(stored)
  yield* given(isSame, 'the object was written again before it was read')
  const difference = differenceOf(stored.answer?.body, answer.answer?.body)
  yield holds(difference === undefined, {
    says: 'The answer to a write is the object as stored.',
    ...sidesOf(difference),
    at: answer,
  })
}

/** The object of an answer holds a content text at the place that the type's words name. */
export function* carriesContent(
  history: History,
  label: string,
  content: string,
  says: string,
): Generator<Observation> {
  const exchange = at(history, label)
  const role = exchange.about?.role
  if (role === undefined) return
  const type = history.words.types[role]
  const wanted = encodedContent(type, content)
  const got = contentOf(history, role, exchange.answer?.body)
  yield holds(got === wanted, { says, expected: `${type.content}: ${wanted}`, got, at: exchange })
}

/** WRITE-008: a PUT at the stored version succeeds, with a new version. */
export function* currentPutSucceeds(
  history: History,
  steps: { reading: string; put: string; after: string },
): Generator<Observation> {
  yield* done(history, steps.reading, steps.after)
  const put = yield* decided(history, steps.put)
  const reading = at(history, steps.reading)
  yield* notOvertaken(history, { ...steps, of: steps.reading })
  yield holds(succeeded(put), {
    says: 'A PUT that carries the stored version succeeds.',
    expected: 'success',
    got: answered(put),
    at: put,
  })
  yield holds(version(put) !== version(reading) && typeof version(put) === 'string', {
    says: 'A PUT that changes an object gives it a new version.',
    expected: `a version other than ${String(version(reading))}`,
    got: version(put),
    at: put,
  })
}

/** WRITE-005: what the object had and the body of the PUT lacks is gone; what it has stays. */
export function* isReplaced(
  history: History,
  steps: { created: string; put: string; after: string },
): Generator<Observation> {
  yield* done(history, steps.created, steps.put, steps.after)
  const [put, after] = [at(history, steps.put), at(history, steps.after)]
  yield* given(version(put) === version(after), 'another writer changed the object')
  const [first, second] = [sentBody(at(history, steps.created)), sentBody(put)]
  for (const map of ['/metadata/labels', '/metadata/annotations']) {
    const [had, has] = [valueAt(first, map) ?? {}, valueAt(second, map) ?? {}]
    for (const key of new Set([...Object.keys(had), ...Object.keys(has)])) {
      const wanted = Object.getOwnPropertyDescriptor(has, key)?.value
      const got = read(after, `${map}/${escaped(key)}`)
      yield holds(got === wanted, {
        says: 'After a PUT the labels and annotations are those of its body.',
        expected: `${map}/${key}: ${wanted ?? 'absent'}`,
        got,
        at: after,
      })
    }
  }

  const [before, sent, now] = [first, second, after.answer?.body].map(body =>
    after.about ? contentOf(history, after.about.role, body) : undefined,
  )
  if (before === sent) return
  yield holds(before !== now, {
    says: 'After a PUT content that its body lacks is gone.',
    expected: `other content than ${String(before)}`,
    got: now,
    at: after,
  })
}

const sentBody = (exchange: Exchange): unknown => JSON.parse(exchange.request.body ?? 'null')
const escaped = (key: string): string => key.replaceAll('~', '~0').replaceAll('/', '~1')

/**
 * WRITE-011: the uid and the creation time that an object was created with are kept. Of the later
 * steps a server may refuse some.
 */
export function* keepsIdentity(
  history: History,
  created: string,
  ...later: string[]
): Generator<Observation> {
  yield* done(history, created)
  for (const label of later) {
    const exchange = at(history, label)
    if (!succeeded(exchange)) continue
    for (const field of ['/metadata/uid', '/metadata/creationTimestamp']) {
      const wanted = read(at(history, created), field)
      yield holds(read(exchange, field) === wanted, {
        says: 'A PUT keeps uid and creationTimestamp.',
        expected: `${field}: ${String(wanted)}`,
        got: read(exchange, field),
        at: exchange,
      })
    }
  }
}

/** WRITE-003: each object whose create succeeded is found by get and by list afterwards. */
export function* createdObjectsAreFound(history: History): Generator<Observation> {
  yield* created(history)
  const creates = history.exchanges.filter(one => one.request.method === 'POST')
  for (const create of creates) {
    const uid = read(create, '/metadata/uid')
    yield* given(typeof uid === 'string', `${create.step} answered without a uid`)
    for (const reading of readingsAfter(history, create)) {
      yield* foundBy(history, reading, create)
    }
  }
}

function* foundBy(history: History, reading: Exchange, create: Exchange): Generator<Observation> {
  const uid = read(create, '/metadata/uid')
  if (reading.about?.name !== undefined) {
    yield* decided(history, reading.step)
    yield holds(succeeded(reading) && read(reading, '/metadata/uid') === uid, {
      says: 'A created object is found by get.',
      expected: `uid ${String(uid)}`,
      got: succeeded(reading) ? read(reading, '/metadata/uid') : answered(reading),
      at: reading,
    })
    return
  }
  yield* listed(history, reading)
  const found = (itemsOf(reading) ?? []).map(item => item.metadata['uid'])
  yield holds(found.includes(uid), {
    says: 'A created object is found by list.',
    expected: `${String(read(create, '/metadata/name'))} with uid ${String(uid)}`,
    got: `${found.length} items without it`,
    at: reading,
  })
}

/** Gets of the created object and lists that hold its place, after its creation. */
const readingsAfter = (history: History, create: Exchange): Exchange[] =>
  history.exchanges
    .slice(history.exchanges.indexOf(create) + 1)
    .filter(
      ({ request, about }) =>
        request.method === 'GET' &&
        about?.role === create.about?.role &&
        (about?.namespace === undefined || about.namespace === create.about?.namespace) &&
        (about?.name === undefined || about.name === read(create, '/metadata/name')),
    )
