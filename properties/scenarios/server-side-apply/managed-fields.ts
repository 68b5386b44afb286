// Builds writes that determine managed fields: by manager, by method and by encoding.

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import type { Role } from '../../../fixtures/objects/tested-types.ts'
import {
  acceptHeader,
  mediaTypeTerm,
  withBodyEncoding,
  withHeaders,
} from '../../dsl/media-steps.ts'
import type { RequestStep, Scenario, Step } from '../../dsl/scenario.ts'
import {
  updateFrom,
  create,
  editTerm,
  get,
  list,
  caseName,
  put,
  sampleTerm,
  fromAnswer,
  scenarioWith,
  awaitVersion,
  versionFrom,
  watch,
} from '../../dsl/steps.ts'
import { escapeSegment } from '../../dsl/term.ts'
import type { Term } from '../../dsl/term.ts'
import { apply, asManager, asDryRun, patch } from '../../dsl/write-steps.ts'
import { applyStep, appliedRoles, readBack, partialBody, wholeBody } from './apply.ts'
import { someSequence, scenarioOfWrites } from './apply-sequences.ts'
import { cborGate } from '../encodings/encodings.ts'

const recordAt = '/metadata/managedFields'
const annotated = (key: string): Term => ({ metadata: { annotations: { [key]: 'set' } } })
const through = (agent: string, request: RequestStep): RequestStep =>
  withHeaders(request, { 'user-agent': agent })
const merge = (as: string, body: Term): RequestStep =>
  patch(as, 'core', caseName('x'), { type: 'merge', body })

/**
 * The expected managers of annotations after `writesByUserAgent`. No manager is named `unnamed`.
 */
export const expectedAgents: { [annotation: string]: string } = {
  a: 'touchstone-a',
  b: 'touchstone-b',
  c: 'touchstone-c',
}

/** Writes with a User-Agent, and one that also has a manager parameter (annotation `d`). */
export const writesByUserAgent: RequestStep[] = [
  through(
    'touchstone-a/1.0 (linux/amd64) x/y',
    create('object', 'core', 'x', { set: { '/metadata/annotations': { a: 'set' } } }),
  ),
  through('touchstone-b/2', merge('patched', annotated('b'))),
  through(
    'touchstone-c',
    updateFrom('put', 'core', 'patched', { '/metadata/annotations/c': 'set' }),
  ),
  asManager(caseName('m'), through('unnamed/1', merge('named', annotated('d')))),
  readBack('look', 'core'),
]

/**
 * Generates a sequence of writes whose result a fourth manager reads and applies unchanged (`own`).
 */
export const applyOfOwnRead = (): Arbitrary<Scenario> =>
  someSequence(...appliedRoles).map(({ role, writes }) =>
    scenarioWith(
      ...scenarioOfWrites(role, writes).steps,
      readBack('before', role),
      applyStep('own', role, 'p', editTerm(fromAnswer('before', ''), {}, [recordAt])),
      readBack('after', role),
    ),
  )

/**
 * Generates a sequence of writes followed by an apply, as a dry run (`dry`) and real (`real`), with
 * reads.
 */
export const applyWithDryRun = (): Arbitrary<Scenario> =>
  fc
    .record({
      sequence: someSequence(...appliedRoles),
      values: fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), fc.constantFrom('one', 'two')),
      isForced: fc.boolean(),
    })
    .map(({ sequence: { role, writes }, values, isForced }) => {
      const body = partialBody(role, { annotations: values })
      const real = applyStep('real', role, 'p', body, isForced)
      return scenarioWith(
        ...scenarioOfWrites(role, writes).steps,
        readBack('before', role),
        asDryRun(real, 'dry'),
        readBack('between', role),
        real,
        readBack('after', role),
      )
    })

const someTexts = (...keys: string[]) =>
  fc.dictionary(fc.constantFrom(...keys), fc.constantFrom('one', 'two'))

/** Generates applies of different fields by two managers, to two objects in opposite orders. */
export const commutingApplies = (): Arbitrary<Scenario> =>
  fc
    .record({
      role: fc.constantFrom<Role>(...appliedRoles),
      ofM: fc.record({ labels: someTexts('a', 'b'), annotations: someTexts('c', 'd') }),
      ofN: fc.record({ labels: someTexts('c', 'd'), annotations: someTexts('a', 'b') }),
    })
    .map(({ role, ofM, ofN }) => {
      const on = (logical: string, manager: string, body: Term): RequestStep =>
        apply(`${logical} by ${manager}`, role, caseName(logical), {
          body,
          manager: caseName(manager),
        })
      const all = (logical: string): RequestStep[] => [
        on(logical, 'm', partialBody(role, ofM, logical)),
        on(logical, 'n', partialBody(role, ofN, logical)),
      ]
      const objects = ['x', 'y'].map(one => on(one, 'creator', sampleTerm(role, one, 'one')))
      return scenarioWith(
        ...objects,
        ...all('x'),
        ...all('y').toReversed(),
        readBack('look x', role),
        get('look y', role, caseName('y')),
      )
    })

const withRecord = (as: string, of: string, record: Term | undefined, key: string): RequestStep => {
  const set = { [`/metadata/annotations/${key}`]: 'set' }
  const body =
    record === undefined
      ? editTerm(fromAnswer(of, ''), set, [recordAt])
      : editTerm(fromAnswer(of, ''), { ...set, [recordAt]: record })
  return asManager(caseName('n'), put(as, 'core', caseName('x'), body))
}

