import { describe, expect, it } from 'vitest'

import { unusedUrl } from '../../../fixtures/client/test-server.ts'
import { type JsonObject, objectIn } from '../../api/object.ts'
import type { AccessWebhook } from '../../api/access-webhook.ts'
import { defaultParts } from '../../server/default-parts.ts'
import type { PartsOptions } from '../../server/parts-options.ts'
import { startTestServer } from '../../server/test-server.ts'
import { processorMs } from '../../lib/test-processor-time.ts'

const registrations = '/apis/admissionregistration.k8s.io/v1'
const maps = '/api/v1/namespaces/default/configmaps'
const map = (name: string, fields: object = {}) => ({ metadata: { name }, ...fields })
const matchConstraints = {
  resourceRules: [
    { apiGroups: [''], apiVersions: ['v1'], operations: ['*'], resources: ['configmaps'] },
  ],
}

/** Starts a server. `add` stores a policy with a binding, and waits until it is in force. */
async function served(options: PartsOptions = {}) {
  const server = await startTestServer(defaultParts({ dialect: 'kubernetes', ...options }))
  const add = async (
    kind: 'mutating' | 'validating',
    name: string,
    spec: JsonObject,
    binding: JsonObject = {},
  ) => {
    const actions = kind === 'validating' ? { validationActions: ['Deny'] } : {}
    const given = { policyName: name, ...actions, ...binding }
    const path = `${registrations}/${kind}admission`
    for (const [place, made] of [
      [`${path}policies`, { matchConstraints, ...spec }],
      [`${path}policybindings`, given],
    ] as const) {
      const answer = await server.ask('POST', place, { metadata: { name }, spec: made })
      if (answer.status !== 201) throw new Error(answer.text)
    }
    await server.settled()
  }
  const deny = (name: string, expression: string, more: JsonObject = {}) =>
    add('validating', name, { validations: [{ expression }], ...more })
  const write = (name: string, fields: object = {}) => server.ask('POST', maps, map(name, fields))
  return { ...server, add, deny, write }
}

const mutation = (expression: string): JsonObject => ({
  reinvocationPolicy: 'Never',
  mutations: [{ patchType: 'ApplyConfiguration', applyConfiguration: { expression } }],
})

// A million steps: ten loops of ten, six deep.
const ten = '[1,2,3,4,5,6,7,8,9,10]'
const costly = ['a', 'b', 'c', 'd', 'e', 'f'].reduce(
  (inner, name) => `${ten}.all(${name}, ${inner})`,
  'true',
)

