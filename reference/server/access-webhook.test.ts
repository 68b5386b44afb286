import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { setImmediate as turn } from 'node:timers/promises'

import { describe, expect, it, onTestFinished } from 'vitest'

import { serveLoopback, unusedUrl } from '../../fixtures/client/test-server.ts'
import type { AccessWebhook, AuthorizerSettings } from '../api/access-webhook.ts'
import { configKinds } from '../config/config-kinds.ts'
import { authorizationSettings } from '../flag-settings/authorization-flags.ts'
import { defaultParts } from './default-parts.ts'
import type { PartsOptions } from './parts-options.ts'
import { startTestServer } from './test-server.ts'

type Spec = {
  user: string
  groups?: string[]
  group?: string[]
  resourceAttributes?: { [name: string]: unknown }
  nonResourceAttributes?: { [name: string]: string }
}
type Review = { apiVersion: string; kind: string; spec: Spec }
type Answer = (review: Review, response: ServerResponse) => object | undefined

const hourMs = 3_600_000
const pods = '/api/v1/namespaces/default/pods'

/** Starts a webhook, which leaves the response open if it returns undefined. */
async function webhookThat(answer: Answer, settings: Partial<AccessWebhook> = {}) {
  const calls: Review[] = []
  const seen: { headers: IncomingHttpHeaders; url: string | undefined }[] = []
  const host = await serveLoopback(async (request, response) => {
    const review = JSON.parse(await text(request)) as Review
    calls.push(review)
    seen.push({ headers: request.headers, url: request.url })
    const status = answer(review, response)
    if (status) response.end(JSON.stringify({ ...review, spec: {}, status }))
  })
  onTestFinished(host.close)
  const webhook: AccessWebhook = {
    name: 'asked',
    address: { url: host.url },
    version: 'v1',
    authorizedTtlMs: hourMs,
    unauthorizedTtlMs: hourMs,
    timeoutMs: 3000,
    deniesOnFailure: false,
    matchConditions: [],
    ...settings,
  }
  return { webhook, calls, seen }
}

const allowing = () => ({ allowed: true })
const denying = () => ({ allowed: false, denied: true, reason: 'not you' })
const undecided = () => ({ allowed: false, reason: 'who knows' })

async function started(authorizers: AuthorizerSettings[], options: PartsOptions = {}) {
  const log: string[] = []
  const users = ['ada', 'bob'].map(name => ({ token: name, name, uid: '', groups: ['devs'] }))
  const admin = { token: 'admin', name: 'admin', uid: '', groups: ['system:masters'] }
  const server = await startTestServer(
    defaultParts({
      dialect: 'kubernetes',
      users: [...users, admin],
      authorizers,
      log: line => void log.push(line),
      ...options,
    }),
  )
  const as =
    (token: string) =>
    (method: string, path: string, body?: object, headers: Record<string, string> = {}) =>
      server.ask(method, path, body, {
        authorization: `Bearer ${token}`,
        ...(body && { 'content-type': 'application/json' }),
        ...headers,
      })
  const ada = async (path = pods) => (await as('ada')('GET', path)).status
  return { ...server, log, as, ada }
}

