// Command lines of the node agent: each option with each of many values, combinations of options,
// and options together with configuration files.

import { textInDialect } from '../../fixtures/dialects/config-words.ts'
import type { Json } from '../../fixtures/objects/tested-types.ts'
import { agentOptions } from '../../properties/models/config/agent-options.ts'

// Values that are valid, or nearly valid, for some option: numbers, words, durations, sizes,
// addresses, pairs, feature gates, headers, taints, CPU sets, reservations, eviction thresholds,
// log verbosities, cipher suites and endpoints.
const texts = [
  ['', '1', '0', '-1', '5', '2147483648', '0x10', '010', '08', '1_000', '1e3', ' 5', '1.5'],
  ['true', 'false', 'T', 'yes', 'x', 'none', 'None', 'Static', 'static', 'text', 'json'],
  ['external', 'Webhook', 'AlwaysAllow', 'AlwaysDeny', 'cgroupfs', 'systemd', 'hairpin-veth'],
  ['restricted', 'pod', 'container', 'single-numa-node', 'pods', 'none,pods', 'pods,pods'],
  ['system-reserved', 'kube-reserved', 'cluster-reserved', 'v1.2.3', 'raw', '"a,b"', 'a"b'],
  ['20s', '2m0s', '20', '-1s', '0s', '1.5s', '1ns', '1d', '9999999h', '10Mi', '10Q', '1K'],
  ['1e3Mi', '.5', '-5', '1E', '5%', '101%', '::', '0.0.0.0', '192.0.2.1', '192.0.2.01'],
  ['fe80::1%eth0', '192.0.2.1,2001:db8::1', '192.0.2.1,192.0.2.2', '10.0.0.0/8', 'localhost'],
  ['a=b', 'a', '=b', 'a=', 'a=b,c=d', 'a=b,,', ',', 'a b=c', 'kubernetes.io/x=y', 'k8s.io/a=b'],
  ['node.kubernetes.io/x=y', 'kubernetes.io/hostname=a', 'foo.k8s.io/a=b', 'example.com/a=b'],
  ['topology.kubernetes.io/zone=z', 'kubelet.kubernetes.io/x=y', 'beta.kubernetes.io/os=a'],
  ['A=true', 'APIResponseCompression=true', 'X=maybe', 'AllAlpha=true', 'QOSReserved=1'],
  ['LoggingAlphaOptions=true,LoggingBetaOptions=false', 'a:b', 'a:b:c', ':b', 'a:', 'a:b,a:c'],
  ['a=b:NoSchedule', 'a:NoSchedule', 'a=b:Never', 'a=:NoExecute', 'a=b:NoSchedule-'],
  ['a=b:NoSchedule,a=c:NoSchedule', '=b:NoSchedule', 'a-', '0-3,8', '3-0', '0,,1', '0-', '0,0'],
  ['0:memory=1Gi', 'memory=1Gi', '0:cpu=1', '0:memory=0', '0:memory=1Gi;1:memory=1Gi'],
  ['0:memory=1Gi;0:memory=1Gi', '0:hugepages-1Mi=1Gi', '0:memory=1Gi,', '-1:memory=1Gi'],
  ['cpu=1', 'cpu=100m,memory=1Gi,ephemeral-storage=0,pid=1', 'gpu=1', 'cpu=-1', 'cpu=x'],
  ['cpu=', ' cpu = 1 ', 'memory=50%', 'memory=101%', 'memory=1.5%', 'cpu=1%', 'memory=50'],
  ['memory.available<1Gi', 'nodefs.available<10%', 'memory.available<0', 'memory<1Gi'],
  ['memory.available<-1', 'memory.available<101%', 'memory.available=1Gi', 'pid.available<5%'],
  ['memory.available<0%', 'memory.available<100%', 'memory.available<', 'imagefs=2Gi'],
  ['imagefs.available=2Gi', 'memory.available=0', 'nodefs.available=150%', 'memory=1m'],
  ['memory.available=1m30s', 'memory.available=90', 'memory.available=-1s', 'a=1', 'a=-1'],
  ['a*=0,b=2147483647', 'a=1=2', 'a=2147483648', 'TLS_AES_128_GCM_SHA256', 'TLS_NULL'],
  ['TLS_RSA_WITH_RC4_128_SHA', 'VersionTLS12', 'VersionTLS14', 'unix:///x', 'tcp://127.0.0.1:1'],
].flat()

