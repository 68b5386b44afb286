// Objects of about the largest size that is allowed.

export const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)
export const map = (name: string, more: object) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name },
  ...more,
})
export const data = (count: number, value: string) => ({
  data: Object.fromEntries(numbers(count).map(index => [`k${index}`, value])),
})
export const list = (name: string, spec: object) => ({
  apiVersion: 'example.com/v1',
  kind: 'List',
  metadata: { name },
  spec,
})
export const finalizers = (count: number) => numbers(count).map(index => `example.com/f${index}`)

const env = (count: number, value: string) =>
  numbers(count).map(index => ({ name: `E${index}`, value: `${value}${index}` }))
export const podSpec = (count: number, value: string) => ({
  containers: [{ name: 'c', image: 'i', env: env(count, value) }],
})
export const deployment = (count: number, name = 'd', value = 'v') => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name },
  spec: {
    selector: { matchLabels: { a: 'b' } },
    template: { metadata: { labels: { a: 'b' } }, spec: podSpec(count, value) },
  },
})
const openSpec = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true }
const listSpec = {
  ...openSpec,
  properties: {
    set: { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'string' } },
    map: {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['k'],
      items: { type: 'object', required: ['k'], properties: { k: { type: 'string' } } },
    },
  },
}
export const definition = {
  metadata: { name: 'lists.example.com' },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { plural: 'lists', kind: 'List', listKind: 'Lists' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: 'object', properties: { spec: listSpec } } },
      },
    ],
  },
}

export const largeDefinition = (count: number) => {
  const properties = Object.fromEntries(
    numbers(count).map(index => [`p${index}`, { type: 'string' }]),
  )
  const spec = { type: 'object', properties }
  const [version] = definition.spec.versions
  const schema = { openAPIV3Schema: { type: 'object', properties: { spec } } }
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'larges.example.com' },
    spec: {
      ...definition.spec,
      names: { plural: 'larges', kind: 'Large', listKind: 'LargeList' },
      versions: [{ ...version, schema }],
    },
  }
}

export const pod = (count: number, labels: object) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'p', labels },
  spec: {
    ...podSpec(0, ''),
    tolerations: numbers(count).map(index => ({
      key: `k${index}`,
      operator: 'Exists',
      effect: 'NoSchedule',
    })),
  },
})

/** A ConfigMap in YAML. */
export const yamlMap = (name: string, count: number, value: string): string =>
  [
    'apiVersion: v1',
    'kind: ConfigMap',
    `metadata: {name: ${name}}`,
    'data:',
    ...numbers(count).map(index => `  k${index}: ${value}`),
  ].join('\n')
