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

test('what cannot be read is told so, and not deleted without force (DEL-018)', async () => {
  const { ask, remove } = await withCorrupt()

  for (const answer of [
    await ask('GET', `${secrets}/bad`),
    await ask('GET', secrets),
    await remove('bad'),
  ])
    expect(answer).toMatchObject({ status: 500, body: { reason: 'StorageReadError' } })
})

test('force removes it, finalizers or not (DEL-021 to DEL-024)', async () => {
  const { ask, remove } = await withCorrupt()

  expect(await remove('bad', force)).toMatchObject({ status: 200, body: { status: 'Success' } })
  expect((await ask('GET', `${secrets}/bad`)).status).toBe(404)
  expect((await ask('GET', secrets)).body.items).toHaveLength(1)
  expect((await ask('POST', secrets, { metadata: { name: 'bad' } })).status).toBe(200)
})

test('force on what can be read is an error (DEL-025, DEL-026)', async () => {
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
])('force takes no %j beside it (DEL-019)', async other => {
  const { ask, remove } = await withCorrupt()

  expect((await remove('bad', { ...force, ...other })).status).toBe(422)
  expect((await ask('GET', `${secrets}/bad`)).status).toBe(500)
})

test('force is for single objects', async () => {
  const { ask } = await withCorrupt()

  expect((await ask('DELETE', secrets, force)).status).toBe(422)
})

test('where the gate is shut the option is unknown (DEL-027)', async () => {
  const { ask, remove } = await withCorrupt(false)

  expect((await remove('bad', force)).status).toBe(500)
  expect((await remove('good', force)).status).toBe(200)
  expect((await ask('GET', `${secrets}/good`)).body.metadata.deletionTimestamp).toBeTypeOf('string')
})
