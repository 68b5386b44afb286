// Which checks a run performs: the set of this release, or a selection from it.

import { createHash } from 'node:crypto'
import type { Variant } from '../fixtures/variants/variant.ts'
import { catalogue, release } from './generated/catalogue.ts'
import type { Id } from './generated/catalogue.ts'
import { checks } from './generated/checks.ts'
import type { Check } from './check.ts'
import type { Requirement } from './requirement.ts'

const byId = new Map(catalogue.map(row => [row.id as string, row]))
const deferred = new Set(release.deferred.flatMap(group => group.ids))

/** The catalogue's row. @throws RangeError for an unknown id. */
export function requirement(id: string): Requirement & { id: Id } {
  const row = byId.get(id)
  if (!row) throw new RangeError(`${id}: expected an id of the catalogue`)
  return row
}

export const isKnown = (id: string): boolean => byId.has(id)

/** De facto rules judge in the kubernetes dialect only, and only on the versions they hold for. */
const isDeFacto = (row: Requirement): boolean => row.id.startsWith('K8S-')

/** The rows that a dialect shows: all of the catalogue, and the de facto ones where they judge. */
export const rowsFor = (dialect: string): (Requirement & { id: Id })[] =>
  catalogue.filter(row => dialect === 'kubernetes' || !isDeFacto(row))

/** Whether this release of the suite judges a row. */
export const isInSet = (row: Requirement): boolean =>
  (release.doors[row.door] ?? []).includes(row.section) && !deferred.has(row.id)

/** The sections of which rows are judged, each once. */
export const sectionsInSet: readonly string[] = [...new Set(Object.values(release.doors).flat())]

export type Selection = { sections: string[]; ids: string[] }

/** The checks of the set for a dialect, or those that a selection names. */
export function checksFor(dialect: string, { sections, ids }: Selection): Check[] {
  const isSelected = (row: Requirement) =>
    (sections.length === 0 && ids.length === 0) ||
    sections.includes(row.section) ||
    ids.includes(row.id)
  const wanted = new Set<string>(
    rowsFor(dialect)
      .filter(row => isInSet(row) && isSelected(row))
      .map(row => row.id),
  )
  return checks.filter(check => wanted.has(check.id))
}

/**
 * The checks that a different server is put to: those of configuration where its checker of
 * configuration is what differs, and the others where anything else is.
 */
export const checksOn = ({ judging }: Pick<Variant, 'judging'>, dialect: string): Check[] =>
  checksFor(dialect, { sections: [], ids: [] }).filter(
    ({ needs }) => needs.includes('accepts') === (judging !== undefined),
  )

/**
 * Whether a server version satisfies a row's `versions`, such as `>=1.34` or `<1.34`. A version
 * that cannot be read satisfies none.
 */
export function holdsFor(versions: string | undefined, serverVersion: string): boolean {
  if (versions === undefined) return true
  const [, operator, wanted = ''] = /^(>=|<)(\d+\.\d+)$/.exec(versions) ?? []
  const [, major, minor] = /v?(\d+)\.(\d+)/.exec(serverVersion) ?? []
  if (!operator || major === undefined) return false

  const order = compare([Number(major), Number(minor)], wanted.split('.').map(Number))
  return operator === '<' ? order < 0 : order >= 0
}

const compare = (a: number[], b: number[]): number =>
  (a[0] ?? 0) - (b[0] ?? 0) || (a[1] ?? 0) - (b[1] ?? 0)

/** A digest of the ids that this release judges, 16 hex digits. */
export const setDigest = createHash('sha256')
  .update(
    catalogue
      .filter(isInSet)
      .map(row => row.id)
      .sort()
      .join(' '),
  )
  .digest('hex')
  .slice(0, 16)
