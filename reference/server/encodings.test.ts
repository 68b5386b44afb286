import { describe, expect, it } from 'vitest'

import type { Codec } from '../codecs/codec.ts'
import type { ApiObject } from '../api/object.ts'
import { defaultParts } from './default-parts.ts'
import { startTestServer } from './test-server.ts'
import { openResponse } from './test-watch.ts'

const maps = '/api/v1/namespaces/default/configmaps'
const map = (name: string) => ({
  kind: 'ConfigMap',
  apiVersion: 'v1',
  metadata: { name, labels: { yes: 'on', long: '9'.repeat(20) } },
  data: { text: ' a\n\tb: "ü😀" ', empty: '' },
  binaryData: { bytes: 'AAECAw==' },
})

const parts = () => defaultParts({ gates: { CBORServingAndStorage: true } })
const { codecs } = parts()
const all = Object.entries(codecs)

async function encodingServer() {
  const { ask, url } = await startTestServer(parts())
  const bytesOf = async (method: string, path: string, accept: string, body?: Buffer) => {
    const headers = { accept, ...(body && { 'content-type': accept }) }
    const answer = await fetch(`${url}${path}`, { method, headers, body: body ?? null })
    const bytes = Buffer.from(await answer.arrayBuffer())
    return { status: answer.status, type: answer.headers.get('content-type'), bytes }
  }
  return { ask, url, bytesOf }
}

const valueOf = (codec: Codec, bytes: Buffer) => codec.read(bytes).value as ApiObject

describe.each(all)('%s', (type, codec) => {
  it('carries what a client writes, and what it reads back (ENC-013)', async () => {
    const { ask, bytesOf } = await encodingServer()

    const created = await bytesOf('POST', maps, type, codec.write(map('a')))
    const { body: json } = await ask('GET', `${maps}/a`)
    const got = await bytesOf('GET', `${maps}/a`, type)

    expect(created.status).toBe(200)
    expect(created.type).toBe(type)
    expect(json).toMatchObject(map('a'))
    expect(valueOf(codec, created.bytes)).toEqual(json)
    expect(valueOf(codec, got.bytes)).toEqual(json)
  })

  it('carries lists, which are encoded to the same bytes each time', async () => {
    const { ask, bytesOf } = await encodingServer()
    for (const name of ['a', 'b', 'c']) await ask('POST', maps, map(name))
    const { body: json } = await ask('GET', maps)

    const first = await bytesOf('GET', maps, type)
    const again = await bytesOf('GET', maps, type)

    expect(valueOf(codec, first.bytes)).toEqual(json)
    expect(again.bytes).toEqual(first.bytes)
  })

  it('carries error responses', async () => {
    const { ask, bytesOf } = await encodingServer()
    const { body: json } = await ask('GET', `${maps}/missing`)

    const refused = await bytesOf('GET', `${maps}/missing`, type)

    expect(refused).toMatchObject({ status: 404, type })
    expect(valueOf(codec, refused.bytes)).toEqual(json)
  })

  it('carries the options and the response of a delete', async () => {
    const { ask, bytesOf } = await encodingServer()
    await ask('POST', maps, map('a'))
    const options = (uid: string) =>
      codec.write({
        kind: 'DeleteOptions',
        apiVersion: 'meta.cluster.example/v1',
        preconditions: { uid },
      })

    const refused = await bytesOf('DELETE', `${maps}/a`, type, options('other'))
    const { uid = '' } = (await ask('GET', `${maps}/a`)).body.metadata
    const deleted = await bytesOf('DELETE', `${maps}/a`, type, options(uid))

    expect(refused.status).toBe(409)
    expect(valueOf(codec, deleted.bytes)).toMatchObject({ kind: 'Status', status: 'Success' })
  })

  it('refuses garbage with 400 and stores nothing', async () => {
    const { ask, bytesOf } = await encodingServer()
    const garbage = Buffer.from('}{\u0000garbage: [')

    const refused = await bytesOf('POST', maps, type, garbage)

    expect(refused.status).toBe(400)
    expect((await ask('GET', maps)).body.items).toEqual([])
  })
})

const streaming = all.filter(([, codec]) => codec.stream)

describe.each(streaming)('a watch in %s', (type, codec) => {
  it('has the same events as one in JSON, byte for byte', async () => {
    const { ask, url } = await encodingServer()
    await ask('POST', maps, map('a'))
    const query = 'watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan'
    const path = `${maps}?${query}&allowWatchBookmarks=true&timeoutSeconds=3`
    const watched = async (accept: string) => {
      const response = await openResponse(url, path, { accept })
      return { response, bytes: Buffer.concat(await response.toArray()) }
    }

    const [json, other] = await Promise.all([watched('application/json'), watched(type)])

    const events = json.bytes
      .toString()
      .trim()
      .split('\n')
      .map(line => JSON.parse(line) as { type: string; object: ApiObject })
    const framed = (object: ApiObject, type: string) =>
      codec.stream?.frame(type, codec.write(object)).length ?? 0
    const [added, begun] = events
    if (!added || !begun) throw new Error('the state and its bookmark have to come')
    const state = framed(added.object, 'ADDED') + framed(begun.object, 'BOOKMARK')
    const { annotations: _, ...metadata } = begun.object.metadata
    const last = framed({ ...begun.object, metadata }, 'BOOKMARK')
    expect(other.response.headers['content-type']).toBe(codec.stream?.mediaType)
    expect(events.map(event => event.type).slice(0, 2)).toEqual(['ADDED', 'BOOKMARK'])
    // A busy machine may omit the bookmark before the end.
    expect([state, state + last]).toContain(other.bytes.length)
  })
})
