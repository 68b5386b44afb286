// Builds documents of configuration kinds, with the names of the specification.

import type { Term } from '../../dsl/term.ts'

type Members = { [name: string]: Term }

/** Returns an apiVersion. The group is in the target's API domain. */
export const apiVersionTerm = (group: string, version: string): Term => ({
  $join: [{ $group: group }, `/${version}`],
})

/** Returns a document of a kind. */
export const configDocument = (
  [group, version, kind]: readonly [group: string, version: string, kind: string],
  members: Members,
): Members => ({ apiVersion: apiVersionTerm(group, version), kind, ...members })

/** Returns the document with another group and version. */
export const withVersion = (
  document: Members,
  [group, version]: readonly [group: string, version: string],
): Members => ({ ...document, apiVersion: apiVersionTerm(group, version) })
