// The types, names and selectors from which commands and requests are generated. A list of invalid
// values follows each list of valid ones.

/** A type, with the name of an existing object. */
export type DrawnType = {
  plural: string
  kind: string
  apiVersion: string
  isNamespaced: boolean
  /** The name of an existing object. */
  name: string
  /** The fields that a new object needs, apart from its metadata. */
  make: object
  /** Merge patches that are valid. */
  changes: readonly object[]
  /** Merge patches that are rejected or have no effect. */
  wrongChanges: readonly object[]
  subresources: readonly string[]
}

export const drawnNamespace = 'drawn'

const labels = { app: 'web' }

const template = {
  metadata: { labels },
  spec: { containers: [{ name: 'web', image: 'registry.example/web:1' }] },
}

const workload = { selector: { matchLabels: labels }, template }

const namespaced = (
  plural: string,
  kind: string,
  apiVersion: string,
  rest: Pick<DrawnType, 'make' | 'changes'> &
    Partial<Pick<DrawnType, 'wrongChanges'>> & { subresources?: readonly string[] },
): DrawnType => ({
  plural,
  kind,
  apiVersion,
  isNamespaced: true,
  name: `${plural}-one`,
  subresources: [],
  wrongChanges: [],
  ...rest,
})

const whole = (...args: Parameters<typeof namespaced>): DrawnType => ({
  ...namespaced(...args),
  isNamespaced: false,
})