describe('an authorization webhook', () => {
  it('receives a review of a request, unless an administrator sends it', async () => {
    const { webhook, calls, seen } = await webhookThat(allowing)
    const { ada, as } = await started([webhook])

    expect(await ada(`${pods}?fieldSelector=metadata.name=a`)).toBe(200)
    expect(await ada('/metrics')).toBe(200)
    expect((await as('admin')('GET', pods)).status).toBe(200)
    expect(calls).toEqual([
      {
        apiVersion: 'authorization.k8s.io/v1',
        kind: 'SubjectAccessReview',
        metadata: {},
        spec: {
          user: 'ada',
          groups: ['devs', 'system:authenticated'],
          resourceAttributes: {
            namespace: 'default',
            verb: 'list',
            version: 'v1',
            resource: 'pods',
            name: 'a',
            fieldSelector: {
              requirements: [{ key: 'metadata.name', operator: 'In', values: ['a'] }],
            },
          },
        },
        status: { allowed: false },
      },
      {
        apiVersion: 'authorization.k8s.io/v1',
        kind: 'SubjectAccessReview',
        metadata: {},
        spec: {
          user: 'ada',
          groups: ['devs', 'system:authenticated'],
          nonResourceAttributes: { path: '/metrics', verb: 'get' },
        },
        status: { allowed: false },
      },
    ])
    expect(seen.map(({ url }) => url)).toEqual(['/?timeout=3s', '/?timeout=3s'])
  })

  it('receives v1beta1, and its conditions see v1', async () => {
    const { webhook, calls } = await webhookThat(allowing, {
      version: 'v1beta1',
      matchConditions: ["'devs' in request.groups", "request.user == 'ada'"],
    })
    const { ada, as } = await started([webhook])

    expect(await ada()).toBe(200)
    expect((await as('bob')('GET', pods)).status).toBe(403)
    expect(calls).toHaveLength(1)
    expect(calls[0]).toMatchObject({
      apiVersion: 'authorization.k8s.io/v1beta1',
      spec: { group: ['devs', 'system:authenticated'] },
    })
  })

  it('takes effect in its position among other authorizers', async () => {
    const allows = (await webhookThat(allowing)).webhook
    const denies = (await webhookThat(denying)).webhook
    const passes = (await webhookThat(undecided)).webhook
    const statusOf = async (...authorizers: AuthorizerSettings[]) =>
      (await started(authorizers)).ada()

    expect(await statusOf(allows, denies)).toBe(200)
    expect(await statusOf(denies, allows)).toBe(403)
    expect(await statusOf(passes, allows)).toBe(200)
    expect(await statusOf(passes, 'AlwaysAllow')).toBe(200)
    expect(await statusOf(passes, 'RBAC')).toBe(403)
  })

  it('has its reasons sent to a user who is refused', async () => {
    const passes = (await webhookThat(undecided)).webhook
    const denies = (await webhookThat(denying)).webhook
    const { as } = await started([passes, denies])

    expect((await as('ada')('GET', pods)).body).toMatchObject({
      message: expect.stringContaining('not you'),
    })
    expect((await as('ada')('GET', pods)).body).not.toMatchObject({
      message: expect.stringContaining('who knows'),
    })
  })

  it('is called once while its answer is cached', async () => {
    const { webhook, calls } = await webhookThat(
      ({ spec }) => (spec.user === 'ada' ? { allowed: true } : { allowed: false }),
      { authorizedTtlMs: 1000, unauthorizedTtlMs: 9000 },
    )
    const { as, clock } = await started([webhook])
    const both = () => Promise.all(['ada', 'ada', 'bob', 'bob'].map(user => as(user)('GET', pods)))
    const callsOf = (name: string) => calls.filter(({ spec }) => spec.user === name).length

    await both()
    expect([callsOf('ada'), callsOf('bob')]).toEqual([1, 1])
    clock.advance(1001)
    await both()
    expect([callsOf('ada'), callsOf('bob')]).toEqual([2, 1])
    clock.advance(8000)
    await both()
    expect([callsOf('ada'), callsOf('bob')]).toEqual([3, 2])
  })

  it('is called for each request if its answers are not cached', async () => {
    const { webhook, calls } = await webhookThat(allowing, { authorizedTtlMs: 0 })
    const { ada } = await started([webhook])

    await ada()
    await ada()
    expect(calls).toHaveLength(2)
  })

  it('answers access reviews, including its evaluation errors', async () => {
    const { webhook, calls } = await webhookThat(({ spec }, response) => {
      if (spec.user !== 'bob') return { allowed: spec.user === 'ada', reason: 'a reason' }
      response.end('garbage')
      return undefined
    })
    const { as } = await started([webhook])
    const review = async (user: string) => {
      const spec = { user, extra: { key: ['a'] }, resourceAttributes: { verb: 'get' } }
      const path = '/apis/authorization.k8s.io/v1/subjectaccessreviews'
      const { body } = await as('admin')('POST', path, { spec })
      return body['status']
    }

    expect(await review('ada')).toEqual({ allowed: true, reason: 'a reason' })
    expect(await review('cleo')).toEqual({ allowed: false, reason: 'a reason' })
    expect(await review('bob')).toEqual({
      allowed: false,
      evaluationError: 'the authorizer asked has not answered: expected JSON, got something else',
    })
    expect(calls[0]?.spec).toMatchObject({ extra: { key: ['a'] } })
    const rules = '/apis/authorization.k8s.io/v1/selfsubjectrulesreviews'
    const own = { spec: { namespace: 'default' } }
    expect((await as('ada')('POST', rules, own)).body).toMatchObject({
      status: { incomplete: true, evaluationError: expect.stringContaining('webhook') },
    })
  })
})

