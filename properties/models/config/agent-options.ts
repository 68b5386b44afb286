// Lists the options of the node agent by requirement: type, default, and a valid value that is not
// the default. The default is null if the option is unset by default, and undefined if the default
// has no value.

import type { Json } from '../../../fixtures/objects/tested-types.ts'
import type { OptionType } from './option-types.ts'

/** An option of the node agent, and the values with which its row is checked. */
export type OptionRow = {
  id: string
  name: string
  type: OptionType
  byDefault: Json | undefined
  /** A valid value that is not the default, and the options that it requires. */
  good: string
  needs: string[]
  gates?: Record<string, boolean>
  /**
   * How the genuine agent departs: it has no such option, refuses the value, accepts more, or has
   * another default.
   */
  genuine?: 'none' | 'refuses it' | 'takes more' | 'another default'
}

type Line = [id: string, name: string, type: OptionType, byDefault: Json | undefined, good: string]

const hard = {
  'imagefs.available': '15%',
  'memory.available': '100Mi',
  'nodefs.available': '10%',
  'nodefs.inodesFree': '5%',
}

const lines: Line[] = [
  ['001', 'address', 'text', '0.0.0.0', '127.0.0.1'],
  ['002', 'allowed-unsafe-sysctls', 'list', null, 'kernel.msg*,net.core.somaxconn'],
  ['003', 'anonymous-auth', 'bool', true, 'false'],
  ['004', 'authentication-token-webhook', 'bool', false, 'true'],
  ['005', 'authentication-token-webhook-cache-ttl', 'duration', '2m0s', '3m'],
  ['006', 'authorization-mode', 'text', 'AlwaysAllow', 'Webhook'],
  ['007', 'authorization-webhook-cache-authorized-ttl', 'duration', '5m0s', '6m'],
  ['008', 'authorization-webhook-cache-unauthorized-ttl', 'duration', '30s', '40s'],
  ['009', 'bootstrap-clusterconfig', 'text', null, '/etc/agent/bootstrap'],
  ['010', 'cert-dir', 'text', '/var/lib/nodeagent/pki', '/var/lib/pki'],
  ['011', 'cgroup-driver', 'text', 'cgroupfs', 'systemd'],
  ['012', 'cgroup-root', 'text', '', '/agent'],
  ['013', 'cgroups-per-qos', 'bool', true, 'false'],
  ['014', 'client-ca-file', 'text', null, '/etc/agent/ca.crt'],
  ['015', 'cloud-config', 'text', null, '/etc/agent/cloud.conf'],
  ['016', 'cloud-provider', 'text', null, 'external'],
  ['017', 'cluster-dns', 'list', null, '10.0.0.10,10.0.0.11'],
  ['018', 'cluster-domain', 'text', null, 'cluster.local'],
  ['019', 'config', 'text', null, '/etc/agent/config.yaml'],
  ['020', 'config-dir', 'text', '', '/etc/agent/config.d'],
  ['021', 'container-log-max-files', 'int32', 5, '7'],
  ['022', 'container-log-max-size', 'text', '10Mi', '20Mi'],
  ['023', 'container-runtime-endpoint', 'text', undefined, 'unix:///run/other.sock'],
  ['024', 'contention-profiling', 'bool', false, 'true'],
  ['025', 'cpu-cfs-quota', 'bool', true, 'false'],
  ['026', 'cpu-cfs-quota-period', 'duration', '100ms', '200ms'],
  ['027', 'cpu-manager-policy', 'text', 'none', 'static'],
  ['028', 'cpu-manager-policy-options', 'pairs', null, 'full-pcpus-only=true'],
  ['029', 'cpu-manager-reconcile-period', 'duration', '10s', '11s'],
  ['030', 'enable-controller-attach-detach', 'bool', true, 'false'],
  ['031', 'enable-debugging-handlers', 'bool', true, 'false'],
  ['032', 'enable-server', 'bool', true, 'false'],
  ['033', 'enforce-node-allocatable', 'list', ['pods'], 'pods,system-reserved'],
  ['034', 'event-burst', 'int32', 100, '120'],
  ['035', 'event-qps', 'int32', 50, '60'],
  ['036', 'eviction-hard', 'list', hard, 'memory.available<200Mi,nodefs.available<5%'],
  ['037', 'eviction-max-pod-grace-period', 'int32', null, '30'],
  ['038', 'eviction-minimum-reclaim', 'list', null, 'imagefs.available=2Gi,nodefs.available=1Gi'],
  ['039', 'eviction-pressure-transition-period', 'duration', '5m0s', '6m'],
  ['040', 'eviction-soft', 'list', null, 'memory.available<200Mi,nodefs.available<15%'],
  ['041', 'eviction-soft-grace-period', 'list', null, 'memory.available=30s,nodefs.available=45s'],
  ['042', 'exit-on-lock-contention', 'bool', false, 'true'],
  ['043', 'experimental-allocatable-ignore-eviction', 'bool', false, 'true'],
  ['044', 'experimental-mounter-path', 'text', 'mount', '/opt/mount'],
  ['045', 'fail-cgroupv1', 'bool', true, 'false'],
  ['046', 'fail-swap-on', 'bool', true, 'false'],
  ['047', 'feature-gates', 'pairs', null, 'APIResponseCompression=false'],
  ['048', 'file-check-frequency', 'duration', '20s', '21s'],
  ['049', 'hairpin-mode', 'text', 'promiscuous-bridge', 'hairpin-veth'],
  ['050', 'healthz-bind-address', 'text', '127.0.0.1', '0.0.0.0'],
  ['051', 'healthz-port', 'int32', 10_248, '10249'],
  ['053', 'hostname-override', 'text', null, 'node-one'],
  ['054', 'http-check-frequency', 'duration', '20s', '21s'],
  ['055', 'image-credential-provider-bin-dir', 'text', null, '/opt/bin'],
  ['056', 'image-credential-provider-config', 'text', null, '/etc/plugins.yaml'],
  ['057', 'image-gc-high-threshold', 'int32', 85, '90'],
  ['058', 'image-gc-low-threshold', 'int32', 80, '70'],
  ['059', 'image-service-endpoint', 'text', undefined, 'unix:///run/images.sock'],
  ['060', 'kernel-memcg-notification', 'bool', false, 'true'],
  ['061', 'cluster-api-burst', 'int32', 100, '120'],
  [
    '062',
    'cluster-api-content-type',
    'text',
    'application/vnd.cluster.protobuf',
    'application/json',
  ],
  ['063', 'cluster-api-qps', 'int32', 50, '60'],
  ['064', 'cluster-reserved', 'list', null, 'cpu=200m,memory=500Mi'],
  ['065', 'cluster-reserved-cgroup', 'text', '', '/components'],
  ['066', 'clusterconfig', 'text', null, '/etc/agent/client.yaml'],
  ['067', 'nodeagent-cgroups', 'text', null, '/agent'],
  ['068', 'local-storage-capacity-isolation', 'bool', true, 'false'],
  ['069', 'lock-file', 'text', null, '/run/agent.lock'],
  ['070', 'log-flush-frequency', 'duration', '5s', '6s'],
  ['071', 'log-json-info-buffer-size', 'quantity', '0', '64Ki'],
  ['072', 'log-text-info-buffer-size', 'quantity', '0', '64Ki'],
  ['073', 'log-json-split-stream', 'bool', false, 'true'],
  ['074', 'log-text-split-stream', 'bool', false, 'true'],
  ['075', 'logging-format', 'text', 'text', 'json'],
  ['076', 'make-iptables-util-chains', 'bool', true, 'false'],
  ['077', 'manifest-url', 'text', null, 'https://pods.example/one'],
  ['078', 'manifest-url-header', 'list', null, 'a:one,b:two'],
  ['079', 'max-open-files', 'int', 1_000_000, '2000000'],
  ['080', 'max-pods', 'int32', 110, '120'],
  ['081', 'maximum-dead-containers', 'int32', -1, '5'],
  ['082', 'maximum-dead-containers-per-container', 'int32', 1, '2'],
  ['083', 'memory-manager-policy', 'text', 'None', 'Static'],
  ['084', 'minimum-container-ttl-duration', 'duration', null, '1m'],
  ['085', 'minimum-image-ttl-duration', 'duration', '2m0s', '3m'],
  ['086', 'node-ip', 'text', null, '192.0.2.1'],
  ['087', 'node-labels', 'pairs', null, 'example.org/zone=one'],
  ['088', 'node-status-max-images', 'int32', 50, '60'],
  ['089', 'node-status-update-frequency', 'duration', '10s', '11s'],
  ['090', 'oom-score-adj', 'int32', -999, '-500'],
  ['091', 'pod-cidr', 'text', null, '10.180.1.0/24'],
  ['092', 'pod-infra-container-image', 'text', undefined, 'registry.example/pause:1'],
  ['093', 'pod-manifest-path', 'text', null, '/etc/agent/pods'],
  ['094', 'pod-max-pids', 'int', -1, '1000'],
  ['095', 'pods-per-core', 'int32', 0, '10'],
  ['096', 'port', 'int32', 10_250, '10260'],
  ['097', 'protect-kernel-defaults', 'bool', false, 'true'],
  ['098', 'provider-id', 'text', null, 'cloud://one'],
  ['099', 'qos-reserved', 'text', null, 'memory=50%'],
  ['100', 'read-only-port', 'int32', 10_255, '0'],
  ['101', 'register-node', 'bool', true, 'false'],
  ['102', 'register-schedulable', 'bool', true, 'false'],
  ['103', 'register-with-taints', 'text', null, 'a=b:NoSchedule'],
  ['104', 'registry-burst', 'int32', 10, '20'],
  ['105', 'registry-qps', 'int32', 5, '6'],
  ['106', 'reserved-cpus', 'text', null, '0-1'],
  ['107', 'reserved-memory', 'text', null, '0:memory=1124Mi'],
  ['108', 'resolv-conf', 'text', '/etc/resolv.conf', '/run/resolv.conf'],
  ['109', 'root-dir', 'text', '/var/lib/nodeagent', '/var/lib/agent'],
  ['110', 'rotate-certificates', 'bool', false, 'true'],
  ['111', 'rotate-server-certificates', 'bool', false, 'true'],
  ['112', 'runonce', 'bool', false, 'true'],
  ['113', 'runtime-cgroups', 'text', null, '/runtime'],
  ['114', 'runtime-request-timeout', 'duration', '2m0s', '3m'],
  ['115', 'seccomp-default', 'bool', false, 'true'],
  ['116', 'serialize-image-pulls', 'bool', true, 'false'],
  ['117', 'streaming-connection-idle-timeout', 'duration', '4h0m0s', '3h'],
  ['118', 'sync-frequency', 'duration', '1m0s', '2m'],
  ['119', 'system-cgroups', 'text', null, '/system'],
  ['120', 'system-reserved', 'pairs', null, 'cpu=200m,memory=500Mi'],
  ['121', 'system-reserved-cgroup', 'text', '', '/system'],
  ['122', 'tls-cert-file', 'text', null, '/etc/agent/tls.crt'],
  ['123', 'tls-cipher-suites', 'text', undefined, 'TLS_AES_128_GCM_SHA256'],
  ['124', 'tls-min-version', 'text', null, 'VersionTLS13'],
  ['125', 'tls-private-key-file', 'text', null, '/etc/agent/tls.key'],
  ['126', 'topology-manager-policy', 'text', 'none', 'best-effort'],
  ['127', 'topology-manager-policy-options', 'pairs', null, 'prefer-closest-numa-nodes=true'],
  ['128', 'topology-manager-scope', 'text', 'container', 'pod'],
  ['129', 'v', 'level', null, '4'],
  ['131', 'vmodule', 'pairs', null, 'server*=3'],
  [
    '132',
    'volume-plugin-dir',
    'text',
    '/usr/libexec/cluster/nodeagent-plugins/volume/exec/',
    '/opt/plugins',
  ],
  ['133', 'volume-stats-agg-period', 'duration', '1m0s', '2m'],
]