export const drawnTypes: readonly DrawnType[] = [
  namespaced('configmaps', 'ConfigMap', 'v1', {
    make: { data: { a: '1' } },
    changes: [
      { data: { a: '2' } },
      { data: { a: null } },
      { data: null },
      { binaryData: { b: 'AA==' } },
      { immutable: true },
    ],
    wrongChanges: [
      { data: { a: 1 } },
      { data: [] },
      { data: { 'a b': '1' } },
      { binaryData: { b: '!' } },
      { binaryData: { a: 'AA==' } },
    ],
  }),
  namespaced('secrets', 'Secret', 'v1', {
    make: { stringData: { a: '1' } },
    changes: [{ data: { a: 'Mg==' } }, { stringData: { b: 'c' } }],
    wrongChanges: [{ data: { a: '2' } }, { type: 'shop.example/other' }],
  }),
  namespaced('services', 'Service', 'v1', {
    make: { spec: { selector: labels, ports: [{ port: 80 }] } },
    changes: [{ spec: { selector: { app: 'x' } } }, { spec: { sessionAffinity: 'ClientIP' } }],
    wrongChanges: [{ spec: { ports: 80 } }],
    subresources: ['status'],
  }),
  namespaced('serviceaccounts', 'ServiceAccount', 'v1', {
    make: {},
    changes: [{ secrets: [{ name: 'a' }] }, { automountServiceAccountToken: false }],
    wrongChanges: [{ automountServiceAccountToken: 'no' }],
    subresources: ['token'],
  }),
  namespaced('pods', 'Pod', 'v1', {
    make: { spec: template.spec },
    changes: [{ spec: { activeDeadlineSeconds: 9 } }],
    wrongChanges: [
      { spec: { nodeName: 'other' } },
      { spec: { restartPolicy: 'Never' } },
      { spec: { hostNetwork: true } },
    ],
    subresources: ['status', 'log', 'eviction', 'binding'],
  }),
  namespaced('deployments', 'Deployment', 'apps/v1', {
    make: { spec: { replicas: 1, ...workload } },
    changes: [{ spec: { replicas: 2 } }, { spec: { paused: true } }],
    wrongChanges: [{ spec: { replicas: '2' } }],
    subresources: ['status', 'scale'],
  }),
  namespaced('statefulsets', 'StatefulSet', 'apps/v1', {
    make: { spec: { serviceName: 'web', ...workload } },
    changes: [{ spec: { replicas: 0 } }],
    wrongChanges: [
      { spec: { serviceName: 'other' } },
      { spec: { podManagementPolicy: 'Parallel' } },
    ],
    subresources: ['status', 'scale'],
  }),
  namespaced('daemonsets', 'DaemonSet', 'apps/v1', {
    make: { spec: workload },
    changes: [{ spec: { minReadySeconds: 3 } }],
    subresources: ['status'],
  }),
  namespaced('jobs', 'Job', 'batch/v1', {
    make: { spec: { template: { spec: { ...template.spec, restartPolicy: 'Never' } } } },
    changes: [{ spec: { parallelism: 2 } }, { spec: { suspend: true } }],
    wrongChanges: [
      { spec: { completions: 2 } },
      { spec: { template: { spec: { restartPolicy: 'OnFailure' } } } },
    ],
    subresources: ['status'],
  }),
  namespaced('ingresses', 'Ingress', 'networking.k8s.io/v1', {
    make: { spec: { defaultBackend: { service: { name: 'web', port: { number: 80 } } } } },
    changes: [{ spec: { ingressClassName: 'x' } }],
    wrongChanges: [{ spec: { rules: {} } }],
    subresources: ['status'],
  }),
  namespaced('poddisruptionbudgets', 'PodDisruptionBudget', 'policy/v1', {
    make: { spec: { minAvailable: 1, selector: workload.selector } },
    changes: [{ spec: { minAvailable: '50%' } }],
    wrongChanges: [{ spec: { minAvailable: true } }],
    subresources: ['status'],
  }),
  namespaced('roles', 'Role', 'rbac.authorization.k8s.io/v1', {
    make: { rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }] },
    changes: [
      { rules: [{ apiGroups: [''], resources: ['secrets'], verbs: ['get'] }] },
      { rules: null },
    ],
    wrongChanges: [{ rules: 'all' }],
  }),
  namespaced('leases', 'Lease', 'coordination.k8s.io/v1', {
    make: { spec: { holderIdentity: 'a' } },
    changes: [{ spec: { holderIdentity: 'b' } }],
    wrongChanges: [{ spec: { leaseDurationSeconds: '9' } }, { spec: { renewTime: 'now' } }],
  }),
  namespaced('widgets', 'Widget', 'shop.example/v1', {
    make: { spec: { size: 1 } },
    changes: [{ spec: { size: 2 } }, { spec: { shape: 'round' } }],
    wrongChanges: [
      { spec: { size: 'x' } },
      { spec: { size: 100 } },
      { spec: { fixed: 'other' } },
      { spec: null },
    ],
    subresources: ['status', 'scale'],
  }),
  whole('nodes', 'Node', 'v1', {
    make: {},
    changes: [{ spec: { unschedulable: true } }],
    wrongChanges: [{ spec: { unschedulable: 'x' } }],
    subresources: ['status'],
  }),
  whole('priorityclasses', 'PriorityClass', 'scheduling.k8s.io/v1', {
    make: { value: 7 },
    changes: [{ description: 'd' }],
    wrongChanges: [{ value: 8 }, { preemptionPolicy: 'Never' }],
  }),
]

/** Names of objects that do not exist, and invalid names. */
export const wrongNames: readonly string[] = ['absent', 'UPPER', 'a_b', 'a.b', 'x'.repeat(254)]

export const labelSelectors: readonly string[] = [
  'app=web',
  'app!=web',
  'app in (web,x)',
  'app notin (x)',
  'app',
  '!app',
  'app==web,tier',
  '',
  'app=',
  'app in ()',
  'app>1',
  'app==',
]

export const wrongLabelSelectors: readonly string[] = [
  'app in (a',
  'app>x',
  '=web',
  'a b',
  'app=web=x',
  'app in web',
  'app,,x',
  'app=a b',
  '-a=b',
  '!app=x',
  'app notin',
]

export const fieldSelectors: readonly string[] = [
  'metadata.name=absent',
  'metadata.name!=absent',
  'metadata.namespace=drawn',
  'metadata.name=absent,metadata.namespace=drawn',
  '',
]

export const wrongFieldSelectors: readonly string[] = [
  'status.phase=Pending',
  'spec.nodeName=',
  'type=Opaque',
  'spec.unschedulable=true',
  'status.successful=1',
  'metadata.labels=x',
  'metadata.uid=x',
  'spec.replicas=1',
  'metadata.name',
  '=x',
  'metadata.name=a=b',
  'metadata.name in (a)',
]
