import type { IncomingMessage } from 'node:http'

import type { Limits } from '../api/limits.ts'
import { yieldToEventLoop, yieldAfter } from '../lib/event-loop.ts'
import { preparseJson } from '../codecs/read-json.ts'
import { readYamlAhead } from '../codecs/yaml-reader.ts'

/** The requests with large bodies that are being worked on. */
export type LargeBodies = {
  /** A body, when there is room for it; it has been read as far as that can be done in turns. */
  enter(request: IncomingMessage, pieces: readonly Buffer[]): Promise<Buffer>
  /** Ends the work on a request. */
  leave(request: IncomingMessage): void
}

/**
 * Lets in large bodies in the order in which they came, as many at once as have room. What is made
 * of one takes many times its bytes, and what is done with it holds others up: these wait, while
 * requests that are small pass. One that is larger than all of the room is let in alone.
 */
export function largeBodies({
  largeBodiesBytesMax,
  yieldAfterMs,
}: Pick<Limits, 'largeBodiesBytesMax' | 'yieldAfterMs'>): LargeBodies {
  const inside = new Map<IncomingMessage, number>()
  const waiting: { readonly bytes: number; readonly go: () => void }[] = []
  let usedBytes = 0

  function admit(): void {
    for (let first = waiting[0]; first; first = waiting[0]) {
      if (inside.size > 0 && usedBytes + first.bytes > largeBodiesBytesMax) return
      waiting.shift()
      first.go()
    }
  }

  return {
    async enter(request, pieces) {
      const bytes = pieces.reduce((sum, { length }) => sum + length, 0)
      await new Promise<void>(resolve => {
        const go = () => {
          inside.set(request, bytes)
          usedBytes += bytes
          resolve()
        }
        waiting.push({ bytes, go })
        admit()
      })
      // Many bodies may have become whole in one turn.
      await yieldToEventLoop()
      const body = Buffer.concat(pieces, bytes)
      if (isJson(body)) await preparseJson(body, yieldAfter(yieldAfterMs))
      else if (isYaml(request)) await readYamlAhead(body, yieldAfter(yieldAfterMs))
      return body
    },
    leave(request) {
      const bytes = inside.get(request)
      if (bytes === undefined) return
      inside.delete(request)
      usedBytes -= bytes
      admit()
    },
  }
}

/** Whether it looks so; a body says of itself what it is where nobody else does. */
const isJson = (body: Buffer): boolean => body[0] === 0x7b || body[0] === 0x5b

/** Whether it is to be read as YAML, as the body of an apply is. */
const isYaml = ({ headers }: IncomingMessage): boolean =>
  headers['content-type']?.includes('yaml') ?? false
