import { expect, it, vi } from 'vitest'

import { batching, startAudited } from './test-audit.ts'

const maps = '/api/v1/namespaces/default/configmaps'
const create = (name: string, length: number) => ({
  metadata: { name },
  data: { long: 'x'.repeat(length) },
})

it('omits the objects from an event that is too long', async () => {
  const truncation = { eventBytesMax: 3000, batchBytesMax: 10_000 }
  const { ask, events } = await startAudited(
    { rules: [{ level: 'Request' }], omitStages: ['RequestReceived'] },
    { sink: { truncation } },
  )

  await ask('POST', maps, create('short', 10))
  await ask('POST', maps, create('long', 3000))

  await vi.waitFor(() => expect(events()).toHaveLength(2))
  const [short, long] = events()
  expect(short).toMatchObject({ requestObject: { metadata: { name: 'short' } } })
  expect(short?.['annotations']).not.toHaveProperty(['audit.k8s.io/truncated'])
  expect(long).not.toHaveProperty('requestObject')
  expect(long).toMatchObject({
    objectRef: { name: 'long' },
    annotations: { 'audit.k8s.io/truncated': 'true', 'authorization.k8s.io/decision': 'allow' },
  })
})

it('drops an event that is too long without its objects, and counts it', async () => {
  const truncation = { eventBytesMax: 100, batchBytesMax: 100 }
  const { ask, lists, lines, parts } = await startAudited(
    { rules: [{ level: 'Metadata' }] },
    { sink: { truncation, mode: 'blocking-strict' } },
  )

  expect((await ask('GET', maps)).status).toBe(200)

  await vi.waitFor(() =>
    expect(parts.audit?.sinks.map(one => one.counts())).toEqual([{ taken: 2, lost: 2 }]),
  )
  expect(lists).toEqual([])
  expect(lines).toContainEqual(expect.stringContaining('too long'))
})

it('sends batches up to a maximum length', async () => {
  const truncation = { eventBytesMax: 1200, batchBytesMax: 1200 }
  const sink = { truncation, mode: 'batch' as const, batching: { ...batching, maxSize: 4 } }
  const { ask, events, lists } = await startAudited({ rules: [{ level: 'Metadata' }] }, { sink })

  await ask('GET', maps)
  await ask('GET', maps)

  await vi.waitFor(() => expect(events()).toHaveLength(4))
  expect(lists.length).toBeGreaterThan(1)
})
