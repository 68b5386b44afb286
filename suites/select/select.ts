// Selects the checks of a run: the set of this release, or a selection from it.

import type { Variant } from '../../fixtures/variants/variant.ts'
import { checks } from '../generated/checks.ts'
import type { Check } from '../check.ts'
import { isInProfile, profileNamed } from './profiles.ts'
import type { Requirement } from '../requirement.ts'
import { isInSet, rowsFor } from './rows.ts'
import { startsPrograms } from './started-programs.ts'

export {
  isInSet,
  isCatalogueId,
  profileSetsFor,
  requirement,
  rowsFor,
  sectionsInSet,
  setDigest,
} from './rows.ts'

/**
 * Sections and ids add up. A profile excludes both. With `targetOnly` no check starts servers with
 * other settings, or node agents.
 */
export type Selection = { sections: string[]; ids: string[]; profile?: string; targetOnly?: true }

/** The checks of the set for a dialect, or those of a selection. */
export function checksFor(
  dialect: string,
  { sections, ids, profile, targetOnly }: Selection,
): Check[] {
  const named = profile === undefined ? undefined : profileNamed(profile)
  const isSelected = (row: Requirement) =>
    named
      ? isInProfile(row, named)
      : (sections.length === 0 && ids.length === 0) ||
        sections.includes(row.section) ||
        ids.includes(row.id)
  const wanted = new Set<string>(
    rowsFor(dialect)
      .filter(row => isInSet(row) && isSelected(row))
      .map(row => row.id),
  )
  return checks.filter(check => wanted.has(check.id) && !(targetOnly && startsPrograms(check)))
}

/** The checks for a variant: those of configuration, or the others. */
export const checksForVariant = ({ checks }: Pick<Variant, 'checks'>, dialect: string): Check[] =>
  checksFor(dialect, { sections: [], ids: [] }).filter(
    ({ needs }) => needs.includes('accepts') === (checks === 'configuration'),
  )

/**
 * Whether a server version satisfies the `versions` of a row, such as `>=1.34` or `<1.34`. An
 * unreadable version satisfies none.
 */
export function matchesVersionRange(versions: string | undefined, serverVersion: string): boolean {
  if (versions === undefined) return true
  const [, operator, wanted = ''] = /^(>=|<)(\d+\.\d+)$/.exec(versions) ?? []
  const [, major, minor] = /v?(\d+)\.(\d+)/.exec(serverVersion) ?? []
  if (!operator || major === undefined) return false

  const order = compare([Number(major), Number(minor)], wanted.split('.').map(Number))
  return operator === '<' ? order < 0 : order >= 0
}

const compare = (a: number[], b: number[]): number =>
  (a[0] ?? 0) - (b[0] ?? 0) || (a[1] ?? 0) - (b[1] ?? 0)
