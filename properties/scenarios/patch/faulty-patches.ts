// Patches that genuine servers refuse (labels `fault …`), after ones that they take (`twin …`).

import type { Role } from '../../../fixtures/objects/probe-types.ts'
import type { Request } from '../../dsl/scenario.ts'
import { named } from '../../dsl/steps.ts'
import { patch, patchTypes } from '../../dsl/write-steps.ts'
import type { Term } from '../../dsl/term.ts'
import { annotating, patchable, placeIn } from './patches.ts'

type Body = Request['body']

const one = (
  as: string,
  role: Role,
  type: 'json' | 'merge',
  body: Body,
  name: Term = named('x'),
): Request => patch(as, role, name, { type, body })

/** The object and a sound patch of each kind (`twin json`, `twin merge`). */
const twins = (role: Role): Request[] => [
  patchable(role),
  patch('twin json', role, named('x'), annotating('json', 'twin')),
  patch('twin merge', role, named('x'), annotating('merge', 'twin')),
]

/** Faults of one kind each: JSON patches, and merge patches. */
export const faulty = (role: Role, { json = [], merge = [] }: Faults): Request[] => [
  ...twins(role),
  ...json.map((body, index) => one(`fault json ${index}`, role, 'json', body)),
  ...merge.map((body, index) => one(`fault merge ${index}`, role, 'merge', body)),
]

type Faults = { json?: Body[]; merge?: Body[] }

const a = placeIn('annotations', 'a')

export const inapplicable: Body[] = [
  [{ op: 'test', path: a, value: 'other' }],
  [{ op: 'remove', path: placeIn('annotations', 'c') }],
  [{ op: 'add', path: '/touchstoneNothing/a', value: 'x' }],
  [{ op: 'remove', path: '/metadata/finalizers/9' }],
  [{ op: 'frob', path: a, value: 'x' }],
]

export const malformed: Required<Faults> = {
  json: [{ $text: '[{' }, { $text: '' }, { $text: 'nothing' }, {}, 'text'],
  merge: [{ $text: '{' }, { $text: '' }, { $text: 'nothing' }, [], 'text'],
}

const metadata = (fields: Record<string, Term>): Term => ({ metadata: fields })

export const ofWrongTypes: Required<Faults> = {
  json: [[{ op: 'replace', path: a, value: 7 }]],
  merge: [{ labels: { c: 7 } }, { annotations: 'text' }, { finalizers: 'text' }].map(metadata),
}

export const elsewhere: Body[] = [
  metadata({ name: named('y') }),
  metadata({ namespace: { $namespace: 1 } }),
]

export const ofAnotherUid: Body[] = [metadata({ uid: '11111111-2222-4333-8444-555555555555' })]

/** Patches of a name that is free. */
export const ofMissingObjects = (role: Role): Request[] => [
  ...twins(role),
  one('fault json', role, 'json', [{ op: 'add', path: a, value: 'x' }], named('none')),
  one('fault merge', role, 'merge', metadata({ annotations: { a: 'x' } }), named('none')),
]

/** Bodies of media types that no patch has. */
export const ofOtherTypes = (role: Role): Request[] => [
  ...twins(role),
  ...['application/json', 'text/plain', patchTypes.merge.replace('json', 'cbor')].map(type => ({
    ...one(`fault ${type}`, role, 'merge', metadata({ annotations: { a: 'x' } })),
    headers: { 'content-type': type },
  })),
]

/** As many operations as a JSON patch may have (`twin json`), and one more (`fault`). */
export const tooManyOperations = (role: Role): Request[] => {
  const operation = `{"op":"test","path":"/metadata/annotations/kept","value":"kept"}`
  const many = (times: number): Body => ({
    $text: { $join: ['[', { $repeat: `${operation},`, times: times - 1 }, operation, ']'] },
  })
  return [
    patchable(role),
    one('twin json', role, 'json', many(10_000)),
    one('fault', role, 'json', many(10_001)),
  ]
}

/** Replaces an annotation that is there (`twin`), and one that is not (`absent`). */
export const replacing = (role: Role): Request[] => [
  patchable(role),
  one('before', role, 'merge', metadata({ annotations: { a: 'old' } })),
  one('twin', role, 'json', [{ op: 'replace', path: a, value: 'new' }]),
  one('absent', role, 'json', [{ op: 'replace', path: `${a}-absent`, value: 'new' }]),
]

/** Patches that change nothing (`again …`), after a sound one (`before`). */
export const withoutEffect = (role: Role): Request[] => [
  patchable(role),
  one('before', role, 'merge', metadata({ annotations: { a: 'same' } })),
  one('again merge', role, 'merge', metadata({ annotations: { a: 'same', c: null } })),
  one('again empty', role, 'merge', {}),
  one('again json', role, 'json', [{ op: 'replace', path: a, value: 'same' }]),
  one('again test', role, 'json', [{ op: 'test', path: a, value: 'same' }]),
  one('again none', role, 'json', []),
]
