// Sends HTTP/2 frames one by one (RFC 9113, RFC 7541), for tests of sequences that no client
// library sends.

import type { Socket } from 'node:net'

import { socketTo } from './test-attack.ts'
import type { Victim } from './test-victim.ts'

export const frameTypes = {
  data: 0,
  headers: 1,
  reset: 3,
  settings: 4,
  ping: 6,
  goaway: 7,
  windowUpdate: 8,
  continuation: 9,
} as const

export type FrameType = keyof typeof frameTypes

export const frameFlags = { endStream: 1, endHeaders: 4, whole: 5 } as const

type Frame = { type: number; stream: number; payload: Buffer }

/** A session that sends only the frames of its test. */
export type RawSession = {
  readonly socket: Socket
  send(...parts: readonly Buffer[]): void
  /** The error code of the first GOAWAY, once the connection has ended; undefined without one. */
  readonly ended: Promise<number | undefined>
  /**
   * Waits for the first frame of a type on a stream; undefined when the connection ends without it.
   */
  until(type: FrameType, stream: number): Promise<Frame | undefined>
}

const preface = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n')

/** Opens a connection that has negotiated HTTP/2, and sends the preface unless `isSilent`. */
export async function rawSession(
  server: Pick<Victim, 'url'>,
  { settings = Buffer.of(), isSilent = false } = {},
): Promise<RawSession> {
  const socket = await socketTo(server, 'h2')
  const first = new Map<string, Frame>()
  const waiting = new Map<string, () => void>()
  const isClosed = new Promise<void>(resolve => socket.once('close', () => resolve()))
  let rest: Buffer = Buffer.of()
  socket.on('data', (piece: Buffer) => {
    rest = Buffer.concat([rest, piece])
    while (rest.length >= 9 && rest.length >= 9 + rest.readUIntBE(0, 3)) {
      const length = rest.readUIntBE(0, 3)
      const payload = rest.subarray(9, 9 + length)
      const one = { type: rest[3] ?? 0, stream: rest.readUInt32BE(5), payload }
      rest = rest.subarray(9 + length)
      const name = `${one.type} ${one.stream}`
      if (!first.has(name)) first.set(name, one)
      waiting.get(name)?.()
    }
  })
  socket.once('close', () => {
    for (const wake of waiting.values()) wake()
  })
  async function until(type: FrameType, stream: number): Promise<Frame | undefined> {
    const name = `${frameTypes[type]} ${stream}`
    if (!first.has(name) && !socket.destroyed) {
      await new Promise<void>(resolve => waiting.set(name, resolve))
    }
    return first.get(name)
  }
  const ended = isClosed.then(() => first.get(`${frameTypes.goaway} 0`)?.payload.readUInt32BE(4))
  const send = (...parts: readonly Buffer[]) => void socket.write(Buffer.concat(parts))
  if (!isSilent) send(preface, frame('settings', 0, settings))
  return { socket, send, ended, until }
}

/** Encodes a frame on a stream; 0 is the connection. */
export function frame(
  type: FrameType,
  stream: number,
  payload: Buffer = Buffer.of(),
  flag = 0,
): Buffer {
  const head = Buffer.alloc(9)
  head.writeUIntBE(payload.length, 0, 3)
  head[3] = frameTypes[type]
  head[4] = flag
  head.writeUInt32BE(stream, 5)
  return Buffer.concat([head, payload])
}

/** Encodes a frame whose payload is one 32-bit number: RST_STREAM, WINDOW_UPDATE. */
export function numberFrame(
  type: 'reset' | 'windowUpdate',
  stream: number,
  number: number,
): Buffer {
  const payload = Buffer.alloc(4)
  payload.writeUInt32BE(number)
  return frame(type, stream, payload)
}

/** Encodes one entry of a SETTINGS frame. */
export function settingEntry(id: number, value: number): Buffer {
  const payload = Buffer.alloc(6)
  payload.writeUInt16BE(id)
  payload.writeUInt32BE(value, 2)
  return payload
}

export const initialWindowSize = 4

type Fields = { readonly [name: string]: string }

/** Encodes the header fields of a request as literals without indexing. */
export function headerBlockOf(path: string, method = 'GET', others: Fields = {}): Buffer {
  const own = { ':method': method, ':scheme': 'https', ':path': path, ':authority': 'localhost' }
  return Buffer.concat(
    Object.entries({ ...own, ...others }).map(([name, value]) => literalField(name, value)),
  )
}

/** Encodes a literal field; `isKept` adds it to the dynamic table. */
export const literalField = (name: string, value: string, isKept = false): Buffer =>
  Buffer.concat([Buffer.of(isKept ? 0x40 : 0), text(name), text(value)])

function text(value: string): Buffer {
  const bytes = Buffer.from(value, 'latin1')
  return Buffer.concat([integer(bytes.length), bytes])
}

/** Encodes an integer with a 7-bit prefix. */
function integer(value: number): Buffer {
  if (value < 127) return Buffer.of(value)
  const bytes = [127]
  let rest = value - 127
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push(128 + (rest % 128))
  return Buffer.of(...bytes, rest)
}

/** Encodes a request without a body. */
export const getRequestFrame = (stream: number, path: string): Buffer =>
  frame('headers', stream, headerBlockOf(path), frameFlags.whole)
