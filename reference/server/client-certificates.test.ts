import { X509Certificate } from 'node:crypto'

import { expect, it } from 'vitest'

import { createAuthority, type Authority } from '../../fixtures/hosts/authority.ts'
import { constant } from '../api/changing.ts'
import { startSecureServer } from './test-certificates.ts'

const trusting = (...authorities: Authority[]) =>
  constant(authorities.map(({ certificate }) => new X509Certificate(certificate)))

async function started() {
  const authority = await createAuthority('clients')
  const server = await startSecureServer({
    clientAuthorities: trusting(await createAuthority('others'), authority),
    users: [{ token: 'a-token', name: 'bob', uid: '2', groups: [] }],
  })
  return { authority, ...server }
}

it('authenticates by the common name, the organizations and the uid of a certificate', async () => {
  const { authority, ask, http2Connection } = await started()
  const pair = await authority.forClient({ name: 'ada, é+b', groups: ['x', 'y,z'], uid: '7' })

  const expected = {
    status: 201,
    user: {
      username: 'ada, é+b',
      uid: '7',
      groups: ['x', 'y,z', 'system:authenticated'],
      extra: {
        'authentication.kubernetes.io/credential-id': [
          `X509SHA256=${new X509Certificate(pair.certificate).fingerprint256.replaceAll(':', '').toLowerCase()}`,
        ],
      },
    },
  }
  expect(await ask(pair)).toEqual(expected)
  expect(await http2Connection(pair)()).toEqual(expected)
})

it('does not require a certificate, and prefers a certificate to a token', async () => {
  const { authority, ask } = await started()
  const token = { authorization: 'Bearer a-token' }
  const ada = await authority.forClient({ name: 'ada' })

  // An anonymous user may not create a review.
  expect(await ask()).toEqual({ status: 403 })
  expect(await ask(undefined, token)).toMatchObject({ user: { username: 'bob' } })
  expect(await ask(ada, token)).toMatchObject({ user: { username: 'ada' } })
  expect(await ask(ada, { authorization: 'Bearer wrong' })).toMatchObject({
    user: { username: 'ada' },
  })
})

it('accepts the chain of an intermediate authority', async () => {
  const { authority, connection, http2Connection } = await started()
  const lower = await (await authority.intermediate('one')).intermediate('two')
  const pair = await lower.forClient({ name: 'ada' })

  for (const ask of [connection(pair), http2Connection(pair)])
    for (const _ of ['first', 'second', 'third'])
      expect(await ask()).toMatchObject({ user: { username: 'ada' } })
})

it('trusts an intermediate authority that is in the file', async () => {
  const intermediate = await (await createAuthority('root')).intermediate('lower')
  const { ask } = await startSecureServer({ clientAuthorities: trusting(intermediate) })

  expect(await ask(await intermediate.forClient({ name: 'ada' }))).toMatchObject({
    user: { username: 'ada' },
  })
})

it('refuses wrong certificates with 401, unless the request has a valid token', async () => {
  const { authority, ask, log } = await started()
  const foreign = await createAuthority('clients')
  const client = await authority.forClient({ name: 'ada' })
  const own = await foreign.forClient({ name: 'ada' })

  for (const pair of [
    own,
    { ...own, certificate: `${own.certificate}\n${authority.certificate}` },
    { ...own, certificate: `${own.certificate}\n${client.certificate}` },
    await authority.forClient({ name: 'ada', hasExpired: true }),
    await authority.forClient({ name: 'ada', isForServers: true }),
    await authority.forClient({ name: 'ada', uid: '' }),
    await (await foreign.intermediate('one')).forClient({ name: 'ada' }),
  ]) {
    expect(await ask(pair)).toEqual({ status: 401 })
    expect(await ask(pair, { authorization: 'Bearer a-token' })).toMatchObject({
      user: { username: 'bob' },
    })
  }
  expect(log).toHaveLength(7)
  expect(log.every(line => line.startsWith('authentication by client certificates: '))).toBe(true)
})

it('requires credentials on a server without users, and then grants all rights', async () => {
  const authority = await createAuthority('clients')
  const { ask } = await startSecureServer({ clientAuthorities: trusting(authority) })

  expect(await ask()).toEqual({ status: 401 })
  expect(await ask(await authority.forClient({ name: 'ada' }))).toMatchObject({
    user: { username: 'ada' },
  })
})

it('ignores a certificate without a common name', async () => {
  const { authority, ask } = await started()

  expect(await ask(await authority.forClient({ name: '', groups: ['system:masters'] }))).toEqual({
    status: 403,
  })
})

it('refuses a certificate that expires while its connection is open', async () => {
  const { authority, connection, clock } = await started()
  const ask = connection(await authority.forClient({ name: 'ada' }))

  expect(await ask()).toMatchObject({ user: { username: 'ada' } })
  clock.advance(25 * 3_600_000)
  expect(await ask()).toEqual({ status: 401 })
})
