import { once } from 'node:events'
import { request } from 'node:http'

import { describe, expect, it, onTestFinished } from 'vitest'
import { type ClientOptions, type RawData, WebSocket } from 'ws'

import { defaultParts } from '../server/default-parts.ts'
import { type TestEvent, startWatchServer } from '../server/test-watch.ts'

const maps = '/api/v1/namespaces/default/configmaps'
const kubernetes = () => defaultParts({ dialect: 'kubernetes' })

type Message = { text: string; isBinary: boolean }

/** A client that queues messages until a test takes them. */
function clientOf(target: string, { protocols = [] as string[], ...options }: Options = {}) {
  const client = new WebSocket(target.replace('http', 'ws'), protocols, {
    origin: new URL(target).origin,
    ...options,
  })
  onTestFinished(() => client.terminate())
  client.on('error', () => {})
  const heard: Message[] = []
  let wake = () => {}
  client.on('message', (data: RawData, isBinary) => {
    heard.push({ text: Buffer.from(data as Buffer).toString('latin1'), isBinary })
    wake()
  })
  const take = async (count: number): Promise<Message[]> => {
    while (heard.length < count) await new Promise<void>(resolve => (wake = resolve))
    return heard.splice(0, count)
  }
  const refused = new Promise<{ status: number | undefined; text: string }>(resolve =>
    client.once('unexpected-response', async (_, answer) => {
      const pieces: Buffer[] = await answer.toArray()
      resolve({ status: answer.statusCode, text: Buffer.concat(pieces).toString() })
    }),
  )
  const closed = new Promise<number>(resolve => client.once('close', resolve))
  return { client, take, refused, closed }
}

type Options = ClientOptions & { protocols?: string[] }

const eventIn = ({ text }: Message): TestEvent => JSON.parse(text) as TestEvent

describe('a watch over a WebSocket', () => {
  it('sends a text message per event and closes with code 1000', async () => {
    const { ask, url, clock } = await startWatchServer(kubernetes())
    await ask('POST', maps, { metadata: { name: 'a' } })
    const watch = clientOf(`${url}${maps}?watch=true&timeoutSeconds=60`)

    const first = await watch.take(2)
    await ask('POST', maps, { metadata: { name: 'b' } })
    await ask('DELETE', `${maps}/b`)
    const next = await watch.take(2)
    clock.advance(61_000)

    const all = [...first, ...next]
    expect(all.map(eventIn).map(({ type, object }) => `${type} ${object.metadata.name}`)).toEqual([
      'ADDED a',
      'ADDED kube-root-ca.crt',
      'ADDED b',
      'DELETED b',
    ])
    expect(all.every(({ text, isBinary }) => !isBinary && text.endsWith('}\n'))).toBe(true)
    expect(await watch.closed).toBe(1000)
  })

  it('sends a binary message per event in Protobuf, without a length prefix', async () => {
    const { ask, url } = await startWatchServer(kubernetes())
    await ask('POST', maps, { metadata: { name: 'a' } })
    const headers = { accept: 'application/vnd.kubernetes.protobuf' }
    const watch = clientOf(`${url}${maps}?watch=1`, { headers })

    for (const { text, isBinary } of await watch.take(2)) {
      expect(isBinary).toBe(true)
      // A WatchEvent: its first field is its type.
      expect(text.slice(0, 7)).toBe('\n\x05ADDED')
    }
  })

  it.for([
    ['of a type that is not there', '/api/v1/nothings?watch=1', 404],
    ['from a version that is no number', `${maps}?watch=1&resourceVersion=a`, 500],
    ['in a media type that is not there', `${maps}?watch=1`, 406, { accept: 'text/html' }],
  ] as const)('%s is refused before the upgrade', async ([, path, status, headers = {}]) => {
    const { url } = await startWatchServer(kubernetes())

    const { refused } = clientOf(`${url}${path}`, { headers })

    expect(await refused).toMatchObject({ status, text: expect.stringContaining('"Failure"') })
  })

  it('accepts a token as a subprotocol, and selects the other one', async () => {
    const user = { token: 'secret', name: 'a', uid: '', groups: ['system:masters'] }
    const { url } = await startWatchServer({ ...kubernetes(), users: [user] })
    const token = `base64url.bearer.authorization.k8s.io.${Buffer.from('secret').toString('base64url')}`
    const wrong = `base64url.bearer.authorization.k8s.io.${Buffer.from('guess').toString('base64url')}`
    const path = `${url}${maps}?watch=1`

    const { client, take } = clientOf(path, { protocols: [token, 'plain'] })
    await take(1)

    expect(client.protocol).toBe('plain')
    for (const protocols of [[wrong, 'plain'], [token], []]) {
      expect((await clientOf(path, { protocols }).refused).status).toBe(
        protocols.length === 0 ? 403 : 401,
      )
    }
  })

  it.for([
    ['without an origin', { origin: '' }, 403],
    ['with two protocols', { protocols: ['a', 'b'] }, 400],
  ] as [string, Options, number][])('%s is refused', async ([, options, status]) => {
    const { url } = await startWatchServer(kubernetes())

    const { refused } = clientOf(`${url}${maps}?watch=1`, options)

    expect((await refused).status).toBe(status)
  })

  it('frees its reader when the client disconnects', async () => {
    const { url, readers } = await startWatchServer(kubernetes())
    const { client, take } = clientOf(`${url}${maps}?watch=1`)
    await take(1)
    await expect.poll(readers).toBe(1)

    client.terminate()

    await expect.poll(readers).toBe(0)
  })

  it('ends when the server closes', async () => {
    const { url, close } = await startWatchServer(kubernetes())
    const { take, closed } = clientOf(`${url}${maps}?watch=1`)
    await take(1)

    await close()

    expect(await closed).toBe(1000)
  })

  it('ignores messages, and closes if one is too large', async () => {
    const { ask, url } = await startWatchServer(kubernetes())
    const { client, take, closed } = clientOf(`${url}${maps}?watch=1`)
    await take(1)

    client.send('hello')
    await ask('POST', maps, { metadata: { name: 'a' } })
    const [event] = await take(1)
    client.send('x'.repeat(2000))

    expect(event && eventIn(event).object.metadata.name).toBe('a')
    expect(await closed).toBe(1009)
  })
})

describe('an upgrade to another protocol is ignored', () => {
  const upgrade = { connection: 'Upgrade, HTTP2-Settings', upgrade: 'h2c' }

  it.for([
    ['of HTTP/2 with a write', 'POST', maps, upgrade, 201],
    ['of a WebSocket with a read', 'GET', maps, { ...upgrade, upgrade: 'websocket' }, 200],
  ] as const)('%s', async ([, method, path, headers, status]) => {
    const { url } = await startWatchServer(kubernetes())
    const body = method === 'POST' ? JSON.stringify({ metadata: { name: 'a' } }) : undefined

    const asked = request(`${url}${path}`, { method, headers })
    asked.end(body)
    const [answer] = await once(asked, 'response')
    answer.resume()

    expect(answer.statusCode).toBe(status)
  })

  it('of a WebSocket with a watch, in a dialect without WebSockets', async () => {
    const { url } = await startWatchServer()
    const headers = { connection: 'Upgrade', upgrade: 'websocket' }

    const asked = request(`${url}${maps}?watch=1`, { headers })
    onTestFinished(() => void asked.destroy())
    asked.end()
    const [answer] = await once(asked, 'response')

    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toBe('application/json')
  })
})
