// The documents of a server: made when they are asked for, and anew when their types have changed.

import type { Parts } from '../api/parts.ts'
import { apiVersionOf, type Resource } from '../api/resource.ts'
import { unknownPath } from '../api/status.ts'
import { catalogueOf, type Version } from '../discovery/catalogue.ts'
import { areSame, ofTypes } from '../discovery/of-types.ts'
import { type Made, made, shelf } from './made.ts'
import { v3Document } from './v3-document.ts'

// Room for the largest documents that clients ask for one after the other. Others are made again:
// that takes some milliseconds, and the hash, by which clients keep them, is known without them.
const bytesMax = 4 * 1024 * 1024

/** The documents of the versions, by the paths that discovery has for them without the slash. */
export type Documents = {
  readonly names: () => readonly string[]
  /** The hash of a document; it costs the making of one that is asked for first. @throws 404 */
  readonly hash: (name: string) => Promise<string>
  /** @throws 404 */
  readonly find: (name: string) => Promise<Made>
  readonly has: (name: string) => boolean
}

type Known = { readonly types: readonly Resource[]; hash?: string; making?: Promise<Made> }

/** The documents of a server; the same value as long as the server is. */
export function documentsOf(at: Parts): Documents {
  const known = all.get(at)
  if (known) return known
  const documents = newDocuments(at)
  all.set(at, documents)
  return documents
}

const all = new WeakMap<Parts, Documents>()

const versionsOf = ofTypes((_types, at) => {
  const versions = [...catalogueOf(at).values()].flatMap(group => group.versions)
  return new Map(versions.map(one => [nameOf(one), one] as const))
})

const nameOf = (version: Version): string =>
  `${version.group === '' ? 'api' : 'apis'}/${apiVersionOf(version)}`

function newDocuments(at: Parts): Documents {
  const known = new Map<string, Known>()
  const kept = shelf(bytesMax)
  const versionNamed = (name: string): Version => {
    const version = versionsOf(at).get(name)
    if (!version) throw unknownPath()
    return version
  }
  /** What is known of a document as its types are now. */
  const current = (name: string): Known => {
    const { types } = versionNamed(name)
    const before = known.get(name)
    if (before && areSame(before.types, types)) return before
    const now: Known = { types }
    known.set(name, now)
    kept.drop(name)
    return now
  }
  const find = async (name: string): Promise<Made> => {
    const now = current(name)
    const found = kept.find(name)
    if (found) return found
    // Those who ask for the same document meanwhile wait for the same one.
    now.making ??= made(v3Document(versionNamed(name), at), at.limits.turnMs).finally(() => {
      delete now.making
    })
    const document = await now.making
    now.hash = document.hash
    if (known.get(name) === now) kept.put(name, document)
    return document
  }
  return {
    names: () => {
      const names = [...versionsOf(at).keys()]
      for (const name of known.keys()) {
        if (versionsOf(at).has(name)) continue
        known.delete(name)
        kept.drop(name)
      }
      return names.sort()
    },
    has: name => versionsOf(at).has(name),
    hash: async name => current(name).hash ?? (await find(name)).hash,
    find,
  }
}
