import { once } from 'node:events'
import type { Socket } from 'node:net'

import { describe, expect, it } from 'vitest'

import { selfSignedCertificate } from '../self-signed-certificate.ts'
import { ask, attack, MiB, socketTo, readToEnd } from './test-attack.ts'
import { type Victim, startVictim } from './test-victim.ts'

const maps = '/api/v1/namespaces/default/configmaps'
const limits = { watchQueueBytesMax: MiB, endWaitMs: 300 }
const options = { limits, dialect: 'kubernetes' } as const
const server = await startVictim(options)
const secure = await startVictim({ ...options, tls: selfSignedCertificate([], Date.now()) })

/** Encodes a client frame, masked with zeros. */
function frame(opcode: number, payload: Buffer): Buffer {
  const head = Buffer.from([0x80 | opcode, 0x80 | 126, 0, 0, 0, 0, 0, 0])
  head.writeUInt16BE(payload.length, 2)
  return Buffer.concat([head, payload])
}

const [text, ping] = [1, 9]

async function granted(on: Victim): Promise<Socket> {
  const socket = await socketTo(on)
  const { host, origin } = new URL(on.url)
  const lines = [
    `GET ${maps}?watch=1 HTTP/1.1`,
    `Host: ${host}`,
    `Origin: ${origin}`,
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
  ]
  socket.write(`${lines.join('\r\n')}\r\n\r\n`)
  const [head] = (await once(socket, 'data')) as [Buffer]
  expect(head.toString('latin1')).toMatch(/^HTTP\/1\.1 101 /)
  return socket
}

const some = (on: Victim, count: number) =>
  Promise.all(Array.from({ length: count }, () => granted(on)))

describe.for([
  ['HTTP', server],
  ['TLS', secure],
] as const)('over %s, a watch over a WebSocket', ([, on]) => {
  it('T37: is closed if its client does not read, for thirty clients', async ({ annotate }) => {
    const sockets = await some(on, 30)
    for (const socket of sockets) socket.pause()

    await attack({ server: on, annotate, grownBytes: 96 * MiB, keptBytes: 16 * MiB }, async () => {
      for (let at = 0; at < 80; at++) {
        await ask(on, ['POST', maps], {
          metadata: { name: `m-${at}` },
          data: { a: 'x'.repeat(1e5) },
        })
      }
      await ask(on, ['DELETE', maps])
      const ends = sockets.map(readToEnd)
      for (const socket of sockets) socket.resume()
      await Promise.all(ends)
    })
  })

  it.for([
    ['floods it with PING', Array.from({ length: 5000 }, () => frame(ping, Buffer.of()))],
    ['floods it with messages', Array.from({ length: 5000 }, () => frame(text, Buffer.of()))],
    ['sends it a long message', [frame(text, Buffer.alloc(60_000, 'x'))]],
    ['sends it a message of 2^63 bytes', [Buffer.from('82ff7fffffffffffffff00000000', 'hex')]],
    ['does not mask', [Buffer.from([0x81, 1, 0x61])]],
    ['sends frames of no type', [Buffer.from([0x83, 0x80, 0, 0, 0, 0])]],
    ['asks for compression', [Buffer.from([0xc1, 0x80, 0, 0, 0, 0])]],
    ['writes no UTF-8', [frame(text, Buffer.from([0xff]))]],
  ] as const)('T15: is closed for a client that %s', async ([, frames], { annotate }) => {
    const sockets = await some(on, 10)

    await attack({ server: on, annotate, blockedMs: 300 }, () => {
      const ends = sockets.map(readToEnd)
      for (const socket of sockets) socket.write(Buffer.concat(frames))
      return Promise.all(ends)
    })
  })
})
