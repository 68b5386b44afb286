// The messages of the built-in kinds, as data that was read from the Go types of the genuine API
// (fixtures/messages, suites/tools/write-messages.ts). The file is read at first use.

import { readFileSync } from 'node:fs'

/**
 * One field: its number and its name in JSON, the sort of its values, which is a message or one of
 * `sorts`, how often it occurs, and whether JSON shows it even when it is zero.
 *
 * `one` is always there, `optional` may be absent. The fields of an `inline` message stand in JSON
 * among those of the message that holds it.
 */
export type FieldRow = readonly [
  number: number,
  name: string,
  sort: string,
  shape: 'one' | 'optional' | 'list' | 'map' | 'inline',
  shown?: 'shown',
]

type Messages = {
  /** The modules with the types, and their release. */
  readonly source: string
  /** By `<group>/<version>`, or only the version for core; `*` stands for the API's domain. */
  readonly kinds: { readonly [groupVersion: string]: readonly string[] }
  readonly messages: { readonly [name: string]: readonly FieldRow[] }
}

/** The names of the messages of all kinds, by version and kind, in groups of this domain. */
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

/** What clients may also call by the group that all others have it from, and by its older name. */
const ofMeta = ['DeleteOptions', 'PartialObjectMetadata', 'PartialObjectMetadataList']

/** One text for a type. No version has a space in it. */
export const messageKey = ({ apiVersion, kind }: { apiVersion: string; kind: string }): string =>
  `${apiVersion} ${kind}`

/** The fields of a message, by number; undefined where there is none of this name. */
export const messageFields = (name: string): readonly FieldRow[] | undefined =>
  data().messages[name]

let read: Messages | undefined

function data(): Messages {
  if (read) return read
  const text = readFileSync(new URL('messages.data.json', import.meta.url), 'utf8')
  // The program that wrote it checks this very form.
  read = JSON.parse(text) as Messages
  return read
}
