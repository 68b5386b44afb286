// The settings of a running agent, from the values of its flags.

import { hostname } from 'node:os'
import { objectIn } from '../api/object.ts'
import type { CheckedFlags } from '../config/flags/check-flags.ts'
import { flagsIn } from '../config/flags/flags-in-dialect.ts'
import { agentFlags } from '../config/flags/flags.table.ts'
import type { DialectName } from '../api/dialect.ts'
import { secondsIn } from '../lib/durations.ts'
import { billionthsIn } from '../lib/quantities.ts'

/** Reads the values of flags by the names of the specification. */
export type FlagReader = {
  readonly text: (name: string) => string
  readonly is: (name: string) => boolean
  readonly count: (name: string, absent?: number) => number
  readonly durationMs: (name: string, absentMs?: number) => number
  readonly texts: (name: string) => readonly string[]
  readonly pairs: (name: string) => Readonly<Record<string, string>>
  readonly lists: (name: string) => Readonly<Record<string, readonly string[]>>
}

export function flagReader({ values }: CheckedFlags, dialect: DialectName): FlagReader {
  const rows = flagsIn(agentFlags, { dialect, platform: 'linux' })
  const value = (name: string): unknown => {
    if (!agentFlags.some(row => row.name === name)) throw new Error(`--${name} is not a flag`)
    const row = rows.get(name)
    return row && values[row.name]
  }
  return {
    text: name => String(value(name) ?? ''),
    is: name => value(name) === true,
    count: (name, absent = 0) => Number(value(name) ?? absent),
    durationMs: (name, absentMs = 0) => {
      const seconds = secondsIn(value(name))
      return seconds === undefined ? absentMs : seconds * 1000
    },
    texts: name => {
      const all = value(name) ?? []
      return Array.isArray(all) ? all.map(String) : [String(all)]
    },
    lists: name =>
      Object.fromEntries(
        Object.entries(objectIn(value(name))).map(([key, all]) => [key, [all].flat().map(String)]),
      ),
    pairs: name =>
      Object.fromEntries(
        Object.entries(objectIn(value(name))).map(([key, one]) => [key, String(one)]),
      ),
  }
}

export type AgentSettings = ReturnType<typeof agentSettings>

