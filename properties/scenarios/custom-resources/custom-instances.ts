// Builds requests of the common verbs for custom objects.

import {
  createCustomObject,
  getCustomObject,
  listCustomObjects,
  customCollection,
  patchCustomObject,
  putCustomObject,
  deleteCustomObject,
} from '../../dsl/custom-steps.ts'
import { acceptHeader, encodedBody, mediaTypeTerm } from '../../dsl/media-steps.ts'
import type { Step } from '../../dsl/scenario.ts'
import {
  editTerm,
  caseName,
  rawRequest,
  fromAnswer,
  awaitVersion,
  awaitEventType,
  listByChunks,
} from '../../dsl/steps.ts'
import { patchMediaTypes } from '../../dsl/write-steps.ts'
import { gadgetRef, noteRef, redSpec, withGadgets, withNotes } from './custom-types.ts'
import { awaitBoth, awaitQuiet, watchTwice } from './custom-watches.ts'

const five = [0, 1, 2, 3, 4]
const ours = { labelSelector: { $join: ['touchstone/case=', caseName('case')] } }
const label = { '/metadata/labels/touchstone~1case': caseName('case') }

const labelledGadget = (as: string, logical: string, color = 'red'): Step =>
  createCustomObject(as, gadgetRef, logical, { spec: { color } }, { set: label })

/** Lists five objects (`object N`) in chunks of two (`page`), and as a whole before and after. */
export const pagedObjects: Step[] = [
  withGadgets,
  ...five.map(index => labelledGadget(`object ${index}`, `x${index}`)),
  listCustomObjects('whole', gadgetRef),
  listByChunks(listCustomObjects('page', gadgetRef, { query: { limit: '2' } })),
  listCustomObjects('at last', gadgetRef),
]

/** Creates, changes and deletes an object while the collection is watched (`watch`). */
export const watchedObjects: Step[] = [
  withGadgets,
  labelledGadget('before', 'before'),
  ...watchTwice('watch', customCollection(gadgetRef), { from: 'before', query: ours }),
  labelledGadget('created', 'x'),
  putCustomObject('changed', gadgetRef, 'created', { set: { '/spec/color': 'blue' } }),
  deleteCustomObject('removed', gadgetRef, 'x'),
  ...awaitBoth('watch', label => awaitEventType(label, 'DELETED')),
]

/**
 * A patch without a change, and two that are refused. The refused ones set values that occur
 * nowhere else.
 */
const vainPatches = (prefix: string, logical: string, size: number): Step[] => [
  patchCustomObject(`${prefix}nothing`, gadgetRef, logical, {
    type: 'merge',
    body: { spec: { size } },
  }),
  patchCustomObject(`${prefix}strategic`, gadgetRef, logical, {
    type: 'strategic',
    body: { metadata: { annotations: { strategic: 'yes' } }, spec: { size: 5 } },
  }),
  patchCustomObject(`${prefix}invalid`, gadgetRef, logical, {
    type: 'merge',
    body: { metadata: { annotations: { invalid: 'yes' } }, spec: { size: 'many' } },
  }),
  getCustomObject(`${prefix}after`, gadgetRef, logical),
]

/**
 * Patches of each type that custom types support, and of the one that they do not. Patches without
 * an effect are also sent to a second object of the same age (`other`).
 */
export const patchedObjects: Step[] = [
  withGadgets,
  createCustomObject('object', gadgetRef, 'x', {
    spec: { color: 'red', open: { a: { b: 1, c: 2 } } },
  }),
  createCustomObject('other', gadgetRef, 'y', redSpec),
  ...awaitQuiet(customCollection(gadgetRef), 'other'),
  patchCustomObject('merge', gadgetRef, 'x', {
    type: 'merge',
    body: { spec: { size: 3, open: { a: { b: null, d: [1] } } } },
  }),
  patchCustomObject('json', gadgetRef, 'x', {
    type: 'json',
    body: [
      { op: 'test', path: '/spec/size', value: 3 },
      { op: 'replace', path: '/spec/size', value: 4 },
      { op: 'add', path: '/spec/open/a/d/-', value: 2 },
    ],
  }),
  ...vainPatches('', 'x', 4),
  getCustomObject('other before', gadgetRef, 'y'),
  ...vainPatches('other ', 'y', 1),
  getCustomObject('at last', gadgetRef, 'x'),
]

