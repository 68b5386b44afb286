// The same objects written and read in several encodings. An object written in JSON is `plain N`,
// its twin written in another encoding `encoded N`; reads of either are `LABEL in ENCODING`.

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import type { Encoding } from '../../../fixtures/client/bodies.ts'
import { accepting, media, sentAs, withHeaders } from '../../dsl/media-steps.ts'
import type { Request, Scenario } from '../../dsl/scenario.ts'
import {
  create,
  edited,
  get,
  list,
  named,
  put,
  seen,
  steps,
  together,
  versionOf,
} from '../../dsl/steps.ts'
import { watch } from '../../dsl/steps.ts'
import type { Role, Term } from '../../dsl/term.ts'
import { writableRoles } from '../updates.ts'
import { ending, made, someReader, someScene } from '../watch/watched.ts'

/** How objects are written or read, and behind which door of the target, if there is one. */
export type Spoken = { encoding: Encoding; door?: string }

/** The gate that CBOR is behind. */
export const cborDoor = 'CBORServingAndStorage=true'

export const spokenIn = (encoding: Encoding): Spoken =>
  encoding === 'cbor' ? { encoding, door: cborDoor } : { encoding }

// Texts that one encoding or another takes for something else unless it is careful. Those from
// U+007F to U+009F, which genuine servers lose in YAML, are a finding (docs/findings.md).
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

/** Annotations: the one map that holds any text on every server. */
const someAnnotations = fc.dictionary(fc.constantFrom(...oddKeys), someText, {
  minKeys: 1,
  maxKeys: 9,
  size: 'max',
  noNullPrototype: true,
})

const pointerOf = (key: string): string =>
  `/metadata/annotations/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`

const placesOf = (annotations: Record<string, string>): Record<string, Term> =>
  Object.fromEntries(Object.entries(annotations).map(([key, text]) => [pointerOf(key), text]))

const someRole: Arbitrary<Role> = fc.constantFrom(...writableRoles)

/** The request in an encoding: its body, and through the door where that is spoken. */
const written = ({ encoding, door }: Spoken, request: Request): Request => ({
  ...(encoding === 'json' ? request : sentAs(encoding, request)),
  ...(door === undefined ? {} : { door }),
})

/** The request with its answer in an encoding. */
export const answered = ({ encoding, door }: Spoken, request: Request): Request => ({
  ...withHeaders(request, accepting(media(encoding))),
  ...(door === undefined ? {} : { door }),
})

/** A get of an object in an encoding. */
const readIn = (spoken: Spoken, label: string, role: Role, logical: string): Request =>
  answered(spoken, get(`${label} in ${spoken.encoding}`, role, named(logical)))

const json = spokenIn('json')
const protobuf = spokenIn('protobuf')

/**
 * Objects that are created in JSON, then changed (`plain 0`, `plain 1`), and their twins, for which
 * both were written in another encoding.
 */
export const writtenIn = (spoken: Spoken): Arbitrary<Scenario> =>
  fc
    .record({ role: someRole, first: someAnnotations, second: someAnnotations })
    .map(({ role, first, second }) => {
      const writes = (label: string, logical: string, way: Spoken): Request[] => {
        const changed = edited(seen(`${label} 0`, ''), placesOf(second))
        return [
          written(way, create(`${label} 0`, role, logical, { set: placesOf(first) })),
          readIn(json, `${label} 0`, role, logical),
          written(way, put(`${label} 1`, role, named(logical), changed)),
          readIn(json, `${label} 1`, role, logical),
        ]
      }
      return steps(...writes('plain', 'x', json), ...writes('encoded', 'y', spoken))
    })

/** An object written in JSON, read in JSON and in other encodings; `again` in JSON at the end. */
export const readAs = (...ways: Spoken[]): Arbitrary<Scenario> =>
  fc
    .record({ role: someRole, annotations: someAnnotations })
    .map(({ role, annotations }) =>
      steps(
        create('plain', role, 'x', { set: placesOf(annotations) }),
        readIn(json, 'plain', role, 'x'),
        ...ways.map(way => readIn(way, 'plain', role, 'x')),
      ),
    )

/** A collection of up to three objects, listed in JSON and in another encoding. */
const listedAs = (way: Spoken): Arbitrary<Scenario> =>
  fc
    .record({ role: someRole, all: fc.array(someAnnotations, { maxLength: 3 }) })
    .map(({ role, all }) =>
      steps(
        ...all.map((annotations, index) =>
          create(`object ${index}`, role, `x${index}`, { set: placesOf(annotations) }),
        ),
        answered(json, list('list in json', role)),
        answered(way, list(`list in ${way.encoding}`, role)),
      ),
    )

/** One object or a collection, read in JSON and in another encoding. */
export const shownAs = (way: Spoken): Arbitrary<Scenario> => fc.oneof(readAs(way), listedAs(way))

/** An object read in Protobuf, also where JSON would do (`protobuf first`, `list`). */
export const protobufFirst = (): Scenario =>
  steps(
    create('plain', 'main', 'x'),
    readIn(protobuf, 'plain', 'main', 'x'),
    ...[get('protobuf first', 'main', named('x')), list('list', 'main')].map(request =>
      withHeaders(request, accepting(media('protobuf'), media('json'))),
    ),
  )

/**
 * An object read in Protobuf, and what is posted in it: `wrapped` as it should be, `bare` without
 * the prefix, which must not be there (`after bare`).
 */
export const wrappings = (): Scenario =>
  steps(
    create('plain', 'main', 'x'),
    readIn(json, 'plain', 'main', 'x'),
    readIn(protobuf, 'plain', 'main', 'x'),
    sentAs('protobuf', create('wrapped', 'main', 'y')),
    sentAs('protobuf', create('bare', 'main', 'z'), { prefix: false }),
    get('after bare', 'main', named('z')),
  )

/** Watches `json` and `other` of one collection from one version, beside writers. */
export const watchedAs = (way: Spoken, accept: Term = media(way.encoding)): Arbitrary<Scenario> =>
  fc
    .record({
      scene: someScene({ min: 1, max: 2 }, { min: 2, max: 4 }),
      readers: fc.tuple(someReader, someReader),
    })
    .map(({ scene, readers: [first, second] }) => {
      const { role, scope, writers } = scene
      const from = { ...scope, resourceVersion: versionOf('start') }
      const { door } = way
      return steps(
        ...made(scene),
        list('start', role, scope),
        watch('json', role, { ...from, reader: first }),
        watch('other', role, {
          ...from,
          reader: second,
          headers: accepting(accept),
          ...(door === undefined ? {} : { door }),
        }),
        together(...writers),
        ...ending(role, ['json', 'other']),
      )
    })
