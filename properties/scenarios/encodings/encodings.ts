// Generates objects that are written and read in several encodings. An object written in JSON is
// `plain N`, its twin in another encoding `encoded N`. Reads of both are `LABEL in ENCODING`.

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import type { Encoding } from '../../../fixtures/client/bodies.ts'
import {
  acceptHeader,
  mediaTypeTerm,
  withBodyEncoding,
  withHeaders,
} from '../../dsl/media-steps.ts'
import type { RequestStep, Scenario } from '../../dsl/scenario.ts'
import {
  create,
  editTerm,
  get,
  list,
  caseName,
  put,
  fromAnswer,
  scenarioWith,
  concurrently,
  versionFrom,
} from '../../dsl/steps.ts'
import { watch } from '../../dsl/steps.ts'
import { escapeSegment } from '../../dsl/term.ts'
import type { Role, Term } from '../../dsl/term.ts'
import { someWritableRole } from '../updates.ts'
import {
  markerAndFinalLists,
  createSceneObjects,
  someReader,
  someWatchScene,
} from '../watch/watched.ts'

/** The encoding of objects, and the server that speaks it, if any. */
export type EncodingChoice = { encoding: Encoding; server?: string }

/** The feature gate of CBOR. */
export const cborGate = 'CBORServingAndStorage=true'

export const encodingChoice = (encoding: Encoding): EncodingChoice =>
  encoding === 'cbor' ? { encoding, server: cborGate } : { encoding }

// Texts that a careless encoder or decoder misinterprets. Genuine servers lose those from U+007F to
// U+009F in YAML, see docs/findings.md.
const oddTexts = [
  '',
  'yes',
  'NO',
  'null',
  '~',
  '0777',
  '0x1F',
  '1e3',
  '.inf',
  '2001-01-01',
  '12:30:45',
  '9007199254740993',
  '- item',
  'key: value',
  '# no comment',
  "it's",
  '"quoted"',
  '{}',
  '[1]',
  '|',
  '%TAG',
  '&anchor *alias !tag',
  ' leading and trailing ',
  'two\nlines',
  'ends in a line\n',
  '\n\tstarts in one',
  'a\r\nb',
  'nul \u0000 and bell \u0007',
  'line \u2028 paragraph \u2029 \ufeff mark',
  'é ü 漢字 😀',
  'x'.repeat(300),
]

const someText = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom(...oddTexts) },
  fc.string({ unit: 'grapheme', maxLength: 30 }),
)

const oddKeys = ['on', 'y', 'null', '1', '0x1', '1.5', 'a.b', 'constructor', 'example.com/a']

/** Annotations, the only map that may contain any text on every server. */
const someAnnotations = fc.dictionary(fc.constantFrom(...oddKeys), someText, {
  minKeys: 1,
  maxKeys: 9,
  size: 'max',
  noNullPrototype: true,
})

const pointerOf = (key: string): string => `/metadata/annotations/${escapeSegment(key)}`

const placesOf = (annotations: Record<string, string>): Record<string, Term> =>
  Object.fromEntries(Object.entries(annotations).map(([key, text]) => [pointerOf(key), text]))

/** Returns the request with its body in an encoding, sent to the configuration that serves it. */
const written = ({ encoding, server }: EncodingChoice, request: RequestStep): RequestStep => ({
  ...(encoding === 'json' ? request : withBodyEncoding(encoding, request)),
  ...(server === undefined ? {} : { server }),
})

/** Returns the request with its answer in an encoding. */
export const withAnswerEncoding = (
  { encoding, server }: EncodingChoice,
  request: RequestStep,
): RequestStep => ({
  ...withHeaders(request, acceptHeader(mediaTypeTerm(encoding))),
  ...(server === undefined ? {} : { server }),
})

/** A get of an object in an encoding. */
const readIn = (spoken: EncodingChoice, label: string, role: Role, logical: string): RequestStep =>
  withAnswerEncoding(spoken, get(`${label} in ${spoken.encoding}`, role, caseName(logical)))

const json = encodingChoice('json')
const protobuf = encodingChoice('protobuf')

/**
 * Generates objects that are created and changed in JSON (`plain 0`, `plain 1`), and their twins,
 * which are written in another encoding.
 */
