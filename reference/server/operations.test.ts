// Tests POST requests that create nothing: reviews, and operations on pods.

import { beforeEach, describe, expect, test } from 'vitest'

import { defaultParts } from './default-parts.ts'
import { type SendTestRequest, startTestServer } from './test-server.ts'

describe('reviews', () => {
  const users = [
    { token: 't-admin', name: 'admin', uid: 'a', groups: ['system:masters'] },
    { token: 't-reader', name: 'reader', uid: 'r', groups: ['readers'] },
  ]
  const allow = [
    { user: 'reader', verbs: ['get'], resources: ['secrets'] },
    { user: '*', verbs: ['watch'], resources: ['secrets'] },
  ]
  // The rights of every user.
  const ownReviews = [{ verbs: ['create'] }, { verbs: ['create'] }]
  const rights = '/apis/authorization.cluster.example/v1'
  const identities = '/apis/authentication.cluster.example/v1'

  let ask: (path: string, spec: object, token?: string) => ReturnType<SendTestRequest>

  beforeEach(async () => {
    const server = await startTestServer(defaultParts({ users, allow }))
    ask = (path, spec, token = 't-admin') =>
      server.ask('POST', path, { spec }, { authorization: `Bearer ${token}` })
  })

  const get = { verb: 'get', resource: 'secrets', namespace: 'n' }

  test.each([
    [{ user: 'reader', resourceAttributes: get }, true],
    [{ user: 'reader', resourceAttributes: { ...get, verb: 'list' } }, false],
    [{ user: 'nobody', resourceAttributes: get }, false],
    [
      { user: 'system:anonymous', groups: ['x'], resourceAttributes: { ...get, verb: 'watch' } },
      false,
    ],
    [{ groups: ['system:masters'], resourceAttributes: get }, true],
    [{ user: 'nobody', nonResourceAttributes: { path: '/version', verb: 'get' } }, true],
  ])('about the rights of a user are answered (PATH-030): %j', async (spec, allowed) => {
    const answer = await ask(`${rights}/subjectaccessreviews`, spec)

    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({ kind: 'SubjectAccessReview', spec, status: { allowed } })
  })

  test('about the sender are answered', async () => {
    const self = (spec: object) => ask(`${rights}/selfsubjectaccessreviews`, spec, 't-reader')

    expect((await self({ resourceAttributes: get })).body['status']).toEqual({ allowed: true })
    const listing = await self({ resourceAttributes: { ...get, verb: 'list' } })
    expect(listing.body['status']).toMatchObject({ allowed: false })
    const rules = await ask(`${rights}/selfsubjectrulesreviews`, { namespace: 'n' }, 't-reader')
    expect(rules.body['status']).toMatchObject({
      resourceRules: [...ownReviews, { verbs: ['get'] }, { verbs: ['watch'] }],
      nonResourceRules: [{ verbs: ['get'] }, { verbs: ['get'] }],
    })
    const mighty = await ask(`${rights}/selfsubjectrulesreviews`, { namespace: 'n' })
    expect(mighty.body['status']).toMatchObject({
      resourceRules: [{ verbs: ['*'], resources: ['*'] }, ...ownReviews, { verbs: ['watch'] }],
      nonResourceRules: [{ verbs: ['*'], nonResourceURLs: ['*'] }, {}, {}],
    })
  })

  test('about tokens are answered', async () => {
    const known = await ask(`${identities}/tokenreviews`, { token: 't-reader' })
    const unknown = await ask(`${identities}/tokenreviews`, { token: 'x' })

    expect(known.body['status']).toMatchObject({
      authenticated: true,
      user: { username: 'reader', uid: 'r', groups: ['readers', 'system:authenticated'] },
    })
    expect(unknown.body['status']).not.toHaveProperty('authenticated')
  })

  test('without a question are invalid', async () => {
    const both = { resourceAttributes: get, nonResourceAttributes: { path: '/', verb: 'get' } }
    for (const spec of [{ user: 'x' }, { user: 'x', ...both }, { resourceAttributes: get }])
      expect((await ask(`${rights}/subjectaccessreviews`, spec)).status).toBe(422)
  })

  test('are not stored, and can be repeated (PATH-032)', async () => {
    const spec = { user: 'reader', resourceAttributes: get }
    const first = await ask(`${rights}/subjectaccessreviews`, spec)
    const second = await ask(`${rights}/subjectaccessreviews`, spec)

    expect(second.text).toBe(first.text)
    expect(first.body.metadata).not.toHaveProperty('resourceVersion')
  })
})

