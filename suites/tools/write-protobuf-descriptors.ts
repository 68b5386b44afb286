// Writes fixtures/client/protobuf.data.json: the messages of the kinds that checks send and read,
// as the modules k8s.io/api and k8s.io/apimachinery publish them: the numbers and types of fields
// from generated.proto, and from the tags of the Go types their names in JSON, which of them are
// inlined in JSON, and which are present even if empty.

import { strict as assert } from 'node:assert'
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import protobuf from 'protobufjs'
import type {
  MessageDescriptor,
  ProtobufDescriptors,
} from '../../fixtures/client/protobuf-descriptors.ts'
import { samples } from '../../fixtures/objects/samples.ts'
import { projectRoot } from '../lint/sources.ts'

const release = 'v0.36.3'

const groups = ['core', 'apps', 'authentication', 'authorization', 'autoscaling', 'batch'].concat(
  ['admissionregistration', 'coordination', 'discovery', 'networking', 'policy', 'rbac'],
  ['scheduling', 'storage'],
)

const packages = groups.flatMap(group => [
  { module: 'api', folder: `${group}/v1`, name: `k8s.io.api.${group}.v1` },
  ...(group === 'autoscaling'
    ? [{ module: 'api', folder: 'autoscaling/v2', name: 'k8s.io.api.autoscaling.v2' }]
    : []),
])

const machinery = ['apis/meta/v1', 'api/resource', 'util/intstr', 'runtime'].map(folder => ({
  module: 'apimachinery',
  folder: `pkg/${folder}`,
  name: `k8s.io.apimachinery.pkg.${folder.replaceAll('/', '.')}`,
}))

// Kinds in addition to those with samples.
const otherRoots = [
  ...['Scale'].map(kind => `k8s.io.api.autoscaling.v1.${kind}`),
  ...['Eviction'].map(kind => `k8s.io.api.policy.v1.${kind}`),
  ...['Event', 'EventList', 'Binding'].map(kind => `k8s.io.api.core.v1.${kind}`),
  ...['TokenReview', 'TokenRequest', 'SelfSubjectReview'].map(
    kind => `k8s.io.api.authentication.v1.${kind}`,
  ),
  ...['Subject', 'SelfSubject', 'LocalSubject'].map(
    kind => `k8s.io.api.authorization.v1.${kind}AccessReview`,
  ),
  'k8s.io.api.authorization.v1.SelfSubjectRulesReview',
  ...['Status', 'WatchEvent', 'DeleteOptions', 'PartialObjectMetadata', 'PartialObjectMetadataList']
    .concat(['APIGroup', 'APIGroupList', 'APIResourceList', 'APIVersions'])
    .map(kind => `k8s.io.apimachinery.pkg.apis.meta.v1.${kind}`),
  'k8s.io.apimachinery.pkg.runtime.Unknown',
]

/** What the tag of a Go field contains beyond the .proto file. */
type Tag = { json: string; isPointer: boolean; rules: string[] }

const modules = join(
  execFileSync('go', ['env', 'GOMODCACHE'], { encoding: 'utf8' }).trim(),
  'k8s.io',
)
const all = new Map<string, MessageDescriptor>()
for (const one of [...packages, ...machinery]) readPackage(one)
const kept = reachable(roots())
const facts: ProtobufDescriptors = {
  source: `k8s.io/api and k8s.io/apimachinery ${release}`,
  messages: Object.fromEntries([...kept].sort(([a], [b]) => (a < b ? -1 : 1))),
}
const lines = Object.entries(facts.messages).map(
  ([name, fields]) => `${JSON.stringify(name)}:${JSON.stringify(fields)}`,
)
writeFileSync(
  join(projectRoot, 'fixtures/client/protobuf.data.json'),
  `{"source":${JSON.stringify(facts.source)},"messages":{\n${lines.join(',\n')}\n}}\n`,
)

function roots(): string[] {
  const kinds = samples.map(({ group, version, kind }) => {
    const first = group === '' ? 'core' : group.split('.')[0]
    return `k8s.io.api.${first}.${version}.${kind}`
  })
  return [...kinds, ...kinds.map(kind => `${kind}List`), ...otherRoots]
}

function reachable(names: string[]): Map<string, MessageDescriptor> {
  const found = new Map<string, MessageDescriptor>()
  for (const queue = [...names]; queue.length > 0; ) {
    const name = queue.pop() as string
    const message = all.get(name)
    assert(message, `there is no message ${name}`)
    if (found.has(name)) continue
    found.set(name, message)
    queue.push(...Object.values(message).flatMap(({ type }) => (all.has(type) ? [type] : [])))
  }
  return found
}

function readPackage({ module, folder, name }: (typeof packages)[number]): void {
  const directory = join(modules, `${module}@${release}`, folder)
  const tags = tagsIn(directory)
  const text = readFileSync(join(directory, 'generated.proto'), 'utf8')
  const parsed = protobuf.parse(text, { keepCase: true })
  const space = parsed.root.lookup(name)
  assert(space instanceof protobuf.Namespace, `${name} is no package`)
  for (const type of space.nestedArray)
    if (type instanceof protobuf.Type)
      all.set(`${name}.${type.name}`, messageOf(type, name, tags.get(type.name)))
}

function messageOf(
  type: protobuf.Type,
  space: string,
  tags: Map<number, Tag> = new Map(),
): MessageDescriptor {
  const fields = type.fieldsArray.map(field => {
    const tag = tags.get(field.id)
    const target = /^[A-Z]/.test(field.type) ? `${space}.${field.type}` : field.type
    return [
      field.name,
      {
        id: field.id,
        type: target.replace(/^\./, ''),
        ...(field.repeated ? { rule: 'repeated' as const } : {}),
        ...(field instanceof protobuf.MapField ? { keyType: field.keyType } : {}),
        ...(tag ? optionsOf(tag, field.name) : {}),
      },
    ] as const
  })
  return Object.fromEntries(fields)
}

function optionsOf({ json, isPointer, rules }: Tag, name: string) {
  const options = {
    ...(rules.includes('inline') ? { inline: true as const } : {}),
    ...(json !== '' && json !== name ? { json } : {}),
    ...(isPointer ? { pointer: true as const } : {}),
    ...(rules.includes('omitempty') || rules.includes('inline') ? {} : { keep: true as const }),
    ...(rules.includes('omitzero') ? { omitZero: true as const } : {}),
  }
  return Object.keys(options).length > 0 ? { options } : {}
}

/** The tags of all struct types of a folder, by field number. */
function tagsIn(directory: string): Map<string, Map<number, Tag>> {
  const found = new Map<string, Map<number, Tag>>()
  const files = readdirSync(directory).filter(
    file => file.endsWith('.go') && !/_test\.go$|^zz_|^generated/.test(file),
  )
  for (const file of files) {
    let struct: Map<number, Tag> | undefined
    for (const line of readFileSync(join(directory, file), 'utf8').split('\n')) {
      const opened = /^type (\w+) struct/.exec(line)?.[1]
      if (opened) found.set(opened, (struct = new Map()))
      const [, left = '', right = ''] = /^\t([\w.*[\]\s]+?)\s*`(.*)`/.exec(line) ?? []
      const number = /protobuf:"\w+,(\d+),/.exec(right)?.[1]
      if (!struct || !number) continue
      const [json = '', ...rules] = (/json:"([^"]*)"/.exec(right)?.[1] ?? '').split(',')
      struct.set(Number(number), { json, isPointer: /^(\w+\s+)?\*/.test(left), rules })
    }
  }
  return found
}
