import { describe, expect, it } from 'vitest'

import { objectIn } from '../api/object.ts'
import { kubernetes } from '../dialects/kubernetes.ts'
import { tableCauses } from '../types/rules/table-causes.ts'
import { podSpec } from '../types/rules/pods.table.ts'
import { builtInTypesAndDefinitions } from '../crd/crd-type-traits.ts'
import { startTestServer } from './test-server.ts'
import { processorMs } from '../lib/test-processor-time.ts'

const containers = [{ name: 'a', image: 'b:1' }]
const labels = { app: 'a' }
const template = { metadata: { labels }, spec: { containers } }
const selector = { matchLabels: labels }

const pods = '/api/v1/namespaces/default/pods'
const services = '/api/v1/namespaces/default/services'
const apps = (resource: string) => `/apis/apps/v1/namespaces/default/${resource}`
const jobs = '/apis/batch/v1/namespaces/default/jobs'

const causesIn = (body: unknown) =>
  (objectIn(objectIn(body).details).causes ?? []) as { reason: string; field: string }[]

/** A server, with functions that return the results of a POST and of a PUT. */
async function served() {
  const { ask } = await startTestServer()
  const post = async (path: string, fields: object) => {
    const answer = await ask('POST', path, { metadata: { name: 'a' }, ...fields })
    return { status: answer.status, body: objectIn(answer.body) }
  }
  const put = async (path: string, fields: object) => {
    const answer = await ask('PUT', `${path}/a`, { metadata: { name: 'a' }, ...fields })
    return { status: answer.status, fields: causesIn(answer.body).map(({ field }) => field) }
  }
  return { post, put }
}

describe('pods', () => {
  it('get defaults for the optional fields of their template', async () => {
    const { post } = await served()
    const limits = { cpu: '1', memory: '1Gi' }
    const { body } = await post(pods, {
      spec: { containers: [{ ...containers[0], resources: { limits } }] },
    })

    expect(body).toMatchObject({
      spec: {
        containers: [{ resources: { limits, requests: limits } }],
        enableServiceLinks: true,
        priority: 0,
        preemptionPolicy: 'PreemptLowerPriority',
      },
      status: { phase: 'Pending', qosClass: 'Guaranteed' },
    })
    expect(objectIn(body.spec).tolerations).toHaveLength(2)
  })

  it('keep the tolerations they were created with', async () => {
    const { post } = await served()
    const tolerations = [{ operator: 'Exists' }]
    const { body } = await post(pods, { spec: { containers, tolerations } })
    expect(objectIn(body.spec).tolerations).toEqual(tolerations)
  })

  it('may change their images and few other fields', async () => {
    const { post, put } = await served()
    await post(pods, { spec: { containers } })

    expect(await put(pods, { spec: { containers: [{ name: 'a', image: 'b:2' }] } })).toMatchObject({
      status: 200,
    })
    expect(
      await put(pods, { spec: { containers: [{ ...containers[0], command: ['c'] }] } }),
    ).toEqual({ status: 422, fields: ['spec'] })
  })

  it('must have containers with different names', async () => {
    const { post } = await served()
    const { status, body } = await post(pods, {
      spec: { containers: [...containers, ...containers] },
    })
    expect(status).toBe(422)
    expect(causesIn(body)).toMatchObject([
      { reason: 'FieldValueDuplicate', field: 'spec.containers[1].name' },
    ])
  })
})

describe('pods of many containers', () => {
  it('are validated in linear time', () => {
    const spec = (count: number) => ({
      restartPolicy: 'Always',
      dnsPolicy: 'Default',
      containers: Array.from({ length: count }, (_, index) => ({ name: `c${index}`, image: 'i' })),
    })
    const start = processorMs()
    const found = [...tableCauses(podSpec, spec(50_000), { field: 'spec' })]
    expect(found.filter(cause => cause !== undefined)).toEqual([])
    // Comparing each item with each other one takes twenty seconds.
    expect(processorMs() - start).toBeLessThan(5_000)
  })

  it('follow the same rules among their init containers', async () => {
    const { post } = await served()
    const { status, body } = await post(pods, {
      spec: { containers, initContainers: [{ name: 'a', image: '' }] },
    })
    expect(status).toBe(422)
    expect(causesIn(body)).toMatchObject([
      { reason: 'FieldValueRequired', field: 'spec.initContainers[0].image' },
      { reason: 'FieldValueDuplicate', field: 'spec.initContainers[0].name' },
    ])
  })
})

describe('validation rules', () => {
  it('compare with the stored object before defaults are filled in', () => {
    const [pod] = builtInTypesAndDefinitions(kubernetes).filter(({ kind }) => kind === 'Pod')
    const old = { kind: 'Pod', apiVersion: 'v1', metadata: { name: 'a' }, spec: { containers } }
    const next = pod?.prepare({ ...old, metadata: { name: 'a', labels } }, old)

    expect(next).toBeDefined()
    const found = [...(pod?.rules(next ?? old, old) ?? [])]
    expect(found.filter(cause => cause !== undefined)).toEqual([])
  })
})

