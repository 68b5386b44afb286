import { describe, expect, it } from 'vitest'

import type { ApiObject } from '../api/object.ts'
import {
  prepareForCreate,
  hasChanged,
  mayBeRemoved,
  markDeleted,
  placeInPath,
  prepareForUpdate,
} from './metadata-rules.ts'

const resource = {
  hasGeneration: false,
  isWritable: (field: string) => field !== 'status',
  prepare: (object: ApiObject) => object,
  gracePeriodSeconds: () => 0,
  onFirstDelete: (object: ApiObject) => object,
  finalizers: ({ metadata }: ApiObject) => metadata.finalizers ?? [],
}
const counted = { ...resource, hasGeneration: true }

const object = (metadata: ApiObject['metadata'], fields = {}): ApiObject => ({
  kind: 'Thing',
  apiVersion: 'v1',
  metadata,
  ...fields,
})

const stored = object({
  name: 'a',
  namespace: 'n',
  uid: 'u1',
  resourceVersion: '5',
  creationTimestamp: '2026-01-01T00:00:00Z',
})

describe('place', () => {
  const inPath = { namespace: 'n', name: '' }

  it('fills in the namespace of the path', () => {
    const placed = placeInPath(object({ name: 'a' }), inPath, { isNamespaced: true })
    expect(placed.metadata).toEqual({ name: 'a', namespace: 'n' })
  })

  it('refuses another namespace, and drops any for a cluster-scoped type', () => {
    const elsewhere = object({ name: 'a', namespace: 'other' })
    const refuse = () => placeInPath(elsewhere, inPath, { isNamespaced: true })
    expect(refuse).toThrow(expect.objectContaining({ code: 400 }))
    const cluster = placeInPath(elsewhere, { namespace: '', name: '' }, { isNamespaced: false })
    expect(cluster.metadata).toEqual({ name: 'a' })
  })

  it.each(['', 'b'])('refuses the name "%s" on the path of "a"', name => {
    const refuse = () =>
      placeInPath(object({ name }), { ...inPath, name: 'a' }, { isNamespaced: true })
    expect(refuse).toThrow(expect.objectContaining({ code: 400 }))
  })
})

describe('create', () => {
  const identity = { namespace: 'n', name: 'a', uid: 'u1', now: Date.UTC(2026, 0, 1, 0, 0, 0, 999) }

  it('sets the identity of the object, ignoring that of the body', () => {
    const body = object(
      {
        name: 'a',
        uid: 'mine',
        resourceVersion: '0',
        creationTimestamp: '2001-01-01T00:00:00Z',
        deletionTimestamp: '2001-01-01T00:00:00Z',
        deletionGracePeriodSeconds: 5,
        generation: 7,
        labels: { a: 'b' },
      },
      { status: { phase: 'Mine' }, data: {} },
    )
    expect(prepareForCreate(body, identity, resource)).toEqual({
      kind: 'Thing',
      apiVersion: 'v1',
      data: {},
      metadata: {
        name: 'a',
        namespace: 'n',
        uid: 'u1',
        creationTimestamp: '2026-01-01T00:00:00Z',
        labels: { a: 'b' },
      },
    })
  })

  it('starts the generation of a type that counts it', () => {
    expect(prepareForCreate(object({}), identity, counted).metadata.generation).toBe(1)
  })
})

