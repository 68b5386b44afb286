// Names and behaviour of genuine agents and of the specification, platforms, gates, and the
// precedence of flags over the configuration.

import { describe, expect, test } from 'vitest'
import { type FlagOptions, checkFlags } from './check-flags.ts'
import { agentFlags } from './flags.table.ts'
import { flagRules } from './flag-rules.ts'

const check = (line: string, options: Partial<FlagOptions> = {}) =>
  checkFlags(line.split(' ').filter(Boolean), {
    flags: agentFlags,
    rules: flagRules,
    dialect: 'cluster',
    ...options,
  })

const errorsOf = (line: string, options?: Partial<FlagOptions>) =>
  check(line, options).findings.filter(({ severity }) => severity === 'error')

const kubernetes = { dialect: 'kubernetes' } as const
const windows = { platform: 'windows' } as const

describe('in the kubernetes dialect', () => {
  test.for([
    ['clusterconfig', 'kubeconfig'],
    ['bootstrap-clusterconfig', 'bootstrap-kubeconfig'],
    ['cluster-api-qps', 'kube-api-qps'],
    ['cluster-api-burst', 'kube-api-burst'],
    ['cluster-api-content-type', 'kube-api-content-type'],
    ['cluster-reserved', 'kube-reserved'],
    ['cluster-reserved-cgroup', 'kube-reserved-cgroup'],
    ['nodeagent-cgroups', 'kubelet-cgroups'],
  ])('--%s is called --%s', ([here, there]) => {
    const { from } = check('', kubernetes)

    expect(from).toHaveProperty([String(there)])
    expect(from).not.toHaveProperty([String(here)])
    expect(errorsOf(`--${here}=1`, kubernetes)[0]?.detail).toContain(`did you mean --${there}?`)
  })

  test.for<[name: string, value: unknown]>([
    ['cert-dir', '/var/lib/kubelet/pki'],
    ['root-dir', '/var/lib/kubelet'],
    ['volume-plugin-dir', '/usr/libexec/kubernetes/kubelet-plugins/volume/exec/'],
    ['kube-api-content-type', 'application/vnd.kubernetes.protobuf'],
    ['v', 0],
    ['eviction-hard', undefined],
  ])('--%s has a different default', ([name, value]) => {
    expect(check('', kubernetes).values[name]).toEqual(value)
  })

  test.for(['cloud-config=x', 'pod-infra-container-image=x', 'register-schedulable'])(
    '--%s does not exist',
    flag => {
      expect(errorsOf(`--${flag}`, kubernetes)).toMatchObject([{ type: 'unknown flag' }])
      expect(errorsOf(`--${flag}`)).toEqual([])
    },
  )

  test.for(['1.5', '.5', '500m'])('logs cannot have a size of %s bytes', size => {
    expect(errorsOf(`--container-log-max-size=${size}`, kubernetes)).toMatchObject([
      { type: 'Invalid value', flag: '--container-log-max-size' },
    ])
    expect(errorsOf(`--container-log-max-size=${size}`)).toEqual([])
  })

  test('values use its terms', () => {
    const reserved = '--enforce-node-allocatable=kube-reserved --kube-reserved-cgroup=/k'

    expect(errorsOf(reserved, kubernetes)).toEqual([])
    expect(errorsOf('--enforce-node-allocatable=cluster-reserved', kubernetes)).toMatchObject([
      { type: 'Unsupported value' },
      { type: 'Required value', detail: 'needs --kube-reserved-cgroup for what it enforces' },
    ])
  })

  test.for([
    'node-labels=role',
    'register-with-taints=role:NoExecute',
    'cluster-dns=dns',
    'node-ip=here',
    'pod-cidr=small',
  ])('--%s is parsed more leniently', flag => {
    expect(errorsOf(`--${flag}`, kubernetes)).toEqual([])
    expect(errorsOf(`--${flag}`)).toMatchObject([{ type: 'Invalid value' }])
  })

  test.for(['cluster-dns=10.0.0.10,dns', 'node-ip=192.0.2.1,dns'])('--%s is partly valid', flag => {
    expect(check(`--${flag}`, kubernetes).findings).toContainEqual(
      expect.objectContaining({ severity: 'warning', detail: '"dns" is not an IP address' }),
    )
  })

  test('a value of a CPU manager option may contain commas', () => {
    const line = '--cpu-manager-policy-options=a=1,b=2'

    expect(check(line).values['cpu-manager-policy-options']).toEqual({ a: '1', b: '2' })
    expect(check(line, kubernetes).values['cpu-manager-policy-options']).toEqual({ a: '1,b=2' })
  })

  test('four more cipher suites are insecure', () => {
    const line = '--tls-cipher-suites=TLS_RSA_WITH_AES_128_GCM_SHA256,TLS_RSA_WITH_RC4_128_SHA'
    const insecure = (options?: Partial<FlagOptions>) =>
      check(line, options).findings.filter(({ type }) => type === 'Insecure')

    expect(insecure()).toHaveLength(1)
    expect(insecure(kubernetes)).toHaveLength(2)
  })

  test('eviction thresholds have defaults if there is a configuration file', () => {
    const thresholds = (options: Partial<FlagOptions>) =>
      check('', { ...kubernetes, config: {}, ...options }).values['eviction-hard']

    expect(thresholds({})).toMatchObject({ 'imagefs.inodesFree': '5%' })
    expect(thresholds(windows)).toMatchObject({ 'memory.available': '500Mi' })
  })

  test('a configuration file changes the defaults of four more flags', () => {
    const names = [
      'anonymous-auth',
      'authentication-token-webhook',
      'authorization-mode',
      'read-only-port',
    ]
    const valuesWith = (options: Partial<FlagOptions>) =>
      names.map(name => check('', options).values[name])

    expect(valuesWith({ ...kubernetes, config: {} })).toEqual([false, true, 'Webhook', 0])
    expect(valuesWith(kubernetes)).toEqual([true, false, 'AlwaysAllow', 10255])
    expect(valuesWith({ config: {} })).toEqual([true, false, 'AlwaysAllow', 10255])
  })
})