const protobuf = acceptHeader(mediaTypeTerm('protobuf'))

/** Reads of a custom type that accept only Protobuf, or Protobuf and JSON, and of its metadata. */
export const customInProtobuf: Step[] = [
  withNotes,
  createCustomObject('object', noteRef, 'x', { spec: { text: 'a' } }),
  getCustomObject('get', noteRef, 'x', { headers: protobuf }),
  listCustomObjects('list', noteRef, { headers: protobuf }),
  getCustomObject('either', noteRef, 'x', {
    headers: acceptHeader(mediaTypeTerm('protobuf'), mediaTypeTerm('json')),
  }),
  listCustomObjects('metadata', noteRef, {
    headers: acceptHeader(mediaTypeTerm('protobuf', 'PartialObjectMetadataList')),
  }),
  getCustomObject('after', noteRef, 'x'),
]

/** A merge patch with nulls in objects that are new, in a field that accepts any value. */
export const patchesWithNulls: Step[] = [
  withGadgets,
  createCustomObject('object', gadgetRef, 'x', { spec: { color: 'red', open: { a: { b: 1 } } } }),
  patchCustomObject('merge', gadgetRef, 'x', {
    type: 'merge',
    body: { spec: { open: { a: { c: { d: null, e: 1 } }, f: { g: null, h: { i: null, j: 2 } } } } },
  }),
  getCustomObject('after', gadgetRef, 'x'),
]

/** A strategic merge patch (`strategic`), and a merge patch that changes nothing. */
export const strategicPatch: Step[] = [
  withNotes,
  createCustomObject('object', noteRef, 'x', { spec: { text: 'a' } }),
  patchCustomObject('twin', noteRef, 'x', { type: 'merge', body: { spec: { text: 'a' } } }),
  rawRequest('strategic', 'PATCH', customCollection(noteRef, caseName('x')), {
    body: { spec: { text: 'b' } },
    headers: { 'content-type': patchMediaTypes.strategic },
  }),
  getCustomObject('after', noteRef, 'x'),
]

/** Creates and updates with unknown fields at each level, of a type that preserves them. */
export const writesWithPreservedFields: Step[] = ['Warn', 'Strict'].flatMap((level): Step[] => {
  const query = { fieldValidation: level }
  const logical = level.toLowerCase()
  const fields = { spec: { text: 'a', more: { b: [{ c: null }] } }, other: { d: 1 } }
  return [
    withNotes,
    createCustomObject(`create ${level}`, noteRef, logical, fields, { query }),
    getCustomObject(`read ${level}`, noteRef, logical),
    putCustomObject(`update ${level}`, noteRef, `create ${level}`, {
      set: { '/spec/new': true },
      query,
    }),
    getCustomObject(`after ${level}`, noteRef, logical),
  ]
})

/** Updates with a stale version, without a version, and of another object. */
const misplaced = (prefix: string, { old, now }: { old: string; now: string }): Step[] => [
  putCustomObject(`${prefix}stale`, gadgetRef, old, { set: { '/spec/size': 3 } }),
  putCustomObject(`${prefix}of no version`, gadgetRef, now, {
    set: { '/spec/size': 4 },
    drop: ['/metadata/resourceVersion'],
  }),
  putCustomObject(`${prefix}of another uid`, gadgetRef, now, {
    set: { '/metadata/uid': 'another', '/spec/size': 5 },
  }),
]

/**
 * Updates that do not match the stored object. Except for the one of a missing object, all are also
 * sent to a second object of the same age (`other`).
 */
