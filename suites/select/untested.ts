// Explains why this release has no check for a row: what the row needs, and how the catalogue says
// that it can be tested.

import { release } from '../generated/catalogue.ts'
import type { Surface, Requirement } from '../requirement.ts'

const missing: Record<Surface, string> = {
  http: 'needs users, keys or policies that only the configuration of the server can set up',
  document: 'needs a running component that was started with the file',
  flags: 'needs a running component that was started with the option',
  process: 'needs a server that this suite starts with a particular configuration file',
  agent: 'needs a running node agent',
  client: 'applies to clients; this suite tests servers',
  none: 'cannot be decided by requests, files or options',
}

const neededBy = new Map(
  release.deferred.flatMap(({ needs, ids }) => ids.map((id): [string, string] => [id, needs])),
)

/**
 * Why a row outside the set is untested. Rows that lack the same share the first line. The second
 * line is specific to the row.
 */
export function outsideSetReason(row: Requirement): string {
  const needs = neededBy.get(row.id)
  const lacking = needs === undefined ? missing[row.surface] : `needs ${needs}`
  return `no check in this release: ${lacking}\nhow to test it: ${row.how}`
}
