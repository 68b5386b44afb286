// Tests each obeyed row of the table on a server.

import { describe, expect, it } from 'vitest'

import { type JsonObject, objectIn, objectsIn } from '../api/object.ts'
import { startWithConversion, widgetIn, widgets } from '../crd/conversion/test-conversion-host.ts'
import { defaultParts } from '../server/default-parts.ts'
import { startTestServer } from '../server/test-server.ts'
import { settingsTable } from './settings.table.ts'
import { settingIdOf } from './test-settings.ts'
import { startWebhookHost } from './webhooks/test-webhook-host.ts'

const core = '/api/v1/namespaces/default'
const pods = `${core}/pods`
const claims = `${core}/persistentvolumeclaims`
const priorities = '/apis/scheduling.k8s.io/v1/priorityclasses'
const ingresses = '/apis/networking.k8s.io/v1/namespaces/default/ingresses'
const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'

type Sent = {
  status: number
  body: JsonObject
  spec: JsonObject
  metadata: JsonObject
  warning: string | string[] | undefined
}

const users = [
  { token: 'admin', name: 'admin', uid: '', groups: ['system:masters'] },
  { token: 'somebody', name: 'somebody', uid: '', groups: [] },
]

/** A server with RBAC, with functions that write to it and return the results. */
async function served() {
  const { ask, settled } = await startTestServer(
    defaultParts({ dialect: 'kubernetes', users, authorizers: ['RBAC'] }),
  )
  const send = async (
    method: string,
    path: string,
    body?: object,
    token = 'admin',
  ): Promise<Sent> => {
    const type = `application/${method === 'PATCH' ? 'merge-patch+' : ''}json`
    const answer = await ask(method, path, body, {
      authorization: `Bearer ${token}`,
      ...(body && { 'content-type': type }),
    })
    const { body: shown, status } = answer
    const { warning } = answer.headers
    const [spec, metadata] = [objectIn(shown.spec), objectIn(shown.metadata)]
    return { status, body: shown, spec, metadata, warning }
  }
  const post = (path: string, fields: object, metadata: object = {}) =>
    send('POST', path, { ...fields, metadata: { name: 'a', ...metadata } })
  return { send, post, settled }
}

type Served = Awaited<ReturnType<typeof served>>

const container = { name: 'c', image: 'i' }
const pod = (spec: object = {}) => ({ spec: { containers: [container], ...spec } })
const claim = (spec: object = {}) => ({
  spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } }, ...spec },
})
const defaultOf = (type: string) => ({
  annotations: { [`${type}.kubernetes.io/is-default-class`]: 'true' },
})

async function immutable({ post, send }: Served, path: string) {
  await post(path, { immutable: true })
  expect((await send('PATCH', `${path}/a`, { immutable: false })).status).toBe(422)
  expect((await send('PATCH', `${path}/a`, { data: { k: 'dg==' } })).status).toBe(422)
}

async function defined({ post, send }: Served) {
  const version = (name: string, type: string) => ({
    name,
    served: true,
    storage: name === 'v1',
    schema: {
      openAPIV3Schema: { type: 'object', properties: { spec: { type } } },
    },
    selectableFields: [{ jsonPath: '.spec' }],
  })
  const spec = {
    group: 'example.com',
    scope: 'Namespaced',
    names: { plural: 'widgets', kind: 'Widget' },
    conversion: { strategy: 'None' },
    versions: [version('v1', 'string'), version('v2', 'string')],
  }
  expect((await post(definitions, { spec }, { name: 'widgets.example.com' })).status).toBe(201)
  const path = (name: string) => `/apis/example.com/${name}/namespaces/default/widgets`
  const deadline = Date.now() + 5000
  while ((await send('GET', path('v2'))).status !== 200 && Date.now() < deadline);
  const own = { apiVersion: 'example.com/v1', kind: 'Widget' }
  expect((await post(path('v1'), { ...own, spec: 7 })).status).toBe(422)
  expect((await post(path('v1'), { ...own, spec: 's' })).status).toBe(201)
  expect((await send('GET', `${path('v2')}/a`)).body.apiVersion).toBe('example.com/v2')
  const selected = async (value: string) =>
    objectsIn((await send('GET', `${path('v1')}?fieldSelector=spec%3D${value}`)).body.items).length
  expect([await selected('s'), await selected('t')]).toEqual([1, 0])
}

