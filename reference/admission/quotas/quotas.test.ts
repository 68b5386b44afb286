// Tests quotas on a server: what is refused, what is charged, and what is counted again.

import { describe, expect, it } from 'vitest'

import type { LimitedResource } from '../../api/admission-settings.ts'
import { type JsonObject, objectIn } from '../../api/object.ts'
import { defaultParts } from '../../server/default-parts.ts'
import { startTestServer } from '../../server/test-server.ts'

const core = '/api/v1/namespaces/default'
const quotas = `${core}/resourcequotas`
const container = (requests?: object, name = 'c') => ({
  name,
  image: 'i',
  ...(requests && { resources: { requests } }),
})
const podSpec = (requests?: object) => ({ containers: [container(requests)] })

async function served(
  dialect: 'cluster' | 'kubernetes' = 'kubernetes',
  limitedResources: readonly LimitedResource[] = [],
) {
  const plugins = { limitedResources }
  const { ask, settled } = await startTestServer(defaultParts({ dialect, plugins }))
  const post = async (path: string, name: string, fields: object = {}) => {
    const { status, body } = await ask('POST', path, { metadata: { name }, ...fields })
    return status < 300 ? 'created' : `${status} ${String(body.message)}`
  }
  const limit = async (hard: JsonObject, more: object = {}, name = 'q') => {
    expect(await post(quotas, name, { spec: { hard, ...more } })).toBe('created')
    await settled()
  }
  const used = async (name = 'q') => {
    await settled()
    return objectIn(objectIn((await ask('GET', `${quotas}/${name}`)).body.status).used)
  }
  return { ask, post, limit, used }
}

describe('a quota of objects', () => {
  it.each(['cluster', 'kubernetes'] as const)('is enforced in the dialect %s', async dialect => {
    const { post, limit, used } = await served(dialect)
    await post(`${core}/secrets`, 'before')
    await limit({ secrets: '2', 'count/secrets': '9' })
    expect(await used()).toEqual({ 'count/secrets': '1', secrets: '1' })

    expect(await post(`${core}/secrets`, 'a')).toBe('created')
    expect(await post(`${core}/secrets`, 'b')).toBe(
      '403 secrets "b" is forbidden: exceeded quota: q, ' +
        'requested: secrets=1, used: secrets=2, limited: secrets=2',
    )
    expect(await used()).toEqual({ 'count/secrets': '2', secrets: '2' })
  })

  it('has space again after a delete, and is not charged for other creates', async () => {
    const { ask, post, limit, used } = await served()
    await limit({ secrets: '1' })
    await ask('POST', `${core}/secrets?dryRun=All`, { metadata: { name: 'a' } })
    expect(await used()).toEqual({ secrets: '0' })
    await post(`${core}/secrets`, 'a')
    await ask('DELETE', `${core}/secrets/a`)
    expect(await used()).toEqual({ secrets: '0' })
    expect(await post(`${core}/secrets`, 'b')).toBe('created')
  })

  it('is not charged for a create of an object that exists', async () => {
    const { post, limit, used } = await served()
    await limit({ secrets: '2' })
    await post(`${core}/secrets`, 'a')
    expect(await post(`${core}/secrets`, 'a')).toContain('409')
    expect(await used()).toEqual({ secrets: '1' })
  })

  it('applies its new limits after an update', async () => {
    const { ask, post, limit, used } = await served()
    await limit({ secrets: '0' })
    const type = { 'content-type': 'application/merge-patch+json' }
    await ask('PATCH', `${quotas}/q`, { spec: { hard: { secrets: '1', services: '1' } } }, type)
    expect(await used()).toEqual({ secrets: '0', services: '0' })
    expect(await post(`${core}/secrets`, 'a')).toBe('created')
  })
})

describe('a quota of pods', () => {
  it('refuses pods without the amounts that it limits', async () => {
    const { post, limit } = await served()
    await limit({ 'requests.cpu': '1', 'limits.memory': '1Gi' })
    expect(await post(`${core}/pods`, 'a', { spec: podSpec() })).toBe(
      '403 pods "a" is forbidden: failed quota: q: ' +
        'must specify limits.memory for: c; requests.cpu for: c',
    )
  })

  it('adds the amounts of all containers', async () => {
    const { post, limit, used } = await served()
    await limit({ cpu: '1', 'requests.example.com/gpu': '3' })
    const spec = {
      containers: [container({ cpu: '200m' }, 'a'), { ...container({ cpu: '0.3' }, 'b') }],
      initContainers: [container({ cpu: '600m' }, 'i')],
    }
    expect(await post(`${core}/pods`, 'a', { spec })).toBe('created')
    expect(await used()).toEqual({ cpu: '600m', 'requests.example.com/gpu': '0' })
    expect(await post(`${core}/pods`, 'b', { spec: podSpec({ cpu: '500m' }) })).toContain(
      'requested: cpu=500m, used: cpu=600m, limited: cpu=1',
    )
  })

  it('does not count pods that have ended, except as objects', async () => {
    const { ask, post, limit, used } = await served()
    await limit({ pods: '1', 'count/pods': '2' })
    await post(`${core}/pods`, 'a', { spec: podSpec() })
    const type = { 'content-type': 'application/merge-patch+json' }
    await ask('PATCH', `${core}/pods/a/status`, { status: { phase: 'Succeeded' } }, type)
    expect(await used()).toEqual({ 'count/pods': '1', pods: '0' })
  })

  it('counts only pods in its scopes', async () => {
    const { post, limit, used } = await served()
    await limit({ pods: '9' }, { scopes: ['BestEffort'] }, 'best')
    await limit({ pods: '9' }, { scopes: ['NotBestEffort', 'Terminating'] }, 'ending')
    const none = { scopeName: 'PriorityClass', operator: 'DoesNotExist' }
    await limit({ pods: '9' }, { scopeSelector: { matchExpressions: [none] } }, 'plain')
    await post(`${core}/pods`, 'a', { spec: podSpec() })
    await post(`${core}/pods`, 'b', { spec: podSpec({ cpu: '1' }) })
    const spec = { ...podSpec({ cpu: '1' }), activeDeadlineSeconds: 9 }
    await post(`${core}/pods`, 'c', { spec })
    const counts = [await used('best'), await used('ending'), await used('plain')]
    expect(counts).toEqual([{ pods: '1' }, { pods: '1' }, { pods: '3' }])
  })
})

