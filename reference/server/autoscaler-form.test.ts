import { beforeEach, expect, test } from 'vitest'

import { type SendTestRequest, startTestServer } from './test-server.ts'

const first = '/apis/autoscaling/v1/namespaces/default/horizontalpodautoscalers'
const kept = '/apis/autoscaling/v2/namespaces/default/horizontalpodautoscalers'
const merge = { 'content-type': 'application/merge-patch+json' }

const size = {
  scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'd' },
  minReplicas: 1,
  maxReplicas: 3,
}

const cpu = {
  type: 'Resource',
  resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 60 } },
}

const others = [
  {
    type: 'Resource',
    resource: { name: 'memory', target: { type: 'AverageValue', averageValue: '1Gi' } },
  },
  {
    type: 'ContainerResource',
    containerResource: {
      name: 'cpu',
      container: 'c',
      target: { type: 'Utilization', averageUtilization: 50 },
    },
  },
  {
    type: 'Pods',
    pods: {
      metric: { name: 'packets', selector: { matchLabels: { a: 'b' } } },
      target: { type: 'AverageValue', averageValue: '1k' },
    },
  },
  {
    type: 'Object',
    object: {
      describedObject: { apiVersion: 'networking/v1', kind: 'Ingress', name: 'i' },
      metric: { name: 'requests' },
      target: { type: 'Value', value: '10k' },
    },
  },
  {
    type: 'External',
    external: { metric: { name: 'queue' }, target: { type: 'AverageValue', averageValue: '30' } },
  },
]

const behavior = {
  scaleDown: {
    policies: [{ type: 'Pods', value: 4, periodSeconds: 60 }],
    selectPolicy: 'Min',
    stabilizationWindowSeconds: 300,
  },
  scaleUp: { stabilizationWindowSeconds: 0, selectPolicy: 'Disabled', policies: [] },
}

let ask: SendTestRequest

beforeEach(async () => {
  ask = (await startTestServer()).ask
})

const noted = (annotations: { [key: string]: string } = {}) =>
  Object.fromEntries(
    Object.entries(annotations).map(([key, text]) => [
      key.replace('autoscaling.alpha.kubernetes.io/', ''),
      JSON.parse(text) as unknown,
    ]),
  )

test('targetCPUUtilizationPercentage becomes a metric of CPU utilization', async () => {
  const spec = { ...size, targetCPUUtilizationPercentage: 60 }
  const { body: made } = await ask('POST', first, { metadata: { name: 'a' }, spec })

  expect(made).toMatchObject({ apiVersion: 'autoscaling/v1', spec })
  expect(made.metadata).not.toHaveProperty('annotations')
  const { body } = await ask('GET', `${kept}/a`)
  expect(body).toMatchObject({ apiVersion: 'autoscaling/v2', metadata: made.metadata })
  expect(body['spec']).toEqual({ ...size, metrics: [cpu] })
})

test('fields that autoscaling/v1 lacks are annotations', async () => {
  const spec = { ...size, metrics: [...others, cpu], behavior }
  await ask('POST', kept, { metadata: { name: 'a', annotations: { own: '1' } }, spec })
  const { body } = await ask('GET', `${first}/a`)
  const { own, ...annotations } = body.metadata.annotations ?? {}

  expect(own).toBe('1')
  expect(body['spec']).toEqual({ ...size, targetCPUUtilizationPercentage: 60 })
  expect(noted(annotations)).toMatchObject({
    metrics: [
      { type: 'Resource', resource: { name: 'memory', targetAverageValue: '1Gi' } },
      {
        type: 'ContainerResource',
        containerResource: { name: 'cpu', targetAverageUtilization: 50, container: 'c' },
      },
      {
        type: 'Pods',
        pods: {
          metricName: 'packets',
          targetAverageValue: '1k',
          selector: { matchLabels: { a: 'b' } },
        },
      },
      {
        type: 'Object',
        object: { target: { kind: 'Ingress' }, metricName: 'requests', targetValue: '10k' },
      },
      { type: 'External', external: { metricName: 'queue', targetAverageValue: '30' } },
    ],
    behavior: { ScaleDown: { Policies: [{ PeriodSeconds: 60 }], SelectPolicy: 'Min' } },
  })
})

