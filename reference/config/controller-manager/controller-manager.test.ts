import { expect, test } from 'vitest'
import { catalogue } from '../../../suites/generated/catalogue.ts'
import { configKinds } from '../config-kinds.ts'
import {
  defaultedDocument,
  editDocument,
  type DocumentEdits,
  findingsIn,
} from '../test-documents.ts'
import type { ConfigFields } from '../config-kind.ts'

const bare = {
  apiVersion: 'clustercontrollermanager.config.cluster.example/v1alpha1',
  kind: 'ClusterControllerManagerConfiguration',
}
const bareCloud = {
  apiVersion: 'cloudcontrollermanager.config.cluster.example/v1alpha1',
  kind: 'CloudControllerManagerConfiguration',
}

// A lenient checker fills in every field of an empty document.
const whole = defaultedDocument(bare, 'cluster', { fillsRequiredDefaults: true }) as object
const cloud = defaultedDocument(bareCloud, 'cluster', { fillsRequiredDefaults: true }) as object

const migration = {
  apiVersion: 'controllermanager.config.cluster.example/v1alpha1',
  kind: 'LeaderMigrationConfiguration',
  leaderName: 'migration',
  resourceLock: 'leases',
  controllerLeaders: [{ name: 'route', component: '*' }],
}

test.each([
  ['the cluster', whole],
  ['a cloud', cloud],
  ['a migration', migration],
])('a complete configuration of %s is accepted', (_whose, document) => {
  expect(findingsIn(document, 'cluster')).toEqual([])
})

test.each([
  ['kubecontrollermanager.config.k8s.io/v1alpha1', 'KubeControllerManagerConfiguration'],
  ['cloudcontrollermanager.config.k8s.io/v1alpha1', 'CloudControllerManagerConfiguration'],
])('a genuine server fills in all of %s %s', (apiVersion, kind) => {
  expect(findingsIn({ apiVersion, kind }, 'kubernetes')).toEqual([])
})

test('field names depend on the dialect (CM-001, CM-007)', () => {
  const genuine = defaultedDocument(
    {
      apiVersion: 'kubecontrollermanager.config.k8s.io/v1alpha1',
      kind: 'KubeControllerManagerConfiguration',
    },
    'kubernetes',
  )

  expect(whole).toHaveProperty('Generic.ClientConnection.clusterconfig', '')
  expect(genuine).toHaveProperty('Generic.ClientConnection.kubeconfig', '')
})

test.each(['v1', 'v1beta1'])('migrations in %s exist only in genuine servers', version => {
  const apiVersion = `controllermanager.config.k8s.io/${version}`
  const inCluster = `controllermanager.config.cluster.example/${version}`

  const { resourceLock: _, ...withoutLock } = migration
  const given = version === 'v1' ? withoutLock : migration

  expect(findingsIn({ ...given, apiVersion }, 'kubernetes')).toEqual([])
  expect(findingsIn({ ...migration, apiVersion: inCluster }, 'cluster')).toHaveLength(1)
})

test('a genuine migration has no lock type in v1', () => {
  const apiVersion = 'controllermanager.config.k8s.io/v1'

  expect(findingsIn({ ...migration, apiVersion }, 'kubernetes')).toEqual([
    'resourceLock unknown field',
  ])
})

/** Returns every path in a document except apiVersion and kind. */
function pathsIn(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [path]
  const below = Object.entries(value).flatMap(([name, member]) => pathsIn(member, [...path, name]))
  return path.length === 0 ? below : [path, ...below]
}

// These may be omitted from a document that is embedded in the configuration of a controller
// manager.
const optional = ['apiVersion', 'kind']
const fieldsOf = (document: object) =>
  pathsIn(document)
    .filter(path => !optional.includes(path.at(-1) ?? ''))
    .map(path => path.join('.'))

