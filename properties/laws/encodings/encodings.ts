// Laws of representation: an object is the same object in whatever encoding it is written or read.
// For the labels see scenarios/encodings.ts.

import type { Encoding } from '../../../fixtures/client/bodies.ts'
import { mediaOf } from '../../../fixtures/dialects/dialect.ts'
import type { MediaWord } from '../../../fixtures/dialects/dialect.ts'
import { encodingOf, mediaTypeOf } from '../../../fixtures/client/media-types.ts'
import type { MediaType } from '../../../fixtures/client/media-types.ts'
import { withoutZeros } from '../../history/equal-meaning.ts'
import type { Exchange, History } from '../../history/history.ts'
import {
  answered,
  at,
  has,
  itemsOf,
  keyOf,
  ownItems,
  succeeded,
  version,
} from '../../history/history.ts'
import { given, holds } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { accepts, decided } from '../decisions.ts'
import { differenceOf, sidesOf } from '../differences.ts'
import type { Difference } from '../differences.ts'
import { differencesOf, isMadeAnew } from '../generated-values.ts'
import { done, listed } from '../premises.ts'
import { ownName } from '../status.ts'
import { agree } from '../watch/agreement.ts'
import { stillKept } from '../watch/told.ts'

type Reading = {
  /** Whether a server may have nothing in an encoding: then it says 406, or refuses a body. */
  mayLack?: boolean
}

/**
 * What was sent in another encoding is taken, and stored as its twin in JSON is (ENC-003, ENC-024,
 * ENC-028, WRITE-004).
 */
export const writtenAlike = (encoding: Encoding, { mayLack = false }: Reading = {}) =>
  function* (history: History): Generator<Observation> {
    for (const turn of [0, 1]) {
      yield* done(history, `plain ${turn}`, `plain ${turn} in json`)
      if (mayLack && isRefused(at(history, `encoded ${turn}`))) return
      yield* accepts(history, `encoded ${turn}`, `A body in ${words[encoding]} is taken.`)
      if (!succeeded(at(history, `encoded ${turn}`))) return
      yield* done(history, `encoded ${turn} in json`)
      for (const label of [`plain ${turn}`, `encoded ${turn}`]) {
        const [write, reading] = [at(history, label), at(history, `${label} in json`)]
        yield* given(version(reading) === version(write), 'another writer changed the object')
      }
      const found = twinDifference(history, turn, meaningIn(encoding))
      yield holds(found === undefined, {
        says: `What is written in ${words[encoding]} is the object that it is in JSON.`,
        ...sidesOf(found),
        at: `encoded ${turn}`,
      })
    }
  }

// No rule says which code: 415, or 400 where the media type is not looked at.
const isRefused = ({ answer }: Exchange): boolean =>
  answer !== undefined && answer.status >= 400 && answer.status < 500

/** Protobuf does not tell what is absent from what is zero or empty. */
const meaningIn = (encoding: Encoding): ((value: unknown) => unknown) =>
  encoding === 'protobuf' ? withoutZeros : value => value

const words: Record<Encoding, string> = {
  json: 'JSON',
  yaml: 'YAML',
  cbor: 'CBOR',
  protobuf: 'Protobuf',
}

/** Where the objects `x` and `y` differ, but for their names and what is made anew for each. */
function twinDifference(
  history: History,
  turn: number,
  meaning: (value: unknown) => unknown,
): Difference | undefined {
  const named = JSON.stringify(at(history, `encoded ${turn} in json`).answer?.body ?? null)
  const renamed: unknown = JSON.parse(
    named.replaceAll(ownName(history, 'y'), ownName(history, 'x')),
  )
  const plain = at(history, `plain ${turn} in json`).answer?.body
  const all = [...differencesOf(meaning(plain), meaning(renamed))]
  return all.find(one => !isMadeAnew(one))
}

