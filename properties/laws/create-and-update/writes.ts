// Judges accepted writes: their answers and the stored objects.

import { encodedContent } from '../../../fixtures/objects/tested-types.ts'
import type { Exchange, History } from '../../history/history.ts'
import {
  answerSummary,
  exchangeAt,
  roleContentOf,
  itemsOf,
  bodyValueAt,
  isSuccess,
  resourceVersionOf,
} from '../../history/history.ts'
import { precondition, verify } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { escapeSegment, valueAt } from '../../dsl/term.ts'
import { firstDifference, differenceSides } from '../../models/json-differences.ts'
import { requireDecision } from '../decisions.ts'
import {
  identityShown,
  isObject,
  keptFields,
  requireIdentity,
  requireKeptFields,
  requireShownPlaces,
} from '../identity.ts'
import type { Identity } from '../identity.ts'
import {
  requireCreates,
  requireSuccess,
  requireLists,
  requireNotOvertaken,
} from '../preconditions.ts'

/** WRITE-001: the answer to a create contains the metadata that the server sets. */
export function* createCarriesServerSetMetadata(
  history: History,
  write: string,
): Generator<Observation> {
  yield* requireSuccess(history, write)
  const exchange = exchangeAt(history, write)
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
    const got = bodyValueAt(exchange, pointer)
    yield verify(typeof got === 'string' && got !== '' && (value === undefined || got === value), {
      says: 'The response to a create has name, namespace, uid, resourceVersion and creationTimestamp.',
      expected: `${pointer}: ${String(value ?? 'a text')}`,
      got,
      at: exchange,
    })
  }
}

/**
 * WRITE-001, WRITE-014: the answer to a write is the object that a get returns at that version.
 * `content` is the text that the write stored in the object.
 */
export function* writeAnswersTheStoredObject(
  history: History,
  write: string,
  reading: string,
  content: string,
): Generator<Observation> {
  yield* requireSuccess(history, write, reading)
  const [answer, stored] = [exchangeAt(history, write), exchangeAt(history, reading)]
  yield* answerCarriesContent(
    history,
    write,
    content,
    'The response to a write has the written content.',
  )

  const isSame = resourceVersionOf(answer) === resourceVersionOf(stored)
  yield* precondition(isSame, 'the object was written again before it was read')
  const difference = firstDifference(stored.answer?.body, answer.answer?.body)
  yield verify(difference === undefined, {
    says: 'The response to a write is the object as stored.',
    ...differenceSides(difference),
    at: answer,
  })
}

/** The object in an answer contains the text in the content field of its type. */
export function* answerCarriesContent(
  history: History,
  label: string,
  content: string,
  says: string,
): Generator<Observation> {
  const exchange = exchangeAt(history, label)
  const role = exchange.about?.role
  if (role === undefined) return
  const type = history.context.types[role]
  const wanted = encodedContent(type, content)
  const got = roleContentOf(history, role, exchange.answer?.body)
  yield verify(got === wanted, { says, expected: `${type.content}: ${wanted}`, got, at: exchange })
}

/** WRITE-008: a PUT at the stored version succeeds, with a new version. */
export function* currentPutSucceeds(
  history: History,
  steps: { reading: string; put: string; after: string },
): Generator<Observation> {
  yield* requireSuccess(history, steps.reading, steps.after)
  const put = yield* requireDecision(history, steps.put)
  const reading = exchangeAt(history, steps.reading)
  yield* requireNotOvertaken(history, { ...steps, of: steps.reading })
  yield verify(isSuccess(put), {
    says: 'A PUT with the stored version succeeds.',
    expected: 'success',
    got: answerSummary(put),
    at: put,
  })
  yield verify(
    resourceVersionOf(put) !== resourceVersionOf(reading) &&
      typeof resourceVersionOf(put) === 'string',
    {
      says: 'A PUT that changes an object gives it a new version.',
      expected: `a version other than ${String(resourceVersionOf(reading))}`,
      got: resourceVersionOf(put),
      at: put,
    },
  )
}

/**
 * WRITE-005: values that the body of a PUT omits are removed, and those that it contains are
 * stored.
 */
