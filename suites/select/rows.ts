// The rows of the catalogue, which of them this release judges, and the profiles with their rows.

import { createHash } from 'node:crypto'
import { catalogue, release } from '../generated/catalogue.ts'
import type { Id } from '../generated/catalogue.ts'
import { isInProfile, profiles } from './profiles.ts'
import type { Profile } from './profiles.ts'
import type { Requirement } from '../requirement.ts'

const byId = new Map(catalogue.map(row => [row.id as string, row]))
const deferred = new Set(release.deferred.flatMap(group => group.ids))

/** The row with this id. @throws RangeError for an unknown id */
export function requirement(id: string): Requirement & { id: Id } {
  const row = byId.get(id)
  if (!row) throw new RangeError(`${id}: expected an id of the catalogue`)
  return row
}

/** All ids of the catalogue, in its order. */
export const catalogueIds = (): string[] => [...byId.keys()]

/** Whether the catalogue has the id. */
export const isCatalogueId = (id: string): boolean => byId.has(id)

/** De facto rules apply only in the kubernetes dialect, and only to the versions that they name. */
const isDeFacto = (row: Requirement): boolean => row.id.startsWith('K8S-')

/**
 * The rows of a dialect: all of the catalogue, without the de facto rows where they do not apply.
 */
export const rowsFor = (dialect: string): (Requirement & { id: Id })[] =>
  catalogue.filter(row => dialect === 'kubernetes' || !isDeFacto(row))

/** Whether this release of the suite judges a row. */
export const isInSet = (row: Requirement): boolean =>
  (release.surfaces[row.surface] ?? []).includes(row.section) && !deferred.has(row.id)

/** The sections that have rows in the set, each once. */
export const sectionsInSet: readonly string[] = [...new Set(Object.values(release.surfaces).flat())]

/** A digest of the ids that this release judges, 16 hex digits. */
export const setDigest = digestOf(catalogue.filter(isInSet))

/** A profile with the ids of its rows and their digest. */
export type ProfileSet = Pick<Profile, 'name' | 'title'> & {
  ids: ReadonlySet<string>
  digest: string
}

/** The profiles that have rows in a dialect; the digest covers the rows of both dialects. */
export const profileSetsFor = (dialect: string): ProfileSet[] =>
  profiles
    .map(profile => {
      const isOf = (row: Requirement) => isInSet(row) && isInProfile(row, profile)
      const rows = rowsFor(dialect).filter(isOf)
      return {
        name: profile.name,
        title: profile.title,
        ids: new Set<string>(rows.map(row => row.id)),
        digest: digestOf(catalogue.filter(isOf)),
      }
    })
    .filter(({ ids }) => ids.size > 0)

function digestOf(rows: Requirement[]): string {
  const ids = rows.map(row => row.id).sort()
  return createHash('sha256').update(ids.join(' ')).digest('hex').slice(0, 16)
}
