// Builds objects and patches of fields that every target stores unchanged: string maps and a list.
// Patches (`patch N`) are between reads (`look N`) of the object.

import type { Role } from '../../../fixtures/objects/tested-types.ts'
import type { RequestStep } from '../../dsl/scenario.ts'
import { updateFrom, create, get, caseName } from '../../dsl/steps.ts'
import { patch } from '../../dsl/write-steps.ts'
import type { patchMediaTypes } from '../../dsl/write-steps.ts'
import { escapeSegment } from '../../dsl/term.ts'
import type { Term } from '../../dsl/term.ts'
import { finalizerName } from '../object-lifecycles.ts'

export type PatchType = 'json' | 'merge'
export const patchTypeNames = ['json', 'merge'] as const satisfies PatchType[]

/** A patch of one kind. */
export type TypedPatch = { type: keyof typeof patchMediaTypes; body: Term }

/**
 * The keys of labels and annotations that patches change. Other clients use other keys. Some keys
 * have a special meaning on servers that store maps in plain JavaScript objects.
 */
export const patchKeys = ['a', 'b', 'c', '0', 'n', 'constructor', 'example.com/a'] as const

/** The initial annotations of every object. Patches of single members do not change `kept`. */
const firstAnnotations = {
  kept: 'kept',
  spare: 'spare',
  a: 'one',
  b: 'two',
  n: '1',
  'example.com/a': 'three',
}
const firstLabels = { kept: 'kept', a: 'one', b: 'two', '0': 'zero', constructor: 'own' }
export const initialFinalizers = ['x', 'y', 'z'].map(finalizerName)

/** Reports whether a key of labels or annotations belongs to these scenarios. */
export const isPatchKey = (key: string): boolean =>
  ownKeys.has(key) || /^lane-\d+$/.test(key) || key === 'change'

const ownKeys = new Set<string>([...patchKeys, 'kept', 'spare', 'fresh'])

/** Returns the JSON pointer of an annotation or a label. */
export const metadataPointer = (map: 'annotations' | 'labels', key: string): string =>
  `/metadata/${map}/${escapeSegment(key)}`

/** The create of the object (`object`) to patch. */
export const createPatchable = (role: Role, as = 'object', logical = 'x'): RequestStep =>
  create(as, role, logical, {
    content: 'first',
    set: {
      '/metadata/annotations': firstAnnotations,
      ...Object.fromEntries(
        Object.entries(firstLabels).map(([key, value]) => [metadataPointer('labels', key), value]),
      ),
      '/metadata/finalizers': initialFinalizers,
    },
  })

/** The object, and sequential patches between reads of it. */
export const patchesBetweenReads = (role: Role, patches: readonly TypedPatch[]): RequestStep[] => [
  createPatchable(role),
  get('look 0', role, caseName('x')),
  ...patches.flatMap(({ type, body }, index) => [
    patch(`patch ${index}`, role, caseName('x'), { type, body }),
    get(`look ${index + 1}`, role, caseName('x')),
  ]),
]

/** Returns the requests with a blank and the role appended to their labels. */
export const labelsOfRole = (role: Role, requests: RequestStep[]): RequestStep[] =>
  requests.map(request => ({ ...request, as: `${request.as} ${role}` }))

/**
 * Returns a JSON or merge patch that sets one annotation, and optionally the version of the object.
 */
export const annotationPatch = (type: PatchType, value: Term, version?: Term): TypedPatch => {
  if (type === 'merge') {
    const carried = version === undefined ? {} : { resourceVersion: version }
    return { type, body: { metadata: { annotations: { a: value }, ...carried } } }
  }
  const operation = { op: 'add', path: metadataPointer('annotations', 'a'), value }
  const carried = { op: 'replace', path: '/metadata/resourceVersion', value: version ?? null }
  return { type, body: version === undefined ? [operation] : [carried, operation] }
}

/** Three objects that become equal: by an update, by a JSON patch, by a merge patch (`by …`). */
export const updatesByThreeWays = (role: Role): RequestStep[] => [
  ...(['put', 'json', 'merge'] as const).map(way => createPatchable(role, `for ${way}`, way)),
  updateFrom(
    'by put',
    role,
    // The role is appended to the labels.
    `for put ${role}`,
    {
      [metadataPointer('annotations', 'a')]: 'same',
      [metadataPointer('labels', 'c')]: 'same',
      '/metadata/finalizers': initialFinalizers.slice(1),
    },
    { drop: [metadataPointer('labels', 'b')] },
  ),
  patch('by json', role, caseName('json'), {
    type: 'json',
    body: [
      { op: 'replace', path: metadataPointer('annotations', 'a'), value: 'same' },
      { op: 'move', from: metadataPointer('labels', 'b'), path: metadataPointer('labels', 'c') },
      { op: 'replace', path: metadataPointer('labels', 'c'), value: 'same' },
      { op: 'remove', path: '/metadata/finalizers/0' },
    ],
  }),
  patch('by merge', role, caseName('merge'), {
    type: 'merge',
    body: {
      metadata: {
        annotations: { a: 'same' },
        labels: { b: null, c: 'same' },
        finalizers: initialFinalizers.slice(1),
      },
    },
  }),
]
