import { expect, it } from 'vitest'
import type { WireRequest } from '../../fixtures/client/client.ts'
import { TransportError } from '../../fixtures/client/client.ts'
import { defaultTypes, resourcePath } from '../../fixtures/objects/tested-types.ts'
import type { Role } from '../../fixtures/objects/tested-types.ts'
import { cleanUp } from './clean-up.ts'
import { exchangeOf, historyOfExchanges } from '../history/test-history.ts'
import type { Exchange } from '../history/history.ts'

const types = defaultTypes('cluster.example')

it('deletes what was created or replaced, once each', async () => {
  const heard = await heardFor(
    written('POST', 201, 'main', { namespace: 'own' }, 't-0-a'),
    written('PUT', 200, 'main', { namespace: 'own', name: 't-0-a' }, 't-0-a'),
    written('POST', 201, 'cluster', {}, 't-0-c'),
    exchangeOf('read', 200, { metadata: { name: 't-0-b' } }, { about: { role: 'main' } }),
  )

  expect(heard).toEqual([
    `DELETE ${resourcePath(types.main, 'own', 't-0-a')}`,
    `DELETE ${resourcePath(types.cluster, undefined, 't-0-c')}`,
  ])
})

it('deletes what an apply or a patch of nothing may have created, but not what other patches changed', async () => {
  const headers = { 'content-type': 'application/apply-patch+yaml' }
  const patched = (name: string, more: object) =>
    exchangeOf(name, 200, { metadata: { name } }, { request: { method: 'PATCH', ...more } })
  const heard = await heardFor(
    { ...patched('t-0-a', { headers }), about: { role: 'main', namespace: 'own', name: 't-0-a' } },
    exchangeOf('read', 200, { metadata: { name: 't-0-b' } }, { about: { role: 'main' } }),
    { ...patched('t-0-b', {}), about: { role: 'main', namespace: 'own', name: 't-0-b' } },
    {
      ...exchangeOf('nameless', 200, { metadata: {} }, { request: { method: 'PATCH' } }),
      about: { role: 'main', namespace: 'own', name: 't-0-e' },
    },
    exchangeOf('after', 200, { metadata: { name: 't-0-e' } }, { about: { role: 'main' } }),
    patched('t-0-c', { headers, path: '/apis/a/v1/cs/t-0-c?fieldManager=m' }),
    patched('t-0-d', { path: '/apis/a/v1/ds/t-0-d' }),
  )

  expect(heard).toEqual([
    `DELETE ${resourcePath(types.main, 'own', 't-0-a')}`,
    `DELETE ${resourcePath(types.main, 'own', 't-0-e')}`,
    'DELETE /apis/a/v1/cs/t-0-c',
  ])
})

it('deletes what a refused or unanswered write may have stored', async () => {
  const heard = await heardFor(
    exchangeOf('lost', 0, undefined, {
      about: { role: 'main', namespace: 'own', name: 't-0-a' },
      request: { method: 'PUT' },
    }),
    exchangeOf('refused', 422, undefined, {
      about: { role: 'main', namespace: 'own' },
      request: { method: 'POST', body: '{"metadata":{"name":"Strange"}}' },
    }),
    exchangeOf('no JSON', 400, undefined, {
      about: { role: 'main', namespace: 'own' },
      request: { method: 'POST', body: '{' },
    }),
  )

  expect(heard).toEqual([
    `DELETE ${resourcePath(types.main, 'own', 't-0-a')}`,
    `DELETE ${resourcePath(types.main, 'own', 'Strange')}`,
  ])
})

it('deletes objects stored under a numeric name', async () => {
  const created = exchangeOf(
    'created',
    201,
    { metadata: { name: 7 } },
    {
      about: { role: 'main', namespace: 'own' },
      request: { method: 'POST', body: '{"metadata":{"name":7}}' },
    },
  )

  expect(await heardFor(created)).toEqual([`DELETE ${resourcePath(types.main, 'own', '7')}`])
})

it('deletes cluster-scoped objects of the run under a name that no case gives', async () => {
  const create = (name: unknown, label?: string) =>
    exchangeOf(
      'create',
      201,
      { metadata: { name, labels: { 'touchstone/run': label } } },
      { about: { role: 'cluster' }, request: { method: 'POST' } },
    )
  const heard = await heardFor(
    create(7, 'run'),
    create('others', 'elsewhere'),
    create('no-label'),
    create('trun-1-of-another-case', 'run'),
  )

  expect(heard).toEqual([`DELETE ${resourcePath(types.cluster, undefined, '7')}`])
})

it('never deletes foreign names outside its namespaces', async () => {
  const heard = await heardFor(
    written('POST', 409, 'namespaces', {}, 'default'),
    written('POST', 201, 'namespaces', {}, 'default'),
    written('PUT', 200, 'namespaces', { name: 'own' }, 'own'),
    written('PUT', 200, 'main', { namespace: 'elsewhere', name: 'x' }, 'x'),
    listed('main', [
      { name: 'root-ca', namespace: 'own', labels: {} },
      { name: 'x', namespace: 'elsewhere', labels: { 'touchstone/run': 'other' } },
    ]),
  )

  expect(heard).toEqual([])
})

