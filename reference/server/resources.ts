import type { Dialect } from '../api/dialect.ts'
import { commonPaths } from '../api/field-selector.ts'
import { dns1035Label, dns1123Label, dns1123Subdomain, pathSegment } from '../api/names.ts'
import { type ApiObject, isJsonObject } from '../api/object.ts'
import type { Resource } from '../api/resource.ts'
import type { Schema } from '../api/schema.ts'
import { finalizersOf } from '../controllers/namespace.ts'
import { schemaOf } from '../schemas/built-in.ts'
import {
  all,
  containers,
  dataKeys,
  dataSize,
  fixed,
  fixedWhenImmutable,
  positive,
  qualifiedFinalizers,
  required,
} from './type-rules.ts'

type Row = Pick<Resource, 'resource' | 'kind' | 'shortNames' | 'isNamespaced'> & Partial<Resource>
type Rowed = Omit<Resource, 'schema'>

/** The built-in types: true in scope, kind, group and schema to the genuine ones. */
export function builtInResources(dialect: Dialect): Resource[] {
  const rows = [...core(dialect), ...grouped(dialect.apiDomain)]
  return rows.map(own => ({
    ...own,
    schema: () => builtInSchema(own, dialect),
    ...(dialect.qualifiesFinalizers && { rules: all(own.rules, qualifiedFinalizers) }),
  }))
}

function builtInSchema({ group, version, kind }: Rowed, { apiDomain }: Dialect): Schema {
  const schema = schemaOf(group, version, kind, apiDomain)
  if (!schema) throw new Error(`the built-in schemas have no ${kind} of ${group}/${version}`)
  return schema
}

const grouped = (domain: string): Rowed[] => [
  row({
    group: `coordination.${domain}`,
    resource: 'leases',
    kind: 'Lease',
    shortNames: [],
    isNamespaced: true,
    allowsUnconditionalUpdate: false,
    allowsCreateOnUpdate: true,
    rules: positive('spec', 'leaseDurationSeconds'),
  }),
  row({
    group: `rbac.authorization.${domain}`,
    resource: 'clusterroles',
    kind: 'ClusterRole',
    shortNames: [],
    isNamespaced: false,
    nameRule: pathSegment,
    allowsCreateOnUpdate: true,
  }),
  row({
    group: `scheduling.${domain}`,
    resource: 'priorityclasses',
    kind: 'PriorityClass',
    shortNames: ['pc'],
    isNamespaced: false,
    rules: all(required('value'), fixed('value')),
  }),
]

const core = (dialect: Dialect): Rowed[] => [
  row({
    resource: 'namespaces',
    kind: 'Namespace',
    shortNames: ['ns'],
    isNamespaced: false,
    verbs: ['create', 'delete', 'get', 'list', 'patch', 'update', 'watch'],
    nameRule: dns1123Label,
    selectablePaths: [...commonPaths, 'status.phase'],
    deleteAnswers: 'object',
    ownFields: ['spec', 'status'],
    prepare: namespaceDefaults(dialect.namespaces),
    finalizers: object => [...metadataFinalizers(object), ...finalizersOf(object)],
    whenDeleted: object => ({ ...object, status: { phase: 'Terminating' } }),
  }),
  row({
    resource: 'configmaps',
    kind: 'ConfigMap',
    shortNames: ['cm'],
    isNamespaced: true,
    rules: all(
      dataKeys('data', 'binaryData'),
      dataSize({ data: 'utf8', binaryData: 'base64' }),
      fixedWhenImmutable('data', 'binaryData'),
    ),
  }),
  row({
    resource: 'secrets',
    kind: 'Secret',
    shortNames: [],
    isNamespaced: true,
    selectablePaths: [...commonPaths, 'type'],
    rules: all(
      dataKeys('data'),
      dataSize({ data: 'base64' }),
      fixed('type'),
      fixedWhenImmutable('data'),
    ),
    prepare: (object, old) => ({
      ...withStringData(object),
      type: object.type ?? old?.type ?? 'Opaque',
    }),
  }),
  row({
    resource: 'nodes',
    kind: 'Node',
    shortNames: ['no'],
    isNamespaced: false,
    selectablePaths: [...commonPaths, 'spec.unschedulable'],
    ownFields: ['status'],
  }),
  row({
    resource: 'pods',
    kind: 'Pod',
    shortNames: ['po'],
    isNamespaced: true,
    selectablePaths: [...commonPaths, ...podPaths],
    deleteAnswers: 'object',
    hasGeneration: true,
    ownFields: ['status'],
    rules: containers,
    prepare: podDefaults,
    graceSeconds: podGrace,
  }),
  row({
    resource: 'services',
    kind: 'Service',
    shortNames: ['svc'],
    isNamespaced: true,
    nameRule: dns1035Label,
    selectablePaths: [...commonPaths, 'spec.clusterIP', 'spec.type'],
    allowsCreateOnUpdate: true,
    deleteAnswers: 'object',
    ownFields: ['status'],
  }),
]

const podPaths = [
  'spec.nodeName',
  'spec.restartPolicy',
  'spec.schedulerName',
  'spec.serviceAccountName',
  'spec.hostNetwork',
  'status.phase',
  'status.podIP',
  'status.nominatedNodeName',
]

const metadataFinalizers = ({ metadata }: ApiObject): readonly string[] => metadata.finalizers ?? []

/** A row with what most types have in common. */
const row = (own: Row): Rowed => ({
  group: '',
  version: 'v1',
  singular: own.kind.toLowerCase(),
  listKind: `${own.kind}List`,
  verbs: ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch'],
  nameRule: dns1123Subdomain,
  selectablePaths: commonPaths,
  allowsUnconditionalUpdate: true,
  allowsCreateOnUpdate: false,
  deleteAnswers: 'status',
  hasGeneration: false,
  ownFields: [],
  finalizers: metadataFinalizers,
  prepare: object => object,
  graceSeconds: () => 0,
  whenDeleted: object => object,
  rules: () => [],
  ...own,
})

const namespaceDefaults =
  ({ finalizer, nameLabel }: Dialect['namespaces']) =>
  (object: ApiObject): ApiObject => {
    const { name = '', labels } = object.metadata
    const ownLabels = nameLabel === undefined ? labels : { ...labels, [nameLabel]: name }
    return {
      ...object,
      metadata: { ...object.metadata, ...(ownLabels && { labels: ownLabels }) },
      spec: object.spec ?? { finalizers: [finalizer] },
      status: object.status ?? { phase: 'Active' },
    }
  }

function podDefaults(object: ApiObject): ApiObject {
  const spec = isJsonObject(object.spec) ? object.spec : {}
  return {
    ...object,
    spec: { schedulerName: 'default-scheduler', ...spec },
    status: object.status ?? { phase: 'Pending' },
  }
}

/** Who runs a pod needs time to end it; what runs nowhere needs none. */
function podGrace({ spec }: ApiObject): number {
  if (!isJsonObject(spec) || !spec.nodeName) return 0
  const seconds = spec.terminationGracePeriodSeconds
  return typeof seconds === 'number' ? seconds : 30
}

/** `stringData` is a way to write `data`, and is never kept. */
function withStringData({ stringData, ...object }: ApiObject): ApiObject {
  if (!isJsonObject(stringData)) return object
  const encoded = Object.entries(stringData).map(([key, text]) => [
    key,
    Buffer.from(String(text)).toString('base64'),
  ])
  const data = isJsonObject(object.data) ? object.data : {}
  return { ...object, data: { ...data, ...Object.fromEntries(encoded) } }
}
