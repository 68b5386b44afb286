import { describe, expect, it, vi } from 'vitest'

import type { Incoming } from '../api/call.ts'
import type { ResourceCall } from '../api/parts.ts'
import { keyOf, prefixOf } from '../api/resource.ts'
import { defaultParts } from '../server/default-parts.ts'
import { jsonForm } from '../stages/test-form.ts'
import { framing } from './watch-framing.ts'
import { watchStream } from './watch-stream.ts'

const form = { answer: jsonForm, body: 'application/json' }

/** A watch of config maps of 20 KB each, and how many events it has encoded. */
async function watchOf(count: number) {
  const parts = defaultParts()
  const event = vi.fn(parts.stages.encode.event)
  const encode = { ...parts.stages.encode, event }
  const at = { ...parts, stages: { ...parts.stages, encode } }
  const resource = at.resources.find(row => row.resource === 'configmaps')
  if (!resource) throw new Error('expected config maps, got none')
  for (let index = 0; index < count; index++) {
    const name = `map-${index + 10}`
    const object = { kind: 'ConfigMap', apiVersion: 'v1', metadata: { name } }
    const value = at.stages.keep({ ...object, data: { text: 'x'.repeat(20_000) } })
    const key = keyOf(resource, { namespace: 'default', name })
    await at.store.commit({ key, guard: { absent: true }, value })
  }
  // A stream asks nothing else of its call.
  const http: Partial<Incoming> = { signal: new AbortController().signal }
  const call = { http, at, form, resource } as Partial<ResourceCall> as ResourceCall
  const view = {
    scope: prefixOf(resource, 'default'),
    selector: undefined,
    options: { allowBookmarks: true, timeoutSeconds: 0n },
    start: { state: {} },
  }
  const pieces = watchStream(view, call, framing(view, call)).pieces[Symbol.asyncIterator]()
  return { event, pieces }
}

describe('the first state of a watch', () => {
  it('is encoded only as far as it is read', async () => {
    const { event, pieces } = await watchOf(40)

    await pieces.next()

    // Three of them are a batch, and the fourth is what did not fit into it.
    expect(event).toHaveBeenCalledTimes(4)
  })

  it('is whole and in order', async () => {
    const { event, pieces } = await watchOf(40)

    let text = ''
    while (!text.includes('"BOOKMARK"')) text += String((await pieces.next()).value)

    const names = [...text.matchAll(/"map-\d+"/g)].map(([name]) => name)
    expect(names).toEqual(Array.from({ length: 40 }, (_, index) => `"map-${index + 10}"`))
    expect(text).toBe(event.mock.results.map(({ value }) => String(value)).join(''))
  })
})