const bad: [what: string, answer: Answer][] = [
  ['no JSON', (_, response) => void response.end('garbage')],
  ['a list', (_, response) => void response.end('[]')],
  [
    'another version',
    ({ kind }, response) =>
      void response.end(
        JSON.stringify({
          kind,
          apiVersion: 'authorization.k8s.io/v1beta1',
          status: { allowed: true },
        }),
      ),
  ],
  [
    'another kind',
    ({ apiVersion }, response) =>
      void response.end(JSON.stringify({ kind: 'Pod', apiVersion, status: { allowed: true } })),
  ],
  ['another type of allowed', () => ({ allowed: 'true' })],
  ['another type of status', (_, response) => void response.end('{"status": 7}')],
  ['403', (_, response) => void response.writeHead(403).end('{}')],
  ['a redirect', (_, response) => void response.writeHead(307, { location: '/' }).end()],
  ['a cut connection', (_, response) => void response.destroy()],
  [
    'a switch of protocols',
    (_, response) => void response.writeHead(101, { connection: 'upgrade', upgrade: 'x' }).end(),
  ],
  ['two megabytes', (_, response) => void response.end('x'.repeat(2_000_000))],
  ['silence', () => undefined],
  [
    'an answer without end',
    (_, response) => {
      response.writeHead(200)
      const more = () => void (response.destroyed || (response.write(' '), setTimeout(more, 10)))
      more()
      return undefined
    },
  ],
]

describe('a webhook that gives no decision', () => {
  it.each(bad)('leaves the decision to the failure policy: %s', async (_, answer) => {
    const passes = await webhookThat(answer, { timeoutMs: 300 })
    const { ada, log, clock, as } = await started([passes.webhook, 'AlwaysAllow'])
    const denies = await webhookThat(answer, { timeoutMs: 300, deniesOnFailure: true })
    const other = await started([denies.webhook, 'AlwaysAllow'])
    /** Moves the clock while a request waits for the next attempt. */
    const whileWaiting = async (request: Promise<number>, of: typeof clock) => {
      let isOver = false
      const ended = request.finally(() => (isOver = true))
      while (!isOver) {
        of.advance(100)
        await turn()
      }
      return ended
    }

    expect(await whileWaiting(ada(), clock)).toBe(200)
    expect(await whileWaiting(other.ada(), other.clock)).toBe(500)
    expect(log.join()).toContain('the authorizer asked has not answered')
    expect((await as('admin')('GET', pods)).status).toBe(200)
    // A failure is not kept.
    expect(passes.calls.length).toBeGreaterThan(0)
    const before = passes.calls.length
    await whileWaiting(ada(), clock)
    expect(passes.calls.length).toBeGreaterThan(before)
  })

  it('causes an error unless another authorizer allows the request', async () => {
    const { webhook } = await webhookThat(() => undefined)
    const unreachable = { ...webhook, address: { url: await unusedUrl() } }

    expect(await (await started([unreachable, 'RBAC'])).ada()).toBe(500)
    expect(await (await started([unreachable, 'AlwaysAllow'])).ada()).toBe(200)
  })

  it('includes one that both allows and denies', async () => {
    const { webhook } = await webhookThat(() => ({ allowed: true, denied: true }))

    expect(await (await started([webhook, 'AlwaysAllow'])).ada()).toBe(500)
  })

  it('is subject to the failure policy if its conditions cannot be evaluated', async () => {
    const matchConditions = ["request.resourceAttributes.verb == 'list'"]
    const passes = await webhookThat(denying, { matchConditions })
    const denies = await webhookThat(allowing, { matchConditions, deniesOnFailure: true })

    expect(await (await started([passes.webhook, 'AlwaysAllow'])).ada('/version')).toBe(200)
    expect(await (await started([denies.webhook, 'AlwaysAllow'])).ada('/version')).toBe(500)
    expect(await (await started([denies.webhook])).ada()).toBe(200)
    expect([passes.calls.length, denies.calls.length]).toEqual([0, 1])
  })

  it('has a bounded number of reviews in progress', async () => {
    const { webhook, calls } = await webhookThat(() => undefined, { timeoutMs: 30_000 })
    const { ada } = await started([webhook])
    const asked = Array.from({ length: 401 }, (_, index) =>
      ada(`${pods}/p${index}`).catch(() => undefined),
    )

    expect(await Promise.race(asked)).toBe(500)
    expect(calls.length).toBeLessThanOrEqual(400)
  })

  it('is not skipped when too many reviews are in progress', async () => {
    const { webhook } = await webhookThat(() => undefined, { timeoutMs: 30_000 })
    const { ada } = await started([webhook, 'AlwaysAllow'])
    const asked = Array.from({ length: 401 }, (_, index) =>
      ada(`${pods}/p${index}`).catch(() => undefined),
    )

    expect(await Promise.race(asked)).toBe(500)
  })
})

