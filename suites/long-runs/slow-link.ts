// A TCP proxy that delays the bytes of clients. It forwards all bytes unchanged.

import { connect, createServer } from 'node:net'
import type { Socket } from 'node:net'

export type SlowLink = { url: string; close(): Promise<void> }

/** Starts a proxy on loopback for the server at `url`. Delays clients' bytes by 100 to 300 ms. */
export async function startSlowLink(url: string): Promise<SlowLink> {
  const { hostname, port, protocol } = new URL(url)
  const sockets = new Set<Socket>()
  let turn = 0
  const server = createServer(near => {
    const far = connect(Number(port), hostname)
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.setNoDelay(true)
      socket.on('error', () => {})
      socket.on('close', () => (near.destroy(), far.destroy(), sockets.delete(socket)))
    }
    far.pipe(near)
    // Write in the order of arrival, although the delays differ.
    let last = Promise.resolve()
    near.on('data', bytes => {
      const due = delay(100 + ((turn += 37) % 201))
      last = last.then(() => due).then(() => void far.write(bytes))
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port: own } = server.address() as { port: number }
  return {
    url: `${protocol}//127.0.0.1:${own}`,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

const delay = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms))
