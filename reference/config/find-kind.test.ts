import { expect, test } from 'vitest'
import { checkConfig } from './check-config.ts'
import { findingMessage } from './config-finding.ts'
import { configKinds } from './config-kinds.ts'
import type { DialectName } from '../api/dialect.ts'

function severities(text: string, isGathered: boolean, dialect: DialectName = 'cluster') {
  const file = { name: 'a.yaml', bytes: Buffer.from(text), ...(isGathered && { isGathered }) }
  const { findings } = checkConfig([file], { kinds: configKinds, dialect })
  return [...new Set(findings.map(({ severity }) => severity))]
}

test.each([
  ['a kind of another group that is called as one of ours', 'apiVersion: a.b/v1\nkind: Policy\n'],
  ['a kind of the core group that is called so', 'apiVersion: v1\nkind: Event\n'],
  ['an object without a type', '{"name": "package", "version": "1.0.0"}'],
  ['a list', '[{"a": 1}]'],
  ['a list of another sort', '- a\n'],
  ['comments', '# nothing here\n'],
  ['nothing', ''],
  ['a template', 'apiVersion: v1\nkind: Pod\n{{ if .Values.a }}\nmetadata: {}\n{{ end }}\n'],
  ['members twice', 'apiVersion: v1\nkind: Pod\nspec: {}\nspec: {}\n'],
  ['two objects as one', 'apiVersion: v1\nkind: Pod\napiVersion: v1\nkind: Node\n'],
])('%s is a warning in a directory, and an error by itself', (_what, text) => {
  expect(severities(text, true)).toEqual(['warning'])
  expect(severities(text, false)).toEqual(['error'])
})

test.each([
  ['an unknown version', 'apiVersion: audit.cluster.example/v2\nkind: Policy\n'],
  ['an unknown kind', 'apiVersion: audit.cluster.example/v1\nkind: Police\n'],
  ['no kind', 'apiVersion: audit.cluster.example/v1\n'],
  ['the words of the other dialect', 'apiVersion: audit.k8s.io/v1\nkind: Policy\n'],
  ['what cannot be read', 'apiVersion: audit.cluster.example/v1\nkind: [\n'],
  [
    'two objects as one',
    'apiVersion: audit.cluster.example/v1\nkind: Policy\nkind: Event\nrules: []\n',
  ],
  ['a rule that is broken', 'apiVersion: audit.cluster.example/v1\nkind: Policy\nrules: 1\n'],
])('%s of one of our groups is an error even in a directory', (_what, text) => {
  expect(severities(text, true)).toEqual(['error'])
})

test('each document in a file with others is judged by its own type', () => {
  const pod = 'apiVersion: v1\nkind: Pod\n'
  const policy = 'apiVersion: audit.cluster.example/v1\nkind: Policy\nrules: 1\n'

  expect(severities(`${pod}---\n${policy}`, true)).toEqual(['warning', 'error'])
})

test.each([
  'apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\n',
  'apiVersion: kubeadm.k8s.io/v1beta4\nkind: ClusterConfiguration\n',
  'apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n',
  'apiVersion: apiserver.config.k8s.io/v1\nkind: WebhookAdmissionConfiguration\n',
  'apiVersion: v1\nkind: Config\n',
])('a known kind whose fields are not checked causes a warning: %s', text => {
  const file = { name: 'a.yaml', bytes: Buffer.from(text) }
  const { findings } = checkConfig([file], { kinds: configKinds, dialect: 'kubernetes' })

  expect(severities(text, false, 'kubernetes')).toEqual(['warning'])
  expect(findings.map(findingMessage)).toEqual([
    expect.stringMatching(
      /^kind: Unsupported value: "\w+": this kind is known, its fields are not checked/,
    ),
  ])
})

test('names of inherited object members are not members of a type', () => {
  const text = 'apiVersion: audit.cluster.example/v1\nkind: Policy\ntoString: 1\ntoString: 2\n'
  const { findings } = checkConfig([{ name: 'a.yaml', bytes: Buffer.from(text) }], {
    kinds: configKinds,
    dialect: 'cluster',
  })

  expect(findings.map(findingMessage)).toContain('toString: duplicate field')
})
