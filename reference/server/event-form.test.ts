import { beforeEach, expect, test } from 'vitest'

import { type TestServer, startTestServer } from './test-server.ts'
import { openWatch, eventSummaryOf } from './test-watch.ts'

const core = '/api/v1/namespaces/default/events'
const newer = '/apis/events.cluster.example/v1/namespaces/default/events'
const merge = { 'content-type': 'application/merge-patch+json' }

const old = (name: string) => ({
  metadata: { name },
  involvedObject: { kind: 'Pod', name: 'p', namespace: 'default' },
  reason: 'Killing',
  message: 'Stopping',
  source: { component: 'agent', host: 'n' },
  firstTimestamp: '2026-01-01T00:00:00Z',
  lastTimestamp: '2026-01-01T00:00:01Z',
  count: 3,
  type: 'Normal',
})

const event = (name: string) => ({
  metadata: { name },
  eventTime: '2026-01-01T00:00:00.000001Z',
  regarding: { kind: 'Pod', name: 'q', namespace: 'default' },
  reason: 'Killing',
  note: 'Stopping',
  action: 'Kill',
  reportingController: 'cluster.example/agent',
  reportingInstance: 'agent-n',
  type: 'Normal',
})

let server: TestServer

beforeEach(async () => {
  server = await startTestServer()
})

test('a core event is shown under events.k8s.io names, as the same object', async () => {
  const { ask } = server
  const { body: made } = await ask('POST', core, old('a'))
  const { body } = await ask('GET', `${newer}/a`)

  expect(body).toMatchObject({
    kind: 'Event',
    apiVersion: 'events.cluster.example/v1',
    metadata: made.metadata,
    regarding: old('a').involvedObject,
    reason: 'Killing',
    note: 'Stopping',
    deprecatedSource: { component: 'agent', host: 'n' },
    deprecatedFirstTimestamp: '2026-01-01T00:00:00Z',
    deprecatedLastTimestamp: '2026-01-01T00:00:01Z',
    deprecatedCount: 3,
    type: 'Normal',
  })
  expect(body).not.toHaveProperty('message')
})

test('an event that is written under the newer names is stored as a core event', async () => {
  const { ask } = server
  const { body: made } = await ask('POST', newer, event('b'))
  const { note, regarding, reportingController, ...same } = event('b')

  expect(made).toMatchObject({ ...event('b'), apiVersion: 'events.cluster.example/v1' })
  const { body } = await ask('GET', `${core}/b`)
  expect(body).not.toHaveProperty('note')
  expect(body).toMatchObject({
    kind: 'Event',
    apiVersion: 'v1',
    ...same,
    metadata: made.metadata,
    message: note,
    involvedObject: regarding,
    reportingComponent: reportingController,
  })
  expect((await ask('POST', core, old('b'))).status).toBe(409)
})

test('both forms support all verbs, and each returns its own form', async () => {
  const { ask } = server
  await ask('POST', core, old('a'))
  const series = { count: 2, lastObservedTime: '2026-01-01T00:00:01.000000Z' }
  await ask('PUT', `${newer}/b`, event('b'))
  const patched = await ask('PATCH', `${newer}/b`, JSON.stringify({ series }), merge)
  const replaced = await ask('PUT', `${newer}/b`, { ...patched.body, note: 'Stopping', series })
  const dry = await ask('DELETE', `${newer}/b?dryRun=All`)

  expect(patched.body).toMatchObject({ note: 'Stopping', series })
  expect(replaced.body).toEqual(patched.body)
  expect(dry.body).toMatchObject({
    kind: 'Status',
    details: { group: 'events.cluster.example', kind: 'events', name: 'b' },
  })
  expect((await ask('GET', `${core}/b`)).body).toMatchObject({ message: 'Stopping', series })
  const gone = await ask('DELETE', `${newer}?fieldSelector=metadata.name=b`)
  expect(gone.body).toMatchObject({ kind: 'EventList', items: [{ note: 'Stopping' }] })
  for (const method of ['GET', 'DELETE', 'PATCH']) {
    const headers = method === 'PATCH' ? merge : {}
    const body = method === 'PATCH' ? '{}' : undefined
    expect((await ask(method, `${newer}/b`, body, headers)).body).toMatchObject({
      code: 404,
      message: 'events.events.cluster.example "b" not found',
    })
  }
  expect((await ask('DELETE', `${newer}/a`)).status).toBe(200)
  expect((await ask('GET', core)).body.items).toEqual([])
})

