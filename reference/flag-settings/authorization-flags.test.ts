import { expect, it } from 'vitest'

import { configKinds } from '../config/config-kinds.ts'
import { type AuthorizationFlags, authorizationSettings } from './authorization-flags.ts'

const kubeconfig = JSON.stringify({
  clusters: [{ name: 'c', cluster: { server: 'https://a' } }],
  contexts: [{ name: 'here', context: { cluster: 'c' } }],
  'current-context': 'here',
})

const webhook = {
  authorizedTTL: '5m',
  unauthorizedTTL: '1.5s',
  timeout: '3s',
  subjectAccessReviewVersion: 'v1beta1',
  matchConditionSubjectAccessReviewVersion: 'v1',
  failurePolicy: 'Deny',
  connectionInfo: { type: 'KubeConfigFile', kubeConfigFile: '/hook' },
  matchConditions: [{ expression: "request.user == 'ada'" }],
}

const fileOf = (changes: object = {}, others: object[] = []) =>
  JSON.stringify({
    apiVersion: 'apiserver.config.k8s.io/v1beta1',
    kind: 'AuthorizationConfiguration',
    authorizers: [
      { type: 'Webhook', name: 'asked', webhook: { ...webhook, ...changes } },
      ...others,
    ],
  })

const settingsOf = (
  flags: AuthorizationFlags,
  text = '',
  dialect = { name: 'kubernetes' as 'kubernetes' | 'cluster', apiDomain: 'k8s.io' },
) =>
  authorizationSettings(flags, {
    kinds: configKinds,
    dialect,
    readText: async path => {
      if (path === 'file') return text
      if (path === '/hook') return kubeconfig
      throw new Error(`${path}: no such file`)
    },
  })

it('reads modes, and the webhook with the defaults of a genuine server', async () => {
  expect(await settingsOf({})).toEqual({ followedFiles: [] })
  expect(await settingsOf({ authorizationMode: 'RBAC,AlwaysAllow' })).toMatchObject({
    authorizers: ['RBAC', 'AlwaysAllow'],
  })
  const flags = { authorizationMode: 'RBAC,Webhook', authorizationWebhookConfigFile: '/hook' }
  const standard = {
    name: 'default',
    address: { url: 'https://a' },
    version: 'v1beta1',
    authorizedTtlMs: 300_000,
    unauthorizedTtlMs: 30_000,
    timeoutMs: 30_000,
    deniesOnFailure: false,
    matchConditions: [],
  }
  expect((await settingsOf(flags)).authorizers).toEqual(['RBAC', standard])
  const others = {
    authorizationWebhookVersion: 'v1',
    authorizationWebhookCacheAuthorizedTtl: '0',
    authorizationWebhookCacheUnauthorizedTtl: '1h',
  }
  expect((await settingsOf({ ...flags, ...others })).authorizers?.[1]).toEqual({
    ...standard,
    version: 'v1',
    authorizedTtlMs: 0,
    unauthorizedTtlMs: 3_600_000,
  })
})

it('reads a file of authorizers', async () => {
  const rbac = { type: 'RBAC', name: 'rbac' }
  const read = (text: string) => settingsOf({ authorizationConfig: 'file' }, text)
  expect((await read(fileOf({}, [rbac]))).authorizers).toEqual([
    {
      name: 'asked',
      address: { url: 'https://a' },
      version: 'v1beta1',
      authorizedTtlMs: 300_000,
      unauthorizedTtlMs: 1500,
      timeoutMs: 3000,
      deniesOnFailure: true,
      matchConditions: ["request.user == 'ada'"],
    },
    'RBAC',
  ])
  const uncached = { cacheAuthorizedRequests: false, cacheUnauthorizedRequests: false }
  expect((await read(fileOf(uncached))).authorizers).toMatchObject([
    { authorizedTtlMs: 0, unauthorizedTtlMs: 0 },
  ])
})

it.each([
  [{ authorizationMode: 'RBAC,Webhook' }, 'expected --authorization-webhook-config-file'],
  [{ authorizationMode: 'Node' }, 'expected some of AlwaysAllow, AlwaysDeny, RBAC, Webhook'],
  [{ authorizationMode: 'RBAC,RBAC' }, 'expected each mode once'],
  [{ authorizationMode: 'RBAC', allow: 'a' }, '--allow: expected no --authorization-mode'],
  [{ authorizationConfig: 'file', allow: 'a' }, '--allow: expected no --authorization-mode'],
  [
    { authorizationConfig: 'file', authorizationMode: 'RBAC' },
    '--authorization-config: expected no --authorization-mode as well',
  ],
  [
    { authorizationConfig: 'file', authorizationWebhookVersion: 'v1' },
    '--authorization-config: expected no --authorization-webhook-version as well',
  ],
  [
    { authorizationMode: 'RBAC', authorizationWebhookConfigFile: '/hook' },
    '--authorization-webhook-config-file: expected Webhook in --authorization-mode',
  ],
  [
    { authorizationWebhookCacheAuthorizedTtl: '5m' },
    '--authorization-webhook-cache-authorized-ttl: expected Webhook in --authorization-mode',
  ],
  [
    {
      authorizationMode: 'Webhook',
      authorizationWebhookConfigFile: '/hook',
      authorizationWebhookVersion: 'v2',
    },
    '--authorization-webhook-version: expected v1 or v1beta1, got "v2"',
  ],
  [
    {
      authorizationMode: 'Webhook',
      authorizationWebhookConfigFile: '/hook',
      authorizationWebhookCacheUnauthorizedTtl: '-1s',
    },
    '--authorization-webhook-cache-unauthorized-ttl: expected a duration',
  ],
  [
    { authorizationMode: 'Webhook', authorizationWebhookConfigFile: '/other' },
    '/other: no such file',
  ],
])('refuses the flags %j', async (flags, message) => {
  await expect(settingsOf(flags)).rejects.toThrow(message)
})

it.each([
  ['garbage', 'expected a valid AuthorizationConfiguration'],
  [fileOf({ timeout: '31s' }), 'authorizers[0].webhook.timeout'],
  [
    fileOf({ connectionInfo: { type: 'InClusterConfig' } }),
    'authorizers[0].webhook.connectionInfo.type: expected a type with a file',
  ],
  [
    fileOf({ connectionInfo: { type: 'KubeConfigFile', kubeConfigFile: '/other' } }),
    '/other: no such file',
  ],
  [
    fileOf({}, [{ type: 'Node', name: 'node' }]),
    'authorizers[1].type: expected one of AlwaysAllow, AlwaysDeny, RBAC, Webhook',
  ],
  [fileOf({}, [{ type: 'RBAC', name: 'mine' }]), 'authorizers[1].name: expected rbac'],
])('refuses the file %s', async (text, message) => {
  await expect(settingsOf({ authorizationConfig: 'file' }, text)).rejects.toThrow(message)
})

it('accepts any name of an authorizer in the dialect of the specification', async () => {
  const { authorizers } = await settingsOf(
    { authorizationConfig: 'file' },
    JSON.stringify({
      apiVersion: 'apiserver.cluster.example/v1beta1',
      kind: 'AuthorizationConfiguration',
      authorizers: [
        {
          type: 'Webhook',
          name: 'asked',
          webhook: {
            ...webhook,
            connectionInfo: { type: 'ClusterConfigFile', clusterConfigFile: '/hook' },
          },
        },
        { type: 'RBAC', name: 'mine' },
      ],
    }),
    { name: 'cluster', apiDomain: 'cluster.example' },
  )
  expect(authorizers).toMatchObject([{ address: { url: 'https://a' } }, 'RBAC'])
})
