import type { IncomingMessage } from 'node:http'

import type { Limits } from '../api/limits.ts'
import { yieldToEventLoop, yieldAfter } from '../lib/event-loop.ts'
import { preparseJson } from '../codecs/read-json.ts'
import { readYamlAhead } from '../codecs/yaml-reader.ts'

/** The requests with large bodies that are being processed. */
export type LargeBodies = {
  /**
   * Waits until there is room for a body. Concatenates it, and parses it in several turns if
   * possible.
   */
  enter(request: IncomingMessage, pieces: readonly Buffer[]): Promise<Buffer>
  /** Ends the processing of a request. */
  leave(request: IncomingMessage): void
}

/**
 * Admits large bodies in the order of arrival, as many at once as fit into the limit. The parsed
 * form of a body takes many times its bytes, and processing it blocks other requests. So large
 * bodies wait, while small requests pass. A body that exceeds the whole limit is admitted alone.
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
      // Many bodies may have been completed in the same turn.
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

/** Whether a body looks like JSON; the Content-Type may be absent. */
const isJson = (body: Buffer): boolean => body[0] === 0x7b || body[0] === 0x5b

/** Whether the body is YAML, as that of an apply is. */
const isYaml = ({ headers }: IncomingMessage): boolean =>
  headers['content-type']?.includes('yaml') ?? false
