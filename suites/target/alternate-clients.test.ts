import { expect, it, onTestFinished } from 'vitest'
import { serveLoopback } from '../../fixtures/client/test-server.ts'
import { onSetup } from '../../properties/dsl/setup-names.ts'
import { createAlternateClients } from './alternate-clients.ts'

const credentials = { admin: { token: 'admin' }, limited: { token: 'limited' } }

const setups = {
  startHost: async () => Promise.reject(new Error('not started')),
  start: () => Promise.reject(new Error('no setup')),
  hosts: () => undefined,
}

it('opens each alternate configuration once, when it is first used, with the credentials of each identity', async () => {
  const server = await serveLoopback((request, reply) => reply.end(request.headers.authorization))
  onTestFinished(server.close)
  let opened = 0
  const open = async () => {
    opened++
    return { url: server.url }
  }
  const alternates = createAlternateClients(
    {
      credentials,
      alternates: { 'Gate=true': open, 'Other=true': open },
    },
    setups,
  )
  onTestFinished(alternates.close)
  const answerFor = async (who: 'admin' | 'limited') => {
    const client = await alternates.client('Gate=true', who)
    return (await client?.send({ method: 'GET', path: '/' }))?.bytes.toString()
  }

  expect(opened).toBe(0)
  expect(await Promise.all([answerFor('admin'), answerFor('limited')])).toEqual([
    'Bearer admin',
    'Bearer limited',
  ])
  await answerFor('admin')

  expect(opened).toBe(1)
  expect(alternates.requests()).toBe(3)
})

it('has no client for an identity without credentials or an undefined configuration', async () => {
  const alternates = createAlternateClients({ credentials }, setups)

  expect(await alternates.client('Gate=true', 'anonymous')).toBeUndefined()
  await expect(alternates.client('Gate=true', 'admin')).rejects.toThrow(
    'no alternate configuration Gate=true',
  )
})

it('does not repeat refused requests if refusals are judged', async () => {
  let received = 0
  const server = await serveLoopback((_, reply) => {
    received++
    reply.writeHead(429, { 'retry-after': '0' }).end()
  })
  onTestFinished(server.close)
  const started = { connection: { url: server.url }, log: async () => '', stop: async () => {} }
  const alternates = createAlternateClients(
    { credentials },
    { ...setups, start: () => Promise.resolve(started) },
  )
  onTestFinished(alternates.close)
  const requestsTo = async (setup: string) => {
    const before = received
    const client = await alternates.client(onSetup(setup), 'admin')
    await client?.send({ method: 'GET', path: '/' })
    return received - before
  }

  expect(await requestsTo('limits of namespaces')).toBe(1)
  expect(await requestsTo('issuers')).toBeGreaterThan(1)
})
