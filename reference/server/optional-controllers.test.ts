import { webcrypto, X509Certificate } from 'node:crypto'
import * as x509 from '@peculiar/x509'
import { expect, test } from 'vitest'

import type { ControllerSettings, OptionalController } from '../api/controller-settings.ts'
import { type ApiObject, objectIn, objectsIn } from '../api/object.ts'
import { selfSignedCertificate } from '../http/self-signed-certificate.ts'
import { defaultParts } from './default-parts.ts'
import type { PartsOptions } from './parts-options.ts'
import { startTestServer } from './test-server.ts'

x509.cryptoProvider.set(webcrypto as never)

const authority = selfSignedCertificate(['127.0.0.1'], Date.now())
const signing = { certificate: authority.cert, key: authority.key, durationMs: 3_600_000 }

async function serverWith(
  names: readonly OptionalController[],
  { users, authorizers, ...settings }: Partial<ControllerSettings> & PartsOptions = {},
) {
  const server = await startTestServer(
    defaultParts({
      dialect: 'kubernetes',
      controllers: { names, ...settings },
      ...(users && { users }),
      ...(authorizers && { authorizers }),
    }),
  )
  const { ask } = server
  /** Waits for the controllers, and returns the object at a path. */
  const objectAt = async (path: string) => {
    await server.settled()
    return (await ask('GET', path)).body
  }
  return { ...server, objectAt }
}

const pods = '/api/v1/namespaces/default/pods'
const pod = (name: string, nodeName?: string) => ({
  metadata: { name, labels: { app: 'a' } },
  spec: { containers: [{ name: 'c', image: 'i' }], ...(nodeName !== undefined && { nodeName }) },
})

const namesIn = ({ items }: { items: ApiObject[] }) => items.map(({ metadata }) => metadata.name)

test('a finished job is deleted after its TTL', async () => {
  const { ask, objectAt, clock } = await serverWith(['ttl-after-finished-controller'])
  const jobs = '/apis/batch/v1/namespaces/default/jobs'
  const template = { spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'i' }] } }
  const spec = { template, ttlSecondsAfterFinished: 60 }
  for (const name of ['a', 'b']) await ask('POST', jobs, { metadata: { name }, spec })
  const { body } = await ask('GET', `${jobs}/a`)
  const now = new Date(clock.now()).toISOString().replace(/\.\d+/, '')
  const condition = { status: 'True', lastTransitionTime: now, lastProbeTime: now }
  const conditions = ['SuccessCriteriaMet', 'Complete'].map(type => ({ type, ...condition }))
  const status = { conditions, startTime: now, completionTime: now, succeeded: 1 }
  const { status: code, text } = await ask('PUT', `${jobs}/a/status`, { ...body, status })

  expect(text.slice(0, 300)).toContain('"batch/v1"')
  expect(code).toBe(200)
  expect(namesIn(await objectAt(jobs))).toEqual(['a', 'b'])
  // The time of the status has no fractions of a second.
  clock.advance(58_000)
  expect(namesIn(await objectAt(jobs))).toEqual(['a', 'b'])
  clock.advance(2000)
  expect(namesIn(await objectAt(jobs))).toEqual(['b'])
})

test('ended pods beyond the threshold are deleted, the oldest first (CM-068)', async () => {
  const { ask, objectAt, clock } = await serverWith(['pod-garbage-collector-controller'], {
    terminatedPodThreshold: 2,
  })
  for (const name of ['a', 'b', 'c', 'd']) {
    const { body } = await ask('POST', pods, pod(name))
    if (name === 'a') continue
    await ask('PUT', `${pods}/${name}/status`, { ...body, status: { phase: 'Failed' } })
  }
  clock.advance(20_000)

  expect(namesIn(await objectAt(pods))).toEqual(['a', 'c', 'd'])
})