/** A user may read what a binding grants, and only while it exists. */
async function granted({ post, send, settled }: Served, kind: 'Role' | 'ClusterRole') {
  const base = `/apis/rbac.authorization.k8s.io/v1${kind === 'Role' ? '/namespaces/default' : ''}`
  const [roles, bindings] = [kind.toLowerCase(), `${kind.toLowerCase()}binding`]
  const reads = async () => {
    await settled()
    return (await send('GET', `${core}/configmaps`, undefined, 'somebody')).status
  }
  await post(`${base}/${roles}s`, {
    rules: [{ verbs: ['list'], apiGroups: [''], resources: ['configmaps'] }],
  })
  expect(await reads()).toBe(403)
  await post(`${base}/${bindings}s`, {
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind, name: 'a' },
    subjects: [{ kind: 'User', name: 'somebody' }],
  })
  expect(await reads()).toBe(200)
  await send('DELETE', `${base}/${bindings}s/a`)
  expect(await reads()).toBe(403)
}

const labelDefault = async (send: Served['send'], mode: string) => {
  const labels = { [`pod-security.kubernetes.io/${mode}`]: 'baseline' }
  expect((await send('PATCH', '/api/v1/namespaces/default', { metadata: { labels } })).status).toBe(
    200,
  )
}

const registered = (phase: 'mutating' | 'validating') => async (server: Served) => {
  const host = await startWebhookHost(() => ({ allowed: false }))
  const webhook = {
    name: 'a.example.com',
    clientConfig: { url: host.url, caBundle: host.caBundle },
    rules: [{ apiGroups: [''], apiVersions: ['v1'], resources: ['pods'], operations: ['*'] }],
    sideEffects: 'None',
    admissionReviewVersions: ['v1'],
  }
  const path = `/apis/admissionregistration.k8s.io/v1/${phase}webhookconfigurations`
  expect((await server.post(path, { webhooks: [webhook] })).status).toBe(201)
  await server.settled()
  expect((await server.post(pods, pod())).status).toBe(400)
  expect(host.asked).toHaveLength(1)
}

