import { connect as connectTcp } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

import { constants } from 'node:http2'
import { describe, expect, it, onTestFinished } from 'vitest'

import { selfSignedCertificate } from '../self-signed-certificate.ts'
import { ask, attack, socketTo, readToEnd } from './test-attack.ts'
import {
  headerBlockOf,
  frameFlags,
  frame,
  numberFrame,
  getRequestFrame,
  initialWindowSize,
  literalField,
} from './test-frames.ts'
import { type RawSession, rawSession, settingEntry } from './test-frames.ts'
import { startVictim } from './test-victim.ts'

const tls = selfSignedCertificate([], Date.now())
const maps = '/api/v1/namespaces/default/configmaps'
const { NGHTTP2_CANCEL: cancel, NGHTTP2_ENHANCE_YOUR_CALM: calm } = constants
const { NGHTTP2_NO_ERROR: none } = constants

const server = await startVictim({ tls })
const times = {
  headerWaitMs: 1500,
  bodyWaitMs: 1500,
  idleMs: 1000,
  answerWaitMs: 500,
  endWaitMs: 200,
}
const hasty = await startVictim({ tls, limits: times })

const range = (count: number) => Array.from({ length: count }, (_, index) => index)
/** The streams of a client have odd numbers. */
const stream = (index: number) => 2 * index + 1
const many = (count: number, target = server) =>
  Promise.all(range(count).map(() => rawSession(target)))
const statusOf = async (session: RawSession, index: number) => {
  // Indexed fields of the static table: 0x88 is 200, 0x8d is 404.
  const head = await session.until('headers', index)
  return head?.payload[0] === 0x88 ? 200 : head?.payload[0]
}

describe('T14: requests that are reset', () => {
  // This test comes first, since the following ones use up the shared reset quota.
  it('do not include those that end with their connection', async () => {
    const [innocent, ...leaving] = (await many(7)) as [RawSession, ...RawSession[]]
    const watchMany = async (session: RawSession, count: number) => {
      const ids = range(count).map(stream)
      session.send(...ids.map(id => getRequestFrame(id, `${maps}?watch=1`)))
      await Promise.all(ids.map(id => session.until('headers', id)))
      return ids
    }
    for (const one of [...leaving, innocent]) await watchMany(one, one === innocent ? 100 : 240)

    for (const { socket } of leaving) socket.destroy()
    // A new connection is handled after the others have ended.
    await ask(server, ['GET', '/livez'])
    const ids = range(100).map(stream)
    innocent.send(
      ...ids.map(id => numberFrame('reset', id, cancel)),
      getRequestFrame(stream(100), '/livez'),
    )

    expect(await statusOf(innocent, stream(100))).toBe(200)
  })

  it('do not end the connection when a client cancels 250 watches twice', async ({ annotate }) => {
    const [session] = (await many(1)) as [RawSession]
    const watch = `${maps}?watch=1`

    await attack({ server, annotate }, async () => {
      for (const first of [0, 250]) {
        const ids = range(250).map(index => stream(first + index))
        session.send(...ids.map(id => getRequestFrame(id, watch)))
        await Promise.all(ids.map(id => session.until('headers', id)))
        session.send(...ids.map(id => numberFrame('reset', id, cancel)))
      }
    })
    session.send(getRequestFrame(stream(500), '/livez'))

    expect(await statusOf(session, stream(500))).toBe(200)
  })

  it('by the thousand end the connection and do not delay others', async ({ annotate }) => {
    const sessions = await many(50)
    const resets = range(2000).map(index =>
      Buffer.concat([
        getRequestFrame(stream(index), maps),
        numberFrame('reset', stream(index), cancel),
      ]),
    )

    const bounds = { server, annotate, blockedMs: 1000, grownBytes: 128 * 2 ** 20 }
    const codes = await attack(bounds, () => {
      for (const { send } of sessions) send(...resets)
      return Promise.all(sessions.map(({ ended }) => ended))
    })

    expect(codes).toContain(calm)
    expect([calm, undefined]).toEqual(expect.arrayContaining([...new Set(codes)]))
  })

  it('with another code, or after protocol errors, do the same', async ({ annotate }) => {
    const [withNone, byWindow] = (await many(2)) as [RawSession, RawSession]

    await attack({ server, annotate, blockedMs: 300 }, () => {
      for (const at of range(2000)) {
        withNone.send(getRequestFrame(stream(at), maps), numberFrame('reset', stream(at), none))
        const over = numberFrame('windowUpdate', stream(at), 2 ** 31 - 1)
        byWindow.send(getRequestFrame(stream(at), maps), over)
      }
      return Promise.all([withNone.ended, byWindow.ended])
    })

    // A client that still writes may see the end before the reason.
    for (const one of [withNone, byWindow]) expect([calm, undefined]).toContain(await one.ended)
  })

  it('and 100 requests on each of twenty connections take turns', async ({ annotate }) => {
    const sessions = await many(20)
    const ids = range(100).map(stream)

    await attack({ server, annotate, blockedMs: 300 }, () => {
      for (const { send } of sessions) send(...ids.map(id => getRequestFrame(id, maps)))
      return Promise.all(sessions.flatMap(one => ids.map(id => one.until('headers', id))))
    })

    expect(new Set(await Promise.all(sessions.map(one => statusOf(one, 199))))).toEqual(
      new Set([200]),
    )
  })

  it('in excess of 250 concurrent ones end the connection', async () => {
    const [session] = (await many(1)) as [RawSession]
    await session.until('settings', 0)
    const ids = range(251).map(stream)

    session.send(
      frame('settings', 0, Buffer.of(), 1),
      ...ids.map(id => getRequestFrame(id, `${maps}?watch=1`)),
    )

    // A client that still writes may see the end before the reason.
    expect([constants.NGHTTP2_PROTOCOL_ERROR, undefined]).toContain(await session.ended)
  })
})

