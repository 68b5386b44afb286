import { quote } from '../api/quote.ts'
import { elementText, compareCodePoints } from './path-element.ts'
import { pathsOfFieldSet } from './fields-v1.ts'
import { managerKey, type ManagedFieldsEntry } from './managed-fields.ts'
import type { ApplyConflict } from './field-ownership.ts'
import type { StatusCause } from '../api/status-causes.ts'

/** A field that another manager owns, as named in messages. */
type Clash = { readonly owner: ManagedFieldsEntry; readonly path: string }

/**
 * Builds the message of a refused apply, with one cause per field and owner (APPLY-010, APPLY-011).
 * Owners are sorted by their keys, as in the message of a genuine server.
 */
export function conflictMessages(conflicts: readonly ApplyConflict[]): {
  readonly message: string
  readonly causes: StatusCause[]
} {
  const sorted = conflicts.toSorted((a, b) =>
    compareCodePoints(managerKey(a.owner), managerKey(b.owner)),
  )
  const clashes = sorted.flatMap(({ owner, fields }) =>
    [...pathsOfFieldSet(fields)].map(path => ({ owner, path: path.map(elementText).join('') })),
  )
  const causes = clashes.map(({ owner, path }) => ({
    reason: 'FieldManagerConflict',
    message: `conflict with ${managerText(owner)}`,
    field: path,
  }))
  return { message: messageOf(clashes), causes }
}

function messageOf(clashes: readonly Clash[]): string {
  const [first] = clashes
  if (clashes.length === 1 && first) {
    return `Apply failed with 1 conflict: conflict with ${managerText(first.owner)}: ${first.path}`
  }
  const lines = clashes.flatMap(({ owner, path }, index) => [
    ...(owner === clashes[index - 1]?.owner ? [] : [`conflicts with ${managerText(owner)}:`]),
    `- ${path}`,
  ])
  return `Apply failed with ${clashes.length} conflicts: ${lines.join('\n')}`
}

function managerText({ manager, operation, apiVersion, subresource }: ManagedFieldsEntry): string {
  const text = quote(manager) + (subresource && ` with subresource ${quote(subresource)}`)
  return operation === 'Update' ? `${text} using ${apiVersion}` : text
}