describe('a validating policy', () => {
  it('refuses with the code and message of a genuine server', async () => {
    const { deny, write } = await served()
    await deny('a', '!has(object.data)')
    const { status, body } = await write('x', { data: { a: '1' } })
    const message = `ValidatingAdmissionPolicy 'a' with binding 'a' denied request: failed expression: !has(object.data)`
    expect([status, body]).toMatchObject([
      422,
      {
        message: `configmaps "x" is forbidden: ${message}`,
        reason: 'Invalid',
        details: { name: 'x', kind: 'configmaps', causes: [{ message }] },
      },
    ])
    expect((await write('y')).status).toBe(201)
  })

  it('stops applying when its binding is deleted', async () => {
    const { ask, deny, settled, write } = await served()
    await deny('a', 'false')
    expect((await write('x')).status).toBe(422)
    await ask('DELETE', `${registrations}/validatingadmissionpolicybindings/a`)
    await settled()
    expect((await write('x')).status).toBe(201)
  })

  it('is applied to deletes, including those of a collection', async () => {
    const { ask, deny, write } = await served()
    await write('x')
    await deny('a', "request.operation != 'DELETE' || oldObject.metadata.name != 'x'")
    expect((await ask('DELETE', `${maps}/x`)).status).toBe(422)
    expect((await ask('DELETE', maps)).status).toBe(422)
    expect((await ask('GET', `${maps}/x`)).status).toBe(200)
  })

  it('is not applied to policies, so it cannot lock itself in', async () => {
    const { ask, deny } = await served()
    const everything = { apiGroups: ['*'], apiVersions: ['*'], operations: ['*'], resources: ['*'] }
    await deny('a', 'false', { matchConstraints: { resourceRules: [everything] } })
    const path = `${registrations}/validatingadmissionpolicies/a`
    const type = { 'content-type': 'application/merge-patch+json' }
    const labels = { metadata: { labels: { a: 'b' } } }
    expect((await ask('PATCH', path, labels, type)).status).toBe(200)
    expect(
      (await ask('DELETE', `${registrations}/validatingadmissionpolicybindings/a`)).status,
    ).toBe(200)
    expect((await ask('DELETE', path)).status).toBe(200)
    const review = { spec: { resourceAttributes: { verb: 'get', resource: 'pods' } } }
    const reviews = '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews'
    expect((await ask('POST', reviews, review)).status).toBe(201)
  })

  it('can be switched off with its plug-in', async () => {
    const disabledPlugins = new Set(['ValidatingAdmissionPolicy'])
    const { deny, write } = await served({ plugins: { disabledPlugins } })
    await deny('a', 'false')
    expect((await write('x')).status).toBe(201)
  })

  it('asks the authorizers of the server', async () => {
    const users = [
      { token: 'admin', name: 'admin', uid: '', groups: ['system:masters'] },
      { token: 'other', name: 'other', uid: '', groups: [] },
    ]
    const allow = [{ user: 'other', verbs: ['create'], resources: ['configmaps'] }]
    const { ask } = await startTestServer(defaultParts({ dialect: 'kubernetes', users, allow }))
    const send = async (token: string, path: string, body: object) =>
      (await ask('POST', path, body, { authorization: `Bearer ${token}` })).status
    const expression =
      "authorizer.group('').resource('secrets').check('get').allowed() && " +
      "!authorizer.serviceAccount('default', 'a').path('/x').check('get').allowed()"
    const spec = { matchConstraints, validations: [{ expression }] }
    const binding = { policyName: 'a', validationActions: ['Deny'] }
    const path = `${registrations}/validatingadmission`
    await send('admin', `${path}policies`, { metadata: { name: 'a' }, spec })
    await send('admin', `${path}policybindings`, { metadata: { name: 'a' }, spec: binding })
    await expect.poll(() => send('other', maps, map('x'))).toBe(422)
    expect(await send('admin', maps, map('y'))).toBe(201)
  })

  it('can test whether an authorizer returned an error', async () => {
    const webhook: AccessWebhook = {
      name: 'silent',
      address: { url: await unusedUrl() },
      version: 'v1',
      authorizedTtlMs: 0,
      unauthorizedTtlMs: 0,
      timeoutMs: 3000,
      deniesOnFailure: false,
      matchConditions: [],
    }
    const users = [{ token: 'admin', name: 'admin', uid: '', groups: ['system:masters'] }]
    const log = () => {}
    const { ask, settled } = await startTestServer(
      defaultParts({ dialect: 'kubernetes', users, authorizers: [webhook], log }),
    )
    const send = async (path: string, body: object) =>
      (await ask('POST', path, body, { authorization: 'Bearer admin' })).status
    const asked = "authorizer.serviceAccount('default', 'a').path('/x').check('get')"
    const own = "authorizer.path('/x').check('get')"
    const validations = [
      { expression: `${asked}.errored() && ${asked}.error().contains('silent')` },
      { expression: `!${own}.errored() && ${own}.error() == ''` },
    ]
    const path = `${registrations}/validatingadmission`
    const spec = { policyName: 'a', validationActions: ['Deny'] }
    await send(`${path}policies`, map('a', { spec: { matchConstraints, validations } }))
    await send(`${path}policybindings`, map('a', { spec }))
    const refusing = { matchConstraints, validations: [{ expression: `!${asked}.errored()` }] }
    await settled()
    expect(await send(maps, map('x'))).toBe(201)
    await send(`${path}policies`, map('b', { spec: refusing }))
    await send(`${path}policybindings`, map('b', { spec: { ...spec, policyName: 'b' } }))
    await settled()
    expect(await send(maps, map('y'))).toBe(422)
  })

  it('reads the current version of its parameters', async () => {
    const { add, ask, write } = await served()
    await write('limit', { data: { max: '1' } })
    await add(
      'validating',
      'a',
      {
        paramKind: { apiVersion: 'v1', kind: 'ConfigMap' },
        validations: [{ expression: 'size(object.data) <= int(params.data.max)' }],
      },
      { paramRef: { name: 'limit', namespace: 'default', parameterNotFoundAction: 'Deny' } },
    )
    const two = { data: { a: '1', b: '2' } }
    expect((await write('x', two)).status).toBe(422)
    await ask('PUT', `${maps}/limit`, map('limit', { data: { max: '2' } }))
    expect((await write('x', two)).status).toBe(201)
  })
})

describe('a mutating policy', () => {
  it('runs before validating policies', async () => {
    const { add, deny, write } = await served()
    await add('mutating', 'a', mutation('Object{data: {"a": "1"}}'))
    await deny('b', 'has(object.data)')
    expect((await write('x')).body).toMatchObject({ data: { a: '1' } })
  })

  it('is reinvoked after changes by other policies if its policy is IfNeeded', async () => {
    const { add, write } = await served()
    const first = mutation('Object{data: {"size": string(size(object.?data.orValue({})))}}')
    await add('mutating', 'a', { ...first, reinvocationPolicy: 'IfNeeded' })
    await add('mutating', 'b', mutation('Object{data: {"b": "1"}}'))
    expect((await write('x')).body.data).toEqual({ size: '2', b: '1' })
  })

  it.each([
    ['Object{metadata: Object.metadata{name: "other"}}', 422],
    ['Object{nothing: 1}', 403],
    ['Object{metadata: Object.meta{name: "x"}}', 403],
    ['Object{data: object.nothing}', 403],
  ])('cannot make an object %s', async (expression, status) => {
    const { add, ask, write } = await served()
    await add('mutating', 'a', mutation(expression))
    expect((await write('x')).status).toBe(status)
    expect((await ask('GET', `${maps}/x`)).status).toBe(404)
  })
})