test.each([
  ...fieldsOf(whole).map(path => [path, whole] as const),
  ...fieldsOf(cloud).map(path => [path, cloud] as const),
])('%s is required and has exactly one type', (path, document) => {
  const left = findingsIn(editDocument(document, { [path]: undefined }), 'cluster')
  const mistyped = findingsIn(editDocument(document, { [path]: [[]] }), 'cluster')
  const filled = findingsIn(editDocument(document, { [path]: undefined }), 'cluster', {
    fillsRequiredDefaults: true,
  })

  expect(left).toEqual([expect.stringMatching(new RegExp(`^${path} CM-\\d{3}$`))])
  expect(mistyped).toHaveLength(1)
  expect(mistyped[0]?.startsWith(path)).toBe(true)
  expect(filled).toEqual([])
})

const typeNames: { readonly [type: string]: string } = { float32: 'float', float64: 'float' }

/** Returns the fields that a row lists, such as `Port (int32)`, if their type has a plain name. */
function shownBy(rule: string): string[] {
  const shown = rule.matchAll(/(\w+) \((int32|string|bool|duration|float32|float64)\)/g)
  return Array.from(shown, ([, name = '', type = '']) => `${name} ${typeNames[type] ?? type}`)
}

/** Returns the fields that a row defines, with their types. A path counts as a string. */
function declaredFor(id: string): Set<string> {
  const named = (fields: ConfigFields): string[] =>
    Object.entries(fields).flatMap(([name, field]) => [
      ...(field.requirement === id ? [`${name} ${field.is === 'path' ? 'string' : field.is}`] : []),
      ...('fields' in field ? named(field.fields) : []),
    ])
  return new Set(configKinds.flatMap(({ fields }) => named(fields)))
}

const fieldRows = catalogue.filter(
  ({ id, rule }) => id.startsWith('CM-') && shownBy(rule).length > 0,
)

test.each(fieldRows.map(({ id, rule }) => [id, shownBy(rule)] as const))(
  '%s: every field in its example is declared: %j',
  (id, shown) => {
    const declared = declaredFor(id)

    expect(shown.filter(field => !declared.has(field))).toEqual([])
  },
)

test('some rows have examples of fields', () => {
  expect(fieldRows.length).toBeGreaterThan(30)
})

const refused: readonly [by: string, at: string, document: object, edits: DocumentEdits][] = [
  [
    'CM-010',
    'Generic.Debugging.enableContentionProfiling',
    whole,
    { 'Generic.Debugging': { enableProfiling: false, enableContentionProfiling: true } },
  ],
  [
    'CM-012',
    'Generic.LeaderElection.renewDeadline',
    whole,
    { 'Generic.LeaderElection.renewDeadline': '15.001s' },
  ],
  [
    'CM-020',
    'Generic.LeaderMigration.resourceLock',
    whole,
    { 'Generic.LeaderMigration.resourceLock': 'configmaps' },
  ],
  [
    'de facto',
    'Generic.LeaderMigration.leaderName',
    whole,
    { 'Generic.LeaderMigrationEnabled': true },
  ],
  ['CM-019', 'leaderName', migration, { leaderName: undefined }],
  ['CM-019', 'resourceLock', migration, { resourceLock: undefined }],
  ['CM-019', 'controllerLeaders', migration, { controllerLeaders: undefined }],
  ['CM-019', 'controllerLeaders[0].name', migration, { 'controllerLeaders.0.name': undefined }],
  [
    'CM-019',
    'controllerLeaders[0].component',
    migration,
    { 'controllerLeaders.0.component': undefined },
  ],
  ['CM-020', 'resourceLock', migration, { resourceLock: 'configmaps' }],
  [
    'CM-063',
    'NodeIPAMController.SecondaryServiceCIDR',
    whole,
    {
      'NodeIPAMController.ServiceCIDR': '10.0.0.0/16',
      'NodeIPAMController.SecondaryServiceCIDR': '10.1.0.0/16',
    },
  ],
  [
    'de facto',
    'NodeIPAMController.ServiceCIDR',
    whole,
    { 'NodeIPAMController.ServiceCIDR': '10.0.0.0' },
  ],
]

