import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

import { expect, it, vi } from 'vitest'
import { WebSocket } from 'ws'

import type { AuditPolicy } from '../api/audit.ts'
import { startAudited } from './test-audit.ts'

const everything: AuditPolicy = { rules: [{ level: 'RequestResponse' }] }
const maps = '/api/v1/namespaces/default/configmaps'

const users = [
  { token: 'a', name: 'alice', uid: '7', groups: ['system:masters'] },
  { token: 'b', name: 'bob', uid: '', groups: ['staff'] },
]
const as = (token: string) => ({ authorization: `Bearer ${token}` })

it('records the stages of a request, with its objects', async () => {
  const { ask, lists } = await startAudited(everything, { users })

  const created = await ask('POST', `${maps}?pretty=false`, 'metadata: {name: m}\ndata: {a: b}', {
    ...as('a'),
    'content-type': 'application/yaml',
    accept: 'application/yaml',
    'user-agent': 'odd/1',
    'x-forwarded-for': '192.0.2.7, none',
  })

  expect(created.status).toBe(201)
  await vi.waitFor(() => expect(lists).toHaveLength(2))
  const [received, complete] = lists.flatMap(({ items }) => items)
  expect(lists[0]).toMatchObject({ kind: 'EventList', apiVersion: 'audit.k8s.io/v1', metadata: {} })
  expect(received).toEqual({
    kind: 'Event',
    apiVersion: 'audit.k8s.io/v1',
    level: 'RequestResponse',
    auditID: created.headers['audit-id'],
    stage: 'RequestReceived',
    requestURI: `${maps}?pretty=false`,
    verb: 'create',
    user: { username: 'alice', uid: '7', groups: ['system:masters', 'system:authenticated'] },
    sourceIPs: ['192.0.2.7', '127.0.0.1'],
    userAgent: 'odd/1',
    objectRef: {
      resource: 'configmaps',
      namespace: 'default',
      apiVersion: 'v1',
    },
    requestReceivedTimestamp: expect.stringMatching(/^20\d\d-.*T.*\.\d{6}Z$/),
    stageTimestamp: expect.stringMatching(/\.\d{6}Z$/),
  })
  expect(complete).toMatchObject({
    stage: 'ResponseComplete',
    auditID: received?.['auditID'],
    objectRef: { name: 'm' },
    responseStatus: { metadata: {}, code: 201 },
    requestObject: { metadata: { name: 'm' }, data: { a: 'b' } },
    responseObject: { kind: 'ConfigMap', metadata: { name: 'm', uid: expect.any(String) } },
    annotations: { 'authorization.k8s.io/decision': 'allow', 'authorization.k8s.io/reason': '' },
  })
})

it('records lists, patches and errors as JSON in every encoding', async () => {
  const { ask, events } = await startAudited(everything)
  await ask('POST', maps, { metadata: { name: 'm' } })
  const protobuf = { accept: 'application/vnd.kubernetes.protobuf' }

  await ask('GET', maps, undefined, protobuf)
  await ask(
    'PATCH',
    `${maps}/m?fieldManager=f`,
    '{apiVersion: v1, kind: ConfigMap, metadata: {name: m}, data: {c: d}}',
    {
      'content-type': 'application/apply-patch+yaml',
    },
  )
  await ask('GET', `${maps}/none`, undefined, protobuf)

  await vi.waitFor(() => expect(events()).toHaveLength(8))
  const complete = events().filter(({ stage }) => stage === 'ResponseComplete')
  expect(complete.map(({ verb }) => verb)).toEqual(['create', 'list', 'patch', 'get'])
  const [, list, patch, missing] = complete
  expect(list).toMatchObject({ responseObject: { items: [{}, { metadata: { name: 'm' } }] } })
  expect(list?.['objectRef']).not.toHaveProperty('name')
  expect(patch).toMatchObject({
    responseStatus: { code: 200 },
    requestObject: { data: { c: 'd' } },
  })
  expect(missing).toMatchObject({
    responseStatus: { code: 404, reason: 'NotFound', status: 'Failure' },
    responseObject: { kind: 'Status', code: 404 },
  })
})

it('records refused, impersonating and unknown users', async () => {
  const { ask, events } = await startAudited({ rules: [{ level: 'Metadata' }] }, { users })

  await ask('GET', maps, undefined, as('b'))
  await ask('GET', maps, undefined, { ...as('a'), 'impersonate-user': 'carol' })
  await ask('GET', maps, undefined, as('nobody'))
  await ask('GET', '/%', undefined, as('a'))

  await vi.waitFor(() => expect(events()).toHaveLength(7))
  const last = events().filter(({ stage }) => stage !== 'RequestReceived')
  expect(last).toMatchObject([
    {
      user: { username: 'bob' },
      responseStatus: { code: 403 },
      annotations: { 'authorization.k8s.io/decision': 'forbid' },
    },
    { user: { username: 'alice' }, impersonatedUser: { username: 'carol' } },
    { stage: 'ResponseStarted', user: {}, responseStatus: { code: 401 }, objectRef: {} },
    { verb: 'get', requestURI: '/%', user: { username: 'alice' } },
  ])
  expect(last[0]).not.toHaveProperty('impersonatedUser')
  expect(last[3]).not.toHaveProperty('objectRef')
})

