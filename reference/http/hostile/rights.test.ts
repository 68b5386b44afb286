import { describe, expect, it } from 'vitest'

import { ask, attack } from './test-attack.ts'
import { startVictim } from './test-victim.ts'

const core = '/api/v1/namespaces/default'
const maps = `${core}/configmaps`
const apps = '/apis/apps/v1/namespaces/default'
const deployments = `${apps}/deployments`
const leases = '/apis/coordination.cluster.example/v1/namespaces/default/leases'

const verbs = [
  'get',
  'list',
  'watch',
  'create',
  'update',
  'patch',
  'delete',
  'deletecollection',
] as const
const parts = ['deployments/status', 'deployments/scale'] as const
const names = ['admin', ...verbs, ...parts, 'unsafe']
const server = await startVictim({
  users: names.map(name => ({
    token: name,
    name,
    uid: name,
    groups: name === 'admin' ? ['system:masters'] : [],
  })),
  allow: [
    ...verbs.map(verb => ({ user: verb, verbs: [verb] })),
    ...parts.map(part => ({ user: part, verbs: ['*'], resources: [part] })),
    { user: 'unsafe', verbs: ['unsafe-delete-ignore-read-errors'] },
  ],
  gates: { AllowUnsafeMalformedObjectDeletion: true },
})

type Line = readonly [user: string, method: string, path: string, type?: string | undefined]

const applied = 'application/apply-patch+yaml'
const merged = 'application/merge-patch+json'

/** Returns a body that is valid for the type of a path. */
function bodyFor(method: string, path: string): object | undefined {
  if (method === 'GET' || method === 'DELETE') return undefined
  const name = /\/(?:configmaps|leases|deployments)\/(\w+)/.exec(path)?.[1] ?? 'made'
  if (path.includes('/configmaps'))
    return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name } }
  if (path.includes('/scale')) return { metadata: { name }, spec: { replicas: 2 } }
  if (path.includes('/deployments')) return deployment(name)
  return { apiVersion: 'coordination.cluster.example/v1', kind: 'Lease', metadata: { name } }
}

const send = ([user, method, path, type]: Line, body: unknown = bodyFor(method, path)) =>
  ask(server, [method, path], body, {
    authorization: `Bearer ${user}`,
    ...(body !== undefined && { 'content-type': type ?? 'application/json' }),
  })

const deployment = (name: string, more: object = {}) => ({
  metadata: { name },
  spec: {
    replicas: 1,
    selector: { matchLabels: { a: 'b' } },
    template: {
      metadata: { labels: { a: 'b' } },
      spec: { containers: [{ name: 'c', image: 'i' }] },
    },
  },
  ...more,
})

for (const path of [maps, deployments, leases])
  await send(['admin', 'POST', path], newObjectFor(path))
function newObjectFor(path: string): object {
  return path === deployments ? deployment('a') : { metadata: { name: 'a' } }
}

describe('T28: a user with one right', () => {
  it.for<[...Line, number] | [string, string, string, number]>([
    ['get', 'GET', `${maps}/a`, 200],
    ['get', 'GET', maps, 403],
    ['get', 'GET', `${maps}?fieldSelector=metadata.name%3Da`, 403],
    ['get', 'GET', `${maps}?watch=true`, 403],
    ['get', 'GET', `${maps}/a?watch=true`, 403],
    ['list', 'GET', maps, 200],
    ['list', 'GET', `${maps}?watch=0`, 200],
    ['list', 'GET', `${maps}/a`, 403],
    ['list', 'GET', `${maps}?watch=1`, 403],
    ['list', 'GET', `${maps}?watch`, 403],
    ['list', 'GET', `${maps}?watch=anything`, 403],
    ['watch', 'GET', maps, 403],
    ['watch', 'GET', `${maps}/a`, 403],
    ['watch', 'GET', `${maps}?watch=1&timeoutSeconds=1`, 200],
    ['update', 'PUT', `${leases}/absent`, 403],
    ['update', 'PUT', `${maps}/a`, 200],
    ['update', 'PATCH', `${maps}/a`, merged, 403],
    ['create', 'PUT', `${leases}/absent`, 403],
    ['create', 'PATCH', `${maps}/absent?fieldManager=m`, applied, 403],
    ['create', 'POST', `${maps}?dryRun=All`, 200],
    ['patch', 'PATCH', `${maps}/absent?fieldManager=m`, applied, 403],
    ['patch', 'PATCH', `${maps}/a?fieldManager=m`, applied, 200],
    ['patch', 'PATCH', `${maps}/a?dryRun=All`, merged, 200],
    ['patch', 'PUT', `${maps}/a?dryRun=All`, 403],
    ['delete', 'DELETE', maps, 403],
    ['delete', 'DELETE', `${maps}?fieldSelector=metadata.name%3Da`, 403],
    ['delete', 'DELETE', `${maps}/a?dryRun=All`, 200],
    ['deletecollection', 'DELETE', `${maps}/a`, 403],
    ['deletecollection', 'DELETE', `${maps}?dryRun=All`, 200],
    ['deployments/status', 'GET', `${deployments}/a`, 403],
    ['deployments/status', 'PUT', `${deployments}/a`, 403],
    ['deployments/status', 'GET', `${deployments}/a/scale`, 403],
    ['deployments/status', 'PUT', `${deployments}/a/status`, 200],
    ['deployments/scale', 'PUT', `${deployments}/a/status`, 403],
    ['deployments/scale', 'PUT', `${deployments}/a/scale`, 200],
    ['deployments/scale', 'GET', `${deployments}`, 403],
  ])('%s: %s %s', async (row, { annotate }) => {
    const status = row.at(-1)
    const [user, method, path, type] = row
    const line: Line = [user, method, path, typeof type === 'string' ? type : undefined]

    const answer = await attack({ server, annotate }, () => send(line))

    expect(answer.status).toBe(status)
  })

  it.for(['POST', 'PUT', 'PATCH', 'DELETE'])(
    'to read cannot %s, even in a dry run',
    async method => {
      const path = method === 'POST' ? maps : `${maps}/a`
      const type = method === 'PATCH' ? merged : 'application/json'

      for (const user of ['get', 'list', 'watch']) {
        const answer = await send([user, method, `${path}?dryRun=All`, type])
        expect(answer.status).toBe(403)
      }
    },
  )

  it('to delete without reading cannot force the deletion of an unreadable object', async () => {
    const body = { ignoreStoreReadErrorWithClusterBreakingPotential: true }

    const answer = await send(['unsafe', 'DELETE', `${maps}/a`], body)

    expect(answer.status).toBe(403)
  })
})