describe('update', () => {
  it('keeps the fields of the server and replaces the rest', () => {
    const current = { ...stored, status: { phase: 'Active' }, data: { a: '1' } }
    const body = object(
      { name: 'a', namespace: 'n', uid: 'u1', creationTimestamp: '2001-01-01T00:00:00Z' },
      { status: { phase: 'Mine' }, data: { b: '2' } },
    )
    const next = prepareForUpdate(body, current, resource)
    expect(next.metadata).toMatchObject({ uid: 'u1', creationTimestamp: '2026-01-01T00:00:00Z' })
    expect(next).toMatchObject({ status: { phase: 'Active' }, data: { b: '2' } })
    expect(next['data']).not.toHaveProperty('a')
  })

  it('keeps the deletion mark if the body omits it', () => {
    const deleted = markDeleted(stored, { now: 0 }, resource)
    const next = prepareForUpdate(object({ name: 'a', namespace: 'n' }), deleted, resource)
    expect(next.metadata.deletionTimestamp).toBe('1970-01-01T00:00:00Z')
  })

  it('counts changes of the content only', () => {
    const current = object({ name: 'a', generation: 3 }, { spec: { a: 1 } })
    const relabelled = object({ name: 'a', labels: { a: 'b' } }, { spec: { a: 1 } })
    const changed = object({ name: 'a' }, { spec: { a: 2 } })
    expect(prepareForUpdate(relabelled, current, counted).metadata.generation).toBe(3)
    expect(prepareForUpdate(changed, current, counted).metadata.generation).toBe(4)
  })
})

describe('markDeleted', () => {
  it('marks an object once, and a second delete changes nothing', () => {
    const marked = markDeleted(stored, { now: 1000 }, resource)
    expect(marked.metadata).toMatchObject({
      deletionTimestamp: '1970-01-01T00:00:01Z',
      deletionGracePeriodSeconds: 0,
    })
    expect(markDeleted(marked, { now: 9000 }, resource)).toBe(marked)
  })

  it('sets a grace period, which a second delete can shorten (DEL-014)', () => {
    const graceful = { ...resource, gracePeriodSeconds: () => 30 }
    const ends = (deleted: ApiObject) => [
      deleted.metadata.deletionTimestamp,
      deleted.metadata.deletionGracePeriodSeconds,
    ]
    const marked = markDeleted(stored, { now: 0 }, graceful)
    const sooner = markDeleted(marked, { now: 5000, gracePeriodSeconds: 10 }, graceful)

    expect(ends(marked)).toEqual(['1970-01-01T00:00:30Z', 30])
    expect(ends(sooner)).toEqual(['1970-01-01T00:00:15Z', 10])
    expect(markDeleted(sooner, { now: 0, gracePeriodSeconds: 20 }, graceful)).toBe(sooner)
    expect(mayBeRemoved(sooner, graceful)).toBe(false)
    expect(
      mayBeRemoved(markDeleted(sooner, { now: 0, gracePeriodSeconds: 0 }, graceful), graceful),
    ).toBe(true)
  })

  it('sets the finalizer for dependents, also in a second delete (DEL-017)', () => {
    const held = object({ name: 'a', finalizers: ['a/b', 'orphan'] })
    const finalizers = (policy: 'Orphan' | 'Foreground' | 'Background') =>
      markDeleted(held, { now: 0, propagationPolicy: policy }, resource).metadata.finalizers

    expect(finalizers('Foreground')).toEqual(['a/b', 'foregroundDeletion'])
    expect(finalizers('Orphan')).toEqual(['a/b', 'orphan'])
    expect(finalizers('Background')).toEqual(['a/b'])
    expect(markDeleted(held, { now: 0 }, resource).metadata.finalizers).toEqual(['a/b', 'orphan'])
  })
})

describe('hasChanged', () => {
  it('compares everything but the version, in any order of members', () => {
    const { name: _name, ...others } = stored.metadata
    const same = object({ ...others, resourceVersion: '9', name: 'a' })
    expect(hasChanged(stored, same)).toBe(false)
    expect(hasChanged(stored, object({ ...stored.metadata, labels: { a: 'b' } }))).toBe(true)
    expect(hasChanged(object({}, { n: 2n ** 60n }), object({}, { n: 2n ** 60n + 1n }))).toBe(true)
  })
})

describe('mayBeRemoved', () => {
  it('is true if the object is deleted and no finalizer remains', () => {
    const waiting = object({ deletionTimestamp: '2026-01-01T00:00:00Z', finalizers: ['a/b'] })
    expect(mayBeRemoved(stored, resource)).toBe(false)
    expect(mayBeRemoved(waiting, resource)).toBe(false)
    expect(mayBeRemoved(markDeleted(stored, { now: 0 }, resource), resource)).toBe(true)
  })
})
