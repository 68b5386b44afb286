// The checks of the level `baseline`.

import { type JsonObject, objectIn, objectsIn } from '../../api/object.ts'
import {
  checkContexts,
  containersOf,
  contextOf,
  hasOwnUsers,
  named,
  numbered,
  type PodCheck,
  quoted,
  sortedTexts,
} from './pod-parts.ts'

const appArmorPrefix = 'container.apparmor.security.beta.kubernetes.io/'
const typeOf = (profile: unknown): string => String(objectIn(profile).type ?? '')
const isSet = (value: unknown): boolean => value !== undefined && value !== null

export const appArmorProfile: PodCheck = pod => {
  const { setters, contexts } = checkContexts(
    pod,
    ({ appArmorProfile: profile }) =>
      isSet(profile) && !['RuntimeDefault', 'Localhost'].includes(typeOf(profile)),
  )
  const annotations = Object.entries(pod.annotations)
    .filter(([key, value]) => key.startsWith(appArmorPrefix) && !isAppArmorValue(String(value)))
    .map(([key, value]) => `${key}=${JSON.stringify(value)}`)
  if (setters === '' && annotations.length === 0) return undefined
  const types = sortedTexts(contexts.map(one => typeOf(one.appArmorProfile)))
  const values = [...types, ...annotations.sort()]
  const all = [
    ...(setters === '' ? [] : [setters]),
    ...(annotations.length > 0 ? [numbered('annotation', annotations.length)] : []),
  ]
  return {
    reason: numbered('forbidden AppArmor profile', values.length),
    detail: `${all.join(' and ')} must not set AppArmor profile type to ${quoted(values)}`,
  }
}

const isAppArmorValue = (value: string): boolean =>
  value === '' || value === 'runtime/default' || value.startsWith('localhost/')

// The capabilities that container runtimes give by default.
const defaultCapabilities = new Set([
  'AUDIT_WRITE',
  'CHOWN',
  'DAC_OVERRIDE',
  'FOWNER',
  'FSETID',
  'KILL',
  'MKNOD',
  'NET_BIND_SERVICE',
  'SETFCAP',
  'SETGID',
  'SETPCAP',
  'SETUID',
  'SYS_CHROOT',
])

/** Returns the capabilities that a container adds or drops. */
export function capabilitiesOf(container: JsonObject, member: 'add' | 'drop'): string[] {
  const list = objectIn(contextOf(container).capabilities)[member]
  return Array.isArray(list) ? list.map(String) : []
}

export const capabilities: PodCheck = pod => {
  const extraOf = (container: JsonObject) =>
    capabilitiesOf(container, 'add').filter(one => !defaultCapabilities.has(one))
  const bad = containersOf(pod).filter(container => extraOf(container).length > 0)
  if (bad.length === 0) return undefined
  const extra = quoted(sortedTexts(bad.flatMap(extraOf)))
  const whose = named('container', bad)
  return {
    reason: 'non-default capabilities',
    detail: `${whose} must not include ${extra} in securityContext.capabilities.add`,
  }
}

export const hostNamespaces: PodCheck = ({ spec }) => {
  const used = ['hostNetwork', 'hostPID', 'hostIPC'].filter(member => spec[member] === true)
  const detail = used.map(member => `${member}=true`).join(', ')
  return used.length === 0 ? undefined : { reason: 'host namespaces', detail }
}

export const hostPathVolumes: PodCheck = ({ spec }) => {
  const bad = objectsIn(spec.volumes).filter(({ hostPath }) => isSet(hostPath))
  if (bad.length === 0) return undefined
  return { reason: 'hostPath volumes', detail: named('volume', bad) }
}

export const hostPorts: PodCheck = pod => {
  const portsOf = ({ ports }: JsonObject) =>
    objectsIn(ports).flatMap(({ hostPort = 0 }) => (hostPort === 0 ? [] : [String(hostPort)]))
  const bad = containersOf(pod).filter(container => portsOf(container).length > 0)
  if (bad.length === 0) return undefined
  const ports = sortedTexts(bad.flatMap(portsOf))
  const use = bad.length === 1 ? 'uses' : 'use'
  const what = `${numbered('hostPort', ports.length)} ${ports.join(', ')}`
  return { reason: 'hostPort', detail: `${named('container', bad)} ${use} ${what}` }
}

export const probeHosts: PodCheck = pod => {
  const bad = containersOf(pod).filter(container => hostsOf(container).length > 0)
  if (bad.length === 0) return undefined
  const names = sortedTexts(bad.map(({ name }) => String(name)))
  const hosts = sortedTexts(bad.flatMap(hostsOf))
  const use = names.length === 1 ? 'uses' : 'use'
  const what = `${numbered('probe or lifecycle host', hosts.length)} ${quoted(hosts)}`
  return {
    reason: 'probe or lifecycle host',
    detail: `${numbered('container', names.length)} ${quoted(names)} ${use} ${what}`,
  }
}

function hostsOf({ lifecycle, ...container }: JsonObject): string[] {
  const { postStart, preStop } = objectIn(lifecycle)
  const { livenessProbe, readinessProbe, startupProbe } = container
  return [livenessProbe, readinessProbe, startupProbe, postStart, preStop].flatMap(handler => {
    const { httpGet, tcpSocket } = objectIn(handler)
    const hosts = [httpGet, tcpSocket].map(one => String(objectIn(one).host ?? ''))
    return hosts.filter(host => host !== '')
  })
}

