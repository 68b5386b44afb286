// What records of ownership are made of: who wrote, by which way and in which encoding.

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import type { Role } from '../../../fixtures/objects/probe-types.ts'
import { accepting, media, sentAs, withHeaders } from '../../dsl/media-steps.ts'
import type { Request, Scenario, Step } from '../../dsl/scenario.ts'
import {
  change,
  create,
  edited,
  get,
  list,
  named,
  put,
  sample,
  seen,
  steps,
  untilShown,
  versionOf,
  watch,
} from '../../dsl/steps.ts'
import type { Term } from '../../dsl/term.ts'
import { apply, by, dry, patch } from '../../dsl/write-steps.ts'
import { applied, appliedRoles, look, naming, whole } from './apply.ts'
import { someSequence, writing } from './apply-sequences.ts'
import { cborDoor } from '../encodings/encodings.ts'

const recordAt = '/metadata/managedFields'
const annotated = (key: string): Term => ({ metadata: { annotations: { [key]: 'set' } } })
const through = (agent: string, request: Request): Request =>
  withHeaders(request, { 'user-agent': agent })
const merge = (as: string, body: Term): Request =>
  patch(as, 'core', named('x'), { type: 'merge', body })

/** Who is to own which annotation behind `agents`; nobody is to be called `unnamed`. */
export const agentsOf: { [annotation: string]: string } = {
  a: 'touchstone-a',
  b: 'touchstone-b',
  c: 'touchstone-c',
}

/** Writes that name themselves by a User-Agent, and one by a parameter too (annotation `d`). */
export const agents: Request[] = [
  through(
    'touchstone-a/1.0 (linux/amd64) x/y',
    create('object', 'core', 'x', { set: { '/metadata/annotations': { a: 'set' } } }),
  ),
  through('touchstone-b/2', merge('patched', annotated('b'))),
  through('touchstone-c', change('put', 'core', 'patched', { '/metadata/annotations/c': 'set' })),
  by(named('m'), through('unnamed/1', merge('named', annotated('d')))),
  look('look', 'core'),
]

/** A sequence of writes whose outcome a fourth manager reads and applies as it is (`own`). */
export const ownRead = (): Arbitrary<Scenario> =>
  someSequence(...appliedRoles).map(({ role, writes }) =>
    steps(
      ...writing(role, writes).steps,
      look('before', role),
      applied('own', role, 'p', edited(seen('before', ''), {}, [recordAt])),
      look('after', role),
    ),
  )

/** A sequence of writes behind which an apply is tried (`dry`), with looks, and made (`real`). */
export const triedApply = (): Arbitrary<Scenario> =>
  fc
    .record({
      sequence: someSequence(...appliedRoles),
      values: fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), fc.constantFrom('one', 'two')),
      isForced: fc.boolean(),
    })
    .map(({ sequence: { role, writes }, values, isForced }) => {
      const body = naming(role, { annotations: values })
      const real = applied('real', role, 'p', body, isForced)
      return steps(
        ...writing(role, writes).steps,
        look('before', role),
        dry(real, 'dry'),
        look('between', role),
        real,
        look('after', role),
      )
    })

const someTexts = (...keys: string[]) =>
  fc.dictionary(fc.constantFrom(...keys), fc.constantFrom('one', 'two'))

/** Two managers of different fields, on one object in this order and on the other in that. */
export const commutingApplies = (): Arbitrary<Scenario> =>
  fc
    .record({
      role: fc.constantFrom<Role>(...appliedRoles),
      ofM: fc.record({ labels: someTexts('a', 'b'), annotations: someTexts('c', 'd') }),
      ofN: fc.record({ labels: someTexts('c', 'd'), annotations: someTexts('a', 'b') }),
    })
    .map(({ role, ofM, ofN }) => {
      const on = (logical: string, manager: string, body: Term): Request =>
        apply(`${logical} by ${manager}`, role, named(logical), { body, manager: named(manager) })
      const all = (logical: string): Request[] => [
        on(logical, 'm', naming(role, ofM, logical)),
        on(logical, 'n', naming(role, ofN, logical)),
      ]
      const objects = ['x', 'y'].map(one => on(one, 'creator', sample(role, one, 'one')))
      return steps(
        ...objects,
        ...all('x'),
        ...all('y').toReversed(),
        look('look x', role),
        get('look y', role, named('y')),
      )
    })

const withRecord = (as: string, of: string, record: Term | undefined, key: string): Request => {
  const set = { [`/metadata/annotations/${key}`]: 'set' }
  const body =
    record === undefined
      ? edited(seen(of, ''), set, [recordAt])
      : edited(seen(of, ''), { ...set, [recordAt]: record })
  return by(named('n'), put(as, 'core', named('x'), body))
}

