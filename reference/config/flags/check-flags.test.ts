// Every flag of the specification's table, copied by hand: its default, a valid value and an
// invalid one. `noValue` marks flags that accept any text.

import { describe, expect, test } from 'vitest'
import { checkFlags } from './check-flags.ts'
import { agentFlags } from './flags.table.ts'
import { flagRules } from './flag-rules.ts'

const noValue = Symbol('the flag as the last argument')

type Row = [name: string, initial: unknown, good: string, bad: string | typeof noValue]

const unset = undefined

const rows: Row[] = [
  ['address', '0.0.0.0', '::', '0.0.0.0.0'],
  ['allowed-unsafe-sysctls', unset, 'kernel.msg*,net.core.somaxconn', noValue],
  ['anonymous-auth', true, 'false', 'no'],
  ['authentication-token-webhook', false, 'true', 'on'],
  ['authentication-token-webhook-cache-ttl', '2m0s', '20s', '20'],
  ['authorization-mode', 'AlwaysAllow', 'Webhook', 'AlwaysDeny'],
  ['authorization-webhook-cache-authorized-ttl', '5m0s', '1h0m0s', 'abc'],
  ['authorization-webhook-cache-unauthorized-ttl', '30s', '1s', '1'],
  ['bootstrap-clusterconfig', unset, '/etc/agent/bootstrap', noValue],
  ['cert-dir', '/var/lib/nodeagent/pki', '/pki', noValue],
  ['cgroup-driver', 'cgroupfs', 'systemd', 'runc'],
  ['cgroup-root', '', '/pods', noValue],
  ['cgroups-per-qos', true, 'false', 'x'],
  ['client-ca-file', unset, '/etc/ca.crt', noValue],
  ['cloud-config', unset, '/etc/cloud', noValue],
  ['cloud-provider', unset, 'external', 'somebody'],
  ['cluster-dns', unset, '10.0.0.10,fd00::a', 'dns'],
  ['cluster-domain', unset, 'cluster.local', noValue],
  ['config', unset, '/etc/agent.yaml', noValue],
  ['config-dir', '', '/etc/agent.d', noValue],
  ['container-log-max-files', 5, '2', '1'],
  ['container-log-max-size', '10Mi', '1G', '10Q'],
  [
    'container-runtime-endpoint',
    'unix:///run/containerd/containerd.sock',
    'unix:///x',
    'npipe://x',
  ],
  ['contention-profiling', false, 'true', 'yes'],
  ['cpu-cfs-quota', true, 'false', '2'],
  ['cpu-cfs-quota-period', '100ms', '50ms', '50'],
  ['cpu-manager-policy', 'none', 'static', 'dynamic'],
  ['cpu-manager-policy-options', unset, 'full-pcpus-only=true', 'full-pcpus-only'],
  ['cpu-manager-reconcile-period', '10s', '1m0s', 'm'],
  ['enable-controller-attach-detach', true, 'false', 'x'],
  ['enable-debugging-handlers', true, 'false', 'x'],
  ['enable-server', true, 'false', 'x'],
  ['enforce-node-allocatable', ['pods'], 'none', 'all'],
  ['event-burst', 100, '1', '-1'],
  ['event-qps', 50, '1', '-1'],
  [
    'eviction-hard',
    {
      'imagefs.available': '15%',
      'memory.available': '100Mi',
      'nodefs.available': '10%',
      'nodefs.inodesFree': '5%',
    },
    'memory.available<1Gi',
    'memory.available=1Gi',
  ],
  ['eviction-max-pod-grace-period', unset, '-1', '1.5'],
  ['eviction-minimum-reclaim', unset, 'imagefs.available=2Gi', 'imagefs.available'],
  ['eviction-pressure-transition-period', '5m0s', '0s', '0x5s'],
  ['eviction-soft', unset, 'nodefs.available<20%', 'nodefs.available<120%'],
  ['eviction-soft-grace-period', unset, 'memory.available=1m30s', 'memory.available=90'],
  ['exit-on-lock-contention', false, 'true', 'x'],
  ['experimental-allocatable-ignore-eviction', false, 'true', 'x'],
  ['experimental-mounter-path', 'mount', '/bin/mount', noValue],
  ['fail-cgroupv1', true, 'false', 'x'],
  ['fail-swap-on', true, 'false', 'x'],
  ['feature-gates', unset, 'APIResponseCompression=false', 'X=maybe'],
  ['file-check-frequency', '20s', '1m0s', 'often'],
  ['hairpin-mode', 'promiscuous-bridge', 'hairpin-veth', 'straight'],
  ['healthz-bind-address', '127.0.0.1', '0.0.0.0', 'localhost'],
  ['healthz-port', 10248, '0', '65536'],
  ['help', unset, 'true', 'x'],
  ['hostname-override', unset, 'node-1', noValue],
  ['http-check-frequency', '20s', '1m0s', 'often'],
  ['image-credential-provider-bin-dir', unset, '/bin/providers', noValue],
  ['image-credential-provider-config', unset, '/etc/providers.yaml', noValue],
  ['image-gc-high-threshold', 85, '100', '101'],
  ['image-gc-low-threshold', 80, '0', '-1'],
  ['image-service-endpoint', 'unix:///run/containerd/containerd.sock', 'unix:///i', 'tcp://i:1'],
  ['kernel-memcg-notification', false, 'true', 'x'],
  ['cluster-api-burst', 100, '1', 'x'],
  ['cluster-api-content-type', 'application/vnd.cluster.protobuf', 'application/json', noValue],
  ['cluster-api-qps', 50, '1', '2147483648'],
  ['cluster-reserved', unset, 'cpu=200m,memory=500Mi,ephemeral-storage=1Gi,pid=100', 'gpu=1'],
  ['cluster-reserved-cgroup', '', '/cluster', noValue],
  ['clusterconfig', unset, '/etc/agent/config', noValue],
  ['nodeagent-cgroups', unset, '/agent', noValue],
  ['local-storage-capacity-isolation', true, 'false', 'x'],
  ['lock-file', unset, '/run/agent.lock', noValue],
  ['log-flush-frequency', '5s', '1s', '5'],
  ['log-json-info-buffer-size', '0', '1Ki', 'much'],
  ['log-text-info-buffer-size', '0', '512', '5X'],
  ['log-json-split-stream', false, 'true', 'x'],
  ['log-text-split-stream', false, 'true', 'x'],
  ['logging-format', 'text', 'json', 'xml'],
  ['make-iptables-util-chains', true, 'false', 'x'],
  ['manifest-url', unset, 'http://127.0.0.1/pods', noValue],
  ['manifest-url-header', unset, 'a:hello,b:again', 'a'],
  ['max-open-files', 1_000_000, '65536', 'many'],
  ['max-pods', 110, '250', '2147483648'],
  ['maximum-dead-containers', -1, '5', 'x'],
  ['maximum-dead-containers-per-container', 1, '2', 'x'],
  ['memory-manager-policy', 'None', 'Static', 'none'],
  ['minimum-container-ttl-duration', unset, '1m0s', '60'],
  ['minimum-image-ttl-duration', '2m0s', '1m0s', '60'],
  ['node-ip', unset, '192.0.2.1,2001:db8::1', '192.0.2.1,192.0.2.2'],
  ['node-labels', unset, 'rack=a1,disk=ssd', 'rack'],
  ['node-status-max-images', 50, '-1', '-2'],
  ['node-status-update-frequency', '10s', '1m0s', '10'],
  ['oom-score-adj', -999, '1000', '1001'],
  ['pod-cidr', unset, '10.1.0.0/24', '10.1.0.0/33'],
  ['pod-infra-container-image', 'registry.cluster.example/pause:3.10', 'pause:3', noValue],
  ['pod-manifest-path', unset, '/etc/manifests', noValue],
  ['pod-max-pids', -1, '4194304', '9223372036854775808'],
  ['pods-per-core', 0, '10', 'x'],
  ['port', 10250, '10260', '65536'],
  ['protect-kernel-defaults', false, 'true', 'x'],
  ['provider-id', unset, 'machines/1', noValue],
  ['qos-reserved', unset, 'memory=50%', 'cpu=50%'],
  ['read-only-port', 10255, '0', '-1'],
  ['register-node', true, 'false', 'x'],
  ['register-schedulable', true, 'false', 'x'],
  ['register-with-taints', unset, 'dedicated=batch:NoSchedule', 'dedicated=batch'],
  ['registry-burst', 10, '20', 'x'],
  ['registry-qps', 5, '0', 'x'],
  ['reserved-cpus', unset, '0-3,8', '3-0'],
  ['reserved-memory', unset, '0:memory=1Gi', 'memory=1Gi'],
  ['resolv-conf', '/etc/resolv.conf', '/run/resolv.conf', noValue],
  ['root-dir', '/var/lib/nodeagent', '/agent', noValue],
  ['rotate-certificates', false, 'true', 'x'],
  ['rotate-server-certificates', false, 'true', 'x'],
  ['runonce', false, 'true', 'x'],
  ['runtime-cgroups', unset, '/runtime', noValue],
  ['runtime-request-timeout', '2m0s', '15m0s', '15'],
  ['seccomp-default', false, 'true', 'x'],
  ['serialize-image-pulls', true, 'false', 'x'],
  ['streaming-connection-idle-timeout', '4h0m0s', '0s', '4'],
  ['sync-frequency', '1m0s', '30s', '30'],
  ['system-cgroups', unset, '/system', noValue],
  ['system-reserved', unset, 'cpu=500m', 'cpu=1Z'],
  ['system-reserved-cgroup', '', '/system', noValue],
  ['tls-cert-file', unset, '/etc/tls.crt', noValue],
  ['tls-cipher-suites', unset, 'TLS_AES_128_GCM_SHA256', 'TLS_NULL'],
  ['tls-min-version', unset, 'VersionTLS12', 'TLS12'],
  ['tls-private-key-file', unset, '/etc/tls.key', noValue],
  ['topology-manager-policy', 'none', 'restricted', 'strict'],
  ['topology-manager-policy-options', unset, 'prefer-closest-numa-nodes=true', 'prefer'],
  ['topology-manager-scope', 'container', 'pod', 'node'],
  ['v', unset, '4', '-4'],
  ['version', unset, 'v1.2.3', '1.2.3'],
  ['vmodule', unset, 'server*=4,watch=2', 'server*=much'],
  ['volume-plugin-dir', '/usr/libexec/cluster/nodeagent-plugins/volume/exec/', '/p', noValue],
  ['volume-stats-agg-period', '1m0s', '-1s', '1'],
]

