// Objects of custom types by the verbs that every type has.

import {
  createObject,
  getObject,
  listObjects,
  objectsAt,
  patchObject,
  putObject,
  removeObject,
} from '../../dsl/custom-steps.ts'
import { accepting, encodedAs, media } from '../../dsl/media-steps.ts'
import type { Step } from '../../dsl/scenario.ts'
import { edited, named, raw, seen, untilShown, untilType, walk } from '../../dsl/steps.ts'
import { patchTypes } from '../../dsl/write-steps.ts'
import { gadget, note, red, withGadgets, withNotes } from './custom-types.ts'
import { untilBoth, untilQuiet, watchedTwice } from './custom-watches.ts'

const five = [0, 1, 2, 3, 4]
const ours = { labelSelector: { $join: ['touchstone/case=', named('case')] } }
const label = { '/metadata/labels/touchstone~1case': named('case') }

const labelledGadget = (as: string, logical: string, color = 'red'): Step =>
  createObject(as, gadget, logical, { spec: { color } }, { set: label })

/** Five objects (`object N`) are listed by two (`page`), and at once before and after it. */
export const pagedObjects: Step[] = [
  withGadgets,
  ...five.map(index => labelledGadget(`object ${index}`, `x${index}`)),
  listObjects('whole', gadget),
  walk(listObjects('page', gadget, { query: { limit: '2' } })),
  listObjects('at last', gadget),
]

/** An object is created, changed and deleted while the collection is watched (`watch`). */
export const watchedObjects: Step[] = [
  withGadgets,
  labelledGadget('before', 'before'),
  ...watchedTwice('watch', objectsAt(gadget), { from: 'before', query: ours }),
  labelledGadget('created', 'x'),
  putObject('changed', gadget, 'created', { set: { '/spec/color': 'blue' } }),
  removeObject('removed', gadget, 'x'),
  ...untilBoth('watch', label => untilType(label, 'DELETED')),
]

/** A patch that leaves an object as it is, and two that are refused; what they set is of their own. */
const vainPatches = (prefix: string, logical: string, size: number): Step[] => [
  patchObject(`${prefix}nothing`, gadget, logical, { type: 'merge', body: { spec: { size } } }),
  patchObject(`${prefix}strategic`, gadget, logical, {
    type: 'strategic',
    body: { metadata: { annotations: { strategic: 'yes' } }, spec: { size: 5 } },
  }),
  patchObject(`${prefix}invalid`, gadget, logical, {
    type: 'merge',
    body: { metadata: { annotations: { invalid: 'yes' } }, spec: { size: 'many' } },
  }),
  getObject(`${prefix}after`, gadget, logical),
]

/**
 * Patches of each type that custom types take, and of the one that they do not take. Those that
 * change nothing are tried on a second object too, which is as old (`other`).
 */
export const patchedObjects: Step[] = [
  withGadgets,
  createObject('object', gadget, 'x', { spec: { color: 'red', open: { a: { b: 1, c: 2 } } } }),
  createObject('other', gadget, 'y', red),
  ...untilQuiet(objectsAt(gadget), 'other'),
  patchObject('merge', gadget, 'x', {
    type: 'merge',
    body: { spec: { size: 3, open: { a: { b: null, d: [1] } } } },
  }),
  patchObject('json', gadget, 'x', {
    type: 'json',
    body: [
      { op: 'test', path: '/spec/size', value: 3 },
      { op: 'replace', path: '/spec/size', value: 4 },
      { op: 'add', path: '/spec/open/a/d/-', value: 2 },
    ],
  }),
  ...vainPatches('', 'x', 4),
  getObject('other before', gadget, 'y'),
  ...vainPatches('other ', 'y', 1),
  getObject('at last', gadget, 'x'),
]

const protobuf = accepting(media('protobuf'))

/** A custom type asked for in Protobuf alone, and in Protobuf or JSON, and its metadata alone. */
export const inProtobuf: Step[] = [
  withNotes,
  createObject('object', note, 'x', { spec: { text: 'a' } }),
  getObject('get', note, 'x', { headers: protobuf }),
  listObjects('list', note, { headers: protobuf }),
  getObject('either', note, 'x', { headers: accepting(media('protobuf'), media('json')) }),
  listObjects('metadata', note, {
    headers: accepting(media('protobuf', 'PartialObjectMetadataList')),
  }),
  getObject('after', note, 'x'),
]

/** A strategic merge patch (`strategic`) beside a merge patch by which the object is as it was. */
export const strategicPatch: Step[] = [
  withNotes,
  createObject('object', note, 'x', { spec: { text: 'a' } }),
  patchObject('twin', note, 'x', { type: 'merge', body: { spec: { text: 'a' } } }),
  raw('strategic', 'PATCH', objectsAt(note, named('x')), {
    body: { spec: { text: 'b' } },
    headers: { 'content-type': patchTypes.strategic },
  }),
  getObject('after', note, 'x'),
]

