// A line between a store and its etcd that can be cut, for tests.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

export type TestLink = {
  /** The address of the near end, as of a server of etcd. */
  url: string
  /** Breaks all connections, and those to come, until it is mended. */
  cut(): void
  mend(): void
  /** Requests get through from here on, but no answer does, until it is cut. */
  loseAnswers(): void
  close(): Promise<void>
}

/** A line to the server at a URL. */
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
      // One end broke, so the other is broken too; there is nothing else to do about it.
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
    mend: () => void (isCut = false),
    loseAnswers: () => void (losesAnswers = true),
    async close() {
      cut()
      server.close()
      await once(server, 'close')
    },
  }
}
