// Ranges and allowed values, copied from the specification by hand: both ends, and values just
// outside.

import { describe, expect, test } from 'vitest'
import { checkFlags } from './check-flags.ts'
import { agentFlags } from './flags.table.ts'
import { flagRules } from './flag-rules.ts'

const findingsOf = (name: string, value: string, ...otherFlags: readonly string[]) =>
  checkFlags([`--${name}=${value}`, ...otherFlags], {
    flags: agentFlags,
    rules: flagRules,
    dialect: 'cluster',
  }).findings

const errorsOf = (name: string, value: string, ...otherFlags: readonly string[]) =>
  findingsOf(name, value, ...otherFlags).filter(({ severity }) => severity === 'error')

describe.each<[name: string, by: string, good: string[], bad: string[], otherFlag?: string]>([
  ['container-log-max-files', 'AGENT-160', ['2', '3'], ['1', '0', '-1']],
  ['event-burst', 'AGENT-173', ['0', '1'], ['-1']],
  ['event-qps', 'AGENT-174', ['0', '1'], ['-1']],
  [
    'image-gc-high-threshold',
    'AGENT-189',
    ['0', '100'],
    ['-1', '101'],
    '--image-gc-low-threshold=0',
  ],
  [
    'image-gc-low-threshold',
    'AGENT-189',
    ['0', '100'],
    ['-1', '101'],
    '--image-gc-high-threshold=100',
  ],
  ['node-status-max-images', 'AGENT-209', ['-1', '0'], ['-2']],
  ['oom-score-adj', 'AGENT-210', ['-1000', '1000'], ['-1001', '1001']],
  // Where the specification is silent, the range is that of genuine agents.
  ['cluster-api-qps', 'de facto', ['0'], ['-1']],
  ['cluster-api-burst', 'de facto', ['0'], ['-1']],
  ['healthz-port', 'de facto', ['0', '65535'], ['-1', '65536']],
  ['max-open-files', 'de facto', ['0'], ['-1']],
  ['max-pods', 'de facto', ['0'], ['-1']],
  ['pods-per-core', 'de facto', ['0'], ['-1']],
  ['port', 'de facto', ['1', '65535'], ['0', '65536']],
  ['read-only-port', 'de facto', ['0', '65535'], ['-1', '65536']],
  ['registry-burst', 'de facto', ['0'], ['-1']],
  ['registry-qps', 'de facto', ['0'], ['-1']],
])('the range of --%s', (name, requirement, good, bad, ...otherFlags) => {
  const others = otherFlags.filter(flag => flag !== undefined)

  test.for(good)('holds %s', value => {
    expect(errorsOf(name, value, ...others)).toEqual([])
  })

  test.for(bad)('does not hold %s', value => {
    const found = errorsOf(name, value, ...others).find(
      finding => finding.requirement === requirement,
    )

    expect(found).toMatchObject({ flag: `--${name}`, type: 'Invalid value' })
    expect(found?.detail).toMatch(new RegExp(`^${value}: must be (at least|from) `))
  })
})

const reserved = ['--system-reserved-cgroup=/s', '--cluster-reserved-cgroup=/c']

describe.each<[name: string, by: string, values: string[]]>([
  ['authorization-mode', 'AGENT-145', ['AlwaysAllow', 'Webhook']],
  ['cgroup-driver', 'AGENT-153', ['cgroupfs', 'systemd']],
  ['cloud-provider', 'AGENT-155', ['', 'external']],
  ['cpu-manager-policy', 'AGENT-164', ['none', 'static']],
  [
    'enforce-node-allocatable',
    'AGENT-169',
    ['none', 'pods', 'system-reserved', 'cluster-reserved'],
  ],
  ['hairpin-mode', 'AGENT-186', ['promiscuous-bridge', 'hairpin-veth', 'none']],
  ['logging-format', 'AGENT-201', ['text', 'json']],
  ['memory-manager-policy', 'AGENT-205', ['None', 'Static']],
  [
    'tls-min-version',
    'AGENT-240',
    ['VersionTLS10', 'VersionTLS11', 'VersionTLS12', 'VersionTLS13'],
  ],
  [
    'topology-manager-policy',
    'AGENT-242',
    ['none', 'best-effort', 'restricted', 'single-numa-node'],
  ],
  ['topology-manager-scope', 'AGENT-243', ['container', 'pod']],
])('the values of --%s', (name, requirement, values) => {
  test.for(values)('hold %j', value => {
    expect(errorsOf(name, value, ...reserved)).toEqual([])
  })

  test.for([...values.map(value => `${value}x`), ...values.map(swapped), 'x'])(
    'do not hold %j',
    value => {
      if (value === '') return
      expect(errorsOf(name, value, ...reserved)).toMatchObject([
        { type: 'Unsupported value', requirement },
      ])
    },
  )
})

/** Changes the case of the first letter. */
function swapped(value: string): string {
  const first = value.slice(0, 1)
  return (
    (first === first.toUpperCase() ? first.toLowerCase() : first.toUpperCase()) + value.slice(1)
  )
}

const preferred = [
  'TLS_AES_128_GCM_SHA256',
  'TLS_AES_256_GCM_SHA384',
  'TLS_CHACHA20_POLY1305_SHA256',
  'TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA',
  'TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256',
  'TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA',
  'TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384',
  'TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305',
  'TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256',
  'TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA',
  'TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256',
  'TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA',
  'TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384',
  'TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305',
  'TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256',
  'TLS_RSA_WITH_AES_128_CBC_SHA',
  'TLS_RSA_WITH_AES_128_GCM_SHA256',
  'TLS_RSA_WITH_AES_256_CBC_SHA',
  'TLS_RSA_WITH_AES_256_GCM_SHA384',
]

const insecure = [
  'TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA256',
  'TLS_ECDHE_ECDSA_WITH_RC4_128_SHA',
  'TLS_ECDHE_RSA_WITH_3DES_EDE_CBC_SHA',
  'TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA256',
  'TLS_ECDHE_RSA_WITH_RC4_128_SHA',
  'TLS_RSA_WITH_3DES_EDE_CBC_SHA',
  'TLS_RSA_WITH_AES_128_CBC_SHA256',
  'TLS_RSA_WITH_RC4_128_SHA',
]

const typesOf = (suite: string) => findingsOf('tls-cipher-suites', suite).map(({ type }) => type)

test.for(preferred)('the suite %s is accepted without a warning about security', suite => {
  expect(typesOf(suite)).toEqual(['Deprecated'])
})

test.for(insecure)('the suite %s is accepted with a warning', suite => {
  expect(typesOf(suite)).toEqual(['Insecure', 'Deprecated'])
})

test('each cipher suite in the list is checked', () => {
  const all = [...preferred, ...insecure].join(',')

  expect(errorsOf('tls-cipher-suites', all)).toEqual([])
  expect(errorsOf('tls-cipher-suites', `${all},TLS_NULL,tls_aes_128_gcm_sha256`)).toHaveLength(2)
})
