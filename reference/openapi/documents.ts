// The documents of a server: made when they are asked for, and anew when their types have changed.

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

// Room for the largest documents that clients ask for one after the other. Others are made again:
// that takes some milliseconds, and the hash, by which clients keep them, is known without them.
const bytesMax = 4 * 1024 * 1024

export type OpenApiDocuments = {
  /** The names of the documents of versions: their paths in discovery without the slash. */
  readonly versions: () => readonly string[]
  readonly has: (name: string) => boolean
  /** The hash of a document; it costs the making of one that is asked for first. @throws 404 */
  readonly hash: (name: string) => Promise<string>
  /** @throws 404 */
  readonly find: (name: string) => Promise<CachedDocument>
}

/** The documents that are not of one version. */
export const wholeDocumentNames = { json: 'v2', protobuf: 'v2 in Protobuf' }

type Known = {
  readonly types: readonly Resource[]
  hash?: string
  making?: Promise<CachedDocument>
}

/** What a document is made of, and how. */
type Source = {
  readonly types: readonly Resource[]
  readonly pieces: () => Iterable<string | Uint8Array>
}

/** The documents of a server; the same value as long as the server is. */
export function openApiDocumentsOf(at: Parts): OpenApiDocuments {
  const known = all.get(at)
  if (known) return known
  const documents = newDocuments(at)
  all.set(at, documents)
  return documents
}

const all = new WeakMap<Parts, OpenApiDocuments>()

const sourcesOf = memoizeByTypes((types, at): ReadonlyMap<string, Source> => {
  const versions = [...catalogueOf(at).values()].flatMap(group => group.versions)
  return new Map<string, Source>([
    ...versions.map(
      one => [nameOf(one), { types: one.types, pieces: () => v3Document(one, at) }] as const,
    ),
    [wholeDocumentNames.json, { types, pieces: () => v2Document(at) }],
    [wholeDocumentNames.protobuf, { types, pieces: () => v2Protobuf(at) }],
  ])
})

const nameOf = (version: GroupVersion): string =>
  `${version.group === '' ? 'api' : 'apis'}/${apiVersionOf(version)}`

function newDocuments(at: Parts): OpenApiDocuments {
  const kept = documentCache(bytesMax)
  const knownOf = cacheByName<Known>(kept.drop)
  const sourceNamed = (name: string): Source => {
    const source = sourcesOf(at).get(name)
    if (!source) throw unknownPath()
    return source
  }
  /** What is known of a document as its types are now. */
  const current = (name: string): Known => {
    const { types } = sourceNamed(name)
    const known = knownOf(sourcesOf(at))
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
    // Those who ask for the same document meanwhile wait for the same one.
    now.making ??= buildDocument(sourceNamed(name).pieces(), at.limits.yieldAfterMs).finally(() => {
      delete now.making
    })
    const document = await now.making
    now.hash = document.hash
    // Meanwhile it may be gone, or have become another one.
    if (knownOf(sourcesOf(at)).get(name) === now) kept.put(name, document)
    return document
  }
  return {
    versions: () => [...sourcesOf(at).keys()].filter(name => name.includes('/')).sort(),
    has: name => sourcesOf(at).has(name),
    hash: async name => current(name).hash ?? (await find(name)).hash,
    find,
  }
}
