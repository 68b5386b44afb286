import { expect, it } from 'vitest'

import { admissionPlugins } from '../admission/admission-plugins.ts'
import { configKinds } from '../config/config-kinds.ts'
import { kubernetes } from '../dialects/kubernetes.ts'
import { type AdmissionFlags, admissionSettings, defaultPlugins } from './admission-flags.ts'

const limits = (burst: number) => ({
  apiVersion: 'eventratelimit.admission.k8s.io/v1alpha1',
  kind: 'Configuration',
  limits: [{ type: 'Namespace', qps: 1, burst }],
})

const admission = (...plugins: object[]) => ({
  apiVersion: 'apiserver.config.k8s.io/v1',
  kind: 'AdmissionConfiguration',
  plugins,
})

const kubeconfig = {
  clusters: [{ name: 'c', cluster: { server: 'https://a' } }],
  contexts: [{ name: 'here', context: { cluster: 'c' } }],
  'current-context': 'here',
}

const read = (flags: AdmissionFlags, files: { [name: string]: object } = {}) =>
  admissionSettings(flags, {
    kinds: configKinds,
    dialect: kubernetes,
    readText: async path => {
      if (!files[path]) throw new Error(`no file ${path}`)
      return JSON.stringify(files[path])
    },
  })

const withFile = { admissionControlConfigFile: 'conf/admission.yaml' }
const limiting = { ...withFile, enableAdmissionPlugins: 'EventRateLimit' }
const reviewing = { ...withFile, enableAdmissionPlugins: 'ImagePolicyWebhook' }

it('names the plug-ins of the server', () => {
  const all = Object.values(admissionPlugins)
    .flatMap(plugins => plugins.map(({ name }) => name))
    // What a genuine server does in its storage has no flag.
    .filter(name => name !== 'CertificateRequestStrategy')

  expect([...defaultPlugins, 'EventRateLimit', 'ImagePolicyWebhook'].toSorted()).toEqual(
    // Quotas are charged after all other plug-ins and webhooks.
    [...new Set([...all, 'ResourceQuota'])].toSorted(),
  )
})

it('reads limits from a file, relative to the file that names it', async () => {
  const entry = { name: 'EventRateLimit', path: 'limits.yaml' }
  const files = { 'conf/admission.yaml': admission(entry), 'conf/limits.yaml': limits(3) }

  expect(await read(limiting, files)).toEqual({
    eventLimits: [{ type: 'Namespace', qps: 1, burst: 3, cacheSize: 4096 }],
  })
})

it.each(['apiserver.config.k8s.io/v1', 'apiserver.k8s.io/v1alpha1'])(
  'prefers an embedded configuration, in %s',
  async apiVersion => {
    const entry = { name: 'EventRateLimit', path: 'none', configuration: limits(5) }
    const files = { 'conf/admission.yaml': { ...admission(entry), apiVersion } }

    expect((await read(limiting, files)).eventLimits).toMatchObject([{ burst: 5 }])
  },
)

it('ignores the configuration of a disabled plug-in', async () => {
  const entry = { name: 'EventRateLimit', configuration: limits(5) }

  expect(await read(withFile, { 'conf/admission.yaml': admission(entry) })).toEqual({})
})

it('reads the settings of image reviews', async () => {
  const imagePolicy = { kubeConfigFile: 'webhook.yaml', allowTTL: -1, denyTTL: 2, retryBackoff: 7 }
  const entry = { name: 'ImagePolicyWebhook', configuration: { imagePolicy } }
  const files = { 'conf/admission.yaml': admission(entry), 'webhook.yaml': kubeconfig }

  expect((await read(reviewing, files)).imagePolicy).toEqual({
    webhook: { url: 'https://a' },
    allowTtlMs: 0,
    denyTtlMs: 2000,
    retryBackoffMs: 7,
    defaultAllow: false,
  })
})

it('disables plug-ins', async () => {
  const { disabledPlugins } = await read({ disableAdmissionPlugins: 'Priority,RuntimeClass' })

  expect(disabledPlugins).toEqual(new Set(['Priority', 'RuntimeClass']))
})

