// Judges that an object is the same in every encoding, written or read. The labels are in
// scenarios/encodings.ts.

import type { Encoding } from '../../../fixtures/client/bodies.ts'
import { mediaOf } from '../../../fixtures/dialects/dialect.ts'
import type { MediaWord } from '../../../fixtures/dialects/dialect.ts'
import { bodyEncodingOf, mediaTypeOf } from '../../../fixtures/client/media-types.ts'
import type { MediaType } from '../../../fixtures/client/media-types.ts'
import { withoutZeros } from '../../history/equal-meaning.ts'
import type { Exchange, History } from '../../history/history.ts'
import {
  answerSummary,
  bodyValueAt,
  exchangeAt,
  hasStep,
  itemsOf,
  itemKey,
  ownItems,
  isSuccess,
  resourceVersionOf,
} from '../../history/history.ts'
import { precondition, verify } from '../../history/observation.ts'
import { isUnread } from '../../history/unread-objects.ts'
import type { Observation } from '../../history/observation.ts'
import { acceptsRequest, requireDecision } from '../decisions.ts'
import { firstDifference, differenceSides } from '../../models/json-differences.ts'
import type { JsonDifference } from '../../models/json-differences.ts'
import { allDifferences, isGeneratedPerRequest, isUndefinedMetadata } from '../generated-values.ts'
import { requireSuccess, requireLists } from '../preconditions.ts'
import { ownObjectName } from '../status.ts'
import { watchesAgree } from '../watch/agreement.ts'
import { requireVersionKept } from '../watch/watch-stream.ts'

type Reading = {
  /** Whether a server may lack the encoding. It then answers 406, or refuses a body. */
  mayLack?: boolean
}

/**
 * A body in another encoding is accepted and stored like its twin in JSON (ENC-003, ENC-024,
 * ENC-028, WRITE-004).
 */
export const writesMatchJson = (encoding: Encoding, { mayLack = false }: Reading = {}) =>
  function* (history: History): Generator<Observation> {
    for (const turn of [0, 1]) {
      yield* requireSuccess(history, `plain ${turn}`, `plain ${turn} in json`)
      if (mayLack && isRefused(exchangeAt(history, `encoded ${turn}`))) return
      yield* acceptsRequest(history, `encoded ${turn}`, `A body in ${words[encoding]} is accepted.`)
      if (!isSuccess(exchangeAt(history, `encoded ${turn}`))) return
      yield* requireSuccess(history, `encoded ${turn} in json`)
      for (const label of [`plain ${turn}`, `encoded ${turn}`]) {
        const [write, reading] = [
          exchangeAt(history, label),
          exchangeAt(history, `${label} in json`),
        ]
        yield* precondition(
          resourceVersionOf(reading) === resourceVersionOf(write),
          'another writer changed the object',
        )
      }
      const found = twinDifference(history, turn, meaningIn(encoding))
      yield verify(found === undefined, {
        says: `An object written in ${words[encoding]} is the same as in JSON.`,
        ...differenceSides(found),
        at: `encoded ${turn}`,
      })
    }
  }

// No rule defines the code: 415, or 400 if the server ignores the media type.
const isRefused = ({ answer }: Exchange): boolean =>
  answer !== undefined && answer.status >= 400 && answer.status < 500

/** Protobuf does not distinguish absent values from zero or empty ones. */
const meaningIn = (encoding: Encoding): ((value: unknown) => unknown) =>
  encoding === 'protobuf' ? withoutZeros : value => value

const words: Record<Encoding, string> = {
  json: 'JSON',
  yaml: 'YAML',
  cbor: 'CBOR',
  protobuf: 'Protobuf',
}

/** Returns the first difference of the objects `x` and `y`, ignoring names and generated values. */
function twinDifference(
  history: History,
  turn: number,
  meaning: (value: unknown) => unknown,
): JsonDifference | undefined {
  const named = JSON.stringify(exchangeAt(history, `encoded ${turn} in json`).answer?.body ?? null)
  const renamed: unknown = JSON.parse(
    named.replaceAll(ownObjectName(history, 'y'), ownObjectName(history, 'x')),
  )
  const plain = exchangeAt(history, `plain ${turn} in json`).answer?.body
  const all = [...allDifferences(meaning(plain), meaning(renamed))]
  return all.find(one => !isGeneratedPerRequest(one) && !isUndefinedMetadata(one))
}