describe('pods', () => {
  const pods = '/api/v1/namespaces/default/pods'
  const pod = {
    metadata: { name: 'p', labels: { a: 'b' } },
    spec: { containers: [{ name: 'c', image: 'i' }] },
  }
  const running = { ...pod, status: { phase: 'Running' } }
  const budgets = '/apis/policy/v1/namespaces/default/poddisruptionbudgets'

  let ask: SendTestRequest

  beforeEach(async () => {
    ask = (await startTestServer(defaultParts({ dialect: 'kubernetes' }))).ask
    await ask('POST', pods, pod)
  })

  const evict = (more = {}) =>
    ask('POST', `${pods}/p/eviction`, { metadata: { name: 'p' }, ...more })

  async function budget(status: object): Promise<void> {
    const spec = { selector: { matchLabels: { a: 'b' } } }
    await ask('POST', budgets, { metadata: { name: 'b' }, spec })
    await ask('PUT', `${budgets}/b/status`, {
      metadata: (await ask('GET', `${budgets}/b`)).body.metadata,
      spec,
      status,
    })
  }

  test('are deleted by an eviction, which is not stored (PATH-033)', async () => {
    expect(await evict()).toMatchObject({ status: 201, body: { status: 'Success' } })
    expect((await ask('GET', `${pods}/p`)).status).toBe(404)
    expect((await evict()).status).toBe(404)
  })

  test('remain if the eviction is a dry run or names another pod', async () => {
    expect((await evict({ deleteOptions: { dryRun: ['All'] } })).status).toBe(201)
    expect((await evict({ metadata: { name: 'q' } })).status).toBe(400)
    expect((await ask('GET', `${pods}/p`)).status).toBe(200)
  })

  test('that are running are protected by their disruption budget', async () => {
    await ask('PUT', `${pods}/p/status`, running)
    await budget({ observedGeneration: 0 })
    const early = await evict()
    expect(early).toMatchObject({ status: 429, headers: { 'retry-after': '10' } })

    const counts = { observedGeneration: 1, desiredHealthy: 1, currentHealthy: 1 }
    await budget({ ...counts, disruptionsAllowed: 0 })
    const refused = await evict()
    expect(refused).toMatchObject({ status: 429, body: { reason: 'TooManyRequests' } })
    expect(refused.text).toContain('needs 1 healthy pods and has 1 currently')

    await budget({ ...counts, disruptionsAllowed: 1 })
    expect((await evict()).status).toBe(201)
    expect((await ask('GET', `${budgets}/b`)).body['status']).toMatchObject({
      disruptionsAllowed: 0,
      disruptedPods: { p: expect.any(String) as string },
    })
    await ask('POST', pods, pod)
    await ask('PUT', `${pods}/p/status`, running)
    expect((await evict()).status).toBe(429)
  })

  test('that are not running yet are not protected', async () => {
    await budget({ observedGeneration: 1, disruptionsAllowed: 0 })

    expect((await evict()).status).toBe(201)
  })

  test('are assigned to a node by a binding, once', async () => {
    const bind = (name: string) =>
      ask('POST', `${pods}/p/binding`, { metadata: { name: 'p' }, target: { kind: 'Node', name } })

    const uid = 'of another'
    const another = { metadata: { name: 'p', uid }, target: { kind: 'Node', name: 'n1' } }
    expect((await ask('POST', `${pods}/p/binding`, another)).status).toBe(409)
    expect((await bind('n1')).status).toBe(201)
    expect((await ask('GET', `${pods}/p`)).body['spec']).toMatchObject({ nodeName: 'n1' })
    expect((await bind('n2')).status).toBe(409)
    expect((await bind('')).status).toBe(400)
  })

  test('on a node are deleted gracefully, even with a huge grace period', async () => {
    const seconds = 9_000_000_000_000
    const spec = { ...pod.spec, nodeName: 'n', terminationGracePeriodSeconds: seconds }
    await ask('POST', pods, { metadata: { name: 'q' }, spec })
    const deleted = await ask('DELETE', `${pods}/q`)
    expect(deleted).toMatchObject({ status: 200, body: { kind: 'Pod' } })
    await ask('PUT', `${pods}/q/status`, { ...deleted.body, status: { phase: 'Succeeded' } })

    expect((await ask('DELETE', `${pods}/q`)).status).toBe(200)
    expect((await ask('GET', `${pods}/q`)).status).toBe(404)
  })

  test('without a node have no log', async () => {
    const answer = await ask('GET', `${pods}/p/log`)
    expect(answer).toMatchObject({ status: 204, text: '' })
    expect(answer.headers).not.toHaveProperty('content-length')
    expect((await ask('GET', `${pods}/q/log`)).status).toBe(404)
    const refused = await ask('GET', `${pods}/p/log?container=d`)
    expect(refused).toMatchObject({ status: 400 })
    expect(refused.body['message']).toBe('container d is not valid for pod p')
  })

  test('on a node have no log without a node agent', async () => {
    await ask('POST', pods, { metadata: { name: 'q' }, spec: { ...pod.spec, nodeName: 'n' } })
    expect((await ask('GET', `${pods}/q/log`)).status).toBe(404)
    await ask('POST', '/api/v1/nodes', { metadata: { name: 'n' } })
    expect((await ask('GET', `${pods}/q/log`)).status).toBe(500)
  })

  test('support no other methods on these paths', async () => {
    expect((await ask('POST', `${pods}/p/log`, {})).status).toBe(405)
    expect((await ask('GET', `${pods}/p/eviction`)).status).toBe(405)
    expect((await ask('POST', `${pods}/p/status`, running)).status).toBe(405)
  })
})