test('pods of a deleted node are deleted after 40 seconds, and others stay', async () => {
  const { ask, objectAt, clock } = await serverWith(['pod-garbage-collector-controller'])
  await ask('POST', '/api/v1/nodes', { metadata: { name: 'there' } })
  await ask('POST', pods, pod('a', 'there'))
  await ask('POST', pods, pod('b', 'gone'))
  await ask('POST', pods, pod('c'))
  for (let round = 0; round < 2; round++) {
    clock.advance(20_000)
    expect(namesIn(await objectAt(pods))).toEqual(['a', 'b', 'c'])
  }
  clock.advance(20_000)

  expect(namesIn(await objectAt(pods))).toEqual(['a', 'c'])
})

test('a token secret gets a valid token, and is deleted with its account', async () => {
  const users = [{ token: 'admin', name: 'admin', uid: '', groups: ['system:masters'] }]
  const { ask, objectAt } = await serverWith(['serviceaccount-token-controller'], { users })
  const admin = { authorization: 'Bearer admin' }
  const secrets = '/api/v1/namespaces/default/secrets'
  const secretOf = (name: string, account: string) => ({
    metadata: { name, annotations: { 'kubernetes.io/service-account.name': account } },
    type: 'kubernetes.io/service-account-token',
  })
  const accounts = '/api/v1/namespaces/default/serviceaccounts'
  await ask('POST', accounts, { metadata: { name: 'builder' } }, admin)
  await ask('POST', secrets, secretOf('a', 'builder'), admin)
  await ask('POST', secrets, secretOf('b', 'nobody'), admin)
  await objectAt(secrets)
  const { body } = await ask('GET', secrets, undefined, admin)

  expect(namesIn(body)).toEqual(['a'])
  const token = Buffer.from(String(objectIn(body.items[0]?.['data'])['token']), 'base64').toString()
  const review = { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenReview', spec: { token } }
  const reviews = '/apis/authentication.k8s.io/v1/tokenreviews'
  const { body: answer } = await ask('POST', reviews, review, admin)
  expect(answer.status).toMatchObject({
    authenticated: true,
    user: { username: 'system:serviceaccount:default:builder' },
  })

  await ask('DELETE', `${accounts}/builder`, undefined, admin)
  await objectAt(secrets)
  expect(namesIn((await ask('GET', secrets, undefined, admin)).body)).toEqual([])
})

test('a disruption budget counts its healthy pods', async () => {
  const { ask, objectAt } = await serverWith(['disruption-controller'])
  const budgets = '/apis/policy/v1/namespaces/default/poddisruptionbudgets'
  const selector = { matchLabels: { app: 'a' } }
  await ask('POST', budgets, { metadata: { name: 'b' }, spec: { minAvailable: 1, selector } })
  const sees = async () => objectIn((await objectAt(`${budgets}/b`)).status)

  expect(await sees()).toMatchObject({ currentHealthy: 0, disruptionsAllowed: 0, expectedPods: 0 })
  const conditions = [{ type: 'Ready', status: 'True' }]
  for (const name of ['a', 'b', 'c']) {
    const { body } = await ask('POST', pods, pod(name))
    await ask('PUT', `${pods}/${name}/status`, {
      ...body,
      status: { phase: 'Running', conditions },
    })
  }
  expect(await sees()).toMatchObject({
    currentHealthy: 3,
    desiredHealthy: 1,
    disruptionsAllowed: 2,
    expectedPods: 3,
    observedGeneration: 1,
    conditions: [{ type: 'DisruptionAllowed', status: 'True', reason: 'SufficientPods' }],
  })

  const eviction = { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name: 'a' } }
  expect((await ask('POST', `${pods}/a/eviction`, eviction)).status).toBe(201)
  expect(await sees()).toMatchObject({ currentHealthy: 2, disruptionsAllowed: 1, expectedPods: 2 })
  await ask('DELETE', `${pods}/b`)
  expect(await sees()).toMatchObject({ currentHealthy: 1, disruptionsAllowed: 0 })
  const refused = { ...eviction, metadata: { name: 'c' } }
  expect((await ask('POST', `${pods}/c/eviction`, refused)).status).toBe(429)
})

