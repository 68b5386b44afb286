// Definitions that change, and what becomes of the objects that there are.

import {
  createObject,
  definitions,
  getObject,
  getType,
  listObjects,
  madeType,
  makeType,
  ownDefinition,
  patchObject,
  putObject,
  specOf,
  typeOf,
  until,
  version,
} from '../../dsl/custom-steps.ts'
import type { Request, Step } from '../../dsl/scenario.ts'
import { raw } from '../../dsl/steps.ts'
import type { Term } from '../../dsl/term.ts'
import { patchTypes } from '../../dsl/write-steps.ts'
import { type, widgets } from './custom-definitions.ts'

const patchType = (as: string, patch: Term[]): Request =>
  raw(as, 'PATCH', definitions(ownDefinition()), {
    body: patch,
    headers: { 'content-type': patchTypes.json },
  })

const specAt = '/spec/versions/0/schema/openAPIV3Schema/properties/spec/properties'
const replaced = (path: string, value: Term): Term => ({ op: 'replace', path, value })
const added = (path: string, value: Term): Term => ({ op: 'add', path, value })

/** The version of an object's type in which a change of the definition has come into force. */
const inForce = (as: string, logical: string, spec: Term): Step =>
  until(getObject(as, type, logical), { spec })

/**
 * An object with two fields; then its type loses one of them, and gets another that has a default.
 */
export const changedSchema: Step[] = [
  ...madeType(
    'type',
    typeOf([version('v1', specOf({ a: { type: 'string' }, b: { type: 'string' } }))]),
  ),
  until(listObjects('served', type), 200),
  createObject('object', type, 'x', { spec: { a: 'a', b: 'b' } }),
  getObject('before', type, 'x'),
  patchType('changed', [
    { op: 'remove', path: `${specAt}/b` },
    added(`${specAt}/c`, { type: 'string', default: 'c' }),
  ]),
  inForce('after', 'x', { c: 'c' }),
  putObject('written', type, 'after', { set: { '/spec/a': 'other' } }),
  patchType('changed back', [added(`${specAt}/b`, { type: 'string', default: 'new' })]),
  inForce('at last', 'x', { b: 'new' }),
]

const a = (schema: Term): Term => replaced(`${specAt}/a`, schema)
const change = (as: string, spec: Term): Request =>
  patchObject(as, type, 'x', { type: 'merge', body: { spec } })

/** A type whose field may suddenly hold less than an object of it holds, which is then changed. */
export const tightened: Step[] = [
  ...madeType(
    'type',
    typeOf([version('v1', specOf({ a: { type: 'string' }, b: { type: 'integer' } }))]),
  ),
  until(listObjects('served', type), 200),
  createObject('object', type, 'x', { spec: { a: 'much too long', b: 1 } }),
  patchType('tightened', [a({ type: 'string', maxLength: 3 })]),
  until(
    createObject(
      'refused',
      type,
      'y',
      { spec: { a: 'much too long' } },
      { query: { dryRun: 'All' } },
    ),
    422,
  ),
  change('elsewhere', { b: 2 }),
  change('as wrong', { a: 'still too long' }),
  change('mended', { a: 'ok' }),
  change('wrong again', { a: 'much too long' }),
]

/** Changes of an established definition that cannot be, beside one that can. */
export const fixedParts: Step[] = [
  ...madeType('type', widgets),
  patchType('twin', [added('/spec/names/shortNames', ['wdg'])]),
  patchType('other scope', [replaced('/spec/scope', 'Cluster')]),
  patchType('other group', [replaced('/spec/group', 'other.touchstone.example')]),
  patchType('other plural', [replaced('/spec/names/plural', 'others')]),
  patchType('other version', [replaced('/spec/versions/0/name', 'v2')]),
  getType('after'),
]

/** A schema of so many characters, which nobody could store. */
const characters = 4 * 1024 * 1024

/** A definition that is too large, and then one that is not. */
export const tooLarge: Step[] = [
  makeType('large', widgets, {
    set: {
      '/spec/versions/0/schema/openAPIV3Schema/description': {
        $repeat: 'long ',
        times: Math.ceil(characters / 5),
      },
    },
  }),
  getType('after large'),
  ...madeType('type', widgets),
]
