import { once } from 'node:events'
import type { Socket } from 'node:net'

import { describe, expect, it } from 'vitest'

import { sampledCases } from '../../../suites/long-runs/sampled/sample.ts'
import { ask, attack, MiB, sendRawBytes, socketTo, statusesIn } from './test-attack.ts'
import { startVictim } from './test-victim.ts'

const core = '/api/v1/namespaces/default'
const maps = `${core}/configmaps`

describe('T36: memory does not grow with the number', () => {
  const lanes = 4
  const requests = 2000
  const long = (index: number) => `${index}-${'x'.repeat(3000)}`
  const ofMaps = (headers: { [name: string]: string }) => ({ path: maps, headers })

  const all: [what: string, sent: (index: number) => Sent, status: number][] = [
    ['of paths', index => ({ path: `/nope/${long(index)}` }), 404],
    ['of types', index => ({ path: `/apis/${long(index)}/v1/things` }), 404],
    ['of names', index => ({ path: `${maps}/${long(index)}` }), 404],
    ['of namespaces', index => ({ path: `/api/v1/namespaces/${long(index)}/secrets` }), 200],
    [
      'of selectors',
      index => ({ path: `${maps}?fieldSelector=metadata.name%3D${long(index)}` }),
      200,
    ],
    ['of versions', index => ({ path: `${maps}?resourceVersion=${long(index)}` }), 400],
    ['of user agents', index => ofMaps({ 'user-agent': long(index) }), 200],
    ['of header names', index => ofMaps({ [long(index)]: 'a' }), 200],
    ['of audit ids', index => ofMaps({ 'audit-id': long(index) }), 200],
    ['of tokens', index => ofMaps({ authorization: `Bearer ${long(index)}` }), 401],
    ['of media types', index => ofMaps({ accept: `a/${long(index)}` }), 406],
  ]

  it.for(sampledCases(all, 4, ([what]) => what))(
    '%s',
    { timeout: 60_000 },
    async ([, sent, status], { annotate }) => {
      const server = await shared
      const send = async (from: number, to: number) => {
        for (let at = from; at < to; at++) {
          const { path, headers } = sent(at)
          const answer = await ask(server, ['GET', path], undefined, headers)
          expect(answer.status).toBe(status)
        }
      }
      await send(requests, requests + 500)

      // All of these texts together are 6 MB.
      await attack({ server, annotate, keptBytes: 3 * MiB }, () =>
        Promise.all(
          Array.from({ length: lanes }, (_, lane) =>
            send((lane * requests) / lanes, ((lane + 1) * requests) / lanes),
          ),
        ),
      )
    },
  )

  type Sent = { path: string; headers?: { [name: string]: string } }
  const shared = startVictim()
})

it('T36: pipelined requests are served one after the other', async context => {
  const server = await startVictim()
  const live = 'GET /livez HTTP/1.1\r\nHost: localhost\r\n'
  const names = Array.from({ length: 100 }, (_, index) => `map-${index}`)
  const bodies = names.map(name => JSON.stringify({ metadata: { name } }))
  const writes = bodies.map(
    body =>
      `POST ${maps} HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  )
  const reads = names.map(name => `GET ${maps}/${name} HTTP/1.1\r\nHost: localhost\r\n\r\n`)

  const answers = await attack({ server, annotate: context.annotate }, () =>
    sendRawBytes(server, [...writes, ...reads, `${live}Connection: close\r\n\r\n`]),
  )

  const found = [...answers.matchAll(/"name":"(map-\d+)"/g)].map(([, name]) => name)
  expect(found).toEqual([...names, ...names])
})

it('T36: a client that pipelines too many requests is disconnected', async ({ annotate }) => {
  const server = await startVictim()
  const live = 'GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n'

  const bounds = { server, annotate, blockedMs: 1000, grownBytes: 256 * MiB }
  const answers = await attack(bounds, () =>
    Promise.all(Array.from({ length: 20 }, () => sendRawBytes(server, live.repeat(20_000)))),
  )

  expect(answers.filter(one => statusesIn(one).length === 20_000)).toEqual([])
})

describe('T38: large lists that nobody reads', () => {
  const limits = { concurrentListKeysMax: 100_000 }

  /** Requests a list, and reads only the head of the response. */
  async function begin(server: { url: string }): Promise<{ socket: Socket; head: string }> {
    const socket = await socketTo(server)
    socket.write(`GET ${maps} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
    const [bytes] = (await once(socket, 'data')) as [Buffer]
    socket.pause()
    return { socket, head: bytes.toString('latin1') }
  }

  it('are limited in number, and further requests are asked to retry', async context => {
    const server = await startVictim({ limits })
    const text = 'x'.repeat(100_000)
    for (let at = 0; at < 200; at++) {
      await ask(server, ['POST', maps], { metadata: { name: `m${at}` }, data: { text } })
    }

    const bounds = {
      server,
      annotate: context.annotate,
      grownBytes: 192 * MiB,
      keptBytes: 32 * MiB,
    }
    const begun = await attack(bounds, () =>
      Promise.all(Array.from({ length: 100 }, () => begin(server))),
    )
    const paged = await ask(server, ['GET', `${maps}?limit=1`])
    const other = await ask(server, ['GET', `${core}/secrets`])
    for (const { socket } of begun) socket.destroy()
    const later = () => ask(server, ['GET', maps]).then(({ status }) => status)

    const served = begun.filter(({ head }) => head.startsWith('HTTP/1.1 200'))
    const refused = begun.filter(({ head }) => head.startsWith('HTTP/1.1 429'))
    // Each list costs 4,000 keys for the response and 200 for its objects, of 100,000.
    expect([served.length, refused.length]).toEqual([23, 77])
    for (const { head } of refused) expect(head).toMatch(/^Retry-After: 1\r$/m)
    expect([paged.status, other.status]).toEqual([200, 429])
    await expect.poll(later).toBe(200)
  })
})
