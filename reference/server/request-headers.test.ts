import { X509Certificate } from 'node:crypto'

import { expect, it } from 'vitest'

import { createAuthority, type Authority } from '../../fixtures/hosts/authority.ts'
import type { RequestHeaders } from '../api/authentication.ts'
import { constant } from '../api/changing.ts'
import { startSecureServer } from './test-certificates.ts'

const trusting = ({ certificate }: Authority) => constant([new X509Certificate(certificate)])

async function started(settings: Partial<RequestHeaders> = {}) {
  const authority = await createAuthority('proxies')
  const clients = await createAuthority('clients')
  const server = await startSecureServer({
    clientAuthorities: trusting(clients),
    requestHeaders: {
      authorities: trusting(authority),
      allowedNames: ['front', 'other'],
      usernameHeaders: ['X-Remote-User', 'X-User'],
      uidHeaders: ['X-Remote-Uid'],
      groupHeaders: ['X-Remote-Group', 'X-Group'],
      extraHeaderPrefixes: ['X-Remote-Extra-'],
      ...settings,
    },
    users: [{ token: 'a-token', name: 'bob', uid: '2', groups: [] }],
  })
  return { authority, clients, ...server }
}

it('takes the user from the headers of a proxy', async () => {
  const { authority, ask } = await started()
  const headers = {
    'x-remote-user': 'ada',
    'X-Remote-Uid': '7',
    'x-remote-group': ['one', 'two'],
    'x-group': 'three',
    'X-Remote-Extra-Team': ['blue', 'red'],
    'x-remote-extra-example.com%2Fkey': 'é',
    'x-remote-extra-__proto__': 'x',
  }

  const found = await ask(await authority.forClient({ name: 'front' }), headers)

  expect(found.status).toBe(201)
  expect(JSON.parse(JSON.stringify(found.user))).toEqual({
    username: 'ada',
    uid: '7',
    groups: ['one', 'two', 'three', 'system:authenticated'],
    extra: expect.objectContaining({ team: ['blue', 'red'], 'example.com/key': expect.any(Array) }),
  })
})

it('takes the first user header with a value', async () => {
  const { authority, ask } = await started()
  const front = await authority.forClient({ name: 'front' })

  expect(await ask(front, { 'x-remote-user': '', 'x-user': 'bea' })).toMatchObject({
    user: { username: 'bea' },
  })
})

it('ignores the headers of other clients', async () => {
  const { authority, clients, ask } = await started()
  const headers = { 'x-remote-user': 'ada', 'x-remote-group': 'system:masters' }
  const token = { authorization: 'Bearer a-token' }
  const client = await clients.forClient({ name: 'front' })
  const unknown = await authority.forClient({ name: 'somebody' })

  // The certificate of a client counts, whatever the headers say.
  expect(await ask(client, headers)).toMatchObject({ user: { username: 'front' } })
  expect(await ask(unknown, headers)).toEqual({ status: 401 })
  expect(await ask(unknown, { ...headers, ...token })).toMatchObject({ user: { username: 'bob' } })
  expect(await ask(undefined, { ...headers, ...token })).toMatchObject({
    user: { username: 'bob' },
  })
  // Anonymous users may not create reviews.
  expect(await ask(undefined, headers)).toEqual({ status: 403 })
})

it('trusts every certificate of the authority if no names are given', async () => {
  const { authority, ask } = await started({ allowedNames: [] })

  expect(
    await ask(await authority.forClient({ name: 'somebody' }), { 'x-remote-user': 'ada' }),
  ).toMatchObject({ user: { username: 'ada' } })
})