it('deletes objects of the case that a list shows, also with other names', async () => {
  const heard = await heardFor(
    listed('main', [
      { name: 't-0-a', namespace: 'own0' },
      { name: 'stray', namespace: 'own', labels: { 'touchstone/run': 'run' } },
    ]),
  )

  expect(heard).toEqual([
    `DELETE ${resourcePath(types.main, 'own0', 't-0-a')}`,
    `DELETE ${resourcePath(types.main, 'own', 'stray')}`,
  ])
})

it('deletes objects created at an arbitrary path, but none of others there', async () => {
  const pods = '/api/v1/namespaces/own/pods'
  const at = (path: string, status: number, body: object, sent = body): Exchange =>
    exchangeOf('raw', status, body, {
      request: { method: 'POST', path, body: JSON.stringify(sent) },
    })
  const named = (name: string) => ({ metadata: { name } })

  const heard = await heardFor(
    at(`${pods}?pretty=true`, 201, named('t-0-a')),
    at(pods, 500, {}, named('t-0-b')),
    at(pods, 201, named('another')),
    at('/apis/reviews', 201, { metadata: {} }),
  )

  expect(heard).toEqual([`DELETE ${pods}/t-0-a`, `DELETE ${pods}/t-0-b`])
})

it('checks whether a dry run was stored, and then deletes the object', async () => {
  const path = '/api/v1/namespaces/own/pods'
  const tried = (name: string): Exchange => {
    const body = { metadata: { name } }
    const request = { method: 'POST', path: `${path}?dryRun=All`, body: JSON.stringify(body) }
    return exchangeOf('raw', 201, body, { request })
  }
  const answering = (status: number) => () => ({ status, headers: {}, bytes: Buffer.alloc(0) })

  expect(await heardFor(tried('t-0-a'), tried('t-0-a'), answering(404))).toEqual([
    `GET ${path}/t-0-a`,
  ])
  expect(await heardFor(tried('t-0-a'), answering(200))).toEqual([
    `GET ${path}/t-0-a`,
    `DELETE ${path}/t-0-a`,
  ])
})

it('removes the finalizers of an object', async () => {
  const held = { kind: 'Lease', metadata: { name: 't-0-a', finalizers: ['a/b'], uid: 'u' } }
  const path = resourcePath(types.main, 'own', 't-0-a')
  const bodies: unknown[] = []

  const heard = await heardFor(
    written('POST', 201, 'main', { namespace: 'own' }, 't-0-a'),
    ({ method, body }) => {
      if (method === 'PUT') bodies.push(JSON.parse(String(body)))
      return { status: 200, headers: {}, bytes: Buffer.from(JSON.stringify(held)) }
    },
  )

  // If the server keeps the object after its finalizers are gone, a second delete is sent.
  expect(heard).toEqual([`DELETE ${path}`, `PUT ${path}`, `DELETE ${path}`])
  expect(bodies).toEqual([{ kind: 'Lease', metadata: { name: 't-0-a', uid: 'u' } }])
})

it('retries a delete that was lost, a limited number of times', async () => {
  const answers = [503, 429, 200]
  const made = written('POST', 201, 'main', { namespace: 'own' }, 't-0-a')
  const bytes = Buffer.alloc(0)

  const later = await heardFor(made, () => ({ status: answers.shift() ?? 0, headers: {}, bytes }))
  const never = await heardFor(made, () => {
    throw new TransportError('gone')
  })
  const refused = await heardFor(made, () => ({ status: 403, headers: {}, bytes }))

  expect([later.length, never.length, refused.length]).toEqual([3, 3, 1])
})

const written = (
  method: string,
  status: number,
  role: Role,
  place: { namespace?: string; name?: string },
  name: string,
): Exchange =>
  exchangeOf(
    'write',
    status,
    { metadata: { name } },
    {
      about: { role, ...place },
      request: { method, body: JSON.stringify({ metadata: { name } }) },
    },
  )

const listed = (role: Role, metadata: object[]): Exchange =>
  exchangeOf('list', 200, { items: metadata.map(one => ({ metadata: one })) }, { about: { role } })

type Answer = (request: WireRequest) => { status: number; headers: {}; bytes: Buffer }

/**
 * Returns the requests that the clean-up of a history sends. The server answers 200 with an empty
 * body by default.
 */
async function heardFor(...given: (Exchange | Answer)[]): Promise<string[]> {
  const heard: string[] = []
  const exchanges = given.filter(one => typeof one !== 'function')
  const answer = given.find(one => typeof one === 'function')
  const history = historyOfExchanges(...exchanges)
  const admin = {
    send: async (request: WireRequest) => {
      heard.push(`${request.method} ${request.path}`)
      return answer?.(request) ?? { status: 200, headers: {}, bytes: Buffer.alloc(0) }
    },
    endpoints: 1,
    open: () => Promise.reject(new Error('no streams here')),
    requests: () => heard.length,
    close: async () => {},
  }
  await cleanUp(history, {
    ...history.context,
    clients: { admin },
    controls: {},
    run: 'run',
    caseMs: 60_000,
    nextPrefix: () => history.context.prefix,
  })
  return heard
}

it('deletes objects whose creation was answered with a Table', async () => {
  const rows = [{ object: { metadata: { name: 't-0-a' } } }]
  const heard = await heardFor(
    exchangeOf(
      'create',
      201,
      { kind: 'Table', rows },
      {
        about: { role: 'main', namespace: 'own' },
        request: { method: 'POST' },
      },
    ),
  )

  expect(heard).toEqual([`DELETE ${resourcePath(types.main, 'own', 't-0-a')}`])
})