test('writing back an object as read in autoscaling/v1 changes nothing', async () => {
  const spec = { ...size, metrics: [...others, cpu], behavior }
  await ask('POST', kept, { metadata: { name: 'a' }, spec })
  const status = {
    currentReplicas: 2,
    desiredReplicas: 3,
    currentMetrics: [
      {
        type: 'Resource',
        resource: { name: 'cpu', current: { averageUtilization: 70, averageValue: '100m' } },
      },
    ],
    conditions: [{ type: 'AbleToScale', status: 'True', message: 'm' }],
  }
  await ask('PUT', `${kept}/a/status`, { metadata: { name: 'a' }, status })
  const before = (await ask('GET', `${kept}/a`)).body
  const read = (await ask('GET', `${first}/a`)).body

  expect(read['status']).toEqual({
    currentReplicas: 2,
    desiredReplicas: 3,
    currentCPUUtilizationPercentage: 70,
  })
  expect((await ask('PUT', `${first}/a`, read)).body).toEqual(read)
  expect((await ask('PUT', `${first}/a/status`, read)).body).toEqual(read)
  expect((await ask('PATCH', `${first}/a`, '{}', merge)).body).toEqual(read)
  expect((await ask('GET', `${kept}/a`)).body).toEqual(before)
})

test('the object and status paths each write their own part only', async () => {
  const spec = { ...size, targetCPUUtilizationPercentage: 60 }
  const status = { currentReplicas: 1, desiredReplicas: 2, currentCPUUtilizationPercentage: 9 }
  await ask('POST', first, { metadata: { name: 'a' }, spec, status })
  const made = (await ask('GET', `${first}/a`)).body
  const seen = { metadata: { name: 'a' }, spec: { ...spec, maxReplicas: 9 }, status }
  const { body } = await ask('PUT', `${first}/a/status`, seen)

  expect(made['status']).toEqual({ currentReplicas: 0, desiredReplicas: 0 })
  expect(body).toMatchObject({ apiVersion: 'autoscaling/v1', spec, status })
  expect((await ask('GET', `${kept}/a/status`)).body).toMatchObject({
    status: { currentMetrics: [{ resource: { current: { averageUtilization: 9 } } }] },
  })
  expect((await ask('PUT', `${first}/a`, { ...seen, status: {} })).body).toMatchObject({
    spec: seen.spec,
    status,
  })
})

test('without any metric the default is CPU utilization', async () => {
  const { body } = await ask('POST', first, { metadata: { name: 'a' }, spec: size })

  expect(body['spec']).toEqual({ ...size, targetCPUUtilizationPercentage: 80 })
})

test.each(['no JSON', '7', '[{"type":5}]', '[{"type":"Pods","pods":{"metricName":7}}]', '[['])(
  'an annotation that cannot be parsed is dropped: %s',
  async text => {
    const keys = ['metrics', 'behavior', 'current-metrics', 'conditions']
    const annotations = Object.fromEntries(
      keys.map(key => [`autoscaling.alpha.kubernetes.io/${key}`, text]),
    )
    const spec = { ...size, targetCPUUtilizationPercentage: 60 }
    const made = await ask('POST', first, { metadata: { name: 'a', annotations }, spec })

    expect(made.status).toBe(200)
    expect(made.body).toMatchObject({ spec })
    expect((await ask('GET', `${kept}/a`)).body).toMatchObject({
      spec: { ...size, metrics: [cpu] },
    })
    expect(made.body.metadata).not.toHaveProperty('annotations')
  },
)

test('discovery lists both versions, the storage version first', async () => {
  const { body } = await ask('GET', '/apis/autoscaling')

  expect(body).toMatchObject({
    versions: [{ version: 'v2' }, { version: 'v1' }],
    preferredVersion: { groupVersion: 'autoscaling/v2' },
  })
})
