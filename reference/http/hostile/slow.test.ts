import { once } from 'node:events'
import type { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

import { describe, expect, it } from 'vitest'

import { selfSignedCertificate } from '../self-signed-certificate.ts'
import { openResponse, openWatch } from '../../server/test-watch.ts'
import { ask, attack, MiB, socketTo, statusesIn, readToEnd } from './test-attack.ts'
import { type Victim, startVictim } from './test-victim.ts'

const maps = '/api/v1/namespaces/default/configmaps'
const limits = {
  headerWaitMs: 300,
  bodyWaitMs: 900,
  idleMs: 400,
  answerWaitMs: 500,
  watchQueueBytesMax: MiB,
}
const server = await startVictim({ limits })
// A TLS handshake takes time and counts as well. A hundred watches and sixty writes of 100 KB take
// a busy machine a while.
const patient = { timeout: 90_000 }
const secureLimits = { ...limits, headerWaitMs: 1500, bodyWaitMs: 2500, idleMs: 1500 }
const secure = await startVictim({
  limits: secureLimits,
  tls: selfSignedCertificate([], Date.now()),
})
const host = 'Host: localhost\r\n'
const post = `POST ${maps} HTTP/1.1\r\n${host}Content-Type: application/json\r\n`
const names = async (on: Victim) => (await ask(on, ['GET', maps])).body.items.length

/** Sends a text repeatedly until the connection is closed. */
function drip(socket: Socket, text: string): void {
  const timer = setInterval(() => socket.write(text), 20)
  socket.once('close', () => clearInterval(timer))
}

/**
 * Returns the statuses that the clients receive, and the time in ms until the last one has ended.
 */
async function outlast(on: Victim, count: number, begin: (socket: Socket) => unknown) {
  const begun = performance.now()
  const sockets = await Promise.all(Array.from({ length: count }, () => socketTo(on)))
  const answers = sockets.map(readToEnd)
  for (const socket of sockets) begin(socket)
  const said = (await Promise.all(answers)).map(statusesIn)
  return { said: new Set(said.map(String)), ms: performance.now() - begun }
}

type SlowKind = {
  what: string
  /** The text that is sent at once. */
  beginning: string
  goOn?: (socket: Socket) => void
  status: string
  limit: keyof typeof limits
}

const slowKinds: readonly SlowKind[] = [
  { what: 'sends nothing', beginning: '', status: '408', limit: 'headerWaitMs' },
  {
    what: 'sends its headers one by one',
    beginning: `GET /livez HTTP/1.1\r\n${host}`,
    goOn: socket => drip(socket, 'X: a\r\n'),
    status: '408',
    limit: 'headerWaitMs',
  },
  {
    what: 'sends one header slowly',
    beginning: `GET /livez HTTP/1.1\r\n${host}X: `,
    goOn: socket => drip(socket, 'a'),
    status: '408',
    limit: 'headerWaitMs',
  },
  {
    what: 'sends its body slowly',
    beginning: `${post}Content-Length: 1000\r\n\r\n{"metadata":`,
    goOn: socket => drip(socket, ' '),
    status: '408',
    limit: 'bodyWaitMs',
  },
  {
    what: 'sends its chunks slowly',
    beginning: `${post}Transfer-Encoding: chunked\r\n\r\n`,
    goOn: socket => drip(socket, '1\r\n \r\n'),
    status: '408',
    limit: 'bodyWaitMs',
  },
  {
    what: 'sends the extension of a chunk slowly',
    beginning: `${post}Transfer-Encoding: chunked\r\n\r\n1;`,
    goOn: socket => drip(socket, 'a'),
    status: '408',
    limit: 'bodyWaitMs',
  },
  {
    what: 'sends no second request',
    beginning: `GET /livez HTTP/1.1\r\n${host}\r\n`,
    status: '200',
    limit: 'idleMs',
  },
]

// The kinds attack at the same time, because each of them waits for a limit.
describe.for([
  ['HTTP', server, 50, limits],
  ['TLS', secure, 10, secureLimits],
] as const)('T12: %s', ([, on, count, waits]) => {
  it('a slow client is disconnected, and others are served', patient, async ({ annotate }) => {
    const ends = await attack({ server: on, annotate, blockedMs: 200 }, () =>
      Promise.all(
        slowKinds.map(({ beginning, goOn }) =>
          outlast(on, count, socket => {
            socket.write(beginning)
            goOn?.(socket)
          }),
        ),
      ),
    )

    for (const [at, { what, goOn, status, limit }] of slowKinds.entries()) {
      const { said = new Set<string>(), ms = 0 } = ends[at] ?? {}
      // A client that still writes may lose the response: its system discards what it has not read
      // when the connection is reset.
      const mayBe = goOn ? ['', status] : [status]
      expect(
        [...said].filter(one => !mayBe.includes(one)),
        what,
      ).toEqual([])
      expect(said.size, what).toBeGreaterThan(0)
      expect(ms, what).toBeGreaterThan(waits[limit] - 50)
      expect(ms, what).toBeLessThan(waits[limit] + 5000)
    }
    expect(await names(on)).toBe(0)
  })
})

describe('T37: a client that does not read', () => {
  const write = (name: string, text: string) =>
    ask(server, ['POST', maps], { metadata: { name }, data: { text } })

  it('is disconnected from a list after reading nothing for a while', async ({ annotate }) => {
    for (let at = 0; at < 30; at++) await write(`long-${at}`, 'x'.repeat(900_000))

    const stuck = await attack({ server, annotate }, async () => {
      const responses = await Promise.all([1, 2, 3, 4].map(() => openResponse(server.url, maps)))
      await wait(limits.answerWaitMs + 1000)
      return Promise.all(
        responses.map(async response => {
          const whole = once(response.resume(), 'end').then(() => true)
          return Promise.race([whole, once(response, 'aborted').then(() => false)])
        }),
      )
    })
    await ask(server, ['DELETE', maps])

    expect(stuck).toEqual([false, false, false, false])
  })

  it(
    'does not delay the events of others or exceed its memory, even with a hundred connections',
    patient,
    async test => {
      const writes = 60
      const first = await write('first', '')
      const query = `resourceVersion=${first.body.metadata.resourceVersion}`
      const begun = performance.now()
      for (let at = 0; at < 20; at++) await write(`before-${at}`, 'x'.repeat(50_000))
      const aloneMs = (performance.now() - begun) / 20
      const healthy = await openWatch(server.url, maps, query)
      const open = () => openResponse(server.url, `${maps}?watch=1&${query}`)

      const stalled = await Promise.all(Array.from({ length: 100 }, open))
      const seen = await attack(
        { server, annotate: test.annotate, keptBytes: 48 * MiB },
        async () => {
          const reading = healthy.take(20 + writes)
          const started = performance.now()
          for (let at = 0; at < writes; at++) await write(`map-${at}`, 'x'.repeat(100_000))
          const eachMs = (performance.now() - started) / writes
          await test.annotate(
            `${aloneMs.toFixed(1)} ms a write alone, ${eachMs.toFixed(1)} ms beside`,
          )
          return reading
        },
      )

      expect(seen.at(-1)?.object.metadata.name).toBe(`map-${writes - 1}`)
      for (const response of stalled) response.destroy()
      await ask(server, ['DELETE', maps])
    },
  )
})