const together = [
  ['--image-gc-low-threshold=85'],
  ['--image-gc-high-threshold=80'],
  ['--image-gc-high-threshold=0', '--image-gc-low-threshold=0'],
  ['--enforce-node-allocatable=system-reserved', '--system-reserved-cgroup=/s'],
  ['--enforce-node-allocatable=kube-reserved', '--kube-reserved-cgroup=/s'],
  ['--cgroups-per-qos=false', '--enforce-node-allocatable=none'],
  ['--cgroups-per-qos=false', '--enforce-node-allocatable='],
  ['--system-cgroups=/s', '--cgroup-root=/'],
  ['--reserved-cpus=0', '--kube-reserved-cgroup=/x'],
  ['--cpu-cfs-quota-period=50ms', '--feature-gates=CustomCPUCFSQuotaPeriod=false'],
  ['--cpu-cfs-quota-period=2s', '--feature-gates=CustomCPUCFSQuotaPeriod=true'],
  ['--logging-format=json', '--feature-gates=LoggingBetaOptions=false'],
  ['--log-text-split-stream', '--feature-gates=LoggingAlphaOptions=true'],
  ['--rotate-server-certificates', '--feature-gates=RotateKubeletServerCertificate=false'],
  ['--eviction-soft=memory.available<1Gi', '--eviction-soft-grace-period=memory.available=1m'],
  ['--eviction-soft=memory.available<1Gi', '--eviction-soft-grace-period=nodefs.available=1m'],
  ['--exit-on-lock-contention', '--lock-file=/x'],
  ['--reserved-memory=0:memory=1Gi', '--reserved-memory=0:memory=1Gi'],
  ['--reserved-memory=0:memory=1Gi', '--reserved-memory=1:memory=1Gi'],
  ['--qos-reserved=memory=50%', '--feature-gates=QOSReserved=true'],
  ['--node-ip=192.0.2.1,x,2001:db8::1'],
  ['--max-pods=1', '--max-pods=x'],
  ['--max-pods', '-1'],
  ['--hostname-override', '--max-pods=7'],
  ['--anonymous-auth', 'false'],
  ['start'],
  ['-'],
  ['--'],
  ['--', 'a'],
  ['--=x'],
  ['---a'],
  ['-h'],
  ['-hv4'],
  ['-vh'],
  ['-x'],
  ['-v'],
  ['-v', '4'],
  ['-v4'],
  ['-v=4'],
  ['--__proto__=1'],
]

/** Returns command lines with the option names of the genuine agent. */
export function agentCommandLines(): string[][] {
  const names = agentOptions.map(({ name }) => textInDialect(name, 'kubernetes'))
  return [
    ...names.flatMap(name => [
      ...texts.map(text => [`${name}=${text}`]),
      [name],
      [name, 'x'],
      [`--${name.slice(2).replaceAll('-', '_')}=1`],
    ]),
    ...together,
  ]
}

const config = '--config=/etc/agent/config.yaml'
const directory = '--config-dir=/etc/agent/config.d'

const head = { apiVersion: 'kubelet.config.k8s.io/v1beta1', kind: 'KubeletConfiguration' }
const file = (name: string, fields: { [name: string]: Json }) => ({
  name: `/etc/agent/${name}`,
  text: JSON.stringify({ ...head, ...fields }),
})

const first = file('config.yaml', {
  maxPods: 50,
  eventBurst: 7,
  featureGates: { QOSReserved: true },
})
const second = file('config.d/10-more.conf', { maxPods: 60, featureGates: { MemoryQoS: true } })
const third = file('config.d/20-more.conf', { maxPods: 70, kubeReserved: { cpu: '1' } })
const folder = (fields: { [name: string]: Json }, name = '10-more.conf') => ({
  files: [first, file(`config.d/${name}`, fields)],
  flags: [config, directory],
})

/** Returns configuration files of the genuine agent, each with flags that may name them. */
export function agentCommandLinesWithFiles() {
  return [
    { files: [first], flags: [config] },
    { files: [first], flags: ['--event-burst=9'] },
    { files: [first], flags: [config, '--max-pods=9'] },
    { files: [first], flags: [config, '--feature-gates=MemoryQoS=false'] },
    { files: [first], flags: ['--config=/etc/agent/other.yaml'] },
    { files: [first], flags: [config, directory] },
    { files: [first, second], flags: [config, directory] },
    { files: [third, first, second], flags: [config, directory] },
    { files: [first, second, third], flags: [config, directory, '--event-burst=9'] },
    { files: [second, third], flags: [directory] },
    { files: [file('config.yaml', { kind: 'Other' })], flags: [config] },
    { files: [file('config.yaml', { surplus: 1 })], flags: [config] },
    { files: [file('config.yaml', { maxPods: 'x' })], flags: [config] },
    { files: [{ ...first, text: '{"a": [' }], flags: [config] },
    folder({ eventBurst: null }),
    folder({ maxPods: -1 }),
    folder({ maxPods: 'x' }),
    folder({ kind: 'Other' }),
    folder({ kind: null }),
    folder({ surplus: 1 }),
    folder({ maxPods: 80 }, '10-more.yaml'),
    folder({ maxPods: 80 }, 'below/10-more.conf'),
  ]
}