describe('services', () => {
  it('lose the fields of a type that they no longer have', async () => {
    const { post, put } = await served()
    const { ask } = await startTestServer()
    const { body } = await post(services, { spec: { type: 'NodePort', ports: [{ port: 80 }] } })
    expect(objectIn(body.spec).externalTrafficPolicy).toBe('Cluster')
    const again = { ...objectIn(body.spec), type: 'ClusterIP' }
    expect(await put(services, { spec: again })).toMatchObject({ status: 200 })

    await ask('POST', services, { metadata: { name: 'a' }, spec: body.spec })
    const { body: shown } = await ask('PUT', `${services}/a`, {
      metadata: { name: 'a' },
      spec: { ...again, type: 'ExternalName', externalName: 'a.example', ports: [] },
    })
    expect(shown.spec).not.toHaveProperty('clusterIP')
    expect(shown.spec).not.toHaveProperty('externalTrafficPolicy')
  })

  it('keep their cluster IP and node ports', async () => {
    const { post, put } = await served()
    const ports = [{ port: 80 }]
    const { body } = await post(services, { spec: { type: 'NodePort', ports } })
    const { clusterIP, ports: given } = objectIn(body.spec) as {
      clusterIP: string
      ports: { nodePort: number }[]
    }

    expect(clusterIP).toMatch(/^10\.(9[6-9]|10\d|11[01])\./)
    expect(given).toMatchObject([{ port: 80, targetPort: 80, protocol: 'TCP' }])
    expect(given[0]?.nodePort).toBeGreaterThanOrEqual(30_000)
    const other = { type: 'NodePort', ports, clusterIP: '10.96.0.1' }
    expect(await put(services, { spec: other })).toEqual({
      status: 422,
      fields: ['spec.clusterIPs[0]'],
    })
    expect(await put(services, { spec: { type: 'NodePort', ports } })).toMatchObject({
      status: 200,
    })
  })

  it.each([
    [{ type: 'ExternalName', externalName: 'a.example' }, undefined],
    [{ clusterIP: 'None', selector: labels }, 'None'],
  ])('of %j have no allocated cluster IP', async (spec, clusterIP) => {
    const { post } = await served()
    const { body } = await post(services, { spec })
    expect(objectIn(body.spec).clusterIP).toBe(clusterIP)
  })
})

describe('workloads', () => {
  it.each([
    [{}, 'spec.selector'],
    [{ selector: {}, template }, 'spec.selector'],
    [{ selector: { matchLabels: { app: 'b' } }, template }, 'spec.template.metadata.labels'],
    [
      { selector, template: { ...template, spec: { containers, restartPolicy: 'Never' } } },
      'spec.template.spec.restartPolicy',
    ],
  ])('%j are refused for %s', async (spec, field) => {
    const { post } = await served()
    const { status, body } = await post(apps('deployments'), { spec })
    expect(status).toBe(422)
    expect(causesIn(body).map(cause => cause.field)).toContain(field)
  })

  it('cannot change their selector', async () => {
    const { post, put } = await served()
    await post(apps('deployments'), { spec: { selector, template } })
    const next = { matchLabels: { ...labels, b: 'c' } }
    const spec = {
      selector: next,
      template: { ...template, metadata: { labels: next.matchLabels } },
    }
    expect(await put(apps('deployments'), { spec })).toEqual({
      status: 422,
      fields: ['spec.selector'],
    })
    expect(await put(apps('deployments'), { spec: { selector, template, replicas: 2 } })).toEqual({
      status: 200,
      fields: [],
    })
  })

  it('like stateful sets cannot change most fields', async () => {
    const { post, put } = await served()
    const spec = { selector, template, serviceName: 'a' }
    await post(apps('statefulsets'), { spec })
    expect(await put(apps('statefulsets'), { spec: { ...spec, replicas: 2 } })).toEqual({
      status: 200,
      fields: [],
    })
    expect(await put(apps('statefulsets'), { spec: { ...spec, serviceName: 'b' } })).toEqual({
      status: 422,
      fields: ['spec'],
    })
  })

  it('like jobs select their pods by uid', async () => {
    const { post } = await served()
    const spec = { template: { spec: { containers, restartPolicy: 'Never' } } }
    const { body } = await post(jobs, { spec })
    const { uid } = objectIn(body.metadata)

    expect(body.spec).toMatchObject({
      completions: 1,
      parallelism: 1,
      selector: { matchLabels: { 'batch.kubernetes.io/controller-uid': uid } },
      template: { metadata: { labels: { 'job-name': 'a', 'controller-uid': uid } } },
    })
  })
})
