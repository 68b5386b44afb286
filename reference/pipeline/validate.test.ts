import { describe, expect, it } from 'vitest'

import { dns1123Subdomain } from '../api/name-rules.ts'
import type { ApiObject } from '../api/object.ts'
import type { Resource } from '../api/resource.ts'
import { runToEnd } from '../lib/event-loop.ts'
import { validate } from './validate.ts'
import { processorMs } from '../lib/test-processor-time.ts'

const resource = { nameRule: dns1123Subdomain, rules: () => [] } as Partial<Resource> as Resource

const object = (metadata: ApiObject['metadata']): ApiObject => ({
  kind: 'Thing',
  apiVersion: 'v1',
  metadata: { name: 'a', ...metadata },
})

const faults = (next: ApiObject, old?: ApiObject, operation: 'create' | 'update' = 'create') =>
  runToEnd(validate({ operation, resource, object: next, old })).map(({ field }) => field)

const deletionTimestamp = '2026-01-01T00:00:00Z'

describe('validate', () => {
  it.each<[ApiObject['metadata'], string[]]>([
    [{}, []],
    [{ name: '' }, ['metadata.name']],
    [{ name: 'A' }, ['metadata.name']],
    [{ labels: { 'a b': 'c' } }, ['metadata.labels']],
    [{ annotations: { a: 'x'.repeat(262_144) } }, ['metadata.annotations']],
    [{ finalizers: ['a b'] }, ['metadata.finalizers']],
    [
      { ownerReferences: [{ kind: 'K', name: 'n', uid: '' }] },
      ['metadata.ownerReferences.apiVersion', 'metadata.ownerReferences.uid'],
    ],
    [
      {
        ownerReferences: ['x', 'y'].map(name => ({
          apiVersion: 'v1',
          kind: 'K',
          name,
          uid: name,
          controller: true,
        })),
      },
      ['metadata.ownerReferences'],
    ],
  ])('of a create: %j', (metadata, fields) => {
    expect(faults(object(metadata))).toEqual(fields)
  })

  it('lets no client start a deletion or add finalizers to one (DEL-031, DEL-032)', () => {
    const live = object({})
    const deleted = object({ deletionTimestamp, finalizers: ['a/b', 'a/c'] })
    const joined = object({ deletionTimestamp, finalizers: ['a/c', 'a/d'] })
    const left = object({ deletionTimestamp, finalizers: ['a/c'] })

    expect(faults(deleted, live, 'update')).toEqual(['metadata.deletionTimestamp'])
    expect(faults(joined, deleted, 'update')).toEqual(['metadata.finalizers'])
    expect(faults(left, deleted, 'update')).toEqual([])
  })

  it('stops after fifty causes and one more that says there are more', () => {
    const many = Array.from({ length: 100_000 }, (_, index) => `!${index}`)
    const labels = Object.fromEntries(many.map(key => [key, '']))
    const ownerReferences = many.map(() => ({}))

    expect(faults(object({ labels }))).toHaveLength(51)
    expect(faults(object({ finalizers: many }))).toHaveLength(51)
    expect(faults(object({ ownerReferences }))).toHaveLength(51)
  })

  it('compares long lists of finalizers in bounded time', () => {
    const list = (prefix: string) => Array.from({ length: 50_000 }, (_, i) => `${prefix}/${i}`)
    const deleted = object({ deletionTimestamp, finalizers: list('a') })
    const joined = object({ deletionTimestamp, finalizers: list('b') })
    const startedMs = processorMs()

    const [cause] = runToEnd(
      validate({ operation: 'update', resource, object: joined, old: deleted }),
    )

    expect(cause?.message.length).toBeLessThan(1000)
    expect(processorMs() - startedMs).toBeLessThan(2000)
  })

  it('does not validate the name of an existing object again', () => {
    const old = object({ name: 'Old_Name' })
    expect(faults(old, old, 'update')).toEqual([])
  })

  it('never refuses a delete', () => {
    const broken = object({ labels: { 'a b': 'c' } })
    const attempt = { operation: 'delete', resource, object: broken, old: broken } as const
    expect(runToEnd(validate(attempt))).toEqual([])
  })
})
