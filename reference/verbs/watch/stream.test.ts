import { setImmediate } from 'node:timers/promises'

import { describe, expect, it, vi } from 'vitest'

import type { IncomingRequest } from '../../api/request.ts'
import type { Limits } from '../../api/limits.ts'
import type { ResourceCall } from '../../parts/parts.ts'
import { storeKeyOf, storePrefixOf } from '../../api/resource.ts'
import { defaultParts } from '../../server/default-parts.ts'
import { jsonFormat } from '../../pipeline/test-format.ts'
import { streamPieces } from '../../http/stream-pieces.ts'
import { watchFraming } from './framing.ts'
import { watchStream } from './stream.ts'
import { clientUntil } from '../../server/test-client.ts'

const form = { answer: jsonFormat, body: 'application/json' }

const object = (name: string) => ({ kind: 'ConfigMap', apiVersion: 'v1', metadata: { name } })

/** A watch of config maps of 20 KB each, and how many events it has encoded. */
async function watchOf(count: number, limits: Partial<Limits> = {}) {
  const defaults = defaultParts()
  const parts = { ...defaults, limits: { ...defaults.limits, ...limits } }
  const event = vi.fn(parts.stages.encode.event)
  const encode = { ...parts.stages.encode, event }
  const watchParts = { ...parts, stages: { ...parts.stages, encode } }
  const resource = watchParts.builtInResources.find(row => row.resource === 'configmaps')
  if (!resource) throw new Error('expected config maps, got none')
  for (let index = 0; index < count; index++) {
    const name = `map-${index + 10}`
    const value = watchParts.stages.encodeStored({
      ...object(name),
      data: { text: 'x'.repeat(20_000) },
    })
    const key = storeKeyOf(resource, { namespace: 'default', name })
    await watchParts.store.commit({ key, guard: { absent: true }, value })
  }
  // A stream asks nothing else of its call.
  const http: Partial<IncomingRequest> = { client: clientUntil() }
  const call = {
    http,
    parts: watchParts,
    negotiation: form,
    resource,
  } as Partial<ResourceCall> as ResourceCall
  const view = {
    scope: storePrefixOf(resource, 'default'),
    selector: undefined,
    options: { allowBookmarks: true, timeoutSeconds: 0n },
    start: { state: {} },
  }
  const pieces = streamPieces(watchStream(view, call, watchFraming(view, call)))
  return { at: watchParts, event, pieces, resource }
}

describe('the initial state of a watch', () => {
  it('is encoded lazily, as far as it is read', async () => {
    const { event, pieces } = await watchOf(40)

    await pieces.next()

    // Three of them are a batch, and the fourth is what did not fit into it.
    expect(event).toHaveBeenCalledTimes(4)
  })

  it('is complete and in order', async () => {
    const { event, pieces } = await watchOf(40)

    let text = ''
    while (!text.includes('"BOOKMARK"')) text += String((await pieces.next()).value)

    const names = [...text.matchAll(/"map-\d+"/g)].map(([name]) => name)
    expect(names).toEqual(Array.from({ length: 40 }, (_, index) => `"map-${index + 10}"`))
    expect(text).toBe(event.mock.results.map(({ value }) => String(value)).join(''))
  })
})

describe('a watch whose client does not read', () => {
  it('sets no bookmark timer after it was cut off', async () => {
    const { at: parts, pieces, resource } = await watchOf(0, { watchQueueBytesMax: 1 })
    const after = vi.spyOn(parts.clock, 'after')
    await pieces.next()
    void pieces.next()
    while (after.mock.calls.length === 0) await setImmediate()
    for (const name of ['taken', 'waiting']) {
      const key = storeKeyOf(resource, { namespace: 'default', name })
      await parts.store.commit({
        key,
        guard: { absent: true },
        value: parts.stages.encodeStored(object(name)),
      })
      await setImmediate()
    }

    parts.clock.advance(parts.limits.bookmarkMs)

    expect(after).toHaveBeenCalledTimes(1)
    expect(await pieces.next()).toEqual({ value: undefined, done: true })
  })
})
