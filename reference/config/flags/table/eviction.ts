import { inGroup } from './in-group.ts'

// A genuine agent also looks at the inodes of images, and keeps more memory on Windows.
const inodes = { 'imagefs.inodesFree': '5%', 'nodefs.inodesFree': '5%' }

const hard = { 'imagefs.available': '15%', 'memory.available': '100Mi', 'nodefs.available': '10%' }

export const eviction = inGroup('Eviction', [
  {
    name: 'eviction-hard',
    type: 'thresholds',
    default: { ...hard, 'nodefs.inodesFree': '5%' },
    windows: { default: hard },
    // Measured: it looks at nothing unless a file is given.
    kubernetes: {
      default: undefined,
      defaultWithFile: { ...hard, ...inodes },
      windows: { default: undefined, defaultWithFile: { ...hard, 'memory.available': '500Mi' } },
    },
    formBy: 'AGENT-175',
    field: 'evictionHard',
    by: ['AGENT-036'],
    says: 'When pods are evicted at once',
  },
  {
    name: 'eviction-soft',
    type: 'thresholds',
    formBy: 'AGENT-175',
    field: 'evictionSoft',
    by: ['AGENT-040'],
    says: 'When pods are evicted after a while',
  },
  {
    name: 'eviction-soft-grace-period',
    type: 'gracePeriods',
    field: 'evictionSoftGracePeriod',
    by: ['AGENT-041'],
    says: 'How long a soft threshold has to hold',
  },
  {
    name: 'eviction-max-pod-grace-period',
    type: 'int32',
    field: 'evictionMaxPodGracePeriod',
    kubernetes: { default: 0 },
    by: ['AGENT-037'],
    says: 'The most seconds that a pod gets at a soft eviction; below 0 for its own',
  },
  {
    name: 'eviction-minimum-reclaim',
    type: 'reclaims',
    formBy: 'AGENT-177',
    field: 'evictionMinimumReclaim',
    by: ['AGENT-038'],
    says: 'The least of a resource that an eviction wins back',
  },
  {
    name: 'eviction-pressure-transition-period',
    type: 'duration',
    default: '5m0s',
    formBy: 'AGENT-136',
    field: 'evictionPressureTransitionPeriod',
    by: ['AGENT-039'],
    says: 'How long pressure has to be gone before it is told so',
  },
  {
    name: 'kernel-memcg-notification',
    type: 'boolean',
    default: false,
    field: 'kernelMemcgNotification',
    by: ['AGENT-060'],
    says: 'Let the kernel say when memory is short',
  },
  {
    name: 'experimental-allocatable-ignore-eviction',
    type: 'boolean',
    default: false,
    deprecated: 'it is going away',
    by: ['AGENT-043', 'AGENT-137'],
    says: 'Leave hard thresholds out of what pods can be given',
  },
])

export const host = inGroup('The host', [
  {
    name: 'fail-swap-on',
    type: 'boolean',
    default: true,
    field: 'failSwapOn',
    by: ['AGENT-046'],
    says: 'Refuse to start where swap is on',
  },
  {
    name: 'fail-cgroupv1',
    type: 'boolean',
    default: true,
    field: 'failCgroupV1',
    staysBesideField: true,
    by: ['AGENT-045'],
    says: 'Refuse to start on control groups of version 1',
  },
  {
    name: 'protect-kernel-defaults',
    type: 'boolean',
    default: false,
    field: 'protectKernelDefaults',
    by: ['AGENT-097'],
    says: 'Refuse kernel settings that differ from what the agent needs, instead of setting them',
  },
])
