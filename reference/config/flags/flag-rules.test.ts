// For each rule over several flags: a command line that violates it, and a similar one that does
// not.

import { describe, expect, test } from 'vitest'
import type { DialectName } from '../../api/dialect.ts'
import type { HostFacts, Platform } from './flag.ts'
import { checkFlags } from './check-flags.ts'
import { agentFlags } from './flags.table.ts'
import { flagRules } from './flag-rules.ts'

type Case = {
  rule: string
  broken: string
  lawful: string
  dialect?: DialectName
  platform?: Platform
  /** The state of the machine in the violating case. In the other case nothing is known of it. */
  host?: HostFacts
}

const tls = '--tls-cert-file=/c --tls-private-key-file=/k'
const soft = '--eviction-soft=memory.available<1Gi'
const provider = {
  bin: '--image-credential-provider-bin-dir=/b',
  config: '--image-credential-provider-config=/c',
}
const twice = '--reserved-memory=0:memory=1Gi --reserved-memory=0:memory=2Gi'
const reserved = '--enforce-node-allocatable=pods,'

const cases: Case[] = [
  {
    rule: 'one run excludes the server',
    broken: '--runonce',
    lawful: '--runonce --enable-server=false',
  },
  {
    rule: 'one run is gone',
    broken: '--runonce --enable-server=false',
    lawful: '--runonce=false',
    dialect: 'kubernetes',
  },
  {
    rule: 'contention is on a file',
    broken: '--exit-on-lock-contention',
    lawful: '--exit-on-lock-contention --lock-file=/l',
  },
  {
    rule: 'profiling is served by the server',
    broken: '--contention-profiling --enable-debugging-handlers=false',
    lawful: '--contention-profiling',
  },
  {
    rule: 'the runtime is where the platform has it',
    broken: '--container-runtime-endpoint=npipe:////./pipe/x',
    lawful: '--container-runtime-endpoint=unix:///x',
  },
  {
    rule: 'the runtime is where the platform has it',
    broken: '--container-runtime-endpoint=unix:///x',
    lawful: '--container-runtime-endpoint=tcp://127.0.0.1:1',
    platform: 'windows',
  },
  {
    rule: 'the images are where the platform has them',
    broken: '--image-service-endpoint=tcp://127.0.0.1:1',
    lawful: '--image-service-endpoint=/run/x.sock',
  },
  {
    rule: 'there is a runtime',
    broken: '--container-runtime-endpoint=',
    lawful: '--container-runtime-endpoint=unix:///x',
  },
  { rule: 'a certificate has its key', broken: '--tls-cert-file=/c', lawful: tls },
  { rule: 'a key has its certificate', broken: '--tls-private-key-file=/k', lawful: tls },
  {
    rule: 'given certificates need no directory',
    broken: `${tls} --cert-dir=/d`,
    lawful: '--cert-dir=/d',
  },
  {
    rule: 'the suites of TLS 1.3 are fixed',
    broken: '--tls-cipher-suites=TLS_AES_128_GCM_SHA256 --tls-min-version=VersionTLS13',
    lawful: '--tls-cipher-suites=TLS_AES_128_GCM_SHA256 --tls-min-version=VersionTLS12',
  },
  {
    rule: 'labels of the project are limited',
    broken: '--node-labels=cluster.example/role=x',
    lawful: '--node-labels=role=x,kubernetes.io/role=x,node.cluster.example/role=x',
  },
  {
    rule: 'labels of the project are limited',
    broken: '--node-labels=a.k8s.io/role=x',
    lawful: '--node-labels=cluster.example/role=x,kubernetes.io/hostname=a,node.kubernetes.io/b=c',
    dialect: 'kubernetes',
  },
  {
    rule: 'addresses of pods come from the API server',
    broken: '--pod-cidr=10.0.0.0/24 --clusterconfig=/c',
    lawful: '--pod-cidr=10.0.0.0/24',
  },
  {
    rule: 'who stands alone does not bootstrap',
    broken: '--bootstrap-clusterconfig=/b',
    lawful: '--bootstrap-clusterconfig=/b --clusterconfig=/c',
  },
  {
    rule: 'the file of a cloud is for a cloud',
    broken: '--cloud-config=/c',
    lawful: '--cloud-config=/c --cloud-provider=external',
  },
  {
    rule: 'register-schedulable is for registered nodes',
    broken: '--register-schedulable=false',
    lawful: '--register-schedulable=false --clusterconfig=/c',
  },
  {
    rule: 'register-with-taints is for registered nodes',
    broken: '--register-with-taints=a=b:NoExecute --clusterconfig=/c --register-node=false',
    lawful: '--register-with-taints=a=b:NoExecute --clusterconfig=/c',
  },
  {
    rule: 'low is not above high',
    broken: '--image-gc-low-threshold=86',
    lawful: '--image-gc-low-threshold=85',
  },
  {
    rule: 'low is below high',
    broken: '--image-gc-low-threshold=85',
    lawful: '--image-gc-low-threshold=84',
    dialect: 'kubernetes',
  },
  {
    rule: 'pulls at once are for limited pulls',
    broken: '--registry-burst=5 --registry-qps=0',
    lawful: '--registry-burst=5',
  },
  {
    rule: 'image-credential-provider-config needs its twin',
    broken: provider.config,
    lawful: `${provider.config} ${provider.bin}`,
  },
  {
    rule: 'image-credential-provider-bin-dir needs its twin',
    broken: provider.bin,
    lawful: `${provider.config} ${provider.bin}`,
  },
  {
    rule: 'system-reserved needs its control group',
    broken: `${reserved}system-reserved`,
    lawful: `${reserved}system-reserved --system-reserved-cgroup=/s`,
  },
  {
    rule: 'cluster-reserved needs its control group',
    broken: `${reserved}cluster-reserved`,
    lawful: `${reserved}cluster-reserved --cluster-reserved-cgroup=/c`,
  },
  {
    rule: 'cluster-reserved needs its control group',
    broken: `${reserved}kube-reserved`,
    lawful: `${reserved}kube-reserved --kube-reserved-cgroup=/c`,
    dialect: 'kubernetes',
  },
  {
    rule: 'none stands alone',
    broken: '--enforce-node-allocatable=none,pods',
    lawful: '--enforce-node-allocatable=none',
  },
  {
    rule: 'nothing is enforced twice',
    broken:
      '--enforce-node-allocatable=kube-reserved,kube-reserved-compressible --kube-reserved-cgroup=/k',
    lawful: '--enforce-node-allocatable=kube-reserved,pods --kube-reserved-cgroup=/k',
    dialect: 'kubernetes',
  },
  {
    rule: 'gates are known',
    broken: '--feature-gates=QosReserved=true',
    lawful: '--feature-gates=QOSReserved=true,AllBeta=true',
    dialect: 'kubernetes',
  },
  {
    rule: 'locked gates stay',
    broken: '--feature-gates=SidecarContainers=false',
    lawful: '--feature-gates=SidecarContainers=true',
    dialect: 'kubernetes',
  },
  {
    rule: 'images have no age below 0',
    broken: '--minimum-image-ttl-duration=-1s',
    lawful: '--minimum-image-ttl-duration=0s',
  },
  {
    rule: 'pods are kept in groups',
    broken: '--cgroups-per-qos=false',
    lawful: '--cgroups-per-qos=false --enforce-node-allocatable=none',
    dialect: 'kubernetes',
  },
  {
    rule: 'system processes have a root',
    broken: '--system-cgroups=/s',
    lawful: '--system-cgroups=/s --cgroup-root=/',
    dialect: 'kubernetes',
  },
  {
    rule: 'kept processors are in no group',
    broken: '--reserved-cpus=0 --kube-reserved-cgroup=/c',
    lawful: '--reserved-cpus=0',
    dialect: 'kubernetes',
  },
  {
    rule: 'memory is kept once',
    broken: twice,
    lawful: twice.replace('=0:memory=2', '=1:memory=2'),
  },
  {
    rule: 'soft thresholds have to hold',
    broken: `${soft} --eviction-soft-grace-period=nodefs.available=1m`,
    lawful: `${soft} --eviction-soft-grace-period=memory.available=1m`,
  },
  {
    rule: 'processor time is counted in periods of the kernel',
    broken: '--cpu-cfs-quota-period=2s',
    lawful: '--cpu-cfs-quota-period=1s',
    dialect: 'kubernetes',
  },
  {
    rule: 'json is gated',
    broken: '--logging-format=json --feature-gates=LoggingBetaOptions=false',
    lawful: '--logging-format=json',
  },
  {
    rule: 'files are told apart in texts alone',
    broken: '--vmodule=a=1 --logging-format=json',
    lawful: '--vmodule=a=1',
  },
  {
    rule: 'logs are flushed in the end',
    broken: '--log-flush-frequency=0s',
    lawful: '--log-flush-frequency=1ns',
  },
  {
    rule: 'control groups are of version 2',
    broken: '',
    lawful: '--fail-cgroupv1=false',
    host: { cgroupVersion: 1 },
  },
  { rule: 'swap is off', broken: '', lawful: '--fail-swap-on=false', host: { isSwapOn: true } },
  {
    rule: 'the kernel is as it should be',
    broken: '--protect-kernel-defaults',
    lawful: '--protect-kernel-defaults=false',
    host: { tunables: { 'kernel.panic': '0' } },
  },
  {
    rule: 'a size has whole bytes',
    broken: '--container-log-max-size=500m',
    lawful: '--container-log-max-size=1.5Ki',
    dialect: 'kubernetes',
  },
  {
    rule: 'key and certificate belong together',
    broken: tls,
    lawful: '',
    host: { keyMatches: () => false },
  },
]