export const privileged: PodCheck = pod => {
  const bad = containersOf(pod).filter(one => contextOf(one).privileged === true)
  if (bad.length === 0) return undefined
  const detail = `${named('container', bad)} must not set securityContext.privileged=true`
  return { reason: 'privileged', detail }
}

export const procMount: PodCheck = pod => {
  const mountOf = (container: JsonObject) => String(contextOf(container).procMount ?? 'Default')
  const bad = containersOf(pod).filter(container => mountOf(container) !== 'Default')
  if (bad.length === 0) return undefined
  const mounts = quoted(sortedTexts(bad.map(mountOf)))
  const detail = `${named('container', bad)} must not set securityContext.procMount to ${mounts}`
  return { reason: 'procMount', detail }
}

/** The check of 1.35: pods with their own users may mount `/proc` as they like. */
export const procMountOfHostUsers: PodCheck = pod => (hasOwnUsers(pod) ? undefined : procMount(pod))

const seLinuxTypes = ['', 'container_t', 'container_init_t', 'container_kvm_t']

const seLinux =
  (types: readonly string[]): PodCheck =>
  pod => {
    const { setters, contexts } = checkContexts(pod, ({ seLinuxOptions }) => {
      const { type = '', user = '', role = '' } = objectIn(seLinuxOptions)
      return !types.includes(String(type)) || user !== '' || role !== ''
    })
    if (setters === '') return undefined
    const options = contexts.map(({ seLinuxOptions }) => objectIn(seLinuxOptions))
    const bad = sortedTexts(options.map(({ type = '' }) => String(type))).filter(
      type => !types.includes(type),
    )
    const data = [
      ...(bad.length > 0 ? [`${numbered('type', bad.length)} ${quoted(bad)}`] : []),
      ...(options.some(({ user = '' }) => user !== '') ? ['user may not be set'] : []),
      ...(options.some(({ role = '' }) => role !== '') ? ['role may not be set'] : []),
    ].join('; ')
    const detail = `${setters} set forbidden securityContext.seLinuxOptions: ${data}`
    return { reason: 'seLinuxOptions', detail }
  }

export const seLinuxOptions = seLinux(seLinuxTypes)
/** The check of 1.31. */
export const seLinuxOptionsWithEngine = seLinux([...seLinuxTypes, 'container_engine_t'])

const seccompKey = 'seccomp.security.alpha.kubernetes.io/pod'
const seccompPrefix = 'container.seccomp.security.alpha.kubernetes.io/'

/** The check before 1.19, when profiles were annotations. */
export const seccompAnnotations: PodCheck = pod => {
  const keys = [seccompKey, ...containersOf(pod).map(({ name }) => `${seccompPrefix}${name}`)]
  const bad = keys
    .filter(key => Object.hasOwn(pod.annotations, key))
    .map(key => ({ key, value: String(pod.annotations[key]) }))
    .filter(({ value }) => !isSeccompValue(value))
    .map(({ key, value }) => `${key}=${JSON.stringify(value)}`)
  const all = sortedTexts(bad)
  if (all.length === 0) return undefined
  const detail = `forbidden ${numbered('annotation', all.length)} ${all.join(', ')}`
  return { reason: 'seccompProfile', detail }
}

const isSeccompValue = (value: string): boolean =>
  value === 'runtime/default' || value === 'docker/default' || value.startsWith('localhost/')

/** Whether a profile is one that the levels allow. */
export const isSeccompProfile = (profile: unknown): boolean =>
  ['RuntimeDefault', 'Localhost'].includes(typeOf(profile))

export const seccompProfile: PodCheck = pod => {
  const { setters, contexts } = checkContexts(
    pod,
    ({ seccompProfile: profile }) => isSet(profile) && !isSeccompProfile(profile),
  )
  if (setters === '') return undefined
  const types = quoted(sortedTexts(contexts.map(one => typeOf(one.seccompProfile))))
  const detail = `${setters} must not set securityContext.seccompProfile.type to ${types}`
  return { reason: 'seccompProfile', detail }
}

const safeSysctls = [
  'kernel.shm_rmid_forced',
  'net.ipv4.ip_local_port_range',
  'net.ipv4.tcp_syncookies',
  'net.ipv4.ping_group_range',
  'net.ipv4.ip_unprivileged_port_start',
]
const safeSysctlsSince: readonly (readonly [minor: number, names: readonly string[]])[] = [
  [27, ['net.ipv4.ip_local_reserved_ports']],
  [
    29,
    [
      'net.ipv4.tcp_keepalive_time',
      'net.ipv4.tcp_fin_timeout',
      'net.ipv4.tcp_keepalive_intvl',
      'net.ipv4.tcp_keepalive_probes',
    ],
  ],
  [32, ['net.ipv4.tcp_rmem', 'net.ipv4.tcp_wmem']],
]

/** Returns the check of a minor version. */
export function sysctlsOf(version: number): PodCheck {
  const safe = new Set([
    ...safeSysctls,
    ...safeSysctlsSince.flatMap(([minor, names]) => (minor <= version ? names : [])),
  ])
  return ({ spec }) => {
    const names = objectsIn(contextOf(spec).sysctls).map(({ name }) => String(name))
    const bad = names.filter(name => !safe.has(name))
    return bad.length === 0 ? undefined : { reason: 'forbidden sysctls', detail: bad.join(', ') }
  }
}

export const hostProcess: PodCheck = pod => {
  const { setters } = checkContexts(
    pod,
    ({ windowsOptions }) => objectIn(windowsOptions).hostProcess === true,
  )
  if (setters === '') return undefined
  const detail = `${setters} must not set securityContext.windowsOptions.hostProcess=true`
  return { reason: 'hostProcess', detail }
}
