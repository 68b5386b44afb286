// A minimal HTTPS server that shows the practical upper limit of a Node process. It sends the bytes
// that the reference would send, but has no routing, authentication, validation or API versions.
// Arguments: a certificate file and a key file.

import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2'
import type { AddressInfo } from 'node:net'

const [certFile = '', keyFile = ''] = process.argv.slice(2)
const tls = { cert: readFileSync(certFile), key: readFileSync(keyFile) }
// Without `noDelay`, the end of a long HTTP/1.1 response waits for the client's acknowledgement.
const options = { ...tls, allowHTTP1: true, noDelay: true }
const listening = createSecureServer(options, (request, response) => {
  void answer(request, response)
}).listen(0, '127.0.0.1')
await once(listening, 'listening')
console.log(`https://127.0.0.1:${(listening.address() as AddressInfo).port}`)

const bodies: Buffer[] = []
const indexOf = new Map<string, number>()
const watchers = new Set<Http2ServerResponse>()
let version = 0

async function answer(request: Http2ServerRequest, response: Http2ServerResponse): Promise<void> {
  const { method, url } = request
  const [path = '', query = ''] = url.split('?', 2)
  if (method === 'POST' || method === 'PUT') return write(request, response, method)
  if (path === '/readyz') return reply(response, 200, ok)
  const name = path.split('/')[6]
  if (name !== undefined) return reply(response, 200, bodies[indexOf.get(name) ?? 0] ?? ok)
  const parameters = new URLSearchParams(query)
  if (parameters.has('watch')) return watch(response)
  if (parameters.has('limit')) return page(response, parameters)
  await list(response)
}

const ok = Buffer.from('ok')

function reply(response: Http2ServerResponse, status: number, body: Buffer): void {
  response.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': body.length })
  response.end(body)
}

async function write(
  request: Http2ServerRequest,
  response: Http2ServerResponse,
  method: 'POST' | 'PUT',
): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const sent = JSON.parse(Buffer.concat(chunks).toString()) as Sent
  const { kind, apiVersion, metadata, ...rest } = sent
  const stamps = {
    resourceVersion: String(++version),
    name: metadata.name,
    namespace: 'bench',
    uid: randomUUID(),
    creationTimestamp: new Date().toISOString(),
  }
  const body = bytesOf(JSON.stringify({ kind, apiVersion, metadata: stamps, ...rest }))
  // The benchmark also creates a Namespace, which does not belong to the collection.
  if (kind === 'ConfigMap') keep(metadata.name, body)
  reply(response, method === 'POST' ? 201 : 200, body)
}

/**
 * Encodes text in a separate allocation. A Buffer from Node's shared pool that is kept would also
 * keep its neighbours in the pool alive.
 */
function bytesOf(text: string): Buffer {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text))
  bytes.write(text)
  return bytes
}

type Sent = { kind: string; apiVersion: string; metadata: { name: string } }

function keep(name: string, body: Buffer): void {
  const index = indexOf.get(name) ?? bodies.length
  indexOf.set(name, index)
  bodies[index] = body
  if (watchers.size === 0) return
  const event = Buffer.concat([Buffer.from('{"type":"ADDED","object":'), body, endOfEvent])
  for (const watcher of watchers) watcher.write(event)
}

const endOfEvent = Buffer.from('}\n')

function watch(response: Http2ServerResponse): void {
  response.writeHead(200, { 'Content-Type': 'application/json' })
  // Node does not send the headers before the first body bytes unless they are flushed.
  if ('flushHeaders' in response) (response.flushHeaders as () => void)()
  watchers.add(response)
  response.once('close', () => watchers.delete(response))
}

const comma = Buffer.from(',')

const joined = (from: number, to: number): Buffer =>
  Buffer.concat(bodies.slice(from, to).flatMap(body => [body, comma])).subarray(0, -1)

const head = (next: string): string =>
  `{"kind":"ConfigMapList","apiVersion":"v1","metadata":{"resourceVersion":"${version}"${next}},"items":[`

function page(response: Http2ServerResponse, parameters: URLSearchParams): void {
  const from = Number(parameters.get('continue') ?? 0)
  const to = from + Number(parameters.get('limit'))
  const next = to < bodies.length ? `,"continue":"${to}"` : ''
  const parts = [Buffer.from(head(next)), joined(from, to), Buffer.from(']}')]
  reply(response, 200, Buffer.concat(parts))
}

async function list(response: Http2ServerResponse): Promise<void> {
  response.writeHead(200, { 'Content-Type': 'application/json' })
  response.write(head(''))
  const closed = once(response, 'close')
  for (let from = 0; from < bodies.length; from += batch) {
    const isLast = from + batch >= bodies.length
    const part = joined(from, from + batch)
    const hasRoom = response.write(isLast ? part : Buffer.concat([part, comma]))
    if (!hasRoom) await Promise.race([once(response, 'drain'), closed])
    if (response.destroyed) return
  }
  response.end(']}')
}

// Objects per chunk: about 256 KiB.
const batch = 128