/** Unknown fields at each level of a type that preserves them, by create and by update. */
export const preservedFields: Step[] = ['Warn', 'Strict'].flatMap((level): Step[] => {
  const query = { fieldValidation: level }
  const logical = level.toLowerCase()
  const fields = { spec: { text: 'a', more: { b: [{ c: null }] } }, other: { d: 1 } }
  return [
    withNotes,
    createObject(`create ${level}`, note, logical, fields, { query }),
    getObject(`read ${level}`, note, logical),
    putObject(`update ${level}`, note, `create ${level}`, { set: { '/spec/new': true }, query }),
    getObject(`after ${level}`, note, logical),
  ]
})

/** Updates by an answer that was overtaken, without the version of one, and of another object. */
const misplaced = (prefix: string, { old, now }: { old: string; now: string }): Step[] => [
  putObject(`${prefix}stale`, gadget, old, { set: { '/spec/size': 3 } }),
  putObject(`${prefix}of no version`, gadget, now, {
    set: { '/spec/size': 4 },
    drop: ['/metadata/resourceVersion'],
  }),
  putObject(`${prefix}of another uid`, gadget, now, {
    set: { '/metadata/uid': 'another', '/spec/size': 5 },
  }),
]

/**
 * Updates that are not of the object as it stands. All but that of nothing are tried on a second
 * object too, which is as old (`other`).
 */
export const misplacedUpdates: Step[] = [
  withGadgets,
  createObject('object', gadget, 'x', red),
  createObject('other', gadget, 'y', red),
  ...untilQuiet(objectsAt(gadget), 'other'),
  putObject('change', gadget, 'object', { set: { '/spec/size': 2 } }),
  putObject('other change', gadget, 'other', { set: { '/spec/size': 2 } }),
  ...misplaced('', { old: 'object', now: 'change' }),
  raw('to nothing', 'PUT', objectsAt(gadget, named('z')), {
    body: edited(seen('change', ''), { '/metadata/name': named('z') }, [
      '/metadata/uid',
      '/metadata/resourceVersion',
    ]),
  }),
  getObject('after', gadget, 'x'),
  getObject('other before', gadget, 'y'),
  ...misplaced('other ', { old: 'other', now: 'other change' }),
  getObject('other after', gadget, 'y'),
  getObject('at last', gadget, 'x'),
]

/** Objects of which a label selects some, deleted by it. */
export const deletedTogether: Step[] = [
  withGadgets,
  ...five.map(index => labelledGadget(`object ${index}`, `x${index}`)),
  createObject('other', gadget, 'other', red),
  raw('removed', 'DELETE', objectsAt(gadget), { query: ours }),
  listObjects('left', gadget, { query: ours }),
  getObject('after', gadget, 'other'),
]

/** What moves the generation of an object, and what does not. */
export const generations: Step[] = [
  withGadgets,
  createObject('object', gadget, 'x', red),
  putObject('same', gadget, 'object', {}),
  patchObject('labelled', gadget, 'x', {
    type: 'merge',
    body: { metadata: { labels: { a: 'b' } } },
  }),
  patchObject('changed', gadget, 'x', { type: 'merge', body: { spec: { size: 2 } } }),
  patchObject('reported', gadget, 'x', {
    type: 'merge',
    below: 'status',
    body: { status: { phase: 'Ready' } },
  }),
  patchObject('forged', gadget, 'x', { type: 'merge', body: { metadata: { generation: 77 } } }),
]

const byColor = (color: string) => ({
  query: { fieldSelector: `spec.color=${color}`, ...ours },
})

/** Lists and a watch by a field that the definition names, and lists by fields that it does not. */
export const selectedByField: Step[] = [
  withGadgets,
  labelledGadget('red', 'red'),
  labelledGadget('blue', 'blue', 'blue'),
  listObjects('reds', gadget, byColor('red')),
  listObjects('not reds', gadget, { query: { fieldSelector: 'spec.color!=red', ...ours } }),
  listObjects('by name', gadget, {
    query: { fieldSelector: { $join: ['metadata.name=', named('blue')] } },
  }),
  listObjects('by size', gadget, { query: { fieldSelector: 'spec.size=1' } }),
  ...watchedTwice('watch', objectsAt(gadget), { from: 'blue', ...byColor('red') }),
  putObject('leaves', gadget, 'red', { set: { '/spec/color': 'green' } }),
  putObject('enters', gadget, 'blue', { set: { '/spec/color': 'red' } }),
  ...untilBoth('watch', label => untilShown(label, 'enters')),
]

const door = 'CBORServingAndStorage=true'
const cbor = { headers: accepting(media('cbor')), door }

/** An object sent in CBOR, and read in CBOR and JSON, alone and in lists. */
export const inCbor: Step[] = [
  withNotes,
  raw('object', 'POST', objectsAt(note), {
    body: encodedAs('cbor', {
      apiVersion: { $join: [seen('notes', '/spec/group'), '/v1'] },
      kind: 'Note',
      metadata: { name: named('x'), labels: { 'touchstone/case': named('case') } },
      spec: { text: 'é', more: [1, -1, 1.5, true, null, { a: 'b' }, 2 ** 40] },
    }),
    door,
  }),
  getObject('get in CBOR', note, 'x', cbor),
  getObject('get in JSON', note, 'x'),
  listObjects('list in CBOR', note, { ...cbor, query: ours }),
  listObjects('list in JSON', note, { query: ours }),
  getObject('after', note, 'x'),
]
