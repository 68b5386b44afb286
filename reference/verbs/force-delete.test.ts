import { expect, test } from 'vitest'

import type { Key } from '../api/store.ts'
import { defaultParts } from '../server/default-parts.ts'
import { startTestServer } from '../server/test-server.ts'

const secrets = '/api/v1/namespaces/default/secrets'
const force = { ignoreStoreReadErrorWithClusterBreakingPotential: true }

/** A server with two secrets, of which `bad` cannot be decoded. */
async function withCorrupt(isGateOpen = true) {
  const gates = { AllowUnsafeMalformedObjectDeletion: isGateOpen }
  const { ask, parts } = await startTestServer(defaultParts({ gates }))
  for (const name of ['bad', 'good'])
    await ask('POST', secrets, { metadata: { name, finalizers: ['example.com/held'] } })
  parts.corruptForTest('/secrets/default/bad' as Key)
  return { ask, remove: (name: string, body?: object) => ask('DELETE', `${secrets}/${name}`, body) }
}

test('an unreadable object causes an error, and needs force to be deleted (DEL-018)', async () => {
  const { ask, remove } = await withCorrupt()

  for (const answer of [
    await ask('GET', `${secrets}/bad`),
    await ask('GET', secrets),
    await remove('bad'),
  ])
    expect(answer).toMatchObject({ status: 500, body: { reason: 'StorageReadError' } })
})

test('force removes it, even with finalizers (DEL-021 to DEL-024)', async () => {
  const { ask, remove } = await withCorrupt()

  expect(await remove('bad', force)).toMatchObject({ status: 200, body: { status: 'Success' } })
  expect((await ask('GET', `${secrets}/bad`)).status).toBe(404)
  expect((await ask('GET', secrets)).body.items).toHaveLength(1)
  expect((await ask('POST', secrets, { metadata: { name: 'bad' } })).status).toBe(200)
})

test('force is refused for a readable object (DEL-025, DEL-026)', async () => {
  const { ask, remove } = await withCorrupt()

  expect((await remove('good', force)).status).toBe(422)
  expect((await remove('absent', force)).status).toBe(404)
  expect((await ask('GET', `${secrets}/good`)).body.metadata).not.toHaveProperty(
    'deletionTimestamp',
  )
})

test.each([
  { dryRun: ['All'] },
  { gracePeriodSeconds: 0 },
  { orphanDependents: false },
  { preconditions: {} },
  { propagationPolicy: 'Background' },
])('force cannot be combined with %j (DEL-019)', async other => {
  const { ask, remove } = await withCorrupt()

  expect((await remove('bad', { ...force, ...other })).status).toBe(422)
  expect((await ask('GET', `${secrets}/bad`)).status).toBe(500)
})

test('force is allowed for single objects only', async () => {
  const { ask } = await withCorrupt()

  expect((await ask('DELETE', secrets, force)).status).toBe(422)
})

test('without the feature gate the option is ignored (DEL-027)', async () => {
  const { ask, remove } = await withCorrupt(false)

  expect((await remove('bad', force)).status).toBe(500)
  expect((await remove('good', force)).status).toBe(200)
  expect((await ask('GET', `${secrets}/good`)).body.metadata.deletionTimestamp).toBeTypeOf('string')
})
