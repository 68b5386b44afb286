import { expect, test } from 'vitest'
import type { ConfigCheckResult } from '../../fixtures/objects/config-check.ts'
import { commandLineDifference, isExplainedDifference } from './command-line-differential.ts'
import { agentCommandLines } from './command-lines.ts'

const accepted: ConfigCheckResult = { accepted: true, findings: [] }
const refusedAt = (...paths: string[]): ConfigCheckResult => ({
  accepted: false,
  findings: paths.map(path => ({ path, message: `${path}: no` })),
})

/** Returns whether a line that only the reference rejects, at option `at`, is explained. */
const isOurs = (
  line: string,
  at = /^--[\w-]+/.exec(line)?.[0].replaceAll('_', '-') ?? '',
): boolean => isExplainedDifference(line, accepted, refusedAt(at))

test('a value that a genuine agent checks later is explained, but a valid one is not', () => {
  expect(isOurs('--cloud-provider=x')).toBe(true)
  expect(isOurs('--cloud_provider=1')).toBe(true)
  expect(isOurs('--cgroup-driver x')).toBe(true)
  for (const line of [
    '--cloud-provider=external',
    '--cgroup-driver=systemd',
    '--cgroup_driver systemd',
    '--cpu-manager-policy=static',
    '--memory-manager-policy=None',
    '--container-runtime-endpoint=unix:///x',
    '--authorization-mode=x',
    '--container-log-max-size=10Mi',
    '--tls-cert-file=/x --tls-private-key-file=/y',
    '--max-pods=x',
  ])
    expect([line, isOurs(line)]).toEqual([line, false])
})

test('an explanation applies to its option, and only if the reference alone refuses', () => {
  expect(isOurs('--cloud-provider=x', '--max-pods')).toBe(false)
  expect(isExplainedDifference('--cloud-provider=x', refusedAt('--cloud-provider'), accepted)).toBe(
    false,
  )
})

test('a value that a genuine agent ignores is explained where it is allowed', () => {
  expect(isOurs('--register-with-taints=a-')).toBe(true)
  expect(isOurs('--register-with-taints=a=b:Never')).toBe(false)
})

test('two refusals differ if both name options, and different ones', () => {
  const line = '--max-pods=x'

  expect(
    commandLineDifference(line, refusedAt('--max-pods'), refusedAt('--max-pods')),
  ).toBeUndefined()
  expect(commandLineDifference(line, refusedAt(), refusedAt('--max-pods'))).toBeUndefined()
  expect(
    commandLineDifference(line, refusedAt('logging.format'), refusedAt('--logging-format')),
  ).toBe(undefined)
  expect(commandLineDifference(line, refusedAt('--max-pods'), refusedAt('--port'))).toContain(
    '--port: no',
  )
  expect(isExplainedDifference(line, refusedAt('--max-pods'), refusedAt('--port'))).toBe(false)
})

test('a missing cgroup may be reported for either option', () => {
  const line = '--enforce-node-allocatable=kube-reserved'
  const ours = refusedAt('--enforce-node-allocatable')

  expect(isExplainedDifference(line, refusedAt('--kube-reserved-cgroup'), ours)).toBe(true)
  expect(isExplainedDifference(line, refusedAt('--system-reserved-cgroup'), ours)).toBe(false)
})

test('if both accept a file, the values are compared', () => {
  const line = '--config=/x --max-pods=9'
  const with9 = { ...accepted, values: { '--max-pods': '9' } }
  const with8 = { ...accepted, values: { '--max-pods': 8 } }

  expect(
    commandLineDifference(line, with9, { ...accepted, values: { '--max-pods': 9 } }),
  ).toBeUndefined()
  expect(commandLineDifference(line, with9, with8)).toBe('  --max-pods is 9 there and 8 here')
})

test('each option is tried with each value, under the names of a genuine agent', () => {
  const lines = agentCommandLines().map(line => line.join(' '))

  expect(lines).toContain('--max-pods=2147483648')
  expect(lines).toContain('--kube-reserved=cpu=-1')
  expect(lines.filter(line => line.startsWith('----'))).toEqual([])
  expect(lines.length).toBeGreaterThan(20_000)
})
