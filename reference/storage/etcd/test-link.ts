// A TCP proxy between a store and its etcd whose connections tests can break.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

export type TestLink = {
  /** The address of the proxy, used as that of an etcd server. */
  url: string
  /** Breaks all connections, and refuses new ones until `restore`. */
  cut(): void
  restore(): void
  /** Forwards requests from now on, but drops the responses, until `cut`. */
  loseAnswers(): void
  close(): Promise<void>
}

/** Starts a proxy to the server at a URL. */
export async function startTestLink(to: string): Promise<TestLink> {
  const { hostname: host, port } = new URL(to)
  const sockets = new Set<Socket>()
  let isCut = false
  let losesAnswers = false

  const server = createServer(near => {
    if (isCut) {
      near.destroy()
      return
    }
    const far = connect(Number(port), host)
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket)
      // A broken socket closes the other one too, so its error needs no handling.
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
    }
    near.on('data', bytes => far.write(bytes))
    far.on('data', bytes => losesAnswers || near.write(bytes))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  assert(typeof address === 'object' && address !== null)

  function cut() {
    isCut = true
    losesAnswers = false
    for (const socket of sockets) socket.destroy()
  }

  return {
    url: `http://127.0.0.1:${address.port}`,
    cut,
    restore: () => void (isCut = false),
    loseAnswers: () => void (losesAnswers = true),
    async close() {
      cut()
      server.close()
      await once(server, 'close')
    },
  }
}
