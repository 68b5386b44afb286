// The OpenAPI documents of a server: built on demand, and again when their types have changed.

import type { Parts } from '../parts/parts.ts'
import { apiVersionOf, type Resource } from '../api/resource.ts'
import { unknownPath } from '../api/status.ts'
import { catalogueOf, type GroupVersion } from '../discovery/catalogue.ts'
import { hasSameElements, memoizeByTypes } from '../discovery/memoize-by-types.ts'
import { cacheByName } from './cache-by-name.ts'
import { type CachedDocument, buildDocument, documentCache } from './document-builder.ts'
import { v2Document } from './v2-document.ts'
import { v2Protobuf } from './v2-protobuf.ts'
import { v3Document } from './v3-document.ts'

// Room for the largest documents that clients request one after the other. Other documents are
// built again, which takes some milliseconds; their hashes stay cached.
const bytesMax = 4 * 1024 * 1024

/** The OpenAPI documents of a server, each built at its first request. */
export type OpenApiDocuments = {
  /** The names of the documents of versions: their discovery paths without the leading slash. */
  readonly versions: () => readonly string[]
  readonly has: (name: string) => boolean
  /** Returns the hash of a document, building the document the first time. @throws 404 */
  readonly hash: (name: string) => Promise<string>
  /** @throws 404 */
  readonly find: (name: string) => Promise<CachedDocument>
}

/** The names of the documents about all versions. */
export const wholeDocumentNames = { json: 'v2', protobuf: 'v2 in Protobuf' }

type Known = {
  readonly types: readonly Resource[]
  hash?: string
  making?: Promise<CachedDocument>
}

/** The types of a document, and the function that builds it. */
type Source = {
  readonly types: readonly Resource[]
  readonly pieces: () => Iterable<string | Uint8Array>
}

/** Returns the documents of a server; always the same value for the same parts. */
export function openApiDocumentsOf(parts: Parts): OpenApiDocuments {
  const known = all.get(parts)
  if (known) return known
  const documents = newDocuments(parts)
  all.set(parts, documents)
  return documents
}

const all = new WeakMap<Parts, OpenApiDocuments>()

const sourcesOf = memoizeByTypes((types, parts): ReadonlyMap<string, Source> => {
  const versions = [...catalogueOf(parts).values()].flatMap(group => group.versions)
  return new Map<string, Source>([
    ...versions.map(
      one => [nameOf(one), { types: one.types, pieces: () => v3Document(one, parts) }] as const,
    ),
    [wholeDocumentNames.json, { types, pieces: () => v2Document(parts) }],
    [wholeDocumentNames.protobuf, { types, pieces: () => v2Protobuf(parts) }],
  ])
})

const nameOf = (version: GroupVersion): string =>
  `${version.group === '' ? 'api' : 'apis'}/${apiVersionOf(version)}`

function newDocuments(parts: Parts): OpenApiDocuments {
  const kept = documentCache(bytesMax)
  const knownOf = cacheByName<Known>(kept.drop)
  const sourceNamed = (name: string): Source => {
    const source = sourcesOf(parts).get(name)
    if (!source) throw unknownPath()
    return source
  }
  /** Returns the cache entry of a document for the present types. */
  const current = (name: string): Known => {
    const { types } = sourceNamed(name)
    const known = knownOf(sourcesOf(parts))
    const before = known.get(name)
    if (before && hasSameElements(before.types, types)) return before
    const now: Known = { types }
    known.set(name, now)
    kept.drop(name)
    return now
  }
  const find = async (name: string): Promise<CachedDocument> => {
    const now = current(name)
    const found = kept.find(name)
    if (found) return found
    // Concurrent requests share one build.
    now.making ??= buildDocument(sourceNamed(name).pieces(), parts.limits.yieldAfterMs).finally(
      () => {
        delete now.making
      },
    )
    const document = await now.making
    now.hash = document.hash
    // The document may have been removed or changed in the meantime.
    if (knownOf(sourcesOf(parts)).get(name) === now) kept.put(name, document)
    return document
  }
  return {
    versions: () => [...sourcesOf(parts).keys()].filter(name => name.includes('/')).sort(),
    has: name => sourcesOf(parts).has(name),
    hash: async name => current(name).hash ?? (await find(name)).hash,
    find,
  }
}
