// A minimal API server for tests, as a newcomer might write it: namespaces and config maps in a
// map, one counter for versions, and only `node:http`. It caches the responses of reads and does
// not invalidate them until it is fixed.

import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

type Metadata = { name: string; namespace?: string; uid?: string; resourceVersion?: string }
type Thing = { metadata: Metadata; [field: string]: unknown }
type Answer = [code: number, body: object]

const kinds: Record<string, string> = { namespaces: 'Namespace', configmaps: 'ConfigMap' }
const verbs = ['create', 'delete', 'get', 'list', 'update']

const refusal = (code: number, reason: string | undefined, message: string): Answer => [
  code,
  { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', reason, message, code },
]

const described: Record<string, object> = {
  '/version': { major: '1', minor: '33', gitVersion: 'v1.33.0' },
  '/api': { kind: 'APIVersions', versions: ['v1'] },
  '/apis': { kind: 'APIGroupList', apiVersion: 'v1', groups: [] },
  '/api/v1': {
    kind: 'APIResourceList',
    apiVersion: 'v1',
    groupVersion: 'v1',
    resources: Object.entries(kinds).map(([name, kind]) => {
      return { name, kind, verbs, namespaced: name !== 'namespaces' }
    }),
  },
}

/** Serves on a free port until it is closed. `fix` removes its fault. */
export async function startFirstServer() {
  const things = new Map<string, Thing>()
  const remembered = new Map<string, Thing>()
  let version = 100
  let isFixed = false

  const write = (path: string, kind: string, { metadata, ...rest }: Thing): Thing => {
    const creationTimestamp = new Date().toISOString().replace(/\.\d+Z$/, 'Z')
    const [, namespace] = /\/namespaces\/([^/]+)\//.exec(path) ?? []
    const born = { uid: randomUUID(), creationTimestamp, ...things.get(path)?.metadata }
    const own = { ...(namespace ? { namespace } : {}), uid: born.uid }
    const named = { ...born, ...metadata, ...own, resourceVersion: String(++version) }
    const thing = { ...rest, kind, apiVersion: 'v1', metadata: named }
    things.set(path, thing)
    return thing
  }

  const read = (path: string, asked: string): Answer => {
    const known = isFixed || asked ? undefined : remembered.get(path)
    const found = known ?? things.get(path)
    if (!/^\d*$/.test(asked)) return refusal(500, undefined, `not a version: ${asked}`)
    if (Number(asked) > version) {
      const causes = [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }]
      const [code, status] = refusal(504, 'Timeout', 'Too large resource version')
      return [code, { ...status, details: { causes } }]
    }
    if (!found) return refusal(404, 'NotFound', `${path} not found`)
    remembered.set(path, found)
    return [200, found]
  }

  const answer = (method: string, url: URL, body: Thing | undefined): Answer => {
    const { pathname: path, searchParams } = url
    const description = described[path]
    if (description) return [200, description]
    const [, resource = '', name] =
      /^\/api\/v1\/(?:namespaces\/[^/]+\/)?(\w+)(?:\/([^/]+))?$/.exec(path) ?? []
    const kind = kinds[resource]
    if (!kind) return refusal(404, 'NotFound', 'the server has no such path')
    if (name && method === 'GET') return read(path, searchParams.get('resourceVersion') ?? '')
    if (method === 'GET') {
      const items = [...things].filter(([key]) => key.startsWith(`${path}/`)).map(([, one]) => one)
      const metadata = { resourceVersion: String(version) }
      return [200, { kind: `${kind}List`, apiVersion: 'v1', metadata, items }]
    }
    const objectPath = name ? path : `${path}/${body?.metadata.name}`
    const stored = things.get(objectPath)
    if (method === 'POST' && body && !name)
      return stored
        ? refusal(409, 'AlreadyExists', `${objectPath} already exists`)
        : [201, write(objectPath, kind, body)]
    if (!stored) return refusal(404, 'NotFound', `${objectPath} not found`)
    const sent = body?.metadata?.resourceVersion
    if (method === 'PUT' && body && sent && sent !== stored.metadata.resourceVersion)
      return refusal(409, 'Conflict', `${objectPath} has been modified`)
    if (method === 'PUT' && body) return [200, write(objectPath, kind, body)]
    if (method !== 'DELETE') return refusal(405, 'MethodNotAllowed', `${method} is not allowed`)
    version++
    for (const key of things.keys())
      if (key === objectPath || key.startsWith(`${objectPath}/`)) things.delete(key)
    return [200, { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success' }]
  }

  const server = createServer((request, response) => {
    void parsed(request).then(body => {
      const url = new URL(request.url ?? '/', 'http://first')
      const [code, said] = answer(request.method ?? 'GET', url, body)
      response.writeHead(code, { 'content-type': 'application/json' }).end(JSON.stringify(said))
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    fix: () => {
      isFixed = true
    },
    close: () => new Promise(resolve => server.close(resolve)),
  }
}

async function parsed(request: IncomingMessage): Promise<Thing | undefined> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece as Buffer)
  return pieces.length > 0 ? (JSON.parse(Buffer.concat(pieces).toString()) as Thing) : undefined
}
