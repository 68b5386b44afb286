import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { LeanKoa } from './lean-koa.ts'

/** Sends a request to a server with one middleware. Returns the status of its response. */
async function statusFrom(middleware: Parameters<LeanKoa['use']>[0]): Promise<number> {
  const koa = new LeanKoa()
  koa.silent = true
  koa.use(middleware)
  const server = createServer(koa.callback()).listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    const { port } = server.address() as AddressInfo
    return (await fetch(`http://127.0.0.1:${port}/`)).status
  } finally {
    server.close()
  }
}

it('lets the middleware answer, and does not watch the end of the response', async () => {
  let isWatched: boolean | undefined
  const status = await statusFrom(async ({ res }) => {
    // Where `on-finished` keeps its listeners.
    isWatched = '__onFinished' in res
    res.writeHead(204).end()
  })

  expect(status).toBe(204)
  expect(isWatched).toBe(false)
})

it('answers 500 if the middleware fails', async () => {
  const status = await statusFrom(async () => {
    throw new Error('broken')
  })

  expect(status).toBe(500)
})
