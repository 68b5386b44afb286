// Tests which pods the labels of a namespace refuse, warn of and annotate. The checks themselves
// are compared with a genuine server in suites/differential/settings-security-steps.ts.

import { expect, it } from 'vitest'

import type { ApiObject } from '../../api/object.ts'
import { defaultParts } from '../../server/default-parts.ts'
import { startTestServer } from '../../server/test-server.ts'
import { podChecks, podFaults } from './pod-checks.table.ts'
import { levelText, securityPolicyIn } from './policy-labels.ts'

const prefix = 'pod-security.kubernetes.io/'
const labelled = (labels: { [label: string]: string }) =>
  Object.fromEntries(Object.entries(labels).map(([name, value]) => [`${prefix}${name}`, value]))
const pod = (spec: object = {}) => ({
  metadata: { name: 'a' },
  spec: { containers: [{ name: 'c', image: 'i' }], ...spec },
})

async function served(labels: { [label: string]: string }) {
  const noted: string[] = []
  const parts = defaultParts({ dialect: 'kubernetes' })
  const { ask } = await startTestServer({
    ...parts,
    stages: {
      ...parts.stages,
      checkAdmission: ({ request, ...attempt }, own) => {
        const annotate = (key: string, value: string) => void noted.push(`${key}: ${value}`)
        const annotated = request && { ...request, annotate }
        return parts.stages.checkAdmission({ ...attempt, request: annotated }, own)
      },
    },
  })
  const metadata = { name: 'n', labels: labelled(labels) }
  const created = await ask('POST', '/api/v1/namespaces', { metadata })
  noted.length = 0
  return { ask, noted, created: created.body, pods: '/api/v1/namespaces/n/pods' }
}

const messageOf = ({ message }: ApiObject): unknown => message

it('refuses labels that name no level or version', async () => {
  const { created } = await served({ enforce: 'strict', 'warn-version': '1.30' })
  expect(messageOf(created)).toBe(
    `Namespace "n" is invalid: [metadata.labels[${prefix}enforce]: Invalid value: "strict": ` +
      `must be one of privileged, baseline, restricted, metadata.labels[${prefix}warn-version]: ` +
      'Invalid value: "1.30": must be "latest" or "v1.x"]',
  )
})

it('annotates audit events of pods that a level would refuse', async () => {
  const { ask, noted, pods } = await served({ audit: 'baseline', 'audit-version': 'v1.30' })
  const { status, headers } = await ask('POST', pods, pod({ hostIPC: true }))
  expect([status, headers.warning]).toEqual([201, undefined])
  expect(noted).toEqual([
    `${prefix}enforce-policy: privileged:latest`,
    `${prefix}audit-violations: would violate PodSecurity "baseline:v1.30": ` +
      'host namespaces (hostIPC=true)',
  ])
})

it('warns of templates, and refuses only their pods', async () => {
  const { ask } = await served({ enforce: 'baseline' })
  const template = { ...pod({ hostPID: true }), metadata: { labels: { a: 'b' } } }
  const spec = { selector: { matchLabels: { a: 'b' } }, template }
  const path = '/apis/apps/v1/namespaces/n/deployments'
  const { status, headers } = await ask('POST', path, { metadata: { name: 'a' }, spec })
  expect(status).toBe(201)
  expect(headers.warning).toContain('host namespaces (hostPID=true)')
})

it('allows an update of a pod that was stored before the level applied', async () => {
  const { ask, pods } = await served({})
  await ask('POST', pods, pod({ hostPID: true }))
  const patch = { 'content-type': 'application/merge-patch+json' }
  const metadata = { labels: labelled({ enforce: 'baseline' }) }
  const { headers } = await ask('PATCH', '/api/v1/namespaces/n', { metadata }, patch)
  expect(String(headers.warning)).toContain('a: host namespaces')
  const labels = { metadata: { labels: { a: 'b' } } }
  expect((await ask('PATCH', `${pods}/a`, labels, patch)).status).toBe(200)
  const image = { spec: { containers: [{ name: 'c', image: 'j' }] } }
  expect((await ask('PATCH', `${pods}/a`, image, patch)).status).toBe(403)
})

it('warns at the enforced level unless the labels set another one', () => {
  const warnOf = (labels: { [label: string]: string }) =>
    levelText(securityPolicyIn(labelled(labels)).warn)
  expect(warnOf({ enforce: 'baseline', 'enforce-version': 'v1.30' })).toBe('baseline:v1.30')
  expect(warnOf({ enforce: 'baseline', warn: 'privileged' })).toBe('privileged:latest')
  expect(warnOf({ enforce: 'nothing' })).toBe('privileged:latest')
})

it('gives each check a unique id, and replaces only existing checks', () => {
  const ids = podChecks.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  for (const { replaces } of podChecks) if (replaces) expect(ids).toContain(replaces)
})

it('evaluates a pod by the checks of the given version', () => {
  const sysctls = [{ name: 'net.ipv4.tcp_rmem', value: '1' }]
  const spec = { securityContext: { sysctls } }
  const at = (version: number | 'latest') =>
    podFaults({ level: 'baseline', version }, { spec, annotations: {} }).map(one => one.reason)
  expect([at(31), at(32), at('latest')]).toEqual([['forbidden sysctls'], [], []])
})