describe('T15: frames without content', () => {
  const block = headerBlockOf('/livez')
  const zeros = Buffer.alloc(8)

  it.for([
    [
      'endless CONTINUATION',
      () => [
        frame('headers', 1, block),
        ...range(5000).map(index =>
          frame('continuation', 1, literalField(`x${index}`, 'a'.repeat(100))),
        ),
      ],
    ],
    [
      'empty CONTINUATION',
      () => [frame('headers', 1, block), ...range(5000).map(() => frame('continuation', 1))],
    ],
    [
      'headers that unpack to 60 MB, each time',
      () => {
        const large = literalField('x-large', 'a'.repeat(4000), true)
        const again = Buffer.alloc(15_000 - large.length, 0x80 | 62)
        const bomb = Buffer.concat([block, large, again])
        return range(20).map(index => frame('headers', stream(index), bomb, frameFlags.whole))
      },
      'goes on',
    ],
    ['a window beyond 2^31', () => range(3).map(() => numberFrame('windowUpdate', 0, 2 ** 31 - 1))],
    ['PING', () => range(5000).map(() => frame('ping', 0, zeros))],
    [
      'SETTINGS',
      () => range(5000).map(index => frame('settings', 0, settingEntry(initialWindowSize, index))),
    ],
    [
      'frames of no type',
      () => range(50_000).map(() => Buffer.from([0, 0, 0, 99, 0, 0, 0, 0, 0])),
      'goes on',
    ],
    [
      'PRIORITY',
      () => range(20_000).map(() => Buffer.from([0, 0, 5, 2, 0, 0, 0, 0, 1, 0, 0, 0, 0, 9])),
      'goes on',
    ],
  ] as [string, () => Buffer[], 'goes on'?][])('%s', async ([, frames, end], { annotate }) => {
    const sessions = await many(10)
    const bytes = Buffer.concat(frames())

    await attack({ server, annotate, blockedMs: 200 }, async () => {
      for (const session of sessions) session.send(bytes)
      if (end !== 'goes on') return Promise.all(sessions.map(one => one.ended))
      for (const session of sessions) session.send(getRequestFrame(99_999, '/livez'))
      return Promise.all(sessions.map(one => one.until('headers', 99_999)))
    })

    if (end === 'goes on') expect(await statusOf(sessions[0] as RawSession, 99_999)).toBe(200)
  })
})

describe('T12 and T37: a slow session', () => {
  const window0 = settingEntry(initialWindowSize, 0)
  const post = headerBlockOf(maps, 'POST', { 'content-type': 'application/json' })
  const refused = headerBlockOf('/nope', 'POST', { 'content-type': 'application/json' })
  const every = (session: RawSession, bytes: Buffer) => {
    const timer = setInterval(() => session.socket.destroyed || session.send(bytes), 50)
    session.socket.once('close', () => clearInterval(timer))
    onTestFinished(() => clearInterval(timer))
  }

  it.for([
    ['before its preface', () => {}, { isSilent: true }],
    ['before its first request', () => {}],
    ['and keeps it up by PING', one => every(one, frame('ping', 0, Buffer.alloc(8)))],
    ['after a request', one => one.send(getRequestFrame(1, '/livez'))],
    ['in its headers', one => one.send(frame('headers', 1, headerBlockOf('/livez')))],
    [
      'in an answer that it does not take',
      one => one.send(getRequestFrame(1, '/livez')),
      { settings: window0 },
    ],
    ['in a body', one => one.send(frame('headers', 1, post, frameFlags.endHeaders))],
    [
      'in a body that comes in drips',
      one => {
        one.send(frame('headers', 1, post, frameFlags.endHeaders))
        every(one, frame('data', 1, Buffer.from(' ')))
      },
    ],
    [
      'in a body that nobody reads',
      one => {
        one.send(frame('headers', 1, refused, frameFlags.endHeaders))
        every(one, frame('data', 1, Buffer.from(' ')))
      },
    ],
  ] as [string, (session: RawSession) => unknown, object?][])(
    '%s is closed',
    async ([, begin, options], { annotate }) => {
      const ms = await attack({ server: hasty, annotate }, async () => {
        const sessions = await Promise.all(range(20).map(() => rawSession(hasty, options)))
        const begun = performance.now()
        for (const session of sessions) begin(session)
        await Promise.all(sessions.map(one => one.ended))
        return performance.now() - begun
      })

      expect(ms).toBeGreaterThan(200)
      expect(ms).toBeLessThan(10_000)
    },
  )

  it('in the TLS handshake is closed', async ({ annotate }) => {
    const port = Number(new URL(hasty.url).port)

    await attack({ server: hasty, annotate }, async () => {
      const sockets = range(20).map(() => connectTcp(port, '127.0.0.1').on('error', () => {}))
      for (const socket of sockets) socket.write('\x16\x03\x01')
      await Promise.all(sockets.map(readToEnd))
    })
  })
})

describe('T37: more connections than the limit', () => {
  it.for(['http/1.1', 'h2'])('make room by closing silent %s', async (protocol, { annotate }) => {
    const small = await startVictim({ tls, limits: { connectionsMax: 20 } })

    await attack({ server: small, annotate }, async () => {
      for (const _ of range(60)) await socketTo(small, protocol)
      await wait(100)
    })

    expect((await ask(small, ['GET', '/livez'])).status).toBe(200)
  })
})
