// Decides whether quotas cover what an object uses, where the configuration requires that.

import type { LimitedResource } from '../../api/admission-settings.ts'
import { type ApiObject, objectIn } from '../../api/object.ts'
import { growthOf } from '../../lib/amounts.ts'
import type { CountedWrite, QuotaCounter } from '../../parts/quota-parts.ts'

/** What an object uses is limited, and how. */
export type LimitedUse = {
  readonly limits: readonly LimitedResource[]
  readonly counter: QuotaCounter
  readonly write: CountedWrite
  readonly now: number
}

/** Returns the settings that limit a type. */
export const limitsOf = (
  all: readonly LimitedResource[] = [],
  { group, resource }: { readonly group: string; readonly resource: string },
): readonly LimitedResource[] => all.filter(one => one.group === group && one.resource === resource)

/**
 * Returns the names that are limited and in none of these quotas, sorted. As on a genuine server,
 * an update that uses nothing more needs no quota.
 */
export function uncoveredNames(
  { limits, counter, write, now }: LimitedUse,
  quotas: readonly ApiObject[],
): readonly string[] {
  const usage = counter.usageOf(write.object, now)
  const before =
    write.operation === 'update' && write.old ? counter.usageOf(write.old, now) : new Map()
  if (growthOf(usage, before).size === 0) return []
  const isLimited = (name: string) =>
    limits.some(({ matchContains }) => matchContains.some(text => name.includes(text)))
  const covered = new Set(
    quotas.flatMap(({ status }) => Object.keys(objectIn(objectIn(status).hard))),
  )
  return [...usage]
    .filter(([name, { billionths }]) => billionths > 0n && isLimited(name) && !covered.has(name))
    .map(([name]) => name)
    .toSorted()
}