const annotating = (as: string, key: string): Request =>
  applied(as, 'core', 'm', whole('core', 'one', { annotations: { [key]: 'set' } }))

/** A record that is left out, and emptied in two ways, each behind an apply. */
export const records: Request[] = [
  annotating('object', 'a'),
  withRecord('left out', 'object', undefined, 'b'),
  look('kept', 'core'),
  withRecord('with none', 'kept', [], 'c'),
  look('cleared', 'core'),
  annotating('first', 'a'),
  look('followed', 'core'),
  withRecord('with an empty entry', 'followed', [{}], 'd'),
  look('cleared again', 'core'),
]

/** An entry sent back without its fieldsType, as old clients do, and an apply behind it (`twin`). */
export const withoutFieldsType: Request[] = [
  annotating('object', 'a'),
  look('before', 'core'),
  put(
    'sent back',
    'core',
    named('x'),
    edited(seen('before', ''), {}, [`${recordAt}/0/fieldsType`]),
  ),
  look('after', 'core'),
  annotating('twin', 'b'),
]

/** Three managers of an object, which is read in every way. */
export const readInEveryWay: Step[] = [
  annotating('object', 'a'),
  by(named('n'), merge('patched', annotated('b'))),
  watch('watch', 'core', { resourceVersion: versionOf('patched') }),
  applied('applied', 'core', 'o', naming('core', { annotations: { c: 'set' } })),
  untilShown('watch', 'applied'),
  look('get', 'core'),
  list('list', 'core'),
  withHeaders(look('in YAML', 'core'), accepting(media('yaml'))),
  withHeaders(look('in Protobuf', 'core'), accepting(media('protobuf'))),
  { ...withHeaders(look('in CBOR', 'core'), accepting(media('cbor'))), door: cborDoor },
  withHeaders(look('as metadata', 'core'), accepting(media('json', 'PartialObjectMetadata'))),
]

/** One configuration, and another by a second manager, in each encoding on an object of its own. */
export const inEachEncoding: Request[] = (['json', 'yaml', 'cbor'] as const).flatMap(encoding => {
  const on = (as: string, manager: string, body: Term): Request => {
    const request = apply(`${as} in ${encoding}`, 'core', named(encoding), {
      body,
      manager: named(manager),
    })
    if (encoding !== 'cbor') return sentAs(encoding, request)
    const headers = { 'content-type': 'application/apply-patch+cbor' }
    return { ...withHeaders(sentAs('cbor', request), headers), door: cborDoor }
  }
  const first = edited(sample('core', encoding, 'one'), {
    '/metadata/annotations': { a: 'yes', b: '007', c: '', d: 'line\nline' },
    '/metadata/finalizers': ['touchstone.example/v'],
  })
  const second = naming('core', { annotations: { a: 'yes', e: 'null' } }, encoding)
  return [
    on('first', 'm', first),
    on('second', 'n', second),
    get(`look in ${encoding}`, 'core', named(encoding)),
  ]
})

/** Managers by the dozen, each of an annotation of its own. */
export const manyManagers: Request[] = [
  annotating('object', 'a'),
  ...Array.from({ length: 12 }, (_, index) => {
    const key = `k${String(index).padStart(2, '0')}`
    return by(named(key), merge(`update ${key}`, annotated(key)))
  }),
  look('look', 'core'),
]

const lastApplied = 'kubectl.kubernetes.io/last-applied-configuration'
const labelled = (label: string, value: string): Term =>
  naming('core', { labels: { [label]: value } })

/**
 * An object that an old client-side apply left, with what it had applied in an annotation. Its
 * successor may change what that names (`successor`); nobody else may (`fault …`).
 */
export const takenOver: Request[] = [
  by(
    'kubectl-client-side-apply',
    create('object', 'core', 'x', {
      set: {
        '/metadata/labels/a': 'one',
        '/metadata/labels/c': 'one',
        [`/metadata/annotations/${lastApplied.replace('/', '~1')}`]: {
          $join: [
            '{"apiVersion":"',
            { $word: 'apiVersion', of: 'core' },
            '","kind":"',
            { $word: 'kind', of: 'core' },
            '","metadata":{"name":"',
            named('x'),
            '","labels":{"a":"one"}}}',
          ],
        },
      },
    }),
  ),
  applied('fault another', 'core', 'n', labelled('a', 'two')),
  apply('fault another label', 'core', named('x'), {
    body: labelled('c', 'two'),
    manager: 'kubectl',
  }),
  look('before', 'core'),
  apply('successor', 'core', named('x'), { body: labelled('a', 'two'), manager: 'kubectl' }),
  look('after', 'core'),
]
