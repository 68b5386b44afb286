// Good documents of the kinds of configuration, in the words of the specification.

import type { Term } from '../../dsl/term.ts'

type Members = { [name: string]: Term }

/** An apiVersion; the group is followed by the target's api domain. */
export const apiVersionTerm = (group: string, version: string): Term => ({
  $join: [{ $group: group }, `/${version}`],
})

/** A document of a kind. */
export const configDocument = (
  [group, version, kind]: readonly [group: string, version: string, kind: string],
  members: Members,
): Members => ({ apiVersion: apiVersionTerm(group, version), kind, ...members })

/** The same document in another version, or in another group. */
export const withVersion = (
  document: Members,
  [group, version]: readonly [group: string, version: string],
): Members => ({ ...document, apiVersion: apiVersionTerm(group, version) })