/** An unchanged object reads the same in every encoding (ENC-004, ENC-013, ENC-027). */
export const readsMatchJson = (encodings: readonly Encoding[], { mayLack = false }: Reading = {}) =>
  function* (history: History): Generator<Observation> {
    yield* requireSuccess(history, 'plain', 'plain in json')
    const json = exchangeAt(history, 'plain in json')
    for (const encoding of encodings) {
      const other = yield* requireDecision(history, `plain in ${encoding}`)
      const isLacking = mayLack && other.answer?.status === 406
      yield* precondition(
        !isLacking || encoding !== 'yaml',
        'the server does not send YAML (ENC-004)',
      )
      if (isLacking) continue
      yield* isWrittenIn(encoding, other)
      if (!isSuccess(other)) return
      yield* precondition(
        resourceVersionOf(other) === undefined ||
          resourceVersionOf(other) === resourceVersionOf(json),
        'another writer changed the object',
      )
      const wanted = isUnread(other) ? { body: kindIn(json) } : json.answer
      yield* isSame(wanted, other.answer, other, encoding)
    }
  }

/** What is decoded of an object whose Protobuf message the harness does not know. */
const kindIn = (exchange: Exchange): object =>
  Object.fromEntries(
    ['apiVersion', 'kind'].map(name => [name, bodyValueAt(exchange, `/${name}`)] as const),
  )

/** Judges one object or a collection, whichever the scenario reads. */
export const answersMatchJson = (encoding: Encoding) => (history: History) =>
  hasStep(history, 'list in json')
    ? listsAlike(encoding)(history)
    : readsMatchJson([encoding])(history)

/**
 * Compares the objects of this case in two lists, one by one, because other clients may write in
 * between.
 */
const listsAlike = (encoding: Encoding) =>
  function* (history: History): Generator<Observation> {
    const [json, other] = [
      exchangeAt(history, 'list in json'),
      exchangeAt(history, `list in ${encoding}`),
    ]
    yield* requireSuccess(history, 'list in json')
    yield* requireDecision(history, other.step)
    yield* isWrittenIn(encoding, other)
    if (!isSuccess(other)) return
    yield* requireLists(history, json)
    yield verify(itemsOf(other) !== undefined || other.answer?.body !== undefined, {
      says: `A list in ${words[encoding]} has items.`,
      expected: 'items',
      got: 'none',
      at: other,
    })
    const theirs = new Map(ownItems(history, other).map(item => [itemKey(item), item]))
    for (const item of ownItems(history, json)) {
      const twin = theirs.get(itemKey(item))
      const isOvertaken =
        twin && twin.metadata['resourceVersion'] !== item.metadata['resourceVersion']
      yield* precondition(!isOvertaken, 'another writer changed an object between the lists')
      yield* isSame({ body: item }, twin && { body: twin }, other, encoding)
    }
  }

/** The answer is a success, and its body matches its Content-Type (ENC-005, ENC-039). */
function* isWrittenIn(encoding: Encoding, exchange: Exchange): Generator<Observation> {
  const { answer } = exchange
  yield verify(isSuccess(exchange), {
    says: `An object can be read in ${words[encoding]}.`,
    expected: 'success',
    got: answerSummary(exchange),
    at: exchange,
  })
  if (!isSuccess(exchange)) return
  const said = bodyEncodingOf(answer?.headers['content-type'])
  yield verify(said === encoding && answer?.undecodable === undefined, {
    says: `A request that accepts only ${words[encoding]} gets a response in it.`,
    expected: words[encoding],
    got: answer?.undecodable ?? answer?.headers['content-type'] ?? 'no Content-Type',
    at: exchange,
  })
}

/** A watch in another encoding has that media type, and shows the same events as one in JSON. */
export const streamsMatchJson = (word: MediaWord, parameters = '') =>
  function* (history: History): Generator<Observation> {
    yield* requireVersionKept(history, 'json', 'other')
    const other = yield* requireDecision(history, 'other')
    const wanted = `${mediaOf(history.context.dialect)[word]}${parameters}`
    const got = other.answer?.headers['content-type'] ?? answerSummary(other)
    yield verify(saysAtLeast(mediaTypeOf(got), mediaTypeOf(wanted)), {
      says: 'A watch in another encoding has the Content-Type of that stream.',
      expected: wanted,
      got,
      at: other,
    })
    yield* watchesAgree(['json', 'other'], ['json shows marker', 'other shows marker'])(history)
  }

/**
 * Reports whether a media type has the wanted type and parameters, and possibly more parameters.
 */
const saysAtLeast = (got: MediaType | undefined, wanted: MediaType | undefined): boolean =>
  got?.type === wanted?.type &&
  Object.entries(wanted?.parameters ?? {}).every(([name, value]) => got?.parameters[name] === value)

type Read = { body: unknown; integers?: object }

function* isSame(
  json: Read | undefined,
  other: Read | undefined,
  exchange: Exchange,
  encoding: Encoding,
): Generator<Observation> {
  const meaning = meaningIn(encoding)
  const found =
    firstDifference(meaning(json?.body), meaning(other?.body)) ??
    firstDifference(json?.integers, other?.integers)
  yield verify(found === undefined, {
    says: `An object in ${words[encoding]} is the same as in JSON.`,
    ...differenceSides(found),
    at: exchange,
  })
}
