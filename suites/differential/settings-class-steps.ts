// Steps, as in settings-steps.ts, for StorageClasses, IngressClasses, nodes and RuntimeClasses.

import type { Json } from '../../fixtures/objects/tested-types.ts'
import {
  claimBody,
  claimsPath,
  getStep,
  ingressClassesPath,
  ingressesPath,
  mergePatchStep,
  namedObject,
  podBody,
  podsPath,
  postStep,
  storageClassesPath,
} from './setting-steps.ts'
import type { SettingStep } from './setting-steps.ts'

const defaultClass = { 'storageclass.kubernetes.io/is-default-class': 'true' }
const beta = { 'volume.beta.kubernetes.io/storage-class': 'slow' }

export const storageSteps: readonly SettingStep[] = [
  postStep(claimsPath, claimBody('s0', '1Gi'), 'spec.storageClassName'),
  postStep(storageClassesPath, namedObject('slow', { provisioner: 'p.example' }), 'provisioner'),
  postStep(claimsPath, claimBody('s1', '1Gi'), 'spec.storageClassName'),
  postStep(
    storageClassesPath,
    namedObject(
      'fast',
      { provisioner: 'p.example', allowVolumeExpansion: true },
      { annotations: defaultClass },
    ),
    'allowVolumeExpansion',
  ),
  postStep(claimsPath, claimBody('s2', '1Gi'), 'spec.storageClassName'),
  postStep(claimsPath, claimBody('s3', '1Gi', { storageClassName: '' }), 'spec.storageClassName'),
  postStep(
    claimsPath,
    claimBody('s4', '1Gi', { storageClassName: 'slow' }),
    'spec.storageClassName',
  ),
  postStep(claimsPath, claimBody('s5', '1Gi', {}, { annotations: beta }), 'spec.storageClassName'),
  postStep(
    storageClassesPath,
    namedObject('fast-a', { provisioner: 'p.example' }, { annotations: defaultClass }),
    'provisioner',
  ),
  mergePatchStep(`${claimsPath}/s2/status`, {
    status: { phase: 'Bound', capacity: { storage: '1Gi' } },
  }),
  mergePatchStep(
    `${claimsPath}/s2`,
    { spec: { resources: { requests: { storage: '2Gi' } } } },
    'spec.resources.requests',
  ),
  mergePatchStep(`${claimsPath}/s4/status`, {
    status: { phase: 'Bound', capacity: { storage: '1Gi' } },
  }),
  mergePatchStep(`${claimsPath}/s4`, { spec: { resources: { requests: { storage: '2Gi' } } } }),
  mergePatchStep(`${claimsPath}/s3/status`, {
    status: { phase: 'Bound', capacity: { storage: '1Gi' } },
  }),
  mergePatchStep(`${claimsPath}/s3`, { spec: { resources: { requests: { storage: '2Gi' } } } }),
]

const backend = { defaultBackend: { service: { name: 's', port: { number: 80 } } } }
const defaultIngress = { 'ingressclass.kubernetes.io/is-default-class': 'true' }

export const ingressSteps: readonly SettingStep[] = [
  postStep(ingressesPath, namedObject('i0', { spec: backend }), 'spec.ingressClassName'),
  postStep(
    ingressClassesPath,
    namedObject('front', { spec: { controller: 'c.example/c' } }, { annotations: defaultIngress }),
    'spec',
  ),
  postStep(ingressesPath, namedObject('i1', { spec: backend }), 'spec.ingressClassName'),
  postStep(
    ingressesPath,
    namedObject(
      'i2',
      { spec: backend },
      { annotations: { 'kubernetes.io/ingress.class': 'other' } },
    ),
    'spec.ingressClassName',
  ),
  postStep(
    ingressesPath,
    namedObject('i3', { spec: { ...backend, ingressClassName: 'other' } }),
    'spec.ingressClassName',
  ),
]

const topology = { 'topology.kubernetes.io/zone': 'z1', 'topology.kubernetes.io/region': 'r1' }
const binding = (pod: string, node: string): Json =>
  namedObject(pod, { target: { kind: 'Node', name: node } })

export const nodeSteps: readonly SettingStep[] = [
  postStep(
    '/api/v1/nodes',
    namedObject('n1', {}, { labels: { ...topology, other: 'o' } }),
    'metadata.labels',
  ),
  postStep(podsPath, podBody('n1', {}, { labels: { a: 'b' } }), 'metadata.labels'),
  postStep(`${podsPath}/n1/binding`, binding('n1', 'n1')),
  getStep(`${podsPath}/n1`, 'metadata.labels', 'spec.nodeName'),
  postStep(
    podsPath,
    podBody('n2', {}, { labels: { 'topology.kubernetes.io/zone': 'own' } }),
    'metadata.labels',
  ),
  postStep(`${podsPath}/n2/binding`, binding('n2', 'n1')),
  getStep(`${podsPath}/n2`, 'metadata.labels'),
  postStep(podsPath, podBody('n3', { nodeName: 'n1' }), 'metadata.labels'),
  postStep(podsPath, podBody('n4', { nodeName: 'nowhere' }), 'metadata.labels'),
  postStep(podsPath, podBody('n5'), 'metadata.labels'),
  postStep(`${podsPath}/n5/binding`, binding('n5', 'nowhere')),
  getStep(`${podsPath}/n5`, 'metadata.labels', 'spec.nodeName'),
]

export const classSteps: readonly SettingStep[] = [
  postStep(podsPath, podBody('r1', { runtimeClassName: 'none' })),
  postStep(podsPath, podBody('r2', { overhead: { cpu: '1' } })),
]