/** Reads all flags that this agent obeys. Those that it does not are in `unheeded-flags.ts`. */
export function agentSettings(flags: FlagReader, { hostName = hostname() } = {}) {
  const { text, is, count, durationMs, texts, pairs, lists } = flags
  const override = text('hostname-override')
  const runtimeEndpoint = text('container-runtime-endpoint')
  return {
    // NODE-001, NODE-002.
    nodeName: (override === '' ? hostName : override).trim().toLowerCase(),
    hostName: hostName.toLowerCase(),
    rootDirectory: text('root-dir'),
    runOnce: is('runonce'),
    lock: { file: text('lock-file'), endsOnContention: is('exit-on-lock-contention') },
    process: { openFilesMax: count('max-open-files'), oomScoreAdj: count('oom-score-adj') },
    sources: {
      path: text('pod-manifest-path'),
      filePeriodMs: durationMs('file-check-frequency'),
      url: text('manifest-url'),
      headers: lists('manifest-url-header'),
      urlPeriodMs: durationMs('http-check-frequency'),
      syncMs: durationMs('sync-frequency'),
    },
    pods: {
      max: count('max-pods'),
      perCore: count('pods-per-core'),
      unsafeSysctls: texts('allowed-unsafe-sysctls'),
      hasDefaultSeccomp: is('seccomp-default'),
      cidr: text('pod-cidr'),
      cpu: { hasQuota: is('cpu-cfs-quota'), periodMs: durationMs('cpu-cfs-quota-period') },
    },
    dns: {
      clusterDns: texts('cluster-dns'),
      clusterDomain: text('cluster-domain'),
      resolvConf: text('resolv-conf'),
    },
    cgroups: {
      driver: text('cgroup-driver'),
      root: text('cgroup-root'),
      isByQos: is('cgroups-per-qos'),
    },
    runtime: {
      runtimeEndpoint,
      imageEndpoint: text('image-service-endpoint') || runtimeEndpoint,
      timeoutMs: durationMs('runtime-request-timeout'),
    },
    images: {
      isSerial: is('serialize-image-pulls'),
      qps: count('registry-qps'),
      burst: count('registry-burst'),
      pause: text('pod-infra-container-image'),
      highPercent: count('image-gc-high-threshold'),
      lowPercent: count('image-gc-low-threshold'),
      ageMinMs: durationMs('minimum-image-ttl-duration'),
      credentialConfig: text('image-credential-provider-config'),
      credentialDirectory: text('image-credential-provider-bin-dir'),
    },
    logs: {
      filesMax: count('container-log-max-files'),
      bytesMax: bytesIn(text('container-log-max-size')),
    },
    dead: {
      maxOfContainer: count('maximum-dead-containers-per-container'),
      max: count('maximum-dead-containers', -1),
      ageMinMs: durationMs('minimum-container-ttl-duration'),
    },
    api: {
      file: text('clusterconfig'),
      bootstrapFile: text('bootstrap-clusterconfig'),
      contentType: text('cluster-api-content-type'),
      rate: { perSecond: count('cluster-api-qps'), burst: count('cluster-api-burst') },
      eventRate: { perSecond: count('event-qps'), burst: count('event-burst') },
      rotatesCertificate: is('rotate-certificates'),
    },
    node: {
      isRegistered: is('register-node'),
      isSchedulable: text('register-schedulable') !== 'false',
      labels: pairs('node-labels'),
      taints: texts('register-with-taints'),
      providerId: text('provider-id'),
      hasExternalCloud: text('cloud-provider') === 'external',
      ips: text('node-ip').split(',').filter(Boolean),
      statusPeriodMs: durationMs('node-status-update-frequency'),
      imagesMax: count('node-status-max-images'),
      reserved: {
        cluster: pairs('cluster-reserved'),
        system: pairs('system-reserved'),
      },
      countsLocalStorage: is('local-storage-capacity-isolation'),
    },
    eviction: {
      hard: pairs('eviction-hard'),
      soft: pairs('eviction-soft'),
      softGrace: pairs('eviction-soft-grace-period'),
      graceMaxSeconds: count('eviction-max-pod-grace-period', 0),
      reclaimMin: pairs('eviction-minimum-reclaim'),
      transitionMs: durationMs('eviction-pressure-transition-period'),
      isIgnoredInAllocatable: is('experimental-allocatable-ignore-eviction'),
    },
    server: {
      isEnabled: is('enable-server'),
      address: text('address'),
      port: count('port'),
      readOnlyPort: count('read-only-port'),
      hasDebugging: is('enable-debugging-handlers'),
      streamIdleMs: durationMs('streaming-connection-idle-timeout'),
      requestsCertificate: is('rotate-server-certificates'),
      certDirectory: text('cert-dir'),
      certFile: text('tls-cert-file'),
      keyFile: text('tls-private-key-file'),
      cipherSuites: texts('tls-cipher-suites'),
      minVersion: text('tls-min-version'),
    },
    health: { address: text('healthz-bind-address'), port: count('healthz-port') },
    access: {
      isAnonymousAllowed: is('anonymous-auth'),
      clientCaFile: text('client-ca-file'),
      checksTokens: is('authentication-token-webhook'),
      tokenTtlMs: durationMs('authentication-token-webhook-cache-ttl'),
      mode: text('authorization-mode'),
      allowedTtlMs: durationMs('authorization-webhook-cache-authorized-ttl'),
      deniedTtlMs: durationMs('authorization-webhook-cache-unauthorized-ttl'),
    },
    log: {
      format: text('logging-format') || 'text',
      isSplit: is(
        text('logging-format') === 'json' ? 'log-json-split-stream' : 'log-text-split-stream',
      ),
    },
  }
}

const bytesIn = (quantity: string): number => Number(billionthsIn(quantity) ?? 0n) / 1e9