export function* putReplacesTheObject(
  history: History,
  steps: { created: string; put: string; after: string },
): Generator<Observation> {
  yield* requireSuccess(history, steps.created, steps.put, steps.after)
  const [put, after] = [exchangeAt(history, steps.put), exchangeAt(history, steps.after)]
  yield* precondition(
    resourceVersionOf(put) === resourceVersionOf(after),
    'another writer changed the object',
  )
  const [first, second] = [sentBody(exchangeAt(history, steps.created)), sentBody(put)]
  for (const map of ['/metadata/labels', '/metadata/annotations']) {
    const [had, has] = [valueAt(first, map) ?? {}, valueAt(second, map) ?? {}]
    for (const key of new Set([...Object.keys(had), ...Object.keys(has)])) {
      const wanted = Object.getOwnPropertyDescriptor(has, key)?.value
      const got = bodyValueAt(after, `${map}/${escapeSegment(key)}`)
      yield verify(got === wanted, {
        says: 'After a PUT the labels and annotations are those of its body.',
        expected: `${map}/${key}: ${wanted ?? 'absent'}`,
        got,
        at: after,
      })
    }
  }

  const [before, sent, now] = [first, second, after.answer?.body].map(body =>
    after.about ? roleContentOf(history, after.about.role, body) : undefined,
  )
  if (before === sent) return
  yield verify(before !== now, {
    says: 'A PUT removes content that its body does not have.',
    expected: `other content than ${String(before)}`,
    got: now,
    at: after,
  })
}

const sentBody = (exchange: Exchange): unknown => JSON.parse(exchange.request.body ?? 'null')

/**
 * WRITE-011: an object keeps its uid and creation time. A server may refuse some of the later
 * steps.
 */
export function* updateKeepsIdentity(
  history: History,
  created: string,
  ...later: string[]
): Generator<Observation> {
  yield* requireSuccess(history, created)
  yield* requireKeptFields(exchangeAt(history, created))
  for (const label of later) {
    const exchange = exchangeAt(history, label)
    if (!isSuccess(exchange)) continue
    for (const field of keptFields) {
      const wanted = bodyValueAt(exchangeAt(history, created), field)
      const got = bodyValueAt(exchange, field)
      // A field that the server never sets is not kept.
      if (wanted === undefined && got === undefined) continue
      yield verify(got === wanted, {
        says: 'A PUT keeps uid and creationTimestamp.',
        expected: `${field}: ${String(wanted)}`,
        got,
        at: exchange,
      })
    }
  }
}

/** WRITE-003: every created object is found by get and by list afterwards. */
export function* createdObjectsAreFound(history: History): Generator<Observation> {
  yield* requireCreates(history)
  const creates = history.exchanges.filter(one => one.request.method === 'POST')
  for (const create of creates) {
    const identity = yield* requireIdentity(history, create)
    for (const reading of readingsAfter(history, create)) {
      yield* foundBy(history, reading, { create, identity })
    }
  }
}

function* foundBy(
  history: History,
  reading: Exchange,
  { create, identity }: { create: Exchange; identity: Identity },
): Generator<Observation> {
  const known = identity.by === 'uid' ? `uid ${identity.text}` : `place ${identity.text}`
  if (reading.about?.name !== undefined) {
    yield* requireDecision(history, reading.step)
    yield* requireShownPlaces(history, identity, reading)
    yield verify(isObject(identity, reading), {
      says: 'A created object is found by get.',
      expected: known,
      got: isSuccess(reading)
        ? identityShown(identity, reading.answer?.body)
        : answerSummary(reading),
      at: reading,
    })
    return
  }
  yield* requireLists(history, reading)
  yield* requireShownPlaces(history, identity, reading)
  const found = (itemsOf(reading) ?? []).map(item => identityShown(identity, item))
  yield verify(found.includes(identity.text), {
    says: 'A created object is found by list.',
    expected: `${String(bodyValueAt(create, '/metadata/name'))} with ${known}`,
    got: `${found.length} items without it`,
    at: reading,
  })
}

/** Returns the gets of the object and the lists of its collection after its creation. */
const readingsAfter = (history: History, create: Exchange): Exchange[] =>
  history.exchanges
    .slice(history.exchanges.indexOf(create) + 1)
    .filter(
      ({ request, about }) =>
        request.method === 'GET' &&
        about?.role === create.about?.role &&
        (about?.namespace === undefined || about.namespace === create.about?.namespace) &&
        (about?.name === undefined || about.name === bodyValueAt(create, '/metadata/name')),
    )