/** The checks that the server obeys a setting, by `settingIdOf`. */
const effects: { readonly [id: string]: (server: Served) => Promise<void> } = {
  'RoleBinding subjects, with --authorization-mode=RBAC': server => granted(server, 'Role'),
  'ClusterRoleBinding subjects, with --authorization-mode=RBAC': server =>
    granted(server, 'ClusterRole'),
  'ValidatingWebhookConfiguration webhooks': registered('validating'),
  'MutatingWebhookConfiguration webhooks': registered('mutating'),
  'ServiceAccount POST …/token': async ({ send }) => {
    const request = { spec: { audiences: ['other'] } }
    const { status } = (await send('POST', `${core}/serviceaccounts/default/token`, request)).body
    const review = async (audiences: string[]) => {
      const spec = { token: objectIn(status).token, audiences }
      const path = '/apis/authentication.k8s.io/v1/tokenreviews'
      return objectIn((await send('POST', path, { spec })).body.status).authenticated
    }
    expect(await review(['other'])).toBe(true)
    expect(await review(['another'])).toBeUndefined()
  },
  'CustomResourceDefinition spec.versions': defined,
  'CustomResourceDefinition spec.conversion.strategy: None': defined,
  'CustomResourceDefinition spec.conversion.strategy: Webhook': async () => {
    const { ask } = await startWithConversion()
    await ask('POST', widgets('v2'), widgetIn('v2', 'a', { amount: 3 }))
    expect((await ask('GET', widgets('v1', '/a'))).body['spec']).toEqual({ size: '3' })
  },
  'Namespace spec.finalizers': async ({ post, send, settled }) => {
    await post('/api/v1/namespaces', {})
    await post('/api/v1/namespaces/a/configmaps', {})
    await send('DELETE', '/api/v1/namespaces/a')
    await settled()
    expect((await send('GET', '/api/v1/namespaces/a/configmaps/a')).status).toBe(404)
    expect((await send('GET', '/api/v1/namespaces/a')).status).toBe(404)
  },
  'LimitRange spec.limits': async ({ post }) => {
    const limits = [{ type: 'Container', max: { cpu: '2' }, default: { cpu: '1' } }]
    await post(`${core}/limitranges`, { spec: { limits } })
    const { spec } = await post(pods, pod())
    const resources = { limits: { cpu: '1' }, requests: { cpu: '1' } }
    expect(spec.containers).toMatchObject([{ resources }])
    const large = { ...container, resources: { limits: { cpu: '3' } } }
    expect((await post(pods, pod({ containers: [large] }), { name: 'b' })).status).toBe(403)
  },
  'ServiceAccount imagePullSecrets': async ({ post }) => {
    const imagePullSecrets = [{ name: 's' }]
    await post(`${core}/serviceaccounts`, { imagePullSecrets })
    const { spec } = await post(pods, pod({ serviceAccountName: 'a' }))
    expect(spec).toMatchObject({ imagePullSecrets })
    const own = { serviceAccountName: 'a', imagePullSecrets: [{ name: 't' }] }
    expect((await post(pods, pod(own), { name: 'b' })).spec).toMatchObject(own)
  },
  'Namespace label pod-security.kubernetes.io/enforce': async ({ post, send }) => {
    await labelDefault(send, 'enforce')
    const { status, body } = await post(pods, pod({ hostNetwork: true }))
    expect([status, body.message]).toEqual([
      403,
      'pods "a" is forbidden: violates PodSecurity "baseline:latest": ' +
        'host namespaces (hostNetwork=true)',
    ])
    expect((await post(pods, pod())).status).toBe(201)
  },
  'Namespace label pod-security.kubernetes.io/warn': async ({ post, send }) => {
    await labelDefault(send, 'warn')
    expect((await post(pods, pod({ hostPID: true }))).warning).toContain(
      'would violate PodSecurity \\"baseline:latest\\": host namespaces (hostPID=true)',
    )
    expect((await post(pods, pod(), { name: 'b' })).warning).toBeUndefined()
  },
  // The annotations are tested in pod-security.test.ts.
  'Namespace label pod-security.kubernetes.io/audit': async ({ post, send }) => {
    await labelDefault(send, 'audit')
    expect((await post(pods, pod({ hostPID: true }))).warning).toBeUndefined()
  },
  'ResourceQuota spec': async ({ post, settled }) => {
    await post(`${core}/resourcequotas`, { spec: { hard: { pods: '1' } } })
    await settled()
    expect((await post(pods, pod())).status).toBe(201)
    expect((await post(pods, pod(), { name: 'b' })).status).toBe(403)
  },
  'PriorityClass value, preemptionPolicy, globalDefault': async ({ post }) => {
    const named = pod({ priorityClassName: 'a' })
    expect((await post(pods, named)).status).toBe(403)
    await post(priorities, { value: 7, preemptionPolicy: 'Never' })
    const given = { priority: 7, preemptionPolicy: 'Never' }
    expect((await post(pods, named)).spec).toMatchObject(given)
    expect((await post(pods, pod(), { name: 'b' })).spec).toMatchObject({ priority: 0 })
    await post(priorities, { value: 9, globalDefault: true }, { name: 'usual' })
    const usual = { priority: 9, priorityClassName: 'usual' }
    expect((await post(pods, pod(), { name: 'c' })).spec).toMatchObject(usual)
  },
  'Pod spec.runtimeClassName': async ({ post }) => {
    expect((await post(pods, pod({ runtimeClassName: 'a' }))).status).toBe(403)
  },
  'Node labels topology.kubernetes.io/*': async ({ post, send }) => {
    const labels = { 'topology.kubernetes.io/zone': 'z' }
    await post('/api/v1/nodes', {}, { labels })
    expect((await post(pods, pod({ nodeName: 'a' }))).metadata).toMatchObject({ labels })
    await post(pods, pod(), { name: 'b' })
    await post(`${pods}/b/binding`, { target: { kind: 'Node', name: 'a' } }, { name: 'b' })
    expect((await send('GET', `${pods}/b`)).metadata).toMatchObject({ labels })
  },
  'PodDisruptionBudget status.disruptionsAllowed': async ({ post, send }) => {
    const labels = { app: 'a' }
    const budgets = '/apis/policy/v1/namespaces/default/poddisruptionbudgets'
    await post(budgets, { spec: { selector: { matchLabels: labels }, minAvailable: 1 } })
    const status = { disruptionsAllowed: 0, observedGeneration: 1 }
    await send('PATCH', `${budgets}/a/status`, { status })
    await post(pods, pod({ nodeName: 'n' }), { labels })
    await send('PATCH', `${pods}/a/status`, { status: { phase: 'Running' } })
    expect((await post(`${pods}/a/eviction`, {})).status).toBe(429)
  },
  'StorageClass annotation storageclass.kubernetes.io/is-default-class': async ({ post }) => {
    const metadata = defaultOf('storageclass')
    await post('/apis/storage.k8s.io/v1/storageclasses', { provisioner: 'p' }, metadata)
    expect((await post(claims, claim())).spec).toMatchObject({ storageClassName: 'a' })
  },
  'StorageClass allowVolumeExpansion': async ({ post, send }) => {
    const growing = async (name: string, allowVolumeExpansion: boolean) => {
      const fields = { provisioner: 'p', allowVolumeExpansion }
      await post('/apis/storage.k8s.io/v1/storageclasses', fields, { name })
      await post(claims, claim({ storageClassName: name }), { name })
      await send('PATCH', `${claims}/${name}/status`, { status: { phase: 'Bound' } })
      const spec = { resources: { requests: { storage: '2Gi' } } }
      return (await send('PATCH', `${claims}/${name}`, { spec })).status
    }
    expect(await growing('a', true)).toBe(200)
    expect(await growing('b', false)).toBe(403)
  },
  'IngressClass annotation ingressclass.kubernetes.io/is-default-class': async ({ post }) => {
    const fields = { spec: { controller: 'c.example/c' } }
    const metadata = defaultOf('ingressclass')
    await post('/apis/networking.k8s.io/v1/ingressclasses', fields, metadata)
    const spec = { defaultBackend: { service: { name: 's', port: { number: 80 } } } }
    expect((await post(ingresses, { spec })).spec).toMatchObject({ ingressClassName: 'a' })
  },
  '* metadata.finalizers': async ({ post, send }) => {
    await post(`${core}/configmaps`, {}, { finalizers: ['example.com/a'] })
    await send('DELETE', `${core}/configmaps/a`)
    expect((await send('GET', `${core}/configmaps/a`)).status).toBe(200)
    await send('PATCH', `${core}/configmaps/a`, { metadata: { finalizers: null } })
    expect((await send('GET', `${core}/configmaps/a`)).status).toBe(404)
  },
  '* metadata.ownerReferences': async ({ post, send, settled }) => {
    const { metadata } = await post(`${core}/configmaps`, {})
    const owner = { apiVersion: 'v1', kind: 'ConfigMap', name: 'a', uid: metadata.uid }
    await post(`${core}/secrets`, {}, { ownerReferences: [owner] })
    await send('DELETE', `${core}/configmaps/a`)
    await settled()
    expect((await send('GET', `${core}/secrets/a`)).status).toBe(404)
  },
  'ValidatingAdmissionPolicy spec': server => refusedByPolicy(server),
  'ValidatingAdmissionPolicyBinding spec': server => refusedByPolicy(server),
  'MutatingAdmissionPolicy spec': server => changedByPolicy(server),
  'MutatingAdmissionPolicyBinding spec': server => changedByPolicy(server),
  'ConfigMap immutable': server => immutable(server, `${core}/configmaps`),
  'Secret immutable': server => immutable(server, `${core}/secrets`),
}

