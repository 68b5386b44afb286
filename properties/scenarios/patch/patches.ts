// Objects whose free places are patched: string maps and a list that every target keeps as they
// are. Patches (labels `patch N`) stand between looks (`look N`) at the object.

import type { Role } from '../../../fixtures/objects/probe-types.ts'
import type { Request } from '../../dsl/scenario.ts'
import { change, create, get, named } from '../../dsl/steps.ts'
import { patch } from '../../dsl/write-steps.ts'
import type { patchTypes } from '../../dsl/write-steps.ts'
import type { Term } from '../../dsl/term.ts'
import { finalizer } from '../lives.ts'

export type PatchType = 'json' | 'merge'
export const patchKinds = ['json', 'merge'] as const satisfies PatchType[]

/** A patch of one kind. */
export type Patch = { type: keyof typeof patchTypes; body: Term }

/**
 * The keys of labels and annotations that patches are about; other writers have keys of their own.
 * Some are words that a server which keeps maps in plain objects may take for its own.
 */
export const patchKeys = ['a', 'b', 'c', '0', 'n', 'constructor', 'example.com/a'] as const

/** What every object begins with besides; patches of single members leave `kept` alone. */
const firstAnnotations = {
  kept: 'kept',
  spare: 'spare',
  a: 'one',
  b: 'two',
  n: '1',
  'example.com/a': 'three',
}
const firstLabels = { kept: 'kept', a: 'one', b: 'two', '0': 'zero', constructor: 'own' }
export const firstFinalizers = ['x', 'y', 'z'].map(finalizer)

/** Whether a key of labels or annotations is of these scenarios. */
export const isPatchKey = (key: string): boolean =>
  ownKeys.has(key) || /^lane-\d+$/.test(key) || key === 'change'

const ownKeys = new Set<string>([...patchKeys, 'kept', 'spare', 'fresh'])

/** The place of an annotation or a label in a JSON pointer. */
export const placeIn = (map: 'annotations' | 'labels', key: string): string =>
  `/metadata/${map}/${escaped(key)}`

export const escaped = (key: string): string => key.replaceAll('~', '~0').replaceAll('/', '~1')

/** The object (label `object`) that is going to be patched. */
export const patchable = (role: Role, as = 'object', logical = 'x'): Request =>
  create(as, role, logical, {
    content: 'first',
    set: {
      '/metadata/annotations': firstAnnotations,
      ...Object.fromEntries(
        Object.entries(firstLabels).map(([key, value]) => [placeIn('labels', key), value]),
      ),
      '/metadata/finalizers': firstFinalizers,
    },
  })

/** The object, and one patch after the other between looks at it. */
export const patched = (role: Role, patches: readonly Patch[]): Request[] => [
  patchable(role),
  get('look 0', role, named('x')),
  ...patches.flatMap(({ type, body }, index) => [
    patch(`patch ${index}`, role, named('x'), { type, body }),
    get(`look ${index + 1}`, role, named('x')),
  ]),
]

/** The same for each role on its own; the labels go on with a blank and the role. */
export const ofRole = (role: Role, requests: Request[]): Request[] =>
  requests.map(request => ({ ...request, as: `${request.as} ${role}` }))

/** The patch of either kind that sets one annotation, and perhaps the version of the object. */
export const annotating = (type: PatchType, value: Term, version?: Term): Patch => {
  if (type === 'merge') {
    const carried = version === undefined ? {} : { resourceVersion: version }
    return { type, body: { metadata: { annotations: { a: value }, ...carried } } }
  }
  const operation = { op: 'add', path: placeIn('annotations', 'a'), value }
  const carried = { op: 'replace', path: '/metadata/resourceVersion', value: version ?? null }
  return { type, body: version === undefined ? [operation] : [carried, operation] }
}

/**
 * Three objects that become the same: by an update, by a JSON patch, by a merge patch (labels
 * `by …`).
 */
export const threeWays = (role: Role): Request[] => [
  ...(['put', 'json', 'merge'] as const).map(way => patchable(role, `for ${way}`, way)),
  change(
    'by put',
    role,
    // The labels of a role end with it.
    `for put ${role}`,
    {
      [placeIn('annotations', 'a')]: 'same',
      [placeIn('labels', 'c')]: 'same',
      '/metadata/finalizers': firstFinalizers.slice(1),
    },
    { drop: [placeIn('labels', 'b')] },
  ),
  patch('by json', role, named('json'), {
    type: 'json',
    body: [
      { op: 'replace', path: placeIn('annotations', 'a'), value: 'same' },
      { op: 'move', from: placeIn('labels', 'b'), path: placeIn('labels', 'c') },
      { op: 'replace', path: placeIn('labels', 'c'), value: 'same' },
      { op: 'remove', path: '/metadata/finalizers/0' },
    ],
  }),
  patch('by merge', role, named('merge'), {
    type: 'merge',
    body: {
      metadata: {
        annotations: { a: 'same' },
        labels: { b: null, c: 'same' },
        finalizers: firstFinalizers.slice(1),
      },
    },
  }),
]