test.each(refused)('reports %s at %s', (requirement, at, document, edits) => {
  expect(findingsIn(editDocument(document, edits), 'cluster')).toEqual([`${at} ${requirement}`])
})

test('a genuine manager checks the lock of its own migration only if migration is enabled', () => {
  const migrating = (isOn: boolean) => ({
    apiVersion: 'kubecontrollermanager.config.k8s.io/v1alpha1',
    kind: 'KubeControllerManagerConfiguration',
    Generic: {
      LeaderMigrationEnabled: isOn,
      LeaderMigration: { leaderName: 'move', resourceLock: 'configmaps' },
    },
  })

  expect(findingsIn(migrating(false), 'kubernetes')).toEqual([])
  expect(findingsIn(migrating(true), 'kubernetes')).toEqual([
    'Generic.LeaderMigration.resourceLock de facto',
  ])
})

test.each([
  ['a renewal as long as the lease (CM-012)', { 'Generic.LeaderElection.renewDeadline': '15s' }],
  ['endpoints as a lock (CM-020)', { 'Generic.LeaderMigration.resourceLock': 'endpoints' }],
  [
    'ranges of two families (CM-063)',
    {
      'NodeIPAMController.ServiceCIDR': '10.0.0.0/16',
      'NodeIPAMController.SecondaryServiceCIDR': 'fd00::/112',
    },
  ],
])('%s is accepted', (_what, edits) => {
  expect(findingsIn(editDocument(whole, edits), 'cluster')).toEqual([])
})

test('the grace period is a multiple of the report interval of agents (CM-064)', () => {
  const options = { clusterSettings: { nodeStatusUpdateFrequency: '10s' } }
  const lasting = (time: string) =>
    editDocument(whole, { 'NodeLifecycleController.NodeMonitorGracePeriod': time })

  expect(findingsIn(lasting('40s'), 'cluster', options)).toEqual([])
  expect(findingsIn(lasting('45s'), 'cluster', options)).toEqual([
    'NodeLifecycleController.NodeMonitorGracePeriod CM-064',
  ])
  expect(findingsIn(lasting('45s'), 'cluster')).toEqual([])
})

test('the garbage collector setting must match that of the API server (CM-062)', () => {
  const options = (enableGarbageCollector: boolean) => ({
    clusterSettings: { enableGarbageCollector },
  })

  expect(findingsIn(whole, 'cluster', options(true))).toEqual([])
  expect(findingsIn(whole, 'cluster', options(false))).toEqual([
    'GarbageCollectorController.EnableGarbageCollector CM-062',
  ])
})

test.each([
  ['AttachDetachController.DisableAttachDetachReconcilerSync', false],
  ['AttachDetachController.ReconcilerSyncLoopPeriod', '1m0s'],
  ['AttachDetachController.disableForceDetachOnTimeout', false],
  ['PersistentVolumeBinderController.VolumeConfiguration.EnableDynamicProvisioning', true],
  ['ValidatingAdmissionPolicyStatusController.ConcurrentPolicySyncs', 5],
])('%s is %j by default (CM-057 to CM-059, CM-067, CM-069)', (path, value) => {
  expect(whole).toHaveProperty(path, value)
})

test.each([0, -1])('a threshold of %i is preserved: it turns the collector off (CM-068)', count => {
  const document = {
    apiVersion: 'kubecontrollermanager.config.k8s.io/v1alpha1',
    kind: 'KubeControllerManagerConfiguration',
    PodGCController: { TerminatedPodGCThreshold: count },
  }

  expect(defaultedDocument(document, 'kubernetes')).toHaveProperty(
    'PodGCController.TerminatedPodGCThreshold',
    count,
  )
})