test.each([
  [{ maxUnavailable: '50%' }, { desiredHealthy: 2, expectedPods: 5 }],
  [{ maxUnavailable: 1 }, { desiredHealthy: 4, expectedPods: 5 }],
  [{ minAvailable: '30%' }, { desiredHealthy: 2, expectedPods: 5 }],
])('a budget of %j counts from the replicas of the owners', async (rule, counts) => {
  const { ask, objectAt } = await serverWith(['disruption-controller'])
  const budgets = '/apis/policy/v1/namespaces/default/poddisruptionbudgets'
  const selector = { matchLabels: { app: 'a' } }
  const template = { metadata: { labels: { app: 'a' } }, spec: pod('x').spec }
  const { body: set } = await ask('POST', '/apis/apps/v1/namespaces/default/replicasets', {
    metadata: { name: 'r' },
    spec: { replicas: 5, selector, template },
  })
  const { name = '', uid = '' } = set.metadata
  const owner = { apiVersion: 'apps/v1', kind: 'ReplicaSet', name, uid, controller: true }
  const { metadata, spec } = pod('a')
  await ask('POST', pods, { metadata: { ...metadata, ownerReferences: [owner] }, spec })
  await ask('POST', budgets, { metadata: { name: 'b' }, spec: { ...rule, selector } })

  expect((await objectAt(`${budgets}/b`)).status).toMatchObject(counts)
})

const requests = '/apis/certificates.k8s.io/v1/certificatesigningrequests'

async function requestFor(name: string, fields: object = {}, groups = ['system:nodes']) {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const request = await x509.Pkcs10CertificateRequestGenerator.create({
    name: [...groups.map(O => ({ O: [O] })), { CN: [name] }],
    keys: keys as never,
    signingAlgorithm: algorithm,
  })
  return {
    metadata: { generateName: 'csr-' },
    spec: {
      request: Buffer.from(request.toString('pem')).toString('base64'),
      signerName: 'kubernetes.io/kube-apiserver-client-kubelet',
      usages: ['digital signature', 'client auth'],
      ...fields,
    },
  }
}

const conditionsOf = ({ status }: ApiObject) =>
  objectsIn(objectIn(status).conditions).map(
    ({ type, reason }) => `${String(type)} ${String(reason)}`,
  )

const certificates: OptionalController[] = [
  'certificatesigningrequest-approving-controller',
  'certificatesigningrequest-signing-controller',
  'certificatesigningrequest-cleaner-controller',
]

test('a node gets a client certificate with a limited lifetime (CM-060)', async () => {
  const { ask, objectAt, clock } = await serverWith(certificates, { signing })
  const expirationSeconds = 365 * 86_400
  const wanted = await requestFor('system:node:n', { expirationSeconds })
  const { body } = await ask('POST', requests, wanted)
  const own = `${requests}/${body.metadata.name}`
  const made = await objectAt(own)

  expect(conditionsOf(made)).toEqual(['Approved AutoApproved'])
  const pem = Buffer.from(String(objectIn(made.status)['certificate']), 'base64').toString()
  const certificate = new X509Certificate(pem)
  expect(certificate.checkIssued(new X509Certificate(authority.cert))).toBe(true)
  expect(certificate.verify(new X509Certificate(authority.cert).publicKey)).toBe(true)
  expect(certificate.subject).toBe('O=system:nodes\nCN=system:node:n')
  // It begins five minutes before it is issued.
  expect(Date.parse(certificate.validTo) - Date.parse(certificate.validFrom)).toBe(3_900_000)
  expect(Date.parse(certificate.validFrom)).toBeLessThan(Date.now())

  clock.advance(3_601_000)
  await objectAt(own)
  expect((await ask('GET', own)).status).toBe(404)
})