describe('T30: changes through another path', () => {
  const path = `${deployments}/a`
  const wanted = deployment('a', { status: { replicas: 7, observedGeneration: 9 } })
  const changed = { ...wanted, spec: { ...wanted.spec, paused: true } }
  const admin = (method: string, at: string, body?: unknown) =>
    send(['admin', method, at, method === 'PATCH' ? merged : 'application/json'], body)

  it('never reach the status through the object, nor the spec through the status', async () => {
    const before = (await admin('GET', path)).body
    const through = { PUT: changed, PATCH: { spec: { paused: true }, status: { replicas: 8 } } }
    for (const [method, body] of Object.entries(through)) {
      const status = await admin(method, `${path}/status`, body)
      expect(status.body['spec']).toEqual(before['spec'])
    }
    const { body: between } = await admin('GET', path)
    for (const [method, body] of Object.entries(through)) {
      const object = await admin(method, path, { ...body, status: { replicas: 1 } })
      expect(object.body['status']).toEqual(between['status'])
    }
  })

  it.for([
    ['a label that is none', '', { metadata: { labels: { 'a b': 'c' } } }, 422],
    ['a label', '/status', { metadata: { labels: { 'a b': 'c' } } }, 200],
    ['a selector', '', { spec: { selector: { matchLabels: { a: 'c' } } } }, 422],
    ['a negative count', '/scale', { spec: { replicas: -1 } }, 422],
    ['a text for a count', '', { spec: { replicas: 'x' } }, 400],
    ['a text for a count', '/scale', { spec: { replicas: 'x' } }, 400],
    ['another name', '', { metadata: { name: 'b' } }, 400],
    ['another name', '/status', { metadata: { name: 'b' } }, 400],
    ['another name', '/scale', { metadata: { name: 'b' } }, 400],
    ['another uid', '/status', { metadata: { uid: 'x' } }, 422],
    ['another uid', '/scale', { metadata: { uid: 'x' } }, 422],
  ] as const)('are validated for %s at "%s"', async ([, part, patch, status], { annotate }) => {
    const { body: before } = await admin('GET', path)

    const answer = await attack({ server, annotate }, () => admin('PATCH', `${path}${part}`, patch))
    const { body: after } = await admin('GET', path)

    expect(answer.status).toBe(status)
    expect(after).toEqual(before)
  })

  it('affect only the replicas through the scale', async () => {
    const { body: before } = await admin('GET', path)

    const body = { spec: { replicas: 3, paused: false, selector: {} }, status: { replicas: 9 } }
    await admin('PATCH', `${path}/scale`, body)
    const { body: after } = await admin('GET', path)

    expect(after['spec']).toEqual({ ...(before['spec'] as object), replicas: 3 })
    expect(after['status']).toEqual(before['status'])
  })

  it('cannot add containers to a pod', async () => {
    const pods = `${core}/pods`
    const spec = { containers: [{ name: 'c', image: 'i' }] }
    const { body: before } = await admin('POST', pods, { metadata: { name: 'p' }, spec })
    const patch = { spec: { ephemeralContainers: [{ name: 'e', image: 'i' }] } }

    const refused = await Promise.all(
      ['', '/status', '/ephemeralcontainers', '/resize', '/eviction'].map(part =>
        admin('PATCH', `${pods}/p${part}`, patch),
      ),
    )
    const { body: after } = await admin('GET', `${pods}/p`)

    expect(refused.map(({ status }) => status)).toEqual([422, 200, 404, 404, 405])
    expect(after['spec']).toEqual(before['spec'])
  })
})
