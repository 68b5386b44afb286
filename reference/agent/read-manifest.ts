// Reads the pods of a manifest and completes them: a pod of a file or of HTTP has no API server
// that would check it, set its defaults or give it a uid.

import { createHash } from 'node:crypto'
import type { Dialect } from '../api/dialect.ts'
import { type ApiObject, isJsonObject, type JsonObject, objectIn } from '../api/object.ts'
import { quote, truncate } from '../api/quote.ts'
import type { Resource } from '../api/resource.ts'
import { readConfig } from '../config/reading/read-config.ts'
import { writeJson } from '../lib/write-json.ts'
import { builtInResources } from '../types/built-in-resources.ts'
import { prune } from '../types/schemas/prune.ts'
import { typeFault } from '../types/schemas/type-fault.ts'
import type { Pod, PodSource } from './pod.ts'

export type ManifestWords = {
  readonly dialect: Dialect
  readonly nodeName: string
  /** The domain of annotations: `kubernetes.io` in genuine clusters. */
  readonly domain: string
}

/** The pods of one text, and the faults of those that cannot run. */
export type ManifestContents = {
  readonly pods: readonly Pod[]
  /** Whole sentences that name the document or the field. */
  readonly faults: readonly string[]
  /** The text could not be read at all: nothing is known about the pods that it means. */
  readonly isUnreadable: boolean
}

export type ReadManifest = (bytes: Buffer, place: ManifestPlace) => ManifestContents

export type ManifestPlace = {
  readonly source: Exclude<PodSource, 'api'>
  /** The path or URL, which is part of the uid: equal manifests of two files are two pods. */
  readonly at: string
}

const faultsMax = 5

/** Returns the reader of manifests. The schema of pods is compiled at the first use. */
export function manifestReader(words: ManifestWords): ReadManifest {
  let pods: Resource | undefined
  return (bytes, place) => {
    pods ??= builtInResources(words.dialect, {}).find(
      ({ group, kind }) => group === '' && kind === 'Pod',
    )
    if (!pods) throw new Error('expected the type Pod among the built-in types')
    return contents(bytes, { pods, words, place })
  }
}

type Context = {
  readonly pods: Resource
  readonly words: ManifestWords
  readonly place: ManifestPlace
}

function contents(bytes: Buffer, context: Context): ManifestContents {
  const { documents, unreadable } = readConfig(bytes)
  const [bad] = unreadable
  if (bad) {
    const fault = `line ${bad.line}, column ${bad.column}: ${truncate(bad.fault)}`
    return { pods: [], faults: [fault], isUnreadable: true }
  }
  const found: Pod[] = []
  const faults: string[] = []
  for (const { value } of documents.flatMap(({ value: document }) => itemsOf(document))) {
    const read = podOf(value, context)
    if ('pod' in read) found.push(read.pod)
    else faults.push(read.fault)
  }
  // An empty text may be one that is about to be written.
  return { pods: found, faults, isUnreadable: found.length === 0 && faults.length > 0 }
}

/** A list of pods stands for its items. */
function itemsOf(document: unknown): { value: unknown }[] {
  const { kind, items } = objectIn(document)
  const isList = (kind === 'PodList' || kind === 'List') && Array.isArray(items)
  if (!isList) return [{ value: document }]
  return items.map(value => ({
    value: isJsonObject(value) ? { apiVersion: 'v1', kind: 'Pod', ...value } : value,
  }))
}

function podOf(value: unknown, context: Context): { pod: Pod } | { fault: string } {
  const { pods, words, place } = context
  if (!isJsonObject(value)) return { fault: 'expected a pod as an object, got something else' }
  const { apiVersion, kind } = value
  if (apiVersion !== 'v1' || kind !== 'Pod') {
    const got = `${quote(String(kind ?? ''))} of ${quote(String(apiVersion ?? ''))}`
    return { fault: `expected "Pod" of "v1", got ${got}` }
  }
  const schema = pods.schema()
  const wrongType = typeFault(value, schema)
  if (wrongType) return { fault: truncate(wrongType) }
  const { metadata: given, spec, ...rest } = prune(value, schema).value as JsonObject
  const metadata = objectIn(given)
  const name = String(metadata['name'] ?? '')
  if (name === '') return { fault: 'metadata.name: expected a name, got none' }
  const { annotations, namespace, uid } = metadata
  const from = `${words.nodeName}\0${place.source}\0${place.at}\0`
  const hash = createHash('md5').update(from).update(writeJson(value)).digest('hex')
  const object = {
    ...rest,
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      ...metadata,
      name: `${name}-${words.nodeName}`.toLowerCase(),
      namespace: String(namespace ?? '') || 'default',
      uid: String(uid ?? '') || hash,
      annotations: {
        ...objectIn(annotations),
        [`${words.domain}/config.hash`]: String(uid ?? '') || hash,
        [`${words.domain}/config.source`]: place.source,
      },
    },
    spec: { ...objectIn(spec), nodeName: words.nodeName },
  } as ApiObject
  const complete = pods.prepare(pods.defaults ? pods.defaults(object) : object, undefined)
  const causes = [...pods.rules(complete, undefined)].flatMap(cause => cause ?? [])
  if (causes.length > 0) {
    const texts = causes.slice(0, faultsMax).map(({ field, message }) => `${field}: ${message}`)
    return { fault: `${quote(name)}: ${truncate(texts.join('; '))}` }
  }
  // The rules have checked the fields that the type names.
  return {
    pod: { source: place.source, metadata: complete.metadata, spec: complete['spec'] } as Pod,
  }
}
