// Opens many connections that stay idle, and measures their effect on active clients.

import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { Agent, request } from 'undici'
import type { ServeProcess } from '../tools/serve-process.ts'

export type IdleOutcome = {
  /** How many connections were open at the same time. */
  count: number
  /** Why there are fewer than requested. */
  because?: string
  /** The memory per connection in the server; undefined if the system does not report it. */
  bytesEach: number | undefined
  /** Milliseconds of the slowest request meanwhile. */
  slowestMs: number
  /** Milliseconds from the signal until the server had ended. */
  stopMs: number
  /** Unexpected answers; empty if there are none. */
  wrong: string[]
}

// How many clients connect at a time. With more, some would wait in the kernel for the server to
// accept them.
const atOnce = 200

const whole = 'GET /livez HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'

/** What an idle client has sent before it goes silent. */
const beginnings = [
  '',
  'GET /api/v1/configmaps HTTP/1.1\r\nHost: 127.0.0.1\r\n',
  'POST /api/v1/namespaces/default/configmaps HTTP/1.1\r\nHost: 127.0.0.1\r\n' +
    'Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"metadata":',
  whole,
]

/** Opens idle connections to a server, uses the server meanwhile, and then ends it. */
export async function openIdleConnections(
  server: ServeProcess,
  wanted: number,
): Promise<IdleOutcome> {
  const count = Math.min(wanted, (await filesMax()) - filesOfOurs)
  const before = await server.memory()
  const sockets = await openAll(server.url, count)
  const { slowestMs, wrong } = await use(server.url)
  // The server may have closed connections without a complete request by now.
  const answered = sockets.filter((_, index) => beginnings[index % beginnings.length] === whole)
  const open = answered.filter(socket => !socket.destroyed && !socket.readableEnded).length
  if (open < answered.length)
    wrong.push(`expected ${answered.length} open connections, got ${open}`)
  const after = await server.memory()
  const stopping = performance.now()
  const code = await server.stop()
  const stopMs = performance.now() - stopping
  if (code !== 0) wrong.push(`expected the server to end with 0, got ${code}`)
  for (const socket of sockets) socket.destroy()
  return {
    count,
    ...(count < wanted && { because: `a process here may open only ${count + filesOfOurs} files` }),
    bytesEach: before && after && (after - before) / count,
    slowestMs,
    stopMs,
    wrong,
  }
}

// Files and sockets that a process itself needs.
const filesOfOurs = 256

/** How many files a process may open. Node raises its limit to the maximum at start. */
async function filesMax(): Promise<number> {
  const limits = await readFile('/proc/self/limits', 'utf8').catch(() => '')
  return Number(/Max open files\s+(\d+)/.exec(limits)?.[1] ?? 1024)
}

async function openAll(url: string, count: number): Promise<Socket[]> {
  const { hostname, port } = new URL(url)
  const sockets: Socket[] = []
  while (sockets.length < count) {
    const size = Math.min(atOnce, count - sockets.length)
    const some = Array.from({ length: size }, () => connect(Number(port), hostname))
    await Promise.all(some.map(socket => once(socket, 'connect')))
    for (const [index, socket] of some.entries()) {
      socket.on('error', () => {})
      socket.resume()
      socket.write(beginnings[index % beginnings.length] ?? '')
    }
    sockets.push(...some)
  }
  return sockets
}

const maps = '/api/v1/namespaces/default/configmaps'

/** Creates, reads, lists and probes. Created objects must be found. */
async function use(url: string): Promise<Pick<IdleOutcome, 'slowestMs' | 'wrong'>> {
  const dispatcher = new Agent({ connections: 4 })
  const wrong: string[] = []
  let slowestMs = 0
  const send = async (method: 'GET' | 'POST', path: string, document?: object) => {
    const start = performance.now()
    const answer = await request(`${url}${path}`, {
      method,
      dispatcher,
      ...(document && {
        body: JSON.stringify(document),
        headers: { 'content-type': 'application/json' },
      }),
    })
    const text = await answer.body.text()
    slowestMs = Math.max(slowestMs, performance.now() - start)
    if (answer.statusCode !== 200) wrong.push(`${method} ${path}: got ${answer.statusCode} ${text}`)
    return text
  }
  for (let index = 0; index < 20; index++) {
    await send('POST', maps, { metadata: { name: `used-${index}` } })
    await send('GET', `${maps}/used-${index}`)
    await send('GET', '/livez')
  }
  const list = await send('GET', maps)
  const found = list.match(/"name":"used-\d+"/g)?.length
  if (found !== 20) wrong.push(`expected a list of 20 objects, got ${found}`)
  await dispatcher.close()
  return { slowestMs, wrong }
}
