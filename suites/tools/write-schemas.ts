// Writes reference/types/schemas/built-in.data.json: the types of a genuine kube-apiserver, from
// its discovery and OpenAPI documents. The file has one fact per line, so that the diff of a new
// release lists its changes. The domain of group names is left open, because each dialect has
// another one.

import { strict as assert } from 'node:assert'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createClient } from '../../fixtures/client/client.ts'
import { kubeApiserverTarget } from '../../fixtures/targets/kube-apiserver/target.ts'
import type {
  BuiltInData,
  BuiltInType,
  SchemaInFile,
} from '../../reference/types/schemas/built-in-types.ts'
import { projectRoot } from '../lint/sources.ts'

const core = ''
const groups = [core].concat(
  ['apps', 'autoscaling', 'batch', 'policy', 'admissionregistration.*', 'apiextensions.*'],
  ['authentication.*', 'authorization.*', 'certificates.*', 'coordination.*', 'discovery.*'],
  ['events.*', 'networking.*', 'rbac.authorization.*', 'scheduling.*', 'storage.*'],
)

type GroupVersionKind = { group: string; version: string; kind: string }

/** The fields of an aggregated discovery document that are kept. */
type Discovered = {
  items: {
    metadata: { name?: string }
    versions: { version: string; resources: DiscoveredResource[] }[]
  }[]
}

type DiscoveredResource = {
  resource: string
  singularResource: string
  responseKind: GroupVersionKind
  scope: 'Namespaced' | 'Cluster'
  verbs: string[]
  shortNames?: string[]
  categories?: string[]
  subresources?: { subresource: string; responseKind: GroupVersionKind; verbs: string[] }[]
}

/** The members of an OpenAPI v3 schema that restrict values. */
type OpenApiSchema = {
  $ref?: string
  allOf?: OpenApiSchema[]
  type?: SchemaInFile['type']
  format?: string
  properties?: { [name: string]: OpenApiSchema }
  additionalProperties?: OpenApiSchema
  items?: OpenApiSchema
  required?: string[]
  enum?: string[]
  default?: unknown
  'x-kubernetes-group-version-kind'?: GroupVersionKind[]
  'x-kubernetes-list-type'?: SchemaInFile['listType']
  'x-kubernetes-list-map-keys'?: string[]
  'x-kubernetes-map-type'?: SchemaInFile['mapType']
  'x-kubernetes-patch-strategy'?: string
  'x-kubernetes-patch-merge-key'?: string
}

type OpenApiSchemas = { [name: string]: OpenApiSchema }

/** Corrections of definitions whose documents are less exact or stricter than the server. */
const known: { readonly [name: string]: SchemaInFile } = {
  'resource.Quantity': { format: 'quantity' },
  'intstr.IntOrString': { format: 'int-or-string' },
  'apiextensions.v1.CustomResourceSubresourceStatus': { type: 'object', properties: {} },
  'meta.v1.MicroTime': { type: 'string', format: 'micro-time' },
  'meta.v1.FieldsV1': { preservesUnknown: true },
  'runtime.RawExtension': { preservesUnknown: true },
  'apiextensions.v1.JSON': { preservesUnknown: true },
  'apiextensions.v1.JSONSchemaPropsOrArray': { preservesUnknown: true },
  'apiextensions.v1.JSONSchemaPropsOrBool': { preservesUnknown: true },
  'apiextensions.v1.JSONSchemaPropsOrStringArray': { preservesUnknown: true },
}

const target = await kubeApiserverTarget()
const client = createClient(target.connection, target.credentials.admin)
try {
  const types = await discoveredTypes()
  const { kinds, definitions } = await described(types)
  const data = { source: `kube-apiserver ${target.version}`, types, kinds, definitions }
  const text = byLines(data)
  writeFileSync(join(projectRoot, 'reference', 'types', 'schemas', 'built-in.data.json'), text)
  console.log(
    `${types.length} types, ${Object.keys(definitions).length} definitions, ${text.length} bytes`,
  )
} finally {
  await client.close()
  await target.close()
}

async function read(path: string, accept = 'application/json'): Promise<unknown> {
  const { status, bytes } = await client.send({ method: 'GET', path, headers: { accept } })
  assert.equal(status, 200, `GET ${path}: expected 200, got ${status}`)
  return JSON.parse(bytes.toString('utf8'))
}

/** The types of the wanted groups in their stable versions, in the order of the groups. */
async function discoveredTypes(): Promise<BuiltInType[]> {
  const accept = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList'
  const documents = [await read('/api', accept), await read('/apis', accept)] as Discovered[]
  const found = documents.flatMap(({ items }) => items)
  return groups.flatMap(group => {
    const item = found.find(({ metadata }) => openDomain(metadata.name ?? '') === group)
    assert(item, `discovery has no group ${group}`)
    const stable = item.versions.filter(({ version }) => /^v\d+$/.test(version))
    return stable.flatMap(({ version, resources }) =>
      resources.map(resource => typeRow({ group, version }, resource)),
    )
  })
}

function typeRow(
  groupVersion: { group: string; version: string },
  found: DiscoveredResource,
): BuiltInType {
  const { shortNames, categories, subresources = [] } = found
  return {
    ...groupVersion,
    kind: found.responseKind.kind,
    resource: found.resource,
    singular: found.singularResource,
    ...(shortNames && { shortNames }),
    ...(categories && { categories }),
    isNamespaced: found.scope === 'Namespaced',
    verbs: found.verbs,
    ...(subresources.length > 0 && {
      subresources: subresources.map(({ subresource, responseKind, verbs }) => ({
        name: subresource,
        // An empty version means the version of the resource.
        ...(responseKind.version !== '' && {
          group: openDomain(responseKind.group),
          version: responseKind.version,
        }),
        kind: responseKind.kind,
        verbs,
      })),
    }),
  }
}

