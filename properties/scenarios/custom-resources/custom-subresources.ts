// Builds requests for the status and scale of custom objects.

import {
  createCustomObject,
  getCustomObject,
  customCollection,
  patchCustomObject,
  putCustomObject,
} from '../../dsl/custom-steps.ts'
import type { RequestStep, Step } from '../../dsl/scenario.ts'
import { editTerm, caseName, rawRequest, fromAnswer } from '../../dsl/steps.ts'
import type { Term } from '../../dsl/term.ts'
import { patchMediaTypes } from '../../dsl/write-steps.ts'
import { gadgetRef, noteRef, redSpec, withGadgets, withNotes } from './custom-types.ts'

/** Writes spec and status together, through the object and through its status subresource. */
export const statusAsSubresource: Step[] = [
  withGadgets,
  createCustomObject('object', gadgetRef, 'x', { ...redSpec, status: { phase: 'Made' } }),
  putCustomObject('through status', gadgetRef, 'object', {
    below: 'status',
    set: { '/spec/color': 'blue', '/metadata/labels/a': 'b', '/status': { phase: 'Ready' } },
  }),
  getCustomObject('beside status', gadgetRef, 'x'),
  putCustomObject('through object', gadgetRef, 'through status', {
    set: { '/spec/color': 'green', '/status/phase': 'Lost' },
  }),
  getCustomObject('beside object', gadgetRef, 'x'),
  patchCustomObject('patch of status', gadgetRef, 'x', {
    type: 'merge',
    below: 'status',
    body: { status: { phase: 'Done' }, spec: { color: 'black' } },
  }),
  rawRequest('get of status', 'GET', customCollection(gadgetRef, caseName('x'), 'status')),
  getCustomObject('after', gadgetRef, 'x'),
  putCustomObject('invalid', gadgetRef, 'after', { below: 'status', set: { '/status/phase': 7 } }),
  getCustomObject('at last', gadgetRef, 'x'),
]

/** Continues with patches of the object that write spec and status together. */
export const statusInPatches: Step[] = [
  ...statusAsSubresource,
  patchCustomObject('merge patch', gadgetRef, 'x', {
    type: 'merge',
    body: { spec: { color: 'white' }, status: { phase: 'Lost' } },
  }),
  patchCustomObject('json patch', gadgetRef, 'x', {
    type: 'json',
    body: [
      { op: 'add', path: '/spec/color', value: 'gray' },
      { op: 'add', path: '/status/phase', value: 'Lost' },
    ],
  }),
  getCustomObject('after patches', gadgetRef, 'x'),
]

/** Two updates of the status that are based on the same version of the object. */
export const statusWithStaleVersion: Step[] = [
  withGadgets,
  createCustomObject('object', gadgetRef, 'x', redSpec),
  putCustomObject('first', gadgetRef, 'object', {
    below: 'status',
    set: { '/status': { phase: 'Ready' } },
  }),
  getCustomObject('before', gadgetRef, 'x'),
  putCustomObject('stale', gadgetRef, 'object', {
    below: 'status',
    set: { '/status': { phase: 'Lost' } },
  }),
  getCustomObject('after', gadgetRef, 'x'),
]

/** A type without subresources, whose status is an ordinary field without a path. */
export const statusAsField: Step[] = [
  withNotes,
  createCustomObject('object', noteRef, 'x', { spec: { text: 'a' }, status: { phase: 'Made' } }),
  putCustomObject('changed', noteRef, 'object', { set: { '/status/phase': 'Ready' } }),
  rawRequest('get of status', 'GET', customCollection(noteRef, caseName('x'), 'status')),
  rawRequest('get of scale', 'GET', customCollection(noteRef, caseName('x'), 'scale')),
  patchCustomObject('patch of status', noteRef, 'x', {
    type: 'merge',
    below: 'status',
    body: { status: { phase: 'Lost' } },
  }),
  getCustomObject('after', noteRef, 'x'),
]

const scaleAt = customCollection(gadgetRef, caseName('x'), 'scale')

const patchScale = (as: string, replicas: Term): RequestStep =>
  rawRequest(as, 'PATCH', scaleAt, {
    body: { spec: { replicas } },
    headers: { 'content-type': patchMediaTypes.merge },
  })

/** Reads and writes the scale of an object, and reads the object in between. */
export const scaleReadsAndWrites: Step[] = [
  withGadgets,
  createCustomObject('object', gadgetRef, 'x', { spec: { color: 'red', replicas: 3 } }),
  patchCustomObject('reported', gadgetRef, 'x', {
    type: 'merge',
    below: 'status',
    body: { status: { replicas: 2, selector: 'app=x' } },
  }),
  rawRequest('scale', 'GET', scaleAt),
  getCustomObject('beside scale', gadgetRef, 'x'),
  rawRequest('written', 'PUT', scaleAt, {
    body: editTerm(fromAnswer('scale', ''), { '/spec/replicas': 5, '/status/replicas': 9 }),
  }),
  getCustomObject('after write', gadgetRef, 'x'),
  rawRequest('stale', 'PUT', scaleAt, {
    body: editTerm(fromAnswer('scale', ''), { '/spec/replicas': 6 }),
  }),
  patchScale('patched', 7),
  patchScale('negative', -1),
  getCustomObject('after', gadgetRef, 'x'),
]