test('a list is paged and selected by the field names of its form', async () => {
  const { ask } = server
  await ask('POST', core, old('a'))
  await ask('POST', newer, event('b'))
  const select = async (path: string, selector: string) => {
    const { body } = await ask('GET', `${path}?fieldSelector=${selector}`)
    return body.items?.map(({ metadata }) => metadata.name) ?? body['message']
  }

  const first = (await ask('GET', `${newer}?limit=1`)).body
  const rest = (await ask('GET', `${newer}?limit=1&continue=${String(first.metadata['continue'])}`))
    .body

  expect(first).toMatchObject({
    kind: 'EventList',
    apiVersion: 'events.cluster.example/v1',
    items: [{ metadata: { name: 'a' }, deprecatedCount: 3 }],
  })
  expect(rest.items).toMatchObject([{ metadata: { name: 'b' }, note: 'Stopping' }])
  expect(await select(newer, 'regarding.name=p')).toEqual(['a'])
  expect(await select(newer, 'reportingController=cluster.example/agent')).toEqual(['b'])
  expect(await select(core, 'involvedObject.name=p')).toEqual(['a'])
  expect(await select(core, 'source=agent')).toEqual(['a'])
  expect(await select(core, 'source=cluster.example/agent')).toEqual(['b'])
  expect(await select(newer, 'involvedObject.name=p')).toMatch('field label not supported')
})

test('watches in both forms see a change, each in its own form', async () => {
  const { ask, url } = server
  await ask('POST', core, old('a'))
  const all = await openWatch(url, newer)
  const some = await openWatch(url, newer, 'fieldSelector=regarding.name=q')
  const ofCore = await openWatch(url, core, 'fieldSelector=involvedObject.name=q')
  const shown = await all.take(1)
  await ask('POST', core, {
    ...old('c'),
    involvedObject: { name: 'q', namespace: 'default' },
  })
  const [next, selected, own] = [await all.next(), await some.next(), await ofCore.next()]

  expect(shown.map(eventSummaryOf)).toEqual(['ADDED a'])
  expect(shown[0]?.object).toMatchObject({ kind: 'Event', deprecatedCount: 3 })
  expect(next?.object).toMatchObject({ note: 'Stopping', regarding: { name: 'q' } })
  expect(selected).toEqual(next)
  expect(own?.object).toMatchObject({ apiVersion: 'v1', message: 'Stopping' })
  expect(own?.object.metadata).toEqual(next?.object.metadata)
})

test('events in the newer form are validated by its schema, more strictly', async () => {
  const { ask } = server
  const causes = async (body: object, name = '') => {
    const answer = await ask(name ? 'PUT' : 'POST', name ? `${newer}/${name}` : newer, body)
    const { causes: found } = answer.body['details'] as { causes: { field: string }[] }
    return [answer.status, ...found.map(({ field }) => field)]
  }
  await ask('POST', newer, event('b'))

  const strict = `${newer}?fieldValidation=Strict`
  expect((await ask('POST', strict, { ...event('c'), message: 'm' })).text).toContain(
    'unknown field \\"message\\"',
  )
  const { eventTime: _time, ...timeless } = event('c')
  expect(await causes(timeless)).toEqual([422, 'eventTime'])
  const { action: _action, ...idle } = event('c')
  expect(await causes({ ...idle, type: 'Odd', deprecatedCount: 1, series: { count: 1 } })).toEqual([
    422,
    'action',
    'series.count',
    'series.lastObservedTime',
    'type',
    'count',
  ])
  expect(await causes({ ...event('b'), note: 'x', reason: 'r'.repeat(129) }, 'b')).toEqual([
    422,
    'reason',
    'message',
    'reason',
  ])
})

test('deleting a namespace deletes its events', async () => {
  const { ask } = server
  await ask('POST', '/api/v1/namespaces', { metadata: { name: 'n' } })
  await ask('POST', newer.replace('default', 'n'), event('a'))
  await ask('DELETE', '/api/v1/namespaces/n')

  expect((await ask('GET', '/api/v1/namespaces/n')).status).toBe(404)
  expect((await ask('GET', '/api/v1/events')).body.items).toEqual([])
})