it.each<[AdmissionFlags, string]>([
  [{ enableAdmissionPlugins: 'Priorty' }, 'got Priorty, an unknown name'],
  [{ enableAdmissionPlugins: 'AlwaysDeny' }, 'got AlwaysDeny, which this server does not have'],
  [{ disableAdmissionPlugins: 'NodeRestriction' }, 'which this server does not have'],
  [
    { enableAdmissionPlugins: 'Priority', disableAdmissionPlugins: 'Priority' },
    '--disable-admission-plugins: expected plug-ins that are not enabled, got Priority',
  ],
  [{ enableAdmissionPlugins: 'EventRateLimit' }, 'a configuration of EventRateLimit, got none'],
  [withFile, 'no file conf/admission.yaml'],
])('refuses the flags %j', async (flags, fault) => {
  await expect(read(flags)).rejects.toThrow(fault)
})

const quotaEntry = (limitedResources: unknown, type: object = {}) => ({
  name: 'ResourceQuota',
  configuration: {
    apiVersion: 'apiserver.config.k8s.io/v1',
    kind: 'ResourceQuotaConfiguration',
    limitedResources,
    ...type,
  },
})

it('reads which resources need a quota', async () => {
  const limited = { apiGroup: 'apps', resource: 'deployments', matchContains: ['count/'] }
  const files = { 'conf/admission.yaml': admission(quotaEntry([limited, { resource: 'pods' }])) }

  expect(await read(withFile, files)).toEqual({
    limitedResources: [
      { group: 'apps', resource: 'deployments', matchContains: ['count/'] },
      { group: '', resource: 'pods', matchContains: [] },
    ],
  })
})

it.each<[object, string]>([
  [quotaEntry('pods'), 'limitedResources: expected a list'],
  [quotaEntry([{ apiGroup: 'apps' }]), 'limitedResources[0].resource: expected the name'],
  [quotaEntry([{ resource: 'pods', matchContains: 'cpu' }]), 'matchContains: expected a list'],
  [quotaEntry([{ resource: 'pods', matchScopes: [{}] }]), 'matchScopes: expected none'],
  [quotaEntry([], { kind: 'Configuration' }), 'expected a ResourceQuotaConfiguration of'],
])('refuses the quota configuration %j', async (entry, fault) => {
  await expect(read(withFile, { 'conf/admission.yaml': admission(entry) })).rejects.toThrow(fault)
})

const imageEntry = (imagePolicy: unknown) => ({
  name: 'ImagePolicyWebhook',
  configuration: { imagePolicy },
})

it.each<[object, string]>([
  [
    { name: 'EventRateLimit', path: 'limits.yaml' },
    'conf/admission.yaml: plugins[0].path: expected a file that can be read, got no file conf/limits',
  ],
  [
    { name: 'EventRateLimit', configuration: limits(0) },
    'plugins[0].configuration.limits[0].burst',
  ],
  [{ name: 'PodSecurity', configuration: {} }, 'got one of PodSecurity'],
])('refuses the entry %j', async (entry, fault) => {
  await expect(read(limiting, { 'conf/admission.yaml': admission(entry) })).rejects.toThrow(fault)
})

it.each<[unknown, string]>([
  [{}, 'imagePolicy.kubeConfigFile: expected the path of a kubeconfig, got nothing'],
  [7, 'imagePolicy: expected an object'],
  [{ kubeConfigFile: 'webhook.yaml', denyTTL: 1801 }, 'imagePolicy.denyTTL: expected -1, 0'],
  [{ kubeConfigFile: 'webhook.yaml', defaultAllow: 1 }, 'imagePolicy.defaultAllow: expected true'],
  [{ kubeConfigFile: 'none.yaml' }, 'no file none.yaml'],
])('refuses the settings %j of image reviews', async (settings, fault) => {
  const files = {
    'conf/admission.yaml': admission(imageEntry(settings)),
    'webhook.yaml': kubeconfig,
  }

  await expect(read(reviewing, files)).rejects.toThrow(fault)
})