it('records a watch when it begins and when it ends', async () => {
  const { ask, events } = await startAudited(everything)

  await ask('GET', `${maps}?watch=true&timeoutSeconds=1`)

  await vi.waitFor(() => expect(events()).toHaveLength(3))
  expect(events().map(({ stage }) => stage)).toEqual([
    'RequestReceived',
    'ResponseStarted',
    'ResponseComplete',
  ])
  expect(events()[2]).toMatchObject({ verb: 'watch', responseStatus: { code: 200 } })
  expect(events()[2]).not.toHaveProperty('responseObject')
})

it('records the end of a watch over a WebSocket', async () => {
  const { url, events } = await startAudited(everything)
  const socket = new WebSocket(`${url.replace('http', 'ws')}${maps}?watch=true`, { origin: url })
  await once(socket, 'open')

  socket.close()

  await vi.waitFor(() => expect(events()[2]).toMatchObject({ stage: 'ResponseComplete' }))
  expect(events()).toHaveLength(3)
})

it('records an internal error as a panic', async () => {
  const { ask, events, parts } = await startAudited(everything)
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  vi.spyOn(parts.verbs.get, 'handle').mockRejectedValue(new Error('a fault'))

  await ask('GET', `${maps}/m`)

  await vi.waitFor(() => expect(events()).toHaveLength(2))
  expect(events()[1]).toMatchObject({ stage: 'Panic', responseStatus: { code: 500 } })
})

it('records the annotations of admission policies', async () => {
  const { ask, events, settled } = await startAudited({
    rules: [{ level: 'Metadata', resources: [{ resources: ['configmaps'] }] }],
  })
  const policies = '/apis/admissionregistration.k8s.io/v1/validatingadmissionpolic'
  const spec = {
    matchConstraints: {
      resourceRules: [
        { apiGroups: [''], apiVersions: ['v1'], operations: ['*'], resources: ['configmaps'] },
      ],
    },
    validations: [
      { expression: 'true' },
      { expression: 'has(object.data)', message: 'expected data' },
    ],
    auditAnnotations: [
      { key: 'name', valueExpression: "'of ' + object.metadata.name" },
      { key: 'none', valueExpression: 'null' },
    ],
  }
  await ask('POST', `${policies}ies`, { metadata: { name: 'p' }, spec })
  for (const name of ['b', 'c'])
    await ask('POST', `${policies}ybindings`, {
      metadata: { name },
      spec: { policyName: 'p', validationActions: name === 'b' ? ['Audit', 'Warn'] : ['Warn'] },
    })
  await settled()

  expect((await ask('POST', maps, { metadata: { name: 'm' } })).status).toBe(201)

  await vi.waitFor(() => expect(events()).toHaveLength(2))
  const annotations = Object.entries(events()[1]?.['annotations'] ?? {})
  const ofPolicies = annotations.filter(([key]) => /^p\/|policy/.test(key))
  expect(Object.fromEntries(ofPolicies)).toEqual({
    'p/name': 'of m',
    'validation.policy.admission.k8s.io/validation_failure': JSON.stringify([
      {
        message: 'expected data',
        policy: 'p',
        binding: 'b',
        expressionIndex: 1,
        validationActions: ['Audit', 'Warn'],
      },
    ]),
  })
})

it('refuses a request if a strict sink cannot store its first event', async () => {
  const { ask, events } = await startAudited(everything, {
    sink: { mode: 'blocking-strict', firstDelayMs: 1 },
    answer: response => void response.writeHead(500).end(),
  })

  const { status, body } = await ask('POST', maps, { metadata: { name: 'm' } })

  expect([status, body['message']]).toEqual([
    500,
    'Internal error occurred: failed to store audit event',
  ])
  expect(new Set(events().map(({ stage }) => stage))).toEqual(new Set(['RequestReceived']))
})

it('sends batches when they are full, after a time, and at the end', async () => {
  const sink = { mode: 'batch' as const, batching: { bufferSize: 9, maxSize: 3, maxWaitMs: 5000 } }
  const { ask, lists, clock, close } = await startAudited(everything, { sink })
  const sizes = () => lists.map(({ items }) => items.length)

  await ask('GET', maps)
  await ask('GET', maps)
  await vi.waitFor(() => expect(sizes()).toEqual([3]))
  clock.advance(5001)
  await vi.waitFor(() => expect(sizes()).toEqual([3, 1]))
  await ask('GET', maps)
  await close()

  expect(sizes()).toEqual([3, 1, 2])
})

it('waits at shutdown for the events that a blocking sink delivers', async () => {
  const open: ServerResponse[] = []
  const { ask, lists, lines, close } = await startAudited(everything, {
    answer: response => void (lists.length === 1 ? response.end('{}') : open.push(response)),
  })
  await ask('GET', maps)
  await vi.waitFor(() => expect(open).toHaveLength(1))

  let isClosed = false
  const closed = close().then(() => void (isClosed = true))
  // A post that is cut off would be lost, or sent again, by then.
  await pause(300)
  const isEarly = isClosed
  open[0]?.end('{}')
  await closed

  expect([isEarly, lists.length, lines]).toEqual([false, 2, []])
})