export const writesInEncoding = (spoken: EncodingChoice): Arbitrary<Scenario> =>
  fc
    .record({ role: someWritableRole, first: someAnnotations, second: someAnnotations })
    .map(({ role, first, second }) => {
      const writes = (label: string, logical: string, way: EncodingChoice): RequestStep[] => {
        const changed = editTerm(fromAnswer(`${label} 0`, ''), placesOf(second))
        return [
          written(way, create(`${label} 0`, role, logical, { set: placesOf(first) })),
          readIn(json, `${label} 0`, role, logical),
          written(way, put(`${label} 1`, role, caseName(logical), changed)),
          readIn(json, `${label} 1`, role, logical),
        ]
      }
      return scenarioWith(...writes('plain', 'x', json), ...writes('encoded', 'y', spoken))
    })

/**
 * Generates an object that is written in JSON, read in JSON and in other encodings, and again in
 * JSON at the end (`again`).
 */
export const readsInEncodings = (...ways: EncodingChoice[]): Arbitrary<Scenario> =>
  fc
    .record({ role: someWritableRole, annotations: someAnnotations })
    .map(({ role, annotations }) =>
      scenarioWith(
        create('plain', role, 'x', { set: placesOf(annotations) }),
        readIn(json, 'plain', role, 'x'),
        ...ways.map(way => readIn(way, 'plain', role, 'x')),
      ),
    )

/** Generates a collection of up to three objects, listed in JSON and in another encoding. */
const listedAs = (way: EncodingChoice): Arbitrary<Scenario> =>
  fc
    .record({ role: someWritableRole, all: fc.array(someAnnotations, { maxLength: 3 }) })
    .map(({ role, all }) =>
      scenarioWith(
        ...all.map((annotations, index) =>
          create(`object ${index}`, role, `x${index}`, { set: placesOf(annotations) }),
        ),
        withAnswerEncoding(json, list('list in json', role)),
        withAnswerEncoding(way, list(`list in ${way.encoding}`, role)),
      ),
    )

/** Generates one object or a collection, read in JSON and in another encoding. */
export const readInEncoding = (way: EncodingChoice): Arbitrary<Scenario> =>
  fc.oneof(readsInEncodings(way), listedAs(way))

/** An object that is read in Protobuf, also with JSON as a fallback (`protobuf first`, `list`). */
export const protobufFirst = (): Scenario =>
  scenarioWith(
    create('plain', 'main', 'x'),
    readIn(protobuf, 'plain', 'main', 'x'),
    ...[get('protobuf first', 'main', caseName('x')), list('list', 'main')].map(request =>
      withHeaders(request, acceptHeader(mediaTypeTerm('protobuf'), mediaTypeTerm('json'))),
    ),
  )

/**
 * An object that is read in Protobuf, and Protobuf creates: `wrapped` is correct, `bare` lacks the
 * prefix and must not be stored (`after bare`).
 */
export const protobufEnvelopes = (): Scenario =>
  scenarioWith(
    create('plain', 'main', 'x'),
    readIn(json, 'plain', 'main', 'x'),
    readIn(protobuf, 'plain', 'main', 'x'),
    withBodyEncoding('protobuf', create('wrapped', 'main', 'y')),
    withBodyEncoding('protobuf', create('bare', 'main', 'z'), { prefix: false }),
    get('after bare', 'main', caseName('z')),
  )

/**
 * Generates the watches `json` and `other` of one collection from one version, with concurrent
 * writers.
 */
export const watchInEncoding = (
  way: EncodingChoice,
  accept: Term = mediaTypeTerm(way.encoding),
): Arbitrary<Scenario> =>
  fc
    .record({
      scene: someWatchScene({ min: 1, max: 2 }, { min: 2, max: 4 }),
      readers: fc.tuple(someReader, someReader),
    })
    .map(({ scene, readers: [first, second] }) => {
      const { role, scope, writers } = scene
      const from = { ...scope, resourceVersion: versionFrom('start') }
      const { server } = way
      return scenarioWith(
        ...createSceneObjects(scene),
        list('start', role, scope),
        watch('json', role, { ...from, reader: first }),
        watch('other', role, {
          ...from,
          reader: second,
          headers: acceptHeader(accept),
          ...(server === undefined ? {} : { server }),
        }),
        concurrently(...writers),
        ...markerAndFinalLists(role, ['json', 'other']),
      )
    })
