// The status and the scale of custom objects.

import {
  createObject,
  getObject,
  objectsAt,
  patchObject,
  putObject,
} from '../../dsl/custom-steps.ts'
import type { Request, Step } from '../../dsl/scenario.ts'
import { edited, named, raw, seen } from '../../dsl/steps.ts'
import type { Term } from '../../dsl/term.ts'
import { patchTypes } from '../../dsl/write-steps.ts'
import { gadget, note, red, withGadgets, withNotes } from './custom-types.ts'

/** Spec and status are written together, through the object and through its status. */
export const statusApart: Step[] = [
  withGadgets,
  createObject('object', gadget, 'x', { ...red, status: { phase: 'Made' } }),
  putObject('through status', gadget, 'object', {
    below: 'status',
    set: { '/spec/color': 'blue', '/metadata/labels/a': 'b', '/status': { phase: 'Ready' } },
  }),
  getObject('beside status', gadget, 'x'),
  putObject('through object', gadget, 'through status', {
    set: { '/spec/color': 'green', '/status/phase': 'Lost' },
  }),
  getObject('beside object', gadget, 'x'),
  patchObject('patch of status', gadget, 'x', {
    type: 'merge',
    below: 'status',
    body: { status: { phase: 'Done' }, spec: { color: 'black' } },
  }),
  raw('get of status', 'GET', objectsAt(gadget, named('x'), 'status')),
  getObject('after', gadget, 'x'),
  putObject('invalid', gadget, 'after', { below: 'status', set: { '/status/phase': 7 } }),
  getObject('at last', gadget, 'x'),
]

/** A type without subresources: its status is a field, and has no path. */
export const statusWithin: Step[] = [
  withNotes,
  createObject('object', note, 'x', { spec: { text: 'a' }, status: { phase: 'Made' } }),
  putObject('changed', note, 'object', { set: { '/status/phase': 'Ready' } }),
  raw('get of status', 'GET', objectsAt(note, named('x'), 'status')),
  raw('get of scale', 'GET', objectsAt(note, named('x'), 'scale')),
  patchObject('patch of status', note, 'x', {
    type: 'merge',
    below: 'status',
    body: { status: { phase: 'Lost' } },
  }),
  getObject('after', note, 'x'),
]

const scaleAt = objectsAt(gadget, named('x'), 'scale')

const patchScale = (as: string, replicas: Term): Request =>
  raw(as, 'PATCH', scaleAt, {
    body: { spec: { replicas } },
    headers: { 'content-type': patchTypes.merge },
  })

/** The scale of an object is read and written, and the object read beside it. */
export const scaled: Step[] = [
  withGadgets,
  createObject('object', gadget, 'x', { spec: { color: 'red', replicas: 3 } }),
  patchObject('reported', gadget, 'x', {
    type: 'merge',
    below: 'status',
    body: { status: { replicas: 2, selector: 'app=x' } },
  }),
  raw('scale', 'GET', scaleAt),
  getObject('beside scale', gadget, 'x'),
  raw('written', 'PUT', scaleAt, {
    body: edited(seen('scale', ''), { '/spec/replicas': 5, '/status/replicas': 9 }),
  }),
  getObject('after write', gadget, 'x'),
  raw('stale', 'PUT', scaleAt, { body: edited(seen('scale', ''), { '/spec/replicas': 6 }) }),
  patchScale('patched', 7),
  patchScale('negative', -1),
  getObject('after', gadget, 'x'),
]