/** An object that nobody changes reads alike in every encoding (ENC-004, ENC-013, ENC-027). */
export const readsAlike = (encodings: readonly Encoding[], { mayLack = false }: Reading = {}) =>
  function* (history: History): Generator<Observation> {
    yield* done(history, 'plain', 'plain in json')
    const json = at(history, 'plain in json')
    for (const encoding of encodings) {
      const other = yield* decided(history, `plain in ${encoding}`)
      if (mayLack && other.answer?.status === 406) continue
      yield* isWrittenIn(encoding, other)
      if (!succeeded(other)) return
      yield* given(
        version(other) === undefined || version(other) === version(json),
        'another writer changed the object',
      )
      yield* isSame(json.answer, other.answer, other, encoding)
    }
  }

/** One object, or a collection, whichever the scenario has read. */
export const shownAlike = (encoding: Encoding) => (history: History) =>
  has(history, 'list in json') ? listsAlike(encoding)(history) : readsAlike([encoding])(history)

/** The own objects of a list, one by one: others may write between two lists. */
const listsAlike = (encoding: Encoding) =>
  function* (history: History): Generator<Observation> {
    const [json, other] = [at(history, 'list in json'), at(history, `list in ${encoding}`)]
    yield* done(history, 'list in json')
    yield* decided(history, other.step)
    yield* isWrittenIn(encoding, other)
    if (!succeeded(other)) return
    yield* listed(history, json)
    yield holds(itemsOf(other) !== undefined || other.answer?.body !== undefined, {
      says: `A list in ${words[encoding]} is a list.`,
      expected: 'items',
      got: 'none',
      at: other,
    })
    const theirs = new Map(ownItems(history, other).map(item => [keyOf(item), item]))
    for (const item of ownItems(history, json)) {
      const twin = theirs.get(keyOf(item))
      const isOvertaken =
        twin && twin.metadata['resourceVersion'] !== item.metadata['resourceVersion']
      yield* given(!isOvertaken, 'another writer changed an object between the lists')
      yield* isSame({ body: item }, twin && { body: twin }, other, encoding)
    }
  }

/** The answer is one, and its body is what its Content-Type says (ENC-005, ENC-039). */
function* isWrittenIn(encoding: Encoding, exchange: Exchange): Generator<Observation> {
  const { answer } = exchange
  yield holds(succeeded(exchange), {
    says: `An object can be read in ${words[encoding]}.`,
    expected: 'success',
    got: answered(exchange),
    at: exchange,
  })
  if (!succeeded(exchange)) return
  const said = encodingOf(answer?.headers['content-type'])
  yield holds(said === encoding && answer?.undecodable === undefined, {
    says: `Who accepts ${words[encoding]} alone is answered in it.`,
    expected: words[encoding],
    got: answer?.undecodable ?? answer?.headers['content-type'] ?? 'no Content-Type',
    at: exchange,
  })
}

/** A watch in another encoding is a stream of its own type, and tells what one in JSON tells. */
export const streamsAlike = (word: MediaWord, parameters = '') =>
  function* (history: History): Generator<Observation> {
    yield* stillKept(history, 'json', 'other')
    const other = yield* decided(history, 'other')
    const wanted = `${mediaOf(history.words.dialect)[word]}${parameters}`
    const got = other.answer?.headers['content-type'] ?? answered(other)
    yield holds(saysAtLeast(mediaTypeOf(got), mediaTypeOf(wanted)), {
      says: 'A watch in another encoding is a stream of its media type.',
      expected: wanted,
      got,
      at: other,
    })
    yield* agree(['json', 'other'], ['json shows marker', 'other shows marker'])(history)
  }

/** A media type with its parameters, and perhaps with others. */
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
    differenceOf(meaning(json?.body), meaning(other?.body)) ??
    differenceOf(json?.integers, other?.integers)
  yield holds(found === undefined, {
    says: `An object in ${words[encoding]} is the object that it is in JSON.`,
    ...sidesOf(found),
    at: exchange,
  })
}
