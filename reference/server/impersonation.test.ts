import { describe, expect, it } from 'vitest'

import type { AllowRule } from '../api/access.ts'
import { defaultParts } from './default-parts.ts'
import { startTestServer } from './test-server.ts'

const maps = '/api/v1/namespaces/default/configmaps'
const whoami = '/apis/authentication.k8s.io/v1/selfsubjectreviews'
const masters = 'system:masters'

const users = [
  { token: 'admin-token', name: 'ada', uid: '1', groups: [masters] },
  { token: 'robot-token', name: 'robot', uid: '2', groups: [] },
]

type Headers = { [name: string]: string | string[] }

async function guarded(...allow: AllowRule[]) {
  const { ask } = await startTestServer(defaultParts({ dialect: 'kubernetes', users, allow }))
  const as = (token: string) => (method: string, path: string, headers: Headers) =>
    ask(method, path, method === 'POST' ? {} : undefined, {
      authorization: `Bearer ${token}`,
      // The test client also accepts several values of one header.
      ...(headers as { [name: string]: string }),
    })
  return { admin: as('admin-token'), robot: as('robot-token') }
}

const userIn = ({ body }: { body: { [member: string]: unknown } }) =>
  (body['status'] as { userInfo: unknown }).userInfo

describe('an administrator', () => {
  it.each<[string, Headers, object]>([
    ['a user', { 'impersonate-user': 'x' }, { username: 'x', groups: ['system:authenticated'] }],
    [
      'a user whose name is no ASCII',
      { 'impersonate-user': Buffer.from('zoë').toString('latin1') },
      { username: 'zoë', groups: ['system:authenticated'] },
    ],
    [
      'a user with groups, a uid and more',
      {
        'impersonate-user': 'x',
        'impersonate-group': ['a, b', 'c'],
        'Impersonate-Uid': 'u1',
        'impersonate-extra-shop.example%2fscopes': ['view', 'edit'],
        'impersonate-extra-%zz': 'odd',
      },
      {
        username: 'x',
        uid: 'u1',
        groups: ['a, b', 'c', 'system:authenticated'],
        extra: { '%zz': ['odd'], 'shop.example/scopes': ['view', 'edit'] },
      },
    ],
    [
      'a service account, whose groups follow from its name',
      { 'impersonate-user': 'system:serviceaccount:shop:robot' },
      {
        username: 'system:serviceaccount:shop:robot',
        groups: ['system:serviceaccounts', 'system:serviceaccounts:shop', 'system:authenticated'],
      },
    ],
    [
      'a service account with other groups',
      { 'impersonate-user': 'system:serviceaccount:shop:robot', 'impersonate-group': 'x' },
      { username: 'system:serviceaccount:shop:robot', groups: ['x', 'system:authenticated'] },
    ],
    [
      'a node',
      { 'impersonate-user': 'system:node:n1' },
      { username: 'system:node:n1', groups: ['system:nodes', 'system:authenticated'] },
    ],
  ])('acts as %s', async (_who, headers, user) => {
    const { admin } = await guarded()

    expect(userIn(await admin('POST', whoami, headers))).toEqual(user)
  })

  it('has the rights of the impersonated user only', async () => {
    const { admin } = await guarded({ user: 'x', verbs: ['list'], resources: ['configmaps'] })

    const reads = await admin('GET', maps, { 'impersonate-user': 'x' })
    const writes = await admin('POST', maps, { 'impersonate-user': 'x' })
    const other = await admin('GET', maps, { 'impersonate-user': 'y' })
    const nobody = await admin('POST', whoami, { 'impersonate-user': 'system:anonymous' })
    const mighty = await admin('GET', maps, {
      'impersonate-user': 'y',
      'impersonate-group': masters,
    })

    expect(reads.status).toBe(200)
    expect(writes.status).toBe(403)
    expect(other.text).toContain('User \\"y\\" cannot list resource \\"configmaps\\"')
    expect(nobody.text).toContain('User \\"system:anonymous\\" cannot create')
    expect(mighty.status).toBe(200)
  })
})