export const misplacedUpdates: Step[] = [
  withGadgets,
  createCustomObject('object', gadgetRef, 'x', redSpec),
  createCustomObject('other', gadgetRef, 'y', redSpec),
  ...awaitQuiet(customCollection(gadgetRef), 'other'),
  putCustomObject('change', gadgetRef, 'object', { set: { '/spec/size': 2 } }),
  putCustomObject('other change', gadgetRef, 'other', { set: { '/spec/size': 2 } }),
  ...misplaced('', { old: 'object', now: 'change' }),
  rawRequest('to nothing', 'PUT', customCollection(gadgetRef, caseName('z')), {
    body: editTerm(fromAnswer('change', ''), { '/metadata/name': caseName('z') }, [
      '/metadata/uid',
      '/metadata/resourceVersion',
    ]),
  }),
  getCustomObject('after', gadgetRef, 'x'),
  getCustomObject('other before', gadgetRef, 'y'),
  ...misplaced('other ', { old: 'other', now: 'other change' }),
  getCustomObject('other after', gadgetRef, 'y'),
  getCustomObject('at last', gadgetRef, 'x'),
]

/** A collection delete with a label selector that matches some of the objects. */
export const selectedDelete: Step[] = [
  withGadgets,
  ...five.map(index => labelledGadget(`object ${index}`, `x${index}`)),
  createCustomObject('other', gadgetRef, 'other', redSpec),
  rawRequest('removed', 'DELETE', customCollection(gadgetRef), { query: ours }),
  listCustomObjects('left', gadgetRef, { query: ours }),
  getCustomObject('after', gadgetRef, 'other'),
]

/** Changes that increase the generation of an object, and changes that do not. */
export const generationChanges: Step[] = [
  withGadgets,
  createCustomObject('object', gadgetRef, 'x', redSpec),
  putCustomObject('same', gadgetRef, 'object', {}),
  patchCustomObject('labelled', gadgetRef, 'x', {
    type: 'merge',
    body: { metadata: { labels: { a: 'b' } } },
  }),
  patchCustomObject('changed', gadgetRef, 'x', { type: 'merge', body: { spec: { size: 2 } } }),
  patchCustomObject('reported', gadgetRef, 'x', {
    type: 'merge',
    below: 'status',
    body: { status: { phase: 'Ready' } },
  }),
  patchCustomObject('forged', gadgetRef, 'x', {
    type: 'merge',
    body: { metadata: { generation: 77 } },
  }),
]

const byColor = (color: string) => ({
  query: { fieldSelector: `spec.color=${color}`, ...ours },
})

/** Lists and a watch by a selectable field of the definition, and lists by other fields. */
export const fieldSelections: Step[] = [
  withGadgets,
  labelledGadget('red', 'red'),
  labelledGadget('blue', 'blue', 'blue'),
  listCustomObjects('reds', gadgetRef, byColor('red')),
  listCustomObjects('not reds', gadgetRef, {
    query: { fieldSelector: 'spec.color!=red', ...ours },
  }),
  listCustomObjects('by name', gadgetRef, {
    query: { fieldSelector: { $join: ['metadata.name=', caseName('blue')] } },
  }),
  listCustomObjects('by size', gadgetRef, { query: { fieldSelector: 'spec.size=1' } }),
  ...watchTwice('watch', customCollection(gadgetRef), { from: 'blue', ...byColor('red') }),
  putCustomObject('leaves', gadgetRef, 'red', { set: { '/spec/color': 'green' } }),
  putCustomObject('enters', gadgetRef, 'blue', { set: { '/spec/color': 'red' } }),
  ...awaitBoth('watch', label => awaitVersion(label, 'enters')),
]

const server = 'CBORServingAndStorage=true'
const cbor = { headers: acceptHeader(mediaTypeTerm('cbor')), server }

/** An object that is sent in CBOR, and read in CBOR and JSON, alone and in lists. */
export const customInCbor: Step[] = [
  withNotes,
  rawRequest('object', 'POST', customCollection(noteRef), {
    body: encodedBody('cbor', {
      apiVersion: { $join: [fromAnswer('notes', '/spec/group'), '/v1'] },
      kind: 'Note',
      metadata: { name: caseName('x'), labels: { 'touchstone/case': caseName('case') } },
      spec: { text: 'é', more: [1, -1, 1.5, true, null, { a: 'b' }, 2 ** 40] },
    }),
    server,
  }),
  getCustomObject('get in CBOR', noteRef, 'x', cbor),
  getCustomObject('get in JSON', noteRef, 'x'),
  listCustomObjects('list in CBOR', noteRef, { ...cbor, query: ours }),
  listCustomObjects('list in JSON', noteRef, { query: ours }),
  getCustomObject('after', noteRef, 'x'),
]
