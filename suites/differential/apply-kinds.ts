// The built-in types for sequences of writes, with generators of their fields: maps, sets, lists
// with one or several keys, and atomic values.

import * as fc from 'fast-check'
import type { Json } from '../../fixtures/objects/tested-types.ts'

export type JsonObject = { [member: string]: Json }

export type WrittenKind = {
  readonly kind: string
  readonly apiVersion: string
  /** The path of a collection in the default namespace. */
  readonly path: string
  /** Fields that every complete object has. */
  readonly base: JsonObject
  /** Fields of an apply or a merge patch. */
  readonly part: fc.Arbitrary<JsonObject>
  /** Fields of an apply, if they differ from `part`. */
  readonly applied?: fc.Arbitrary<JsonObject>
  readonly status?: fc.Arbitrary<JsonObject>
  /** Whether the type has a scale subresource. */
  readonly hasScale?: boolean
  /** Whether an update needs `metadata.resourceVersion`. */
  readonly isVersioned?: boolean
}

const some = <T>(fields: { [member in keyof T]: fc.Arbitrary<T[member]> }) =>
  fc.record(fields, { requiredKeys: [] }) as fc.Arbitrary<JsonObject>

const text = fc.constantFrom('1', '2', '3')

const texts = (...names: string[]) => fc.dictionary(fc.constantFrom(...names), text, { maxKeys: 3 })

const metadata = some({
  labels: texts('l1', 'l2'),
  annotations: texts('a1', 'a2', 'a.b/c'),
  finalizers: fc.uniqueArray(fc.constantFrom('example.com/a', 'example.com/b')),
  ownerReferences: fc.uniqueArray(
    fc.record({
      apiVersion: fc.constant('example.com/v1'),
      kind: fc.constant('Nothing'),
      name: fc.constantFrom('o1', 'o2'),
      uid: fc.constantFrom('u1', 'u2'),
    }),
    { selector: ({ uid }) => uid, maxLength: 2 },
  ),
})

/** Lists whose items are unique by these keys. */
const itemsBy = (item: fc.Arbitrary<JsonObject>, ...keys: string[]) =>
  fc.uniqueArray(item, {
    selector: one =>
      JSON.stringify(keys.map(key => one[key] ?? (key === 'protocol' ? 'TCP' : null))),
    maxLength: 3,
  })

const withKeys = (keys: JsonObject, item: fc.Arbitrary<JsonObject>) =>
  item.map((fields): JsonObject => ({ ...fields, ...keys }))

const protocol = fc.constantFrom('TCP', 'UDP')

const containerPort = fc
  .tuple(
    fc.constantFrom(80, 81),
    some({ protocol, hostIP: fc.constantFrom('192.0.2.1', '192.0.2.2') }),
  )
  .map(([port, fields]): JsonObject => ({ ...fields, containerPort: port }))

const environment = fc
  .constantFrom('A', 'B', 'C')
  .chain(name => withKeys({ name }, some({ value: text })))

const container = fc.constantFrom('c1', 'c2').chain(name =>
  withKeys(
    { name },
    some({
      image: fc.constantFrom('i1', 'i2'),
      args: fc.array(text, { maxLength: 2 }),
      ports: itemsBy(containerPort, 'containerPort', 'protocol'),
      env: itemsBy(environment, 'name'),
      workingDir: text,
    }),
  ),
)

const volume = fc.constantFrom('v1', 'v2').map((name): JsonObject => ({ name, emptyDir: {} }))

const selector = { matchLabels: { app: 'x' } }

const conditions = itemsBy(
  fc.record({
    type: fc.constantFrom('Available', 'Progressing'),
    status: fc.constantFrom('True', 'False'),
    reason: fc.constantFrom('R1', 'R2'),
    message: fc.constant('m'),
    lastTransitionTime: fc.constant('2026-01-01T00:00:00Z'),
  }),
  'type',
)

const deployment: WrittenKind = {
  kind: 'Deployment',
  apiVersion: 'apps/v1',
  path: '/apis/apps/v1/namespaces/default/deployments',
  base: {
    spec: {
      selector,
      template: {
        metadata: { labels: { app: 'x' } },
        spec: {
          containers: [
            { name: 'c1', image: 'i' },
            { name: 'c2', image: 'i' },
          ],
        },
      },
    },
  },
  part: some({
    metadata,
    spec: some({
      replicas: fc.nat(3),
      paused: fc.boolean(),
      minReadySeconds: fc.nat(2),
      template: some({
        metadata: some({ annotations: texts('t1', 't2') }),
        spec: some({
          containers: itemsBy(container, 'name'),
          volumes: itemsBy(volume, 'name'),
          nodeSelector: texts('n1', 'n2'),
          terminationGracePeriodSeconds: fc.constantFrom(5, 30),
        }),
      }),
    }),
  }),
  status: some({
    replicas: fc.nat(3),
    observedGeneration: fc.nat(3),
    conditions: conditions.map(list =>
      list.map(one => ({ ...one, lastUpdateTime: '2026-01-01T00:00:00Z' })),
    ),
  }),
  hasScale: true,
}

const configMap: WrittenKind = {
  kind: 'ConfigMap',
  apiVersion: 'v1',
  path: '/api/v1/namespaces/default/configmaps',
  base: {},
  part: some({
    metadata,
    data: texts('x', 'y', 'z'),
    binaryData: fc.dictionary(fc.constantFrom('b', 'c'), fc.constantFrom('YQ==', 'Yg==')),
  }),
}

const servicePort = fc
  .tuple(fc.constantFrom(80, 81), some({ protocol, targetPort: fc.constantFrom(80, 'web') }))
  .map(
    ([port, fields]): JsonObject => ({
      name: `p${port}${String(fields['protocol'] ?? '').toLowerCase()}`,
      ...fields,
      port,
    }),
  )

const service: WrittenKind = {
  kind: 'Service',
  apiVersion: 'v1',
  path: '/api/v1/namespaces/default/services',
  // A headless Service needs no cluster IP. There are fewer cluster IPs than sequences.
  base: {
    spec: {
      clusterIP: 'None',
      ipFamilies: ['IPv4'],
      ipFamilyPolicy: 'SingleStack',
      ports: [{ name: 'first', port: 79 }],
    },
  },
  part: some({
    metadata,
    spec: some({
      ports: itemsBy(servicePort, 'port', 'protocol'),
      selector: texts('s1', 's2'),
      sessionAffinity: fc.constantFrom('None', 'ClientIP'),
      publishNotReadyAddresses: fc.boolean(),
    }),
  }),
  status: some({ conditions }),
}

export const builtInKinds: readonly WrittenKind[] = [configMap, deployment, service]
