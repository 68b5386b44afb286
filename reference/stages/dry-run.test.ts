import { expect, test } from 'vitest'
import { request } from 'undici'
import { startReference } from '../index.ts'

const leases = '/apis/coordination.cluster.example/v1/namespaces/default/leases'

test('a dry run is refused and stores nothing', async () => {
  const reference = await startReference()
  const send = (method: 'POST' | 'GET' | 'DELETE', path: string, body?: object) =>
    request(reference.url + path, { method, body: body ? JSON.stringify(body) : null })
  const created = await send('POST', `${leases}?dryRun=All`, { metadata: { name: 'a' } })
  const missing = await send('GET', `${leases}/a`)
  await send('POST', leases, { metadata: { name: 'b' } })
  const byQuery = await send('DELETE', `${leases}/b?dryRun=All`)
  const byBody = await send('DELETE', `${leases}/b`, { dryRun: ['All'] })
  const kept = await send('GET', `${leases}/b`)
  await reference.close()

  expect([created, byQuery, byBody].map(answer => answer.statusCode)).toEqual([422, 422, 422])
  expect([missing.statusCode, kept.statusCode]).toEqual([404, 200])
})