describe('a quota of services and claims', () => {
  it('is charged for a change of the type of a service', async () => {
    const { ask, post, limit, used } = await served()
    await limit({ 'services.nodeports': '1', 'services.loadbalancers': '1' })
    const ports = [
      { port: 1, name: 'a' },
      { port: 2, name: 'b' },
    ]
    await post(`${core}/services`, 'a', { spec: { ports } })
    const type = { 'content-type': 'application/merge-patch+json' }
    const patch = (to: string) => ask('PATCH', `${core}/services/a`, { spec: { type: to } }, type)
    expect((await patch('NodePort')).body.message).toContain('requested: services.nodeports=2')
    await ask('PATCH', `${core}/services/a`, { spec: { ports: [{ port: 1 }] } }, type)
    expect((await patch('LoadBalancer')).status).toBe(200)
    expect(await used()).toEqual({ 'services.loadbalancers': '1', 'services.nodeports': '1' })
    expect((await patch('ClusterIP')).status).toBe(200)
    expect(await used()).toEqual({ 'services.loadbalancers': '0', 'services.nodeports': '0' })
  })

  it('counts storage, also by class', async () => {
    const { post, limit, used } = await served()
    await limit({
      'requests.storage': '3Gi',
      'fast.storageclass.storage.k8s.io/requests.storage': '1Gi',
      'fast.storageclass.storage.k8s.io/persistentvolumeclaims': '5',
    })
    const spec = (storage: string, storageClassName?: string) => ({
      spec: {
        accessModes: ['ReadWriteOnce'],
        resources: { requests: { storage } },
        storageClassName,
      },
    })
    const claims = `${core}/persistentvolumeclaims`
    expect(await post(claims, 'a', spec('1Gi', 'fast'))).toBe('created')
    expect(await post(claims, 'b', spec('1', 'fast'))).toContain('exceeded quota: q')
    expect(await post(claims, 'c', spec('1.5Gi', 'slow'))).toBe('created')
    expect(await used()).toEqual({
      'fast.storageclass.storage.k8s.io/persistentvolumeclaims': '1',
      'fast.storageclass.storage.k8s.io/requests.storage': '1Gi',
      'requests.storage': '2560Mi',
    })
  })
})

describe('a limited resource', () => {
  it('needs a quota that covers what its objects use', async () => {
    const limits = [
      { group: '', resource: 'pods', matchContains: ['cpu', 'requests.mem'] },
      { group: '', resource: 'secrets', matchContains: ['count/'] },
    ]
    const { ask, post, limit } = await served('kubernetes', limits)
    const [pods, secrets] = [`${core}/pods`, `${core}/secrets`]
    const spec = podSpec({ cpu: '1', memory: '1Mi' })

    expect(await post(pods, 'a', { spec })).toBe(
      '403 pods "a" is forbidden: insufficient quota to consume: cpu,requests.cpu,requests.memory',
    )
    expect(await post(pods, 'plain', { spec: podSpec() })).toBe('created')
    expect(await post(secrets, 'a')).toBe(
      '403 secrets "a" is forbidden: insufficient quota to consume: count/secrets',
    )
    expect(await post(`${core}/configmaps`, 'a')).toBe('created')

    await limit({ cpu: '5', 'requests.cpu': '5', 'requests.memory': '1Gi' })
    expect(await post(pods, 'a', { spec })).toBe('created')
    await limit({ secrets: '5' }, {}, 'other')
    expect(await post(secrets, 'a')).toContain('insufficient quota')
    await limit({ 'count/secrets': '5' }, {}, 'covering')
    expect(await post(secrets, 'a')).toBe('created')

    await ask('DELETE', `${quotas}/q`)
    const labelled = { metadata: { labels: { a: 'b' } } }
    const merge = { 'content-type': 'application/merge-patch+json' }
    expect((await ask('PATCH', `${pods}/a`, labelled, merge)).status).toBe(200)
  })
})
