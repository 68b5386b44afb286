// Steps for PriorityClasses and LimitRanges. The effect of an object shows in a later response. The
// steps depend on their order and on a server without other objects.

import {
  claimBody,
  claimsPath,
  priorityClassesPath,
  containerBody,
  getStep,
  mergePatchStep,
  namedObject,
  podBody,
  podsPath,
  postStep,
  putStep,
  deleteStep,
  settingsNamespacePath,
} from './setting-steps.ts'
import type { SettingFields, SettingStep } from './setting-steps.ts'

const priority = ['spec.priority', 'spec.priorityClassName', 'spec.preemptionPolicy']

export const prioritySteps: readonly SettingStep[] = [
  getStep(
    `${priorityClassesPath}/system-cluster-critical`,
    'value',
    'description',
    'globalDefault',
  ),
  getStep(`${priorityClassesPath}/system-node-critical`, 'value', 'description', 'globalDefault'),
  postStep(podsPath, podBody('p0'), ...priority),
  postStep(podsPath, podBody('p0a', { priority: 0 }), ...priority),
  postStep(podsPath, podBody('p0b', { priority: 5 }), ...priority),
  postStep(podsPath, podBody('p1', { priorityClassName: 'high' }), ...priority),
  postStep(
    priorityClassesPath,
    namedObject('high', { value: 1000, preemptionPolicy: 'Never' }),
    'value',
  ),
  postStep(podsPath, podBody('p1', { priorityClassName: 'high' }), ...priority),
  putStep(`${podsPath}/p1`, podBody('p1', { priorityClassName: 'high' }), 'reason'),
  postStep(podsPath, podBody('p2', { priorityClassName: 'high', priority: 1000 }), ...priority),
  postStep(podsPath, podBody('p3', { priorityClassName: 'high', priority: 7 }), ...priority),
  postStep(
    podsPath,
    podBody('p3a', { priorityClassName: 'high', preemptionPolicy: 'PreemptLowerPriority' }),
    ...priority,
  ),
  postStep(podsPath, podBody('p4', { priorityClassName: 'system-node-critical' }), ...priority),
  postStep(
    priorityClassesPath,
    namedObject('usual', { value: 10, globalDefault: true }),
    'globalDefault',
  ),
  postStep(podsPath, podBody('p5'), ...priority),
  postStep(podsPath, podBody('p5a', { priority: 0 }), ...priority),
  postStep(
    priorityClassesPath,
    namedObject('second', { value: 5, globalDefault: true }),
    'globalDefault',
  ),
  mergePatchStep(`${priorityClassesPath}/high`, { globalDefault: true }),
  mergePatchStep(`${priorityClassesPath}/usual`, { description: 'the usual one' }, 'description'),
  postStep(priorityClassesPath, namedObject('most', { value: 1_000_000_000 }), 'value'),
  postStep(priorityClassesPath, namedObject('least', { value: -5 }), 'value'),
  deleteStep(`${priorityClassesPath}/system-node-critical`),
  getStep(`${priorityClassesPath}/system-node-critical`, 'value'),
  mergePatchStep(
    `${priorityClassesPath}/system-cluster-critical`,
    { description: 'other' },
    'description',
  ),
  deleteStep(`${priorityClassesPath}/usual`),
  postStep(podsPath, podBody('p6'), ...priority),
]

const resources = [
  'metadata.annotations',
  'spec.containers.0.resources',
  'spec.containers.1.resources',
  'spec.initContainers.0.resources',
  'status.qosClass',
]

const limitRange = (name: string, ...limits: SettingFields[]): SettingFields =>
  namedObject(name, { spec: { limits } })

export const limitSteps: readonly SettingStep[] = [
  postStep(
    `${settingsNamespacePath}/limitranges`,
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
  postStep(podsPath, podBody('l1'), ...resources),
  postStep(
    podsPath,
    podBody('l2', {
      containers: [containerBody({ limits: { cpu: '1' } }), containerBody({}, 'd')],
      initContainers: [containerBody({ requests: { memory: '32Mi' } }, 'i')],
    }),
    ...resources,
  ),
  postStep(podsPath, podBody('l3', { containers: [containerBody({ limits: { cpu: '3' } })] })),
  postStep(podsPath, podBody('l4', { containers: [containerBody({ requests: { cpu: '5m' } })] })),
  postStep(
    podsPath,
    podBody(
      'l5',
      { containers: [containerBody({ requests: { memory: '10Mi' } })] },
      { labels: { a: 'b' } },
    ),
  ),
  postStep(
    podsPath,
    podBody('l6', { containers: [containerBody({ limits: { cpu: '3', memory: '2Gi' } })] }),
  ),
  postStep(
    podsPath,
    podBody('l7', { containers: [{ ...containerBody({ limits: { cpu: '3' } }), name: 'X' }] }),
  ),
  mergePatchStep(`${podsPath}/l1`, { metadata: { labels: { a: 'b' } } }, 'metadata.labels'),
  postStep(
    `${settingsNamespacePath}/limitranges`,
    limitRange('whole', {
      type: 'Pod',
      max: { cpu: '2' },
      min: { memory: '100Mi' },
      maxLimitRequestRatio: { cpu: '5' },
    }),
    'spec',
  ),
  postStep(
    podsPath,
    podBody('l8', { containers: [containerBody(), containerBody({}, 'd')] }),
    ...resources,
  ),
  postStep(
    podsPath,
    podBody('l9', {
      containers: [
        containerBody({ limits: { cpu: '1500m' } }),
        containerBody({ limits: { cpu: '1' } }, 'd'),
      ],
    }),
  ),
  postStep(
    podsPath,
    podBody('l10', {
      containers: [
        containerBody({ requests: { cpu: '100m' }, limits: { cpu: '2' } }),
        containerBody({}, 'd'),
      ],
    }),
  ),
  postStep(
    podsPath,
    podBody('l11', {
      containers: [containerBody({ limits: { cpu: '1' } }), containerBody({}, 'd')],
      initContainers: [containerBody({ limits: { cpu: '2' } }, 'i')],
    }),
    ...resources,
  ),
  postStep(
    `${settingsNamespacePath}/limitranges`,
    limitRange('claims', {
      type: 'PersistentVolumeClaim',
      min: { storage: '1Gi' },
      max: { storage: '2Gi' },
    }),
    'spec',
  ),
  postStep(claimsPath, claimBody('l1', '512Mi')),
  postStep(claimsPath, claimBody('l2', '3Gi')),
  postStep(claimsPath, claimBody('l3', '2Gi'), 'spec.resources'),
  deleteStep(`${settingsNamespacePath}/limitranges/claims`),
  deleteStep(`${settingsNamespacePath}/limitranges/whole`),
  deleteStep(`${settingsNamespacePath}/limitranges/ranges`),
  postStep(podsPath, podBody('l12'), ...resources),
]
