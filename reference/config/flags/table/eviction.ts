import { flagGroup } from './flag-group.ts'

// A genuine agent also monitors the inodes of images, and reserves more memory on Windows.
const inodes = { 'imagefs.inodesFree': '5%', 'nodefs.inodesFree': '5%' }

const hard = { 'imagefs.available': '15%', 'memory.available': '100Mi', 'nodefs.available': '10%' }

export const evictionFlags = flagGroup('Eviction', [
  {
    name: 'eviction-hard',
    type: 'thresholds',
    default: { ...hard, 'nodefs.inodesFree': '5%' },
    windows: { default: hard },
    // Observed: without a configuration file there are no default thresholds.
    kubernetes: {
      default: undefined,
      defaultWithFile: { ...hard, ...inodes },
      windows: { default: undefined, defaultWithFile: { ...hard, 'memory.available': '500Mi' } },
    },
    formBy: 'AGENT-175',
    field: 'evictionHard',
    requirement: ['AGENT-036'],
    description: 'Thresholds at which pods are evicted immediately',
  },
  {
    name: 'eviction-soft',
    type: 'thresholds',
    formBy: 'AGENT-175',
    field: 'evictionSoft',
    requirement: ['AGENT-040'],
    description: 'Thresholds at which pods are evicted after a grace period',
  },
  {
    name: 'eviction-soft-grace-period',
    type: 'gracePeriods',
    field: 'evictionSoftGracePeriod',
    requirement: ['AGENT-041'],
    description: 'Time that a soft threshold must be met before an eviction',
  },
  {
    name: 'eviction-max-pod-grace-period',
    type: 'int32',
    field: 'evictionMaxPodGracePeriod',
    kubernetes: { default: 0 },
    requirement: ['AGENT-037'],
    description:
      'Maximum grace period in seconds for soft evictions; negative: the period of the pod',
  },
  {
    name: 'eviction-minimum-reclaim',
    type: 'reclaims',
    formBy: 'AGENT-177',
    field: 'evictionMinimumReclaim',
    requirement: ['AGENT-038'],
    description: 'Minimum amount of a resource to reclaim in an eviction',
  },
  {
    name: 'eviction-pressure-transition-period',
    type: 'duration',
    default: '5m0s',
    formBy: 'AGENT-136',
    field: 'evictionPressureTransitionPeriod',
    requirement: ['AGENT-039'],
    description: 'Wait after pressure ends before the condition is cleared',
  },
  {
    name: 'kernel-memcg-notification',
    type: 'boolean',
    default: false,
    field: 'kernelMemcgNotification',
    requirement: ['AGENT-060'],
    description: 'Use memory notifications of the kernel instead of polling',
  },
  {
    name: 'experimental-allocatable-ignore-eviction',
    type: 'boolean',
    default: false,
    deprecated: 'it will be removed',
    requirement: ['AGENT-043', 'AGENT-137'],
    description: 'Ignore hard eviction thresholds when calculating allocatable resources',
  },
])

export const hostFlags = flagGroup('Host checks', [
  {
    name: 'fail-swap-on',
    type: 'boolean',
    default: true,
    field: 'failSwapOn',
    requirement: ['AGENT-046'],
    description: 'Fail to start if swap is enabled',
  },
  {
    name: 'fail-cgroupv1',
    type: 'boolean',
    default: true,
    field: 'failCgroupV1',
    staysBesideField: true,
    requirement: ['AGENT-045'],
    description: 'Fail to start on a host with cgroup v1',
  },
  {
    name: 'protect-kernel-defaults',
    type: 'boolean',
    default: false,
    field: 'protectKernelDefaults',
    requirement: ['AGENT-097'],
    description:
      'Fail if kernel settings differ from what the agent needs, instead of changing them',
  },
])