const genuine: Record<string, NonNullable<OptionRow['genuine']>> = {
  '015': 'none',
  '036': 'another default',
  '044': 'another default',
  '087': 'takes more',
  '092': 'none',
  '102': 'none',
  '112': 'refuses it',
}

const needed: Record<string, string[]> = {
  '013': ['--enforce-node-allocatable=none'],
  '027': ['--system-reserved=cpu=500m'],
  '033': ['--system-reserved-cgroup=/system'],
  '040': ['--eviction-soft-grace-period=memory.available=30s,nodefs.available=45s'],
  '042': ['--lock-file=/run/agent.lock'],
  '055': ['--image-credential-provider-config=/etc/plugins.yaml'],
  '056': ['--image-credential-provider-bin-dir=/opt/bin'],
  '071': ['--log-json-split-stream=true'],
  '072': ['--log-text-split-stream=true'],
  '083': ['--reserved-memory=0:memory=1124Mi', '--system-reserved=memory=1Gi'],
  '107': ['--memory-manager-policy=Static', '--system-reserved=memory=1Gi'],
  '112': ['--enable-server=false'],
  '119': ['--cgroup-root=/'],
  '122': ['--tls-private-key-file=/etc/agent/tls.key'],
  '125': ['--tls-cert-file=/etc/agent/tls.crt'],
}

const gated: Record<string, string> = {
  '071': 'LoggingAlphaOptions',
  '072': 'LoggingAlphaOptions',
  '073': 'LoggingAlphaOptions',
  '074': 'LoggingAlphaOptions',
  '075': 'LoggingBetaOptions',
  '099': 'QOSReserved',
  '111': 'RotateKubeletServerCertificate',
}

export const agentOptions: OptionRow[] = lines.map(([number, name, type, byDefault, good]) => ({
  id: `AGENT-${number}`,
  name: `--${name}`,
  type,
  byDefault,
  good,
  needs: needed[number] ?? [],
  ...(gated[number] === undefined ? {} : { gates: { [gated[number]]: true } }),
  ...(genuine[number] === undefined ? {} : { genuine: genuine[number] }),
}))
