import { EventEmitter } from 'node:events'
import { constants, type ServerHttp2Session } from 'node:http2'
import type { TLSSocket } from 'node:tls'

import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'

import { defaultLimits } from '../server/default-limits.ts'
import { http2SessionGuard } from './http2-session.ts'

beforeEach(() => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
})

/** A session without a connection, for the guard. */
function connection(guard: ReturnType<typeof http2SessionGuard>) {
  const socket = Object.assign(new EventEmitter(), { destroyed: false, destroy: () => {} })
  const end = vi.fn()
  const session = Object.assign(new EventEmitter(), {
    destroyed: false,
    goaway: () => {},
    close: end,
    destroy: end,
  })
  guard({
    // The members that the guard uses.
    session: session as unknown as ServerHttp2Session,
    socket: socket as unknown as TLSSocket,
  })
  const open = (count: number) =>
    Array.from({ length: count }, () => {
      const stream = Object.assign(new EventEmitter(), {
        aborted: false,
        rstCode: constants.NGHTTP2_NO_ERROR,
      })
      session.emit('stream', stream)
      return stream
    })
  const reset = (streams: ReturnType<typeof open>) => {
    for (const stream of streams) {
      stream.aborted = true
      stream.emit('close')
    }
  }
  /** The client disconnects. */
  const lose = () => {
    socket.destroyed = true
    socket.emit('close')
  }
  return { session, open, reset, lose, end }
}

it('a client that disconnects with all its streams does not affect others', () => {
  const guard = http2SessionGuard(defaultLimits)
  const innocent = connection(guard)

  for (const one of [1, 2, 3, 4, 5, 6].map(() => connection(guard))) {
    const streams = one.open(240)
    one.lose()
    one.reset(streams)
  }
  innocent.reset(innocent.open(100))
  vi.advanceTimersByTime(1000)

  expect(innocent.end).not.toHaveBeenCalled()
})

it('a client that resets as many streams and stays connected does', () => {
  const guard = http2SessionGuard(defaultLimits)
  const innocent = connection(guard)

  for (const one of [1, 2, 3, 4, 5, 6].map(() => connection(guard))) one.reset(one.open(240))
  innocent.reset(innocent.open(100))
  vi.advanceTimersByTime(1000)

  expect(innocent.end).toHaveBeenCalled()
})

it('a connection that has closed leaves no timers', () => {
  const { open, reset, lose } = connection(http2SessionGuard(defaultLimits))
  const streams = open(1)

  lose()
  reset(streams)

  expect(vi.getTimerCount()).toBe(0)
})
