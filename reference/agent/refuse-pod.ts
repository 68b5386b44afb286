// The reasons for which a node does not run a pod, apart from having too many.

import { objectIn, objectsIn } from '../api/object.ts'
import type { Pod } from './pod.ts'
import type { PodRefusal } from './pods.ts'

// Sysctls that only affect the pod itself; de facto.
const safe = [
  'kernel.shm_rmid_forced',
  'net.ipv4.ip_local_port_range',
  'net.ipv4.tcp_syncookies',
  'net.ipv4.ping_group_range',
  'net.ipv4.ip_unprivileged_port_start',
  'net.ipv4.ip_local_reserved_ports',
  'net.ipv4.tcp_keepalive_time',
  'net.ipv4.tcp_fin_timeout',
  'net.ipv4.tcp_keepalive_intvl',
  'net.ipv4.tcp_keepalive_probes',
  'net.ipv4.tcp_rmem',
  'net.ipv4.tcp_wmem',
]

/** AGENT-140: a pattern is a name, or a prefix that ends in `*`. */
export function isAllowedSysctl(name: string, patterns: readonly string[]): boolean {
  const dotted = name.replaceAll('/', '.')
  return [...safe, ...patterns].some(pattern => {
    const text = pattern.replaceAll('/', '.')
    return text.endsWith('*') ? dotted.startsWith(text.slice(0, -1)) : dotted === text
  })
}

/** Returns why a pod is not run, or undefined. */
export function refusalOf(
  { spec }: Pod,
  { unsafeSysctls }: { readonly unsafeSysctls: readonly string[] },
): PodRefusal | undefined {
  const sysctls = objectsIn(objectIn(spec['securityContext'])['sysctls'])
  const bad = sysctls
    .map(({ name }) => String(name))
    .find(name => !isAllowedSysctl(name, unsafeSysctls))
  if (bad !== undefined) {
    return { reason: 'SysctlForbidden', message: `forbidden sysctl: "${bad}" not allowlisted` }
  }
  const os = objectIn(spec['os'])['name']
  if (os !== undefined && os !== 'linux') {
    const message = "Failed to admit pod as the OS field doesn't match node OS"
    return { reason: 'PodOSNotSupported', message }
  }
  return undefined
}