describe('on windows', () => {
  test('the runtime endpoint and the eviction thresholds are different', () => {
    const { values } = check('', windows)

    expect(values['container-runtime-endpoint']).toMatch(/^npipe:/)
    expect(values['image-service-endpoint']).toMatch(/^npipe:/)
    expect(values['eviction-hard']).not.toHaveProperty(['nodefs.inodesFree'])
  })

  test('genuine agents have flags that they lack on linux', () => {
    expect(errorsOf('--windows-service', { ...kubernetes, ...windows })).toEqual([])
    expect(errorsOf('--windows-service', kubernetes)).toHaveLength(1)
    expect(errorsOf('--windows-service', windows)).toHaveLength(1)
  })
})

describe('a feature gate', () => {
  test.for<[flag: string, gate: string, harmless: string]>([
    ['log-text-split-stream', 'LoggingAlphaOptions=true', 'log-text-split-stream=false'],
    ['log-json-info-buffer-size=1Ki', 'LoggingAlphaOptions=true', 'log-json-info-buffer-size=0Ki'],
    ['qos-reserved=memory=10%', 'QOSReserved=true', 'qos-reserved='],
  ])('is required for --%s', ([flag, gate, harmless]) => {
    expect(errorsOf(`--${flag}`)).toMatchObject([{ type: 'Forbidden' }])
    expect(errorsOf(`--${flag} --feature-gates=${gate}`)).toEqual([])
    expect(errorsOf(`--${flag} --feature-gates=AllAlpha=true`)).toEqual([])
    if (!harmless.startsWith('qos')) expect(errorsOf(`--${harmless}`)).toEqual([])
  })

  test('can be on by default, and be turned off', () => {
    const off = '--feature-gates=RotateKubeletServerCertificate=false'

    expect(errorsOf('--rotate-server-certificates')).toEqual([])
    expect(errorsOf(`--rotate-server-certificates ${off}`)).toMatchObject([
      { requirement: 'AGENT-226' },
    ])
  })

  test('is known with its default', () => {
    expect(check('').gates).toMatchObject({ APIResponseCompression: true })
    expect(check('', { gates: { QOSReserved: true } }).gates).toMatchObject({ QOSReserved: true })
  })
})