it.each(['*', 'a*b', 'pods/*', '\u0000', 'a\n', '\u202e', '../..'])(
  'receives a name unaltered: %j',
  async name => {
    const { webhook, calls } = await webhookThat(undecided)
    const { as } = await started([webhook, 'RBAC'])
    const spec = { user: name, resourceAttributes: { verb: name, resource: name, name } }

    const path = '/apis/authorization.k8s.io/v1/subjectaccessreviews'
    expect((await as('admin')('POST', path, { spec })).body).toMatchObject({
      status: { allowed: false },
    })
    // As by a genuine server, a review that names no version is about all of them.
    const resourceAttributes = { ...spec.resourceAttributes, version: '*' }
    expect(calls[0]?.spec).toEqual({ ...spec, resourceAttributes })
  },
)

it('does not cache reviews of very long requests', async () => {
  const { webhook, calls } = await webhookThat(allowing)
  const { ada } = await started([webhook])
  const long = `/${'a'.repeat(10_000)}`

  await ada(long)
  await ada(long)
  expect(calls).toHaveLength(2)
})

describe('an authorization file that is followed', () => {
  const kubeconfig = (url: string) =>
    JSON.stringify({
      clusters: [{ name: 'c', cluster: { server: url } }],
      contexts: [{ name: 'c', context: { cluster: 'c' } }],
      'current-context': 'c',
    })
  const entry = (name: string) => ({
    type: 'Webhook',
    name,
    webhook: {
      timeout: '3s',
      subjectAccessReviewVersion: 'v1',
      failurePolicy: 'Deny',
      connectionInfo: { type: 'KubeConfigFile', kubeConfigFile: `/${name}` },
    },
  })
  const fileOf = (...authorizers: object[]) =>
    JSON.stringify({
      apiVersion: 'apiserver.config.k8s.io/v1',
      kind: 'AuthorizationConfiguration',
      authorizers,
    })
  const rbac = { type: 'RBAC', name: 'rbac' }

  it('replaces the webhooks, and keeps the old ones if it is invalid', async () => {
    const [one, two] = [await webhookThat(allowing), await webhookThat(denying)]
    const files: Record<string, string> = {
      '/one': kubeconfig(one.webhook.address.url),
      '/two': kubeconfig(two.webhook.address.url),
      file: fileOf(entry('one'), rbac),
    }
    const settings = await authorizationSettings(
      { authorizationConfig: 'file' },
      {
        kinds: configKinds,
        dialect: { name: 'kubernetes', apiDomain: 'k8s.io' },
        readText: async path => {
          if (files[path] === undefined) throw new Error(`${path}: no such file`)
          return files[path]
        },
      },
    )
    const { ada, as, clock, settled, log } = await started([], settings)
    const reload = async (text: string) => {
      files['file'] = text
      clock.advance(10_000)
      await settled()
    }

    expect(await ada()).toBe(200)
    await reload(fileOf(entry('two'), rbac))
    expect(await ada()).toBe(403)
    for (const wrong of [
      'garbage',
      fileOf(),
      fileOf(entry('one')),
      fileOf(entry('one'), rbac, { type: 'AlwaysAllow', name: 'alwaysallow' }),
      fileOf(entry('missing'), rbac),
      fileOf(entry('one'), { ...rbac, name: 'other' }),
    ]) {
      await reload(wrong)
      await reload(wrong)
      expect(await ada()).toBe(403)
    }
    expect(log.filter(line => line.includes('the old content stays'))).toHaveLength(6)
    await reload(fileOf(rbac, entry('one')))
    expect(await ada()).toBe(200)
    const { text: metrics } = await as('admin')('GET', '/metrics')
    const name = 'apiserver_authorization_config_controller_automatic_reloads_total'
    expect(metrics).toContain(`${name}{status="success"} 2\n${name}{status="failure"} 6\n`)
    // A reload forgets what the webhooks have answered.
    expect(one.calls).toHaveLength(2)
  })
})
