// Requests after which a setting of pods shows what it does: in the words of a later answer, or in a
// later refusal. They are sent in this order, to a server whose namespaces are fresh.

import {
  claim,
  claims,
  classes,
  container,
  get,
  merge,
  named,
  pod,
  pods,
  post,
  put,
  remove,
  shop,
} from './settings-kit.ts'
import type { Fields, SettingStep } from './settings-kit.ts'

const priority = ['spec.priority', 'spec.priorityClassName', 'spec.preemptionPolicy']

export const prioritySteps: readonly SettingStep[] = [
  get(`${classes}/system-cluster-critical`, 'value', 'description', 'globalDefault'),
  get(`${classes}/system-node-critical`, 'value', 'description', 'globalDefault'),
  post(pods, pod('p0'), ...priority),
  post(pods, pod('p0a', { priority: 0 }), ...priority),
  post(pods, pod('p0b', { priority: 5 }), ...priority),
  post(pods, pod('p1', { priorityClassName: 'high' }), ...priority),
  post(classes, named('high', { value: 1000, preemptionPolicy: 'Never' }), 'value'),
  post(pods, pod('p1', { priorityClassName: 'high' }), ...priority),
  put(`${pods}/p1`, pod('p1', { priorityClassName: 'high' }), 'reason'),
  post(pods, pod('p2', { priorityClassName: 'high', priority: 1000 }), ...priority),
  post(pods, pod('p3', { priorityClassName: 'high', priority: 7 }), ...priority),
  post(
    pods,
    pod('p3a', { priorityClassName: 'high', preemptionPolicy: 'PreemptLowerPriority' }),
    ...priority,
  ),
  post(pods, pod('p4', { priorityClassName: 'system-node-critical' }), ...priority),
  post(classes, named('usual', { value: 10, globalDefault: true }), 'globalDefault'),
  post(pods, pod('p5'), ...priority),
  post(pods, pod('p5a', { priority: 0 }), ...priority),
  post(classes, named('second', { value: 5, globalDefault: true }), 'globalDefault'),
  merge(`${classes}/high`, { globalDefault: true }),
  merge(`${classes}/usual`, { description: 'the usual one' }, 'description'),
  post(classes, named('most', { value: 1_000_000_000 }), 'value'),
  post(classes, named('least', { value: -5 }), 'value'),
  remove(`${classes}/system-node-critical`),
  get(`${classes}/system-node-critical`, 'value'),
  merge(`${classes}/system-cluster-critical`, { description: 'other' }, 'description'),
  remove(`${classes}/usual`),
  post(pods, pod('p6'), ...priority),
]

const resources = [
  'metadata.annotations',
  'spec.containers.0.resources',
  'spec.containers.1.resources',
  'spec.initContainers.0.resources',
  'status.qosClass',
]

const limitRange = (name: string, ...limits: Fields[]): Fields => named(name, { spec: { limits } })

export const limitSteps: readonly SettingStep[] = [
  post(
    `${shop}/limitranges`,
    limitRange('ranges', {
      type: 'Container',
      default: { cpu: '500m', memory: '256Mi' },
      defaultRequest: { cpu: '100m', memory: '64Mi' },
      min: { cpu: '10m' },
      max: { cpu: '2', memory: '1Gi' },
      maxLimitRequestRatio: { memory: '4' },
    }),
    'spec',
  ),
  post(pods, pod('l1'), ...resources),
  post(
    pods,
    pod('l2', {
      containers: [container({ limits: { cpu: '1' } }), container({}, 'd')],
      initContainers: [container({ requests: { memory: '32Mi' } }, 'i')],
    }),
    ...resources,
  ),
  post(pods, pod('l3', { containers: [container({ limits: { cpu: '3' } })] })),
  post(pods, pod('l4', { containers: [container({ requests: { cpu: '5m' } })] })),
  post(
    pods,
    pod(
      'l5',
      { containers: [container({ requests: { memory: '10Mi' } })] },
      { labels: { a: 'b' } },
    ),
  ),
  post(pods, pod('l6', { containers: [container({ limits: { cpu: '3', memory: '2Gi' } })] })),
  post(pods, pod('l7', { containers: [{ ...container({ limits: { cpu: '3' } }), name: 'X' }] })),
  merge(`${pods}/l1`, { metadata: { labels: { a: 'b' } } }, 'metadata.labels'),
  post(
    `${shop}/limitranges`,
    limitRange('whole', {
      type: 'Pod',
      max: { cpu: '2' },
      min: { memory: '100Mi' },
      maxLimitRequestRatio: { cpu: '5' },
    }),
    'spec',
  ),
  post(pods, pod('l8', { containers: [container(), container({}, 'd')] }), ...resources),
  post(
    pods,
    pod('l9', {
      containers: [
        container({ limits: { cpu: '1500m' } }),
        container({ limits: { cpu: '1' } }, 'd'),
      ],
    }),
  ),
  post(
    pods,
    pod('l10', {
      containers: [
        container({ requests: { cpu: '100m' }, limits: { cpu: '2' } }),
        container({}, 'd'),
      ],
    }),
  ),
  post(
    pods,
    pod('l11', {
      containers: [container({ limits: { cpu: '1' } }), container({}, 'd')],
      initContainers: [container({ limits: { cpu: '2' } }, 'i')],
    }),
    ...resources,
  ),
  post(
    `${shop}/limitranges`,
    limitRange('claims', {
      type: 'PersistentVolumeClaim',
      min: { storage: '1Gi' },
      max: { storage: '2Gi' },
    }),
    'spec',
  ),
  post(claims, claim('l1', '512Mi')),
  post(claims, claim('l2', '3Gi')),
  post(claims, claim('l3', '2Gi'), 'spec.resources'),
  remove(`${shop}/limitranges/claims`),
  remove(`${shop}/limitranges/whole`),
  remove(`${shop}/limitranges/ranges`),
  post(pods, pod('l12'), ...resources),
]
