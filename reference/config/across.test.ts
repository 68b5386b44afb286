// Rules that compare several files.

import { expect, test } from 'vitest'
import { checkConfig, type CheckOptions } from './check-config.ts'
import { configKinds } from './config-kinds.ts'

function findingsIn(files: { [name: string]: object }, options: Partial<CheckOptions> = {}) {
  const given = Object.entries(files).map(([name, document]) => ({
    name,
    bytes: Buffer.from(JSON.stringify(document)),
  }))
  return checkConfig(given, { kinds: configKinds, dialect: 'cluster', ...options }).findings.map(
    ({ file, path, requirement, type }) => `${file} ${path} ${requirement ?? type}`,
  )
}

const limits = {
  apiVersion: 'eventratelimit.admission.cluster.example/v1alpha1',
  kind: 'Configuration',
  limits: [{ type: 'Server', qps: 1, burst: 1 }],
}

const plugins = (plugin: object) => ({
  apiVersion: 'apiserver.config.cluster.example/v1',
  kind: 'AdmissionConfiguration',
  plugins: [{ name: 'EventRateLimit', ...plugin }],
})

const tracing = { apiVersion: 'apiserver.cluster.example/v1beta1', kind: 'TracingConfiguration' }

test('a plug-in configuration may be embedded or in another file (ADM-038, ADM-039)', () => {
  const files = {
    'etc/admission.yaml': plugins({ path: 'limits.yaml' }),
    'etc/limits.yaml': limits,
  }

  expect(findingsIn({ 'admission.yaml': plugins({ configuration: limits }) })).toEqual([])
  expect(findingsIn(files)).toEqual([])
})

test('an embedded configuration is checked in place (RATE-002)', () => {
  const configuration = { ...limits, limits: [] }

  expect(findingsIn({ a: plugins({ configuration }) })).toEqual([
    'a plugins[0].configuration.limits RATE-002',
  ])
})

test('a configuration of another kind or version is refused (RATE-001)', () => {
  const later = { ...limits, apiVersion: 'eventratelimit.admission.cluster.example/v1' }

  expect(findingsIn({ a: plugins({ configuration: tracing }) })).toEqual([
    'a plugins[0].configuration.kind RATE-001',
  ])
  expect(findingsIn({ a: plugins({ configuration: later }) })).toEqual([
    'a plugins[0].configuration.apiVersion RATE-001',
  ])
  expect(findingsIn({ a: plugins({ path: 'b' }), b: tracing })).toEqual([
    'a plugins[0].path RATE-001',
  ])
})

test('a plug-in without a known kind may have a configuration of any kind', () => {
  const other = { name: 'PodSecurity', configuration: { apiVersion: 'a/v1', kind: 'B' } }

  expect(findingsIn({ a: plugins(other) })).toEqual([])
})

test('a plug-in configuration has to be an object (ADM-039)', () => {
  const at = ['a plugins[0].configuration RATE-001']

  expect(findingsIn({ a: plugins({ configuration: 7 }) })).toEqual(at)
  expect(findingsIn({ a: plugins({ configuration: null }) })).toEqual([])
})

test('a genuine server has no plug-in for a configuration under another name', () => {
  const genuine = (name: string) => ({
    apiVersion: 'apiserver.config.k8s.io/v1',
    kind: 'AdmissionConfiguration',
    plugins: [{ name, configuration: { ...limits, apiVersion, limits: [] } }],
  })
  const apiVersion = 'eventratelimit.admission.k8s.io/v1alpha1'
  const at = (name: string) => findingsIn({ a: genuine(name) }, { dialect: 'kubernetes' })

  expect(at('EventRateLimit')).toEqual(['a plugins[0].configuration.limits RATE-002'])
  expect(at('PodSecurity')).toEqual([])
})

test('a missing file is reported if files are looked up (ADM-038)', () => {
  const document = { 'etc/a': plugins({ path: 'limits.yaml' }) }
  const seen: string[] = []
  const lookUpFile = (path: string) => {
    seen.push(path)
    return 'absent' as const
  }

  expect(findingsIn(document)).toEqual([])
  expect(findingsIn(document, { lookUpFile })).toEqual(['etc/a plugins[0].path ADM-038'])
  expect(seen).toEqual(['etc/limits.yaml'])
})

const migration = (component: string, leaderName = 'lock') => ({
  apiVersion: 'controllermanager.config.cluster.example/v1alpha1',
  kind: 'LeaderMigrationConfiguration',
  leaderName,
  resourceLock: 'leases',
  controllerLeaders: [{ name: 'route', component }],
})

test('components with the same lock have to agree on who runs a controller', () => {
  expect(findingsIn({ a: migration('x'), b: migration('y') })).toEqual([
    'b controllerLeaders[0].component de facto',
  ])
  expect(findingsIn({ a: migration('x'), b: migration('x') })).toEqual([])
  expect(findingsIn({ a: migration('x'), b: migration('*') })).toEqual([])
  expect(findingsIn({ a: migration('x'), b: migration('y', 'other') })).toEqual([])
})

test('each migration is compared only with the first one of its lock', () => {
  const files = Object.fromEntries(
    Array.from({ length: 1500 }, (_, index) => [`${index}`, migration(`by${index}`)]),
  )

  const findings = findingsIn(files)

  expect(findings).toHaveLength(1499)
})

test('two entries for one controller in one document are reported once', () => {
  const twice = { name: 'route', component: 'y' }
  const both = migration('x')
  both.controllerLeaders.push(twice)

  expect(findingsIn({ a: both })).toEqual(['a controllerLeaders[1].name de facto'])
})

test('a migration inside a controller manager configuration is compared too', () => {
  const { controllerLeaders } = migration('y')
  const manager = {
    apiVersion: 'cloudcontrollermanager.config.cluster.example/v1alpha1',
    kind: 'CloudControllerManagerConfiguration',
    Generic: {
      LeaderMigrationEnabled: true,
      LeaderMigration: { leaderName: 'lock', resourceLock: 'leases', controllerLeaders },
    },
  }

  expect(findingsIn({ a: migration('x'), b: manager }, { fillsRequiredDefaults: true })).toEqual([
    'b Generic.LeaderMigration.controllerLeaders[0].component de facto',
  ])
})