function openDomain(group: string): string {
  const { apiDomain } = target
  return group.endsWith(`.${apiDomain}`) ? `${group.slice(0, -apiDomain.length)}*` : group
}

/** The kinds of each version, and every definition that one of them needs. */
async function described(
  types: BuiltInType[],
): Promise<Pick<BuiltInData, 'kinds' | 'definitions'>> {
  const kinds = new Map(types.map(row => [groupVersionOf(row), new Set<string>()]))
  const all: OpenApiSchemas = {}
  const roots = new Set<string>()
  for (const groupVersion of kinds.keys()) {
    for (const [name, schema] of Object.entries(await openApi(groupVersion))) {
      all[name] = schema
      // A kind may be in the document of another group: evictions of pods use one of `policy`.
      for (const { group, ...found } of schema['x-kubernetes-group-version-kind'] ?? []) {
        const kind = { ...found, group: openDomain(group) }
        if (!kinds.has(groupVersionOf(kind))) continue
        checkName(name, kind)
        kinds.get(groupVersionOf(kind))?.add(kind.kind)
        roots.add(name)
      }
    }
  }
  const listed = [...kinds].map(([one, names]) => [one, [...names].sort()] as const)
  return { kinds: Object.fromEntries(listed), definitions: reachable([...roots], all) }
}

function groupVersionOf({ group, version }: { group: string; version: string }): string {
  return group === core ? version : `${group}/${version}`
}

async function openApi(groupVersion: string): Promise<OpenApiSchemas> {
  const named = groupVersion.replace('*', target.apiDomain)
  const document = await read(`/openapi/v3/${named.includes('/') ? 'apis' : 'api'}/${named}`)
  return (document as { components: { schemas: OpenApiSchemas } }).components.schemas
}

/** Checks the rule by which the reader of the data finds a definition by its kind. */
function checkName(name: string, { group, version, kind }: GroupVersionKind): void {
  const wanted = [`${group.split('.')[0] || 'core'}.${version}.${kind}`, `meta.v1.${kind}`]
  assert(wanted.includes(short(name)), `${kind} is defined as ${short(name)}, not as ${wanted[0]}`)
}

/** The named definitions and all definitions that they refer to, sorted. */
function reachable(names: string[], all: OpenApiSchemas): { [name: string]: SchemaInFile } {
  const found = new Map<string, { name: string; schema: SchemaInFile }>()
  const open = [...names]
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    const same = found.get(short(name))
    assert(!same || same.name === name, `${same?.name} and ${name} are both ${short(name)}`)
    if (same) continue
    const schema = all[name]
    assert(schema, `${name} is not defined`)
    found.set(short(name), { name, schema: known[short(name)] ?? written(schema, open) })
  }
  return sorted([...found].map(([name, { schema }]) => [name, schema]))
}

function sorted<T>(rows: [name: string, value: T][]): { [name: string]: T } {
  return Object.fromEntries(rows.sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** `io.k8s.api.core.v1.Pod` is `core.v1.Pod`. Without a version the last two parts remain. */
function short(name: string): string {
  const parts = name.split('.')
  return parts.slice(/^v\d/.test(parts.at(-2) ?? '') ? -3 : -2).join('.')
}

/** Converts one schema. Adds the full names that it refers to to `open`. */
function written(schema: OpenApiSchema, open: string[]): SchemaInFile {
  const inner = (one: OpenApiSchema) => written(one, open)
  const reference = schema.$ref ?? schema.allOf?.[0]?.$ref
  const referred = reference?.replace('#/components/schemas/', '')
  if (referred !== undefined) open.push(referred)
  const all: { [member in keyof SchemaInFile]: unknown } = {
    ref: referred && short(referred),
    type: schema.type,
    format: schema.format,
    required: schema.required,
    enum: schema.enum,
    default: schema.default,
    listType: schema['x-kubernetes-list-type'],
    listMapKeys: schema['x-kubernetes-list-map-keys'],
    mapType: schema['x-kubernetes-map-type'],
    patchStrategy: schema['x-kubernetes-patch-strategy']?.split(','),
    patchMergeKey: schema['x-kubernetes-patch-merge-key'],
    items: schema.items && inner(schema.items),
    additionalProperties: schema.additionalProperties && inner(schema.additionalProperties),
    properties:
      schema.properties &&
      sorted(Object.entries(schema.properties).map(([name, one]) => [name, inner(one)])),
  }
  return JSON.parse(JSON.stringify(all)) as SchemaInFile
}

/** JSON with one type, the kinds of one version, or one definition per line. */
function byLines({ source, types, kinds, definitions }: BuiltInData): string {
  const named = (rows: object) =>
    Object.entries(rows).map(([name, row]) => `${JSON.stringify(name)}:${JSON.stringify(row)}`)
  return [
    `{"source":${JSON.stringify(source)},`,
    `"types":[\n${types.map(row => JSON.stringify(row)).join(',\n')}\n],`,
    `"kinds":{\n${named(kinds).join(',\n')}\n},`,
    `"definitions":{\n${named(definitions).join(',\n')}\n}}\n`,
  ].join('\n')
}
