// Reads the messages of the built-in kinds from data that was generated from the Go types of the
// genuine API (fixtures/messages, suites/tools/write-messages.ts). The file is read at first use.

import { readFileSync } from 'node:fs'

/**
 * One field: its number, its JSON name, the type of its values (a message or a scalar), its shape,
 * and whether JSON shows it even when it is zero.
 *
 * `one` is always present, and `optional` may be absent. The fields of an `inline` message are
 * members of the enclosing object in JSON.
 */
export type FieldRow = readonly [
  number: number,
  name: string,
  sort: string,
  shape: 'one' | 'optional' | 'list' | 'map' | 'inline',
  shown?: 'shown',
]

type Messages = {
  /** The Go modules with the types, and their release. */
  readonly source: string
  /** By `<group>/<version>`, or only the version for core. `*` stands for the API's domain. */
  readonly kinds: { readonly [groupVersion: string]: readonly string[] }
  readonly messages: { readonly [name: string]: readonly FieldRow[] }
}

/** Returns the message names of all kinds, by version and kind, with groups in this domain. */
export function messageNames(apiDomain: string): ReadonlyMap<string, string> {
  const names = new Map<string, string>()
  for (const [groupVersion, kinds] of Object.entries(data().kinds)) {
    const parts = groupVersion.split('/')
    const version = parts.pop() ?? ''
    const [group = ''] = parts
    for (const kind of kinds) {
      const own = `${group.split('.')[0] || 'core'}.${version}.${kind}`
      // Some kinds are the same in all groups, such as DeleteOptions.
      const name = Object.hasOwn(data().messages, own) ? own : `meta.v1.${kind}`
      names.set(messageKey({ apiVersion: groupVersion.replace('*', apiDomain), kind }), name)
    }
  }
  for (const kind of ofMeta) {
    for (const version of ['v1', 'v1beta1']) {
      names.set(messageKey({ apiVersion: `meta.${apiDomain}/${version}`, kind }), `meta.v1.${kind}`)
    }
  }
  return names
}

/** Kinds that clients may also name by the group `meta`, in either version. */
const ofMeta = ['DeleteOptions', 'PartialObjectMetadata', 'PartialObjectMetadataList']

/** Returns a key for a type. Versions contain no spaces. */
export const messageKey = ({ apiVersion, kind }: { apiVersion: string; kind: string }): string =>
  `${apiVersion} ${kind}`

/** Returns the fields of a message, by number, or undefined if there is no such message. */
export const messageFields = (name: string): readonly FieldRow[] | undefined =>
  data().messages[name]

let read: Messages | undefined

function data(): Messages {
  if (read) return read
  const text = readFileSync(new URL('messages.data.json', import.meta.url), 'utf8')
  // The program that wrote the file checks this type.
  read = JSON.parse(text) as Messages
  return read
}