const annotating = (as: string, key: string): RequestStep =>
  applyStep(as, 'core', 'm', wholeBody('core', 'one', { annotations: { [key]: 'set' } }))

/** Updates that omit the managed fields or clear them in two ways, each after an apply. */
export const managedFieldsResets: RequestStep[] = [
  annotating('object', 'a'),
  withRecord('left out', 'object', undefined, 'b'),
  readBack('kept', 'core'),
  withRecord('with an empty entry', 'kept', [{}], 'c'),
  readBack('cleared', 'core'),
  annotating('first', 'a'),
  readBack('followed', 'core'),
  withRecord('with none', 'followed', [], 'd'),
  readBack('cleared again', 'core'),
]

/**
 * A PUT that returns an entry without its fieldsType, as old clients do, and an apply after it
 * (`twin`).
 */
export const entryWithoutFieldsType: RequestStep[] = [
  annotating('object', 'a'),
  readBack('before', 'core'),
  put(
    'sent back',
    'core',
    caseName('x'),
    editTerm(fromAnswer('before', ''), {}, [`${recordAt}/0/fieldsType`]),
  ),
  readBack('after', 'core'),
  annotating('twin', 'b'),
]

/** Three managers of an object, which is read in every form. */
export const readsInEveryForm: Step[] = [
  annotating('object', 'a'),
  asManager(caseName('n'), merge('patched', annotated('b'))),
  watch('watch', 'core', { resourceVersion: versionFrom('patched') }),
  applyStep('applied', 'core', 'o', partialBody('core', { annotations: { c: 'set' } })),
  awaitVersion('watch', 'applied'),
  readBack('get', 'core'),
  list('list', 'core'),
  withHeaders(readBack('in YAML', 'core'), acceptHeader(mediaTypeTerm('yaml'))),
  withHeaders(readBack('in Protobuf', 'core'), acceptHeader(mediaTypeTerm('protobuf'))),
  {
    ...withHeaders(readBack('in CBOR', 'core'), acceptHeader(mediaTypeTerm('cbor'))),
    server: cborGate,
  },
  withHeaders(
    readBack('as metadata', 'core'),
    acceptHeader(mediaTypeTerm('json', 'PartialObjectMetadata')),
  ),
]

/** Applies by two managers in each encoding, each encoding with its own object. */
export const appliesInEachEncoding: RequestStep[] = (['json', 'yaml', 'cbor'] as const).flatMap(
  encoding => {
    const on = (as: string, manager: string, body: Term): RequestStep => {
      const request = apply(`${as} in ${encoding}`, 'core', caseName(encoding), {
        body,
        manager: caseName(manager),
      })
      if (encoding !== 'cbor') return withBodyEncoding(encoding, request)
      const headers = { 'content-type': 'application/apply-patch+cbor' }
      return { ...withHeaders(withBodyEncoding('cbor', request), headers), server: cborGate }
    }
    const first = editTerm(sampleTerm('core', encoding, 'one'), {
      '/metadata/annotations': { a: 'yes', b: '007', c: '', d: 'line\nline' },
      '/metadata/finalizers': ['touchstone.example/v'],
    })
    const second = partialBody('core', { annotations: { a: 'yes', e: 'null' } }, encoding)
    return [
      on('first', 'm', first),
      on('second', 'n', second),
      get(`look in ${encoding}`, 'core', caseName(encoding)),
    ]
  },
)

/** Twelve managers that own one annotation each. */
export const manyManagers: RequestStep[] = [
  annotating('object', 'a'),
  ...Array.from({ length: 12 }, (_, index) => {
    const key = `k${String(index).padStart(2, '0')}`
    return asManager(caseName(key), merge(`update ${key}`, annotated(key)))
  }),
  readBack('look', 'core'),
]

const lastApplied = 'kubectl.kubernetes.io/last-applied-configuration'
const labelled = (label: string, value: string): Term =>
  partialBody('core', { labels: { [label]: value } })

/**
 * An object from a client-side apply, with the applied configuration in an annotation. Its
 * successor may change those fields (`successor`), and no other manager may (`fault …`).
 */
export const fieldsTakenOver: RequestStep[] = [
  asManager(
    'kubectl-client-side-apply',
    create('object', 'core', 'x', {
      set: {
        '/metadata/labels/a': 'one',
        '/metadata/labels/c': 'one',
        [`/metadata/annotations/${escapeSegment(lastApplied)}`]: {
          $join: [
            '{"apiVersion":"',
            { $word: 'apiVersion', of: 'core' },
            '","kind":"',
            { $word: 'kind', of: 'core' },
            '","metadata":{"name":"',
            caseName('x'),
            '","labels":{"a":"one"}}}',
          ],
        },
      },
    }),
  ),
  applyStep('fault another', 'core', 'n', labelled('a', 'two')),
  apply('fault another label', 'core', caseName('x'), {
    body: labelled('c', 'two'),
    manager: 'kubectl',
  }),
  readBack('before', 'core'),
  apply('successor', 'core', caseName('x'), { body: labelled('a', 'two'), manager: 'kubectl' }),
  readBack('after', 'core'),
]