describe('a user without the right', () => {
  it.each([
    ['x', 'cannot impersonate-on:user-info:list resource \\"configmaps\\"'],
    ['robot', 'cannot impersonate-on:user-info:list resource \\"configmaps\\"'],
    ['system:node:n1', 'cannot impersonate-on:arbitrary-node:list resource \\"configmaps\\"'],
    ['system:serviceaccount:a:b', 'cannot impersonate-on:serviceaccount:list'],
  ])('cannot impersonate %s, including itself', async (user, message) => {
    const { robot } = await guarded()

    const refused = await robot('GET', maps, { 'impersonate-user': user })

    expect(refused).toMatchObject({ status: 403, body: { reason: 'Forbidden' } })
    expect(refused.text).toContain(`User \\"robot\\" ${message}`)
  })
})

describe('the right to impersonate', () => {
  const list: AllowRule = { user: '*', verbs: ['list'], resources: ['configmaps'] }
  const may = (verb: string, resource: string, more: Partial<AllowRule> = {}): AllowRule => ({
    user: 'robot',
    verbs: [verb],
    resources: [resource],
    ...more,
  })

  it.each<[string, AllowRule[], Headers, number]>([
    ['of one user', [may('impersonate', 'users', { names: ['x'] })], {}, 200],
    ['of another user', [may('impersonate', 'users', { names: ['y'] })], {}, 403],
    [
      'of users alone, for a group',
      [may('impersonate', 'users')],
      { 'impersonate-group': 'g' },
      403,
    ],
    [
      'of users and groups',
      [may('impersonate', 'users'), may('impersonate', 'groups', { names: ['g'] })],
      { 'impersonate-group': 'g' },
      200,
    ],
    [
      'of users and groups, for another group beside it',
      [may('impersonate', 'users'), may('impersonate', 'groups', { names: ['g'] })],
      { 'impersonate-group': ['g', 'h'] },
      403,
    ],
    ['of users alone, for a uid', [may('impersonate', 'users')], { 'impersonate-uid': '5' }, 403],
    [
      'of users and uids',
      [may('impersonate', 'users'), may('impersonate', 'uids')],
      { 'impersonate-uid': '5' },
      200,
    ],
    [
      'of another key',
      [may('impersonate', 'users'), may('impersonate', 'userextras/scopes')],
      { 'impersonate-extra-other': 'v' },
      403,
    ],
    [
      'of a key',
      [may('impersonate', 'users'), may('impersonate', 'userextras/scopes')],
      { 'impersonate-extra-scopes': 'v' },
      200,
    ],
    [
      'for this request alone',
      [may('impersonate:user-info', 'users'), may('impersonate-on:user-info:list', 'configmaps')],
      {},
      200,
    ],
    [
      'for another request',
      [may('impersonate:user-info', 'users'), may('impersonate-on:user-info:get', 'configmaps')],
      {},
      403,
    ],
    [
      'for this request alone, which is never that of administrators',
      [may('impersonate:user-info', '*'), may('impersonate-on:user-info:list', 'configmaps')],
      { 'impersonate-group': masters },
      403,
    ],
  ])('%s is checked', async (_right, rules, headers, status) => {
    const { robot } = await guarded(list, ...rules)

    const answer = await robot('GET', maps, { 'impersonate-user': 'x', ...headers })

    expect(answer.status).toBe(status)
  })

  it('is checked in the namespace of a service account', async () => {
    const { robot } = await guarded(
      list,
      may('impersonate', 'serviceaccounts', { namespaces: ['shop'], names: ['a'] }),
    )
    const as = (user: string) =>
      robot('GET', maps, { 'impersonate-user': `system:serviceaccount:${user}` })

    expect((await as('shop:a')).status).toBe(200)
    expect((await as('shop:b')).status).toBe(403)
    expect((await as('other:a')).status).toBe(403)
  })
})

describe('a server without users', () => {
  it('allows all clients to impersonate anyone, with all rights', async () => {
    const { ask } = await startTestServer(defaultParts({ dialect: 'kubernetes' }))
    const headers = { 'impersonate-user': 'x' }

    const who = await ask('POST', whoami, {}, headers)
    const read = await ask('GET', maps, undefined, headers)

    expect(userIn(who)).toEqual({ username: 'x', groups: ['system:authenticated'] })
    expect(read.status).toBe(200)
  })
})