/** Other flags that the valid values need. */
const otherFlags: Record<string, readonly string[]> = {
  'eviction-soft': ['--eviction-soft-grace-period=nodefs.available=1m'],
  'exit-on-lock-contention': ['--lock-file=/run/agent.lock'],
  'image-credential-provider-bin-dir': ['--image-credential-provider-config=/etc/providers.yaml'],
  'image-credential-provider-config': ['--image-credential-provider-bin-dir=/bin/providers'],
  runonce: ['--enable-server=false'],
  'tls-cert-file': ['--tls-private-key-file=/etc/tls.key'],
  'tls-private-key-file': ['--tls-cert-file=/etc/tls.crt'],
}

const gates = { LoggingAlphaOptions: true, QOSReserved: true }

const check = (...args: string[]) =>
  checkFlags(args, { flags: agentFlags, rules: flagRules, dialect: 'cluster', gates })

const errorsOf = (...args: string[]) =>
  check(...args).findings.filter(({ severity }) => severity === 'error')

test('the table lists exactly the flags of the specification', () => {
  const named = agentFlags.filter(({ onlyIn }) => onlyIn !== 'kubernetes').map(({ name }) => name)

  expect(named.toSorted()).toEqual(rows.map(([name]) => name).toSorted())
})

describe.each(rows)('--%s', (name, initial, good, bad) => {
  test('has its default when it is not set', () => {
    const { values, from } = check()

    expect(values[name]).toEqual(initial)
    expect(from[name]).toBe('default')
  })

  test('accepts a valid value', () => {
    expect(errorsOf(`--${name}=${good}`, ...(otherFlags[name] ?? []))).toEqual([])
    expect(check(`--${name}=${good}`).from[name]).toBe('flag')
  })

  test('refuses an invalid value', () => {
    const args = bad === noValue ? [`--${name}`] : [`--${name}=${bad}`]

    const found = errorsOf(...(otherFlags[name] ?? []), ...args)

    expect(found.map(({ flag }) => flag)).toContain(`--${name}`)
  })
})

test('an empty command line is valid', () => {
  expect(check()).toMatchObject({ findings: [], mode: 'standalone' })
})