const findingsOf = (line: string, { dialect = 'cluster', platform = 'linux', host = {} }: Case) =>
  checkFlags(line.split(' ').filter(Boolean), {
    flags: agentFlags,
    rules: flagRules,
    dialect,
    platform,
    host,
  }).findings

describe.each(cases)('"$rule" in $dialect $platform', one => {
  const rule = flagRules.find(({ name }) => name === one.rule)
  const isOfRule = (finding: {
    requirement?: string
    detail: string
    type: string
    severity: string
  }) =>
    finding.requirement === rule?.requirement &&
    finding.type === rule?.type &&
    finding.severity === rule?.severity

  test('causes a finding if it is broken', () => {
    expect(findingsOf(one.broken, one).filter(isOfRule)).toHaveLength(1)
  })

  test('causes no finding if it is kept', () => {
    expect(findingsOf(one.lawful, one).filter(isOfRule)).toEqual([])
    expect(findingsOf(one.lawful, one).filter(({ severity }) => severity === 'error')).toEqual([])
  })

  test('is the only rule that finds its fault', () => {
    const rules = flagRules.filter(({ name }) => name !== one.rule)
    const { dialect = 'cluster', platform = 'linux', host = {} } = one
    const args = one.broken.split(' ').filter(Boolean)
    const { findings } = checkFlags(args, { flags: agentFlags, rules, dialect, platform, host })

    expect(findings.filter(isOfRule)).toEqual([])
  })
})

test('every rule is tested', () => {
  const tried = new Set(cases.map(({ rule }) => rule))

  expect(flagRules.map(({ name }) => name).filter(name => !tried.has(name))).toEqual([])
})
