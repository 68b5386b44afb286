// Builds patches that genuine servers refuse (`fault …`), after patches that they accept (`twin
// …`).

import type { Role } from '../../../fixtures/objects/tested-types.ts'
import type { RequestStep } from '../../dsl/scenario.ts'
import { caseName } from '../../dsl/steps.ts'
import { patch, patchMediaTypes } from '../../dsl/write-steps.ts'
import type { Term } from '../../dsl/term.ts'
import { annotationPatch, createPatchable, metadataPointer } from './patches.ts'

type Body = RequestStep['body']

const one = (
  as: string,
  role: Role,
  type: 'json' | 'merge',
  body: Body,
  name: Term = caseName('x'),
): RequestStep => patch(as, role, name, { type, body })

/** The object and a valid patch of each type (`twin json`, `twin merge`). */
const twins = (role: Role): RequestStep[] => [
  createPatchable(role),
  patch('twin json', role, caseName('x'), annotationPatch('json', 'twin')),
  patch('twin merge', role, caseName('x'), annotationPatch('merge', 'twin')),
]

/** Returns the faulty patches: JSON patches and merge patches. */
export const faultyPatches = (role: Role, { json = [], merge = [] }: Faults): RequestStep[] => [
  ...twins(role),
  ...json.map((body, index) => one(`fault json ${index}`, role, 'json', body)),
  ...merge.map((body, index) => one(`fault merge ${index}`, role, 'merge', body)),
]

type Faults = { json?: Body[]; merge?: Body[] }

const a = metadataPointer('annotations', 'a')

export const inapplicablePatches: Body[] = [
  [{ op: 'test', path: a, value: 'other' }],
  [{ op: 'remove', path: metadataPointer('annotations', 'c') }],
  [{ op: 'add', path: '/touchstoneNothing/a', value: 'x' }],
  [{ op: 'remove', path: '/metadata/finalizers/9' }],
  [{ op: 'frob', path: a, value: 'x' }],
]

export const malformedPatches: Required<Faults> = {
  json: [{ $text: '[{' }, { $text: '' }, { $text: 'nothing' }, {}, 'text'],
  merge: [{ $text: '{' }, { $text: '' }, { $text: 'nothing' }, [], 'text'],
}

const metadata = (fields: Record<string, Term>): Term => ({ metadata: fields })

export const patchesToWrongTypes: Required<Faults> = {
  json: [[{ op: 'replace', path: a, value: 7 }]],
  merge: [{ labels: { c: 7 } }, { annotations: 'text' }, { finalizers: 'text' }].map(metadata),
}

export const patchesOfOtherIdentity: Body[] = [
  metadata({ name: caseName('y') }),
  metadata({ namespace: { $namespace: 1 } }),
]

export const patchesOfOtherUid: Body[] = [metadata({ uid: '11111111-2222-4333-8444-555555555555' })]

/** Patches of an unused name. */
export const patchesOfMissingObjects = (role: Role): RequestStep[] => [
  ...twins(role),
  one('fault json', role, 'json', [{ op: 'add', path: a, value: 'x' }], caseName('none')),
  one('fault merge', role, 'merge', metadata({ annotations: { a: 'x' } }), caseName('none')),
]

/** Patches with media types that are not patch types. */
export const patchesInOtherMediaTypes = (role: Role): RequestStep[] => [
  ...twins(role),
  ...['application/json', 'text/plain', patchMediaTypes.merge.replace('json', 'cbor')].map(
    type => ({
      ...one(`fault ${type}`, role, 'merge', metadata({ annotations: { a: 'x' } })),
      headers: { 'content-type': type },
    }),
  ),
]

/**
 * A JSON patch with the maximum number of operations (`twin json`), and one with one more
 * (`fault`).
 */
export const patchesAtOperationLimit = (role: Role): RequestStep[] => {
  const operation = `{"op":"test","path":"/metadata/annotations/kept","value":"kept"}`
  const many = (times: number): Body => ({
    $text: { $join: ['[', { $repeat: `${operation},`, times: times - 1 }, operation, ']'] },
  })
  return [
    createPatchable(role),
    one('twin json', role, 'json', many(10_000)),
    one('fault', role, 'json', many(10_001)),
  ]
}

/** Replaces an existing annotation (`twin`) and a missing one (`absent`). */
export const replacePatches = (role: Role): RequestStep[] => [
  createPatchable(role),
  one('before', role, 'merge', metadata({ annotations: { a: 'old' } })),
  one('twin', role, 'json', [{ op: 'replace', path: a, value: 'new' }]),
  one('absent', role, 'json', [{ op: 'replace', path: `${a}-absent`, value: 'new' }]),
]

/** Patches without a change (`again …`), after one with a change (`before`). */
export const noOpPatches = (role: Role): RequestStep[] => [
  createPatchable(role),
  one('before', role, 'merge', metadata({ annotations: { a: 'same' } })),
  one('again merge', role, 'merge', metadata({ annotations: { a: 'same', c: null } })),
  one('again empty', role, 'merge', {}),
  one('again json', role, 'json', [{ op: 'replace', path: a, value: 'same' }]),
  one('again test', role, 'json', [{ op: 'test', path: a, value: 'same' }]),
  one('again none', role, 'json', []),
]
