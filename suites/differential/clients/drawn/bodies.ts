// Generates bodies of requests, valid or with one fault.

import type { RandomSource } from './draw.ts'
import { wrongNames } from './vocabulary.ts'
import type { DrawnType } from './vocabulary.ts'
import { isJsonObject } from '../../../../properties/dsl/term.ts'

/** Draws the name of the existing object, or rarely an invalid one. */
export const drawObjectName = (draw: RandomSource, { name }: DrawnType): string =>
  draw.oneIn(4) ? draw.either([name], wrongNames) : name

/** Metadata that is invalid, or that changes an immutable field. */
export const metadataFaults: readonly object[] = [
  { labels: { 'a b': 'c' } },
  { labels: { a: 'b c' } },
  { labels: { a: 1 } },
  { labels: [] },
  { annotations: { 'a b': 'c' } },
  { finalizers: ['nope'] },
  { ownerReferences: [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'x' }] },
  { name: 'UPPER' },
  { name: '' },
  { name: 1 },
  { namespace: 'other' },
  { uid: 'x' },
  { creationTimestamp: 'x' },
  { unknown: 1 },
]

const oddMetadata: readonly object[] = [
  {},
  {},
  {},
  { labels: null },
  { labels: { app: 'web', tier: 'x' } },
  { annotations: {} },
  { annotations: { a: 'b' } },
  { finalizers: ['shop.example/hold'] },
  { deletionTimestamp: '2026-01-01T00:00:00Z' },
  { managedFields: [] },
]

/** Draws an object of a type, valid or with one fault. */
export function drawObject(draw: RandomSource, type: DrawnType, name: string): object {
  const { apiVersion, kind, make } = type
  const metadata = { name, ...draw.either(oddMetadata, metadataFaults) }
  const good = { apiVersion, kind, metadata, ...make }
  return draw.oneIn(3) ? draw.either([good, withoutType(good)], faultsOf(good)) : good
}

const withoutType = ({ apiVersion: _version, kind: _kind, ...rest }: Whole): object => rest

type Whole = { apiVersion: string; kind: string; metadata: object }

const faultsOf = (good: Whole): readonly object[] => [
  { ...good, kind: 'Other' },
  { ...good, apiVersion: 'v9' },
  { ...good, metadata: undefined },
  { ...good, metadata: [] },
  { ...good, spec: 'x' },
  { ...good, unknown: { a: 1 } },
]

/** Merges a change into a value like a JSON merge patch, but keeps null. */
export function mergePatch(value: object, change: object): object {
  const entries = Object.entries(change).map(([name, member]: [string, unknown]) => {
    const old: unknown = Reflect.get(value, name)
    return [
      name,
      isJsonObject(old) && isJsonObject(member) ? mergePatch(old, member) : member,
    ] as const
  })
  return { ...value, ...Object.fromEntries(entries) }
}

export const jsonPatchOperations: { good: readonly unknown[]; wrong: readonly unknown[] } = {
  good: [
    [{ op: 'add', path: '/metadata/labels', value: { a: 'b' } }],
    [{ op: 'add', path: '/metadata/labels/a', value: 'b' }],
    [{ op: 'remove', path: '/metadata/labels' }],
    [{ op: 'test', path: '/metadata/labels/app', value: 'web' }],
    [{ op: 'copy', from: '/metadata/name', path: '/metadata/labels/copy' }],
    [],
  ],
  wrong: [
    [{ op: 'remove', path: '/absent' }],
    [{ op: 'replace', path: '/metadata/name', value: 'other' }],
    [{ op: 'replace', path: '/absent/x', value: 1 }],
    [{ op: 'test', path: '/kind', value: 'x' }],
    [{ op: 'test', path: '/absent', value: 'x' }],
    [{ op: 'move', from: '/absent', path: '/x' }],
    [{ op: 'jump', path: '/x' }],
    [{ op: 'add', path: 'x', value: 1 }],
    [{ op: 'add', path: '/metadata/finalizers/-', value: 'shop.example/hold' }],
    [{ path: '/x' }],
    [{ op: 'add' }],
    {},
    [1],
  ],
}