test('requests for another signer, or that break its rules, get no certificate', async () => {
  const { ask, objectAt } = await serverWith(certificates, { signing })
  const send = async (fields: object, name = 'system:node:n', groups?: string[]) => {
    const { body } = await ask('POST', requests, await requestFor(name, fields, groups))
    return `${requests}/${body.metadata.name}`
  }
  const approve = async (path: string) => {
    const object = await objectAt(path)
    const condition = { type: 'Approved', status: 'True', reason: 'Test', message: '' }
    const status = { conditions: [condition] }
    expect((await ask('PUT', `${path}/approval`, { ...object, status })).status).toBe(200)
    return objectAt(path)
  }
  const others = await send({ signerName: 'example.com/own' })
  const asUser = await send({}, 'ada')
  const ofAnotherGroup = await send({}, 'system:node:n', ['devs'])
  const forServers = await send({ usages: ['digital signature', 'server auth'] })

  for (const path of [others, asUser, ofAnotherGroup, forServers])
    expect(conditionsOf(await objectAt(path))).toEqual([])
  expect(conditionsOf(await approve(others))).toEqual(['Approved Test'])
  for (const path of [asUser, ofAnotherGroup, forServers]) {
    const object = await approve(path)
    expect(conditionsOf(object)).toEqual(['Approved Test', 'Failed SignerValidationFailure'])
    expect(objectIn(object.status)['certificate']).toBeUndefined()
  }
})

test('only an authorized sender is approved, and cannot pose as another user', async () => {
  const users = [
    { token: 'admin', name: 'admin', uid: '', groups: ['system:masters'] },
    { token: 'ada', name: 'ada', uid: '7', groups: ['devs'] },
    { token: 'node', name: 'system:node:n', uid: '', groups: ['system:nodes'] },
  ]
  const server = await serverWith(certificates, { signing, users, authorizers: ['RBAC'] })
  const as = (token: string) => async (method: string, path: string, body?: unknown) => {
    const found = await server.ask(method, path, body, { authorization: `Bearer ${token}` })
    await server.settled()
    return found
  }
  const [admin, ada, node] = [as('admin'), as('ada'), as('node')]
  const rbac = '/apis/rbac.authorization.k8s.io/v1'
  const apiGroups = ['certificates.k8s.io']
  const grant = async (name: string, resources: string[], verbs: string[], group: string) => {
    const rules = [{ apiGroups, resources, verbs }]
    await admin('POST', `${rbac}/clusterroles`, { metadata: { name }, rules })
    await admin('POST', `${rbac}/clusterrolebindings`, {
      metadata: { name },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name },
      subjects: [{ kind: 'Group', apiGroup: 'rbac.authorization.k8s.io', name: group }],
    })
  }
  const all = ['certificatesigningrequests', 'certificatesigningrequests/approval']
  await grant('ask', all, ['create', 'get', 'update'], 'system:authenticated')
  const self = ['certificatesigningrequests/selfnodeclient']
  await grant('renew', self, ['create'], 'system:nodes')
  const posing = { username: 'system:node:n', groups: ['system:nodes'], uid: '', extra: {} }
  const { body: hers } = await ada('POST', requests, await requestFor('system:node:n', posing))

  expect(hers.spec).toMatchObject({ username: 'ada', uid: '7' })
  const path = `${requests}/${hers.metadata.name}`
  const { body: unapproved } = await ada('GET', path)
  expect(conditionsOf(unapproved)).toEqual([])
  const conditions = [{ type: 'Approved', status: 'True', reason: 'Mine', message: '' }]
  const { status, text } = await ada('PUT', `${path}/approval`, {
    ...unapproved,
    status: { conditions },
  })
  expect(status).toBe(403)
  expect(text).toContain('user not permitted to approve requests with signerName')

  const { body: own } = await node('POST', requests, await requestFor('system:node:n'))
  const { body: renewed } = await node('GET', `${requests}/${own.metadata.name}`)
  expect(conditionsOf(renewed)).toEqual(['Approved AutoApproved'])
})

test('a client certificate of an administrator cannot be requested', async () => {
  const { ask } = await serverWith([])
  const fields = { signerName: 'kubernetes.io/kube-apiserver-client', usages: ['client auth'] }
  const { status, text } = await ask(
    'POST',
    requests,
    await requestFor('a', fields, ['system:masters']),
  )

  expect(status).toBe(403)
  expect(text).toContain('with system:masters group is not allowed')
})

test('without the setting none of the controllers runs', async () => {
  const server = await startTestServer(defaultParts({ dialect: 'kubernetes' }))
  const { body } = await server.ask('POST', requests, await requestFor('system:node:n'))
  await server.settled()

  const found = await server.ask('GET', `${requests}/${body.metadata.name}`)
  expect(conditionsOf(found.body)).toEqual([])
})