describe('a JSON patch of a mutating policy', () => {
  it.each([
    ['op: "add", path: "/data/b", value: "2"', 201],
    ['op: "test", path: "/data/a", value: "2"', 201],
    ['op: "remove", path: "/data/b"', 403],
    ['op: "add", path: "/data", value: 1', 500],
  ])('of %s', async (operation, status) => {
    const { add, write } = await served()
    const expression = `[JSONPatch{${operation}}]`
    const mutations = [{ patchType: 'JSONPatch', jsonPatch: { expression } }]
    await add('mutating', 'a', { reinvocationPolicy: 'Never', mutations })
    expect((await write('x', { data: { a: '1' } })).status).toBe(status)
  })
})

describe('policies of hostile clients', () => {
  it('that cost too much refuse the write and do not block other requests', async () => {
    const { ask, deny, write } = await served()
    for (let index = 0; index < 3; index++) await deny(`a${index}`, costly)
    const slow = write('x')
    const startedMs = processorMs()
    expect((await ask('GET', '/livez')).status).toBe(200)
    expect(processorMs() - startedMs).toBeLessThan(1000)
    const { status, body } = await slow
    expect([status, body.message]).toEqual([
      422,
      expect.stringContaining('operation cancelled: actual cost limit exceeded'),
    ])
  })

  it('stop when their combined steps are used up', async () => {
    const { add, write } = await served()
    // Each takes most of the steps of one expression.
    const expression = costly.replace(`${ten}.all(a, `, '[1].all(a, ')
    const validations = Array.from({ length: 25 }, () => ({ expression }))
    await add('validating', 'a', { validations })
    expect((await write('x')).body.message).toContain('running out of cost budget')
  })

  it('are evaluated even if there are a thousand of them', async () => {
    const { deny, settled, ask, write } = await served()
    const spec = { matchConstraints, validations: [{ expression: "object.metadata.name != 'x'" }] }
    const store = async (_: unknown, index: number) => {
      const metadata = { name: `a${index}` }
      const binding = { policyName: metadata.name, validationActions: ['Deny'] }
      await ask('POST', `${registrations}/validatingadmissionpolicies`, { metadata, spec })
      const made = { metadata, spec: binding }
      await ask('POST', `${registrations}/validatingadmissionpolicybindings`, made)
    }
    await Promise.all(Array.from({ length: 1000 }, store))
    await settled()
    expect((await write('y')).status).toBe(201)
    expect((await write('x')).body.message).toContain("'a0'")
    await deny('last', 'true')
  }, 60_000)

  it.each([
    ['a thousand variables', 1000],
    ['twenty thousand variables', 20_000],
  ])('with %s are stored in bounded time', async (_, count) => {
    const { ask } = await served()
    const variables = Array.from({ length: count }, (__, index) => ({
      name: `v${index}`,
      expression: index === 0 ? '1' : `variables.v${index - 1}`,
    }))
    const spec = { matchConstraints, variables, validations: [{ expression: 'true' }] }
    const startedMs = processorMs()
    await ask('POST', `${registrations}/validatingadmissionpolicies`, {
      metadata: { name: 'a' },
      spec,
    })
    expect(processorMs() - startedMs).toBeLessThan(5000)
  })

  it('with a long chain of variables fail one write and not the server', async () => {
    const { add, ask, write } = await served()
    const variables = Array.from({ length: 15_000 }, (_, index) => ({
      name: `v${index}`,
      expression: index === 0 ? '1' : `variables.v${index - 1}`,
    }))
    const expression = 'variables.v14999 == 1'
    await add('validating', 'a', { variables, validations: [{ expression }] })
    expect([201, 422]).toContain((await write('x')).status)
    expect((await ask('GET', '/livez')).status).toBe(200)
  })
})

it('a policy applies on another server that uses the same store', async () => {
  const { deny, parts, write } = await served()
  await deny('a', 'false')
  expect((await write('x')).status).toBe(422)
  const stored = { store: parts.store, secret: Buffer.alloc(32), isRemote: false }
  const next = await startTestServer(defaultParts({ dialect: 'kubernetes', stored }))
  const { status, body } = await next.ask('POST', maps, map('x'))
  expect([status, objectIn(body.details).name]).toEqual([422, 'x'])
})