describe('the configuration', () => {
  const config = {
    maxPods: 50,
    syncFrequency: '30s',
    authentication: { anonymous: { enabled: false } },
    evictionHard: { 'memory.available': '5%' },
    clusterDNS: ['10.0.0.1'],
    featureGates: { QOSReserved: true, LoggingAlphaOptions: true },
    registerWithTaints: [{ key: 'a', value: 'b', effect: 'NoExecute' }],
    reservedMemory: [{ numaNode: 1, limits: { memory: '1Gi' } }],
    staticPodURLHeader: { a: ['1', '2,3'] },
    cpuManagerPolicyOptions: { a: '1', b: '2' },
    allowedUnsafeSysctls: ['a,b'],
    logging: { flushFrequency: 1_500_000_000, vmodule: [{ filePattern: 'a*', verbosity: 2 }] },
  }

  test('applies where no flag is set', () => {
    const { values, from } = check('', { config })

    expect(errorsOf('', { config })).toEqual([])
    expect(values).toMatchObject({
      'max-pods': 50,
      'sync-frequency': '30s',
      'anonymous-auth': false,
      'eviction-hard': { 'memory.available': '5%' },
      'cluster-dns': ['10.0.0.1'],
      'register-with-taints': ['a=b:NoExecute'],
      'reserved-memory': [{ numaNode: 1, limits: { memory: '1Gi' } }],
      'manifest-url-header': { a: ['1', '2,3'] },
      'cpu-manager-policy-options': { a: '1', b: '2' },
      'allowed-unsafe-sysctls': ['a,b'],
      'log-flush-frequency': '1.5s',
      vmodule: { 'a*': 2 },
    })
    expect(from).toMatchObject({ 'max-pods': 'file', port: 'default' })
  })

  test('collects pairs of one flag in one map', () => {
    const name = 'cpu-manager-policy-options'

    expect(check('', { ...kubernetes, config }).values[name]).toEqual({ a: '1', b: '2' })
  })

  test.for<[field: string, value: unknown, flag: string]>([
    ['maxPods', '7', '--max-pods'],
    ['maxPods', 1.5, '--max-pods'],
    ['maxPods', true, '--max-pods'],
    ['enableServer', 'true', '--enable-server'],
    ['syncFrequency', 20, '--sync-frequency'],
    ['clusterDNS', '10.0.0.1', '--cluster-dns'],
    ['clusterDNS', [1], '--cluster-dns'],
    ['evictionHard', ['memory.available<5%'], '--eviction-hard'],
    ['evictionHard', { 'memory.available': {} }, '--eviction-hard'],
    ['featureGates', { A: 'maybe' }, '--feature-gates'],
    ['staticPodURLHeader', { a: '1' }, '--manifest-url-header'],
    ['registerWithTaints', [{ key: 'a' }], '--register-with-taints'],
    ['registerWithTaints', ['a=b:NoExecute'], '--register-with-taints'],
    ['reservedMemory', [{ numaNode: 0 }], '--reserved-memory'],
    ['resolvConf', {}, '--resolv-conf'],
  ])('is refused if %s is %j', ([field, value, flag]) => {
    const found = errorsOf('', { config: { [field]: value } })

    expect(found.some(finding => finding.flag === flag && finding.detail.includes(field))).toBe(
      true,
    )
  })

  test('is overridden by flags', () => {
    const { values, from } = check('--max-pods=7 --cluster-dns=10.0.0.2', { config })

    expect(values).toMatchObject({ 'max-pods': 7, 'cluster-dns': ['10.0.0.2'] })
    expect(from).toMatchObject({ 'max-pods': 'flag', 'sync-frequency': 'file' })
  })

  test('keeps the gates that flags do not set', () => {
    const { gates } = check('--feature-gates=QOSReserved=false', { config })

    expect(gates).toMatchObject({ QOSReserved: false, LoggingAlphaOptions: true })
  })

  test('is validated like flags', () => {
    expect(errorsOf('', { config: { maxPods: '50' } })).toMatchObject([{ flag: '--max-pods' }])
    expect(errorsOf('', { config: { maxPods: -1 } })).toMatchObject([{ flag: '--max-pods' }])
    expect(errorsOf('', { config: { maxPods: 10n ** 30n } })).toHaveLength(1)
    expect(errorsOf('', { config: { runOnce: true } })).toMatchObject([
      { requirement: 'AGENT-228' },
    ])
    expect(errorsOf('--max-pods=1', { config: { maxPods: 'many' } })).toEqual([])
  })

  test('is merged with later files', () => {
    const above = {
      maxPods: 60,
      authentication: { webhook: { enabled: true } },
      syncFrequency: null,
    }
    const { values } = check('', { config: [config, above] })

    expect(values).toMatchObject({
      'max-pods': 60,
      'anonymous-auth': false,
      'authentication-token-webhook': true,
      'sync-frequency': '1m0s',
    })
  })
})

test('0 means the default for the flags of the table', () => {
  const zeros =
    '--event-qps=0 --event-burst=0 --cluster-api-qps=0 --cluster-api-burst=0 --max-pods=0'

  expect(check(zeros).values).toMatchObject({
    'event-qps': 50,
    'event-burst': 100,
    'cluster-api-qps': 50,
    'cluster-api-burst': 100,
    'max-pods': 0,
  })
})

test('an agent with a configuration for the API server is not standalone', () => {
  expect(check('').mode).toBe('standalone')
  expect(check('--clusterconfig=').mode).toBe('standalone')
  expect(check('--clusterconfig=/c').mode).toBe('apiServer')
  expect(check('--kubeconfig=/c', kubernetes).mode).toBe('apiServer')
})

test.for<[name: string, isDeprecated: boolean]>([
  ['max-pods=1', true],
  ['maximum-dead-containers=1', true],
  ['provider-id=x', false],
  ['hostname-override=x', false],
])('--%s is deprecated: %s', ([flag, isDeprecated]) => {
  const { findings } = check(`--${flag}`)

  expect(findings.map(({ type }) => type)).toEqual(isDeprecated ? ['Deprecated'] : [])
  expect(findings.map(({ severity }) => severity)).toEqual(isDeprecated ? ['warning'] : [])
})