const registrations = '/apis/admissionregistration.k8s.io/v1'
const matchConstraints = {
  resourceRules: [
    { apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['configmaps'] },
  ],
}

async function refusedByPolicy({ post, settled }: Served) {
  const spec = { matchConstraints, validations: [{ expression: 'false', message: 'never' }] }
  await post(`${registrations}/validatingadmissionpolicies`, { spec })
  expect((await post(`${core}/configmaps?dryRun=All`, {})).status).toBe(201)
  const binding = { spec: { policyName: 'a', validationActions: ['Deny'] } }
  await post(`${registrations}/validatingadmissionpolicybindings`, binding)
  await settled()
  const { status, body } = await post(`${core}/configmaps`, {})
  expect([status, body.message]).toEqual([422, expect.stringContaining('never')])
}

async function changedByPolicy({ post, settled }: Served) {
  const expression = 'Object{data: {"a": "b"}}'
  const mutations = [{ patchType: 'ApplyConfiguration', applyConfiguration: { expression } }]
  const spec = { matchConstraints, mutations, reinvocationPolicy: 'Never' }
  await post(`${registrations}/mutatingadmissionpolicies`, { spec })
  expect((await post(`${core}/configmaps?dryRun=All`, {})).body).not.toHaveProperty('data')
  await post(`${registrations}/mutatingadmissionpolicybindings`, { spec: { policyName: 'a' } })
  await settled()
  expect((await post(`${core}/configmaps`, {})).body).toMatchObject({ data: { a: 'b' } })
}

describe('an enforced setting', () => {
  const ids = settingsTable.filter(({ outcome }) => outcome === 'obeyed').map(settingIdOf)

  it('is tested here', () => {
    expect(Object.keys(effects).sort()).toEqual([...ids].sort())
  })

  it.each(ids)('has an effect: %s', async id => {
    await effects[id]?.(await served())
  })
})
