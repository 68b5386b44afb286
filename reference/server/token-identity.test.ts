import { expect, test } from 'vitest'

import { defaultParts } from './default-parts.ts'
import { startTestServer } from './test-server.ts'

const accounts = '/api/v1/namespaces/default/serviceaccounts'
const users = [{ token: 'admin', name: 'ada', uid: '1', groups: ['system:masters'] }]
const host = 'https://kubernetes.default.svc'

/** A server of the kubernetes dialect with an account. Requests are of an administrator. */
async function started() {
  const { ask } = await startTestServer(defaultParts({ users, dialect: 'kubernetes' }))
  const send = (path: string, body: object, token = 'admin') =>
    ask('POST', path, body, { authorization: `Bearer ${token}` })
  await send(accounts, { metadata: { name: 'a' } })
  return {
    send,
    async review(spec: object) {
      const { body } = await send('/apis/authentication.k8s.io/v1/tokenreviews', { spec })
      return body['status']
    },
    async tokenFor(spec: object): Promise<string> {
      const { body } = await send(`${accounts}/a/token`, { spec })
      return String((body['status'] as { token: string }).token)
    },
  }
}

const idOf = (token: string): string => {
  const payload = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()
  return (JSON.parse(payload) as { jti: string }).jti
}

const attribute = (name: string) => `authentication.kubernetes.io/${name}`

test('a user of an account token has the token id and the object it is bound to', async () => {
  const { send, review, tokenFor } = await started()
  const plain = await tokenFor({})
  const whoami = await send('/apis/authentication.k8s.io/v1/selfsubjectreviews', {}, plain)
  const extra = { [attribute('credential-id')]: [`JTI=${idOf(plain)}`] }

  expect(whoami.body['status']).toMatchObject({ userInfo: { extra } })
  expect(await review({ token: plain })).toMatchObject({ authenticated: true, user: { extra } })

  const containers = [{ name: 'c', image: 'i' }]
  const pod = await send('/api/v1/namespaces/default/pods', {
    metadata: { name: 'p' },
    spec: { serviceAccountName: 'a', containers },
  })
  const { uid } = pod.body.metadata
  const bound = await tokenFor({
    boundObjectRef: { kind: 'Pod', apiVersion: 'v1', name: 'p', uid },
  })
  expect(await review({ token: bound })).toMatchObject({
    user: {
      extra: {
        [attribute('credential-id')]: [`JTI=${idOf(bound)}`],
        [attribute('pod-name')]: ['p'],
        [attribute('pod-uid')]: [uid],
      },
    },
  })
})

test('a token without audiences is valid for this server only', async () => {
  const { review, tokenFor } = await started()
  const account = await tokenFor({})

  for (const token of ['admin', account]) {
    expect(await review({ token })).toMatchObject({ authenticated: true, audiences: [host] })
    expect(await review({ token, audiences: ['x', host] })).toMatchObject({
      authenticated: true,
      audiences: [host],
    })
    expect(await review({ token, audiences: ['x'] })).toEqual({
      user: {},
      error: `expected a token for x, got one for ${host}`,
    })
  }
})
