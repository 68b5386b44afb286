// Builds updates of definitions, and reads of existing objects afterwards.

import {
  createCustomObject,
  definitionsPathTerm,
  getCustomObject,
  getType,
  listCustomObjects,
  createEstablishedType,
  createType,
  ownDefinitionPath,
  patchCustomObject,
  putCustomObject,
  specOf,
  typeSpec,
  pollUntil,
  definitionVersion,
} from '../../dsl/custom-steps.ts'
import type { RequestStep, Step } from '../../dsl/scenario.ts'
import { rawRequest } from '../../dsl/steps.ts'
import type { Term } from '../../dsl/term.ts'
import { patchMediaTypes } from '../../dsl/write-steps.ts'
import { definedType, widgetType } from './custom-definitions.ts'

const patchType = (as: string, patch: Term[]): RequestStep =>
  rawRequest(as, 'PATCH', definitionsPathTerm(ownDefinitionPath()), {
    body: patch,
    headers: { 'content-type': patchMediaTypes.json },
  })

const specAt = '/spec/versions/0/schema/openAPIV3Schema/properties/spec/properties'
const replaced = (path: string, value: Term): Term => ({ op: 'replace', path, value })
const added = (path: string, value: Term): Term => ({ op: 'add', path, value })

/** Polls an object until a change of its definition is in force. */
const inForce = (as: string, logical: string, spec: Term): Step =>
  pollUntil(getCustomObject(as, definedType, logical), { spec })

/** Removes one of two fields of an object's type, and adds one with a default. */
export const schemaChange: Step[] = [
  ...createEstablishedType(
    'type',
    typeSpec([definitionVersion('v1', specOf({ a: { type: 'string' }, b: { type: 'string' } }))]),
  ),
  pollUntil(listCustomObjects('served', definedType), 200),
  createCustomObject('object', definedType, 'x', { spec: { a: 'a', b: 'b' } }),
  getCustomObject('before', definedType, 'x'),
  patchType('changed', [
    { op: 'remove', path: `${specAt}/b` },
    added(`${specAt}/c`, { type: 'string', default: 'c' }),
  ]),
  inForce('after', 'x', { c: 'c' }),
  putCustomObject('written', definedType, 'after', { set: { '/spec/a': 'other' } }),
  patchType('changed back', [added(`${specAt}/b`, { type: 'string', default: 'new' })]),
  inForce('at last', 'x', { b: 'new' }),
]

const a = (schema: Term): Term => replaced(`${specAt}/a`, schema)
const change = (as: string, spec: Term): RequestStep =>
  patchCustomObject(as, definedType, 'x', { type: 'merge', body: { spec } })

/**
 * Restricts a field of a type so that an existing object is invalid, and then changes the object.
 */
export const schemaTightening: Step[] = [
  ...createEstablishedType(
    'type',
    typeSpec([definitionVersion('v1', specOf({ a: { type: 'string' }, b: { type: 'integer' } }))]),
  ),
  pollUntil(listCustomObjects('served', definedType), 200),
  createCustomObject('object', definedType, 'x', { spec: { a: 'much too long', b: 1 } }),
  patchType('tightened', [a({ type: 'string', maxLength: 3 })]),
  pollUntil(
    createCustomObject(
      'refused',
      definedType,
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

/** Changes of immutable fields of an established definition, and one allowed change. */
export const immutableFieldUpdates: Step[] = [
  ...createEstablishedType('type', widgetType),
  patchType('twin', [added('/spec/names/shortNames', ['wdg'])]),
  patchType('other scope', [replaced('/spec/scope', 'Cluster')]),
  patchType('other group', [replaced('/spec/group', 'other.touchstone.example')]),
  patchType('other plural', [replaced('/spec/names/plural', 'others')]),
  patchType('other version', [replaced('/spec/versions/0/name', 'v2')]),
  getType('after'),
]

/** The length of a schema that no server can store. */
const characters = 4 * 1024 * 1024

/** A definition that is too large, and then a normal one. */
export const tooLargeDefinition: Step[] = [
  createType('large', widgetType, {
    set: {
      '/spec/versions/0/schema/openAPIV3Schema/description': {
        $repeat: 'long ',
        times: Math.ceil(characters / 5),
      },
    },
  }),
  getType('after large'),
  ...createEstablishedType('type', widgetType),
]
