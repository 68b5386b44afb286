// The same for classes of storage and ingresses, and for nodes.

import type { Json } from '../../fixtures/objects/probe-types.ts'
import {
  claim,
  claims,
  get,
  ingressClasses,
  ingresses,
  merge,
  named,
  pod,
  pods,
  post,
  storage,
} from './settings-kit.ts'
import type { SettingStep } from './settings-kit.ts'

const defaultClass = { 'storageclass.kubernetes.io/is-default-class': 'true' }
const beta = { 'volume.beta.kubernetes.io/storage-class': 'slow' }

export const storageSteps: readonly SettingStep[] = [
  post(claims, claim('s0', '1Gi'), 'spec.storageClassName'),
  post(storage, named('slow', { provisioner: 'p.example' }), 'provisioner'),
  post(claims, claim('s1', '1Gi'), 'spec.storageClassName'),
  post(
    storage,
    named(
      'fast',
      { provisioner: 'p.example', allowVolumeExpansion: true },
      { annotations: defaultClass },
    ),
    'allowVolumeExpansion',
  ),
  post(claims, claim('s2', '1Gi'), 'spec.storageClassName'),
  post(claims, claim('s3', '1Gi', { storageClassName: '' }), 'spec.storageClassName'),
  post(claims, claim('s4', '1Gi', { storageClassName: 'slow' }), 'spec.storageClassName'),
  post(claims, claim('s5', '1Gi', {}, { annotations: beta }), 'spec.storageClassName'),
  post(
    storage,
    named('fast-a', { provisioner: 'p.example' }, { annotations: defaultClass }),
    'provisioner',
  ),
  merge(`${claims}/s2/status`, { status: { phase: 'Bound', capacity: { storage: '1Gi' } } }),
  merge(
    `${claims}/s2`,
    { spec: { resources: { requests: { storage: '2Gi' } } } },
    'spec.resources.requests',
  ),
  merge(`${claims}/s4/status`, { status: { phase: 'Bound', capacity: { storage: '1Gi' } } }),
  merge(`${claims}/s4`, { spec: { resources: { requests: { storage: '2Gi' } } } }),
  merge(`${claims}/s3/status`, { status: { phase: 'Bound', capacity: { storage: '1Gi' } } }),
  merge(`${claims}/s3`, { spec: { resources: { requests: { storage: '2Gi' } } } }),
]

const backend = { defaultBackend: { service: { name: 's', port: { number: 80 } } } }
const defaultIngress = { 'ingressclass.kubernetes.io/is-default-class': 'true' }

export const ingressSteps: readonly SettingStep[] = [
  post(ingresses, named('i0', { spec: backend }), 'spec.ingressClassName'),
  post(
    ingressClasses,
    named('front', { spec: { controller: 'c.example/c' } }, { annotations: defaultIngress }),
    'spec',
  ),
  post(ingresses, named('i1', { spec: backend }), 'spec.ingressClassName'),
  post(
    ingresses,
    named('i2', { spec: backend }, { annotations: { 'kubernetes.io/ingress.class': 'other' } }),
    'spec.ingressClassName',
  ),
  post(
    ingresses,
    named('i3', { spec: { ...backend, ingressClassName: 'other' } }),
    'spec.ingressClassName',
  ),
]

const topology = { 'topology.kubernetes.io/zone': 'z1', 'topology.kubernetes.io/region': 'r1' }
const binding = (pod: string, node: string): Json =>
  named(pod, { target: { kind: 'Node', name: node } })

export const nodeSteps: readonly SettingStep[] = [
  post(
    '/api/v1/nodes',
    named('n1', {}, { labels: { ...topology, other: 'o' } }),
    'metadata.labels',
  ),
  post(pods, pod('n1', {}, { labels: { a: 'b' } }), 'metadata.labels'),
  post(`${pods}/n1/binding`, binding('n1', 'n1')),
  get(`${pods}/n1`, 'metadata.labels', 'spec.nodeName'),
  post(
    pods,
    pod('n2', {}, { labels: { 'topology.kubernetes.io/zone': 'own' } }),
    'metadata.labels',
  ),
  post(`${pods}/n2/binding`, binding('n2', 'n1')),
  get(`${pods}/n2`, 'metadata.labels'),
  post(pods, pod('n3', { nodeName: 'n1' }), 'metadata.labels'),
  post(pods, pod('n4', { nodeName: 'nowhere' }), 'metadata.labels'),
  post(pods, pod('n5'), 'metadata.labels'),
  post(`${pods}/n5/binding`, binding('n5', 'nowhere')),
  get(`${pods}/n5`, 'metadata.labels', 'spec.nodeName'),
]

export const classSteps: readonly SettingStep[] = [
  post(pods, pod('r1', { runtimeClassName: 'none' })),
  post(pods, pod('r2', { overhead: { cpu: '1' } })),
]
