import { expect, test } from 'vitest'
import { explainField } from './explain-kind.ts'
import { configKinds } from './config-kinds.ts'

const words = { dialect: 'cluster', apiDomain: 'cluster.example' } as const
const about = (asked: string): string => {
  const explanation = explainField(configKinds, asked, words)
  if ('kinds' in explanation) return `kinds: ${explanation.kinds.join(', ')}`
  return 'problem' in explanation ? `problem: ${explanation.problem}` : explanation.lines.join('\n')
}

test('a kind is explained with its versions, rules and fields', () => {
  const text = about('AuthenticationConfiguration')

  expect(text).toContain('apiserver.cluster.example/v1alpha1, apiserver.cluster.example/v1beta1')
  expect(text).toMatch(/anonymous +object, required \(AUTHN-021\)\./)
  expect(text).toContain('exclude each other (AUTHN-003)')
})

test.each([
  ['AuthenticationConfiguration.jwt.issuer.url', 'jwt.issuer.url  string, required (AUTHN-033)'],
  ['AuthenticationConfiguration.jwt[0].issuer', 'url                   string, required'],
  ['Configuration.limits.cacheSize', 'Default: 4096 (RATE-007)'],
  ['EncryptionConfiguration.resources.providers.kms.cachesize', 'if apiVersion is v1'],
  ['TracingConfiguration.endpoint', 'recommended: `endpoint` is not set (TRACE-007)'],
])('%s is explained: %s', (asked, line) => {
  expect(about(asked)).toContain(line)
})

test('an unknown field is reported with a list of the known ones', () => {
  expect(about('TracingConfiguration.rate')).toContain(
    'problem: no field rate; fields there: apiVersion, kind, endpoint, samplingRatePerMillion',
  )
})

test('fields and kinds of the other dialect are hidden', () => {
  expect(about('KubeProxyConfiguration')).toContain('kinds: ExecCredential, Configuration, ')
  expect(about('AuthorizationConfiguration.authorizers.webhook.connectionInfo')).not.toContain(
    'kubeConfigFile',
  )
})

test('every kind can be explained', () => {
  const names = configKinds.filter(({ onlyIn }) => onlyIn !== 'kubernetes').map(({ kind }) => kind)

  expect(names.length).toBeGreaterThan(15)
  expect(names.filter(name => !about(name).startsWith(`${name}  `))).toEqual([])
})

test('the apiVersion and kind of a document are explained as fields', () => {
  const text = about('TracingConfiguration')

  expect(text).toMatch(
    /apiVersion +string, required \(\S+\)\. Group and version: apiserver\.cluster\.example\/v1alpha1 or /,
  )
  expect(about('TracingConfiguration.kind')).toMatch(/kind {2}string, required \(\S+\)\nTracingC/)
})
