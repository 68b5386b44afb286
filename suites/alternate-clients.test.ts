import { expect, it, onTestFinished } from 'vitest'
import { serveLoopback } from '../fixtures/client/test-server.ts'
import { createAlternateClients } from './alternate-clients.ts'

const credentials = { admin: { token: 'admin' }, limited: { token: 'limited' } }

it('opens each door once, when it is first used, with the credentials of each identity', async () => {
  const server = await serveLoopback((request, reply) => reply.end(request.headers.authorization))
  onTestFinished(server.close)
  let opened = 0
  const open = async () => {
    opened++
    return { url: server.url }
  }
  const doors = createAlternateClients({
    credentials,
    doors: { 'Gate=true': open, 'Other=true': open },
  })
  onTestFinished(doors.close)
  const asked = async (who: 'admin' | 'limited') => {
    const client = await doors.client('Gate=true', who)
    return (await client?.send({ method: 'GET', path: '/' }))?.bytes.toString()
  }

  expect(opened).toBe(0)
  expect(await Promise.all([asked('admin'), asked('limited')])).toEqual([
    'Bearer admin',
    'Bearer limited',
  ])
  await asked('admin')

  expect(opened).toBe(1)
  expect(doors.requests()).toBe(3)
})

it('has no client for who has no credentials, and none behind a door that is not there', async () => {
  const doors = createAlternateClients({ credentials })

  expect(await doors.client('Gate=true', 'anonymous')).toBeUndefined()
  await expect(doors.client('Gate=true', 'admin')).rejects.toThrow(
    'no alternate configuration Gate=true',
  )
})
