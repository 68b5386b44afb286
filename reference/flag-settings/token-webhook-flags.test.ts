import { expect, it } from 'vitest'

import { tokenWebhookOf } from './token-webhook-flags.ts'

const config = (user: object, cluster: object = { server: 'https://a' }) =>
  JSON.stringify({
    clusters: [{ name: 'c', cluster }],
    users: [{ name: 'u', user }],
    contexts: [{ name: 'here', context: { cluster: 'c', user: 'u' } }],
    'current-context': 'here',
  })

const read = (text: string, more: object = {}) =>
  tokenWebhookOf({ authenticationTokenWebhookConfigFile: 'file', ...more }, async path =>
    path === 'file' ? text : `text of ${path}`,
  )

it('has the defaults of a genuine server', async () => {
  expect(await read(config({}))).toEqual({
    url: 'https://a',
    version: 'v1beta1',
    cacheTtlMs: 120_000,
  })
  expect(await tokenWebhookOf({}, async () => '')).toBeUndefined()
})

it('reads versions, times and credentials', async () => {
  expect(
    await read(config({ tokenFile: 'dir/token', token: 'another' }), {
      authenticationTokenWebhookVersion: 'v1',
      authenticationTokenWebhookCacheTtl: '0',
    }),
  ).toMatchObject({ version: 'v1', cacheTtlMs: 0, authorization: 'Bearer text of dir/token' })
  expect(await read(config({ username: 'a', password: 'b' }))).toMatchObject({
    authorization: `Basic ${Buffer.from('a:b').toString('base64')}`,
  })
})

it.each([
  ['a: [', {}, 'file: expected a kubeconfig'],
  [config({}, { server: 'ftp://a:secret@b' }), {}, 'cluster.server: expected an http or https URL'],
  [
    config({ token: 'secret', username: 'a' }),
    {},
    'user: expected a token or a username, got both',
  ],
  [config({ as: 'a' }), {}, 'user.as: expected none, got one'],
  [
    config(
      {},
      { server: 'https://a', 'insecure-skip-tls-verify': true, 'certificate-authority': 'b' },
    ),
    {},
    'expected certificate-authority or insecure-skip-tls-verify',
  ],
  [config({ exec: {} }), {}, 'user.exec: expected none, got one'],
  [config({}, { server: 'https://a', 'proxy-url': 'b' }), {}, 'cluster.proxy-url: expected none'],
  [config({ 'client-key': 'secret' }), {}, 'expected client-certificate and client-key'],
  [
    config({}, { server: 'https://a', 'certificate-authority': 'b' }),
    {},
    'expected at least one certificate',
  ],
  [config({ 'client-certificate': 'a', 'client-key': 'b' }), {}, 'expected a client certificate'],
  ['{"current-context": "b"}', {}, 'contexts: expected an entry with the name "b", got none'],
  ['{}', {}, 'contexts: expected an entry with the name "", got none'],
  [config({}), { authenticationTokenWebhookVersion: 'v2' }, 'expected v1 or v1beta1, got "v2"'],
  [config({}), { authenticationTokenWebhookCacheTtl: 'x' }, 'cache-ttl: expected a duration'],
])('refuses %s with %j', async (text, flags, message) => {
  await expect(read(text, flags)).rejects.toThrow(message)
  await expect(read(text, flags)).rejects.toThrow(/^--authentication-token-webhook-(?!.*secret)/)
})
