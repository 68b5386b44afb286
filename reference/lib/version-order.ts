/**
 * Compares two API versions of a group: stable versions before beta before alpha, each from the
 * newest to the oldest. Names of other forms follow, sorted by name.
 */
export function compareVersions(one: string, other: string): number {
  const [ranks, others] = [ranksOf(one), ranksOf(other)]
  if (!ranks || !others) return ranks ? -1 : others ? 1 : compareByCodeUnit(one, other)
  const differing = ranks.findIndex((rank, index) => rank !== others[index])
  return differing === -1 ? 0 : (others[differing] ?? 0) - (ranks[differing] ?? 0)
}

/** Compares by code units, so that the order does not depend on the locale. */
export const compareByCodeUnit = (one: string, other: string): number =>
  one < other ? -1 : one > other ? 1 : 0

const stages = ['alpha', 'beta', undefined]

function ranksOf(version: string): readonly number[] | undefined {
  const [, major, stage, minor] = /^v([1-9]\d*)(?:(alpha|beta)([1-9]\d*))?$/.exec(version) ?? []
  if (major === undefined) return undefined
  return [stages.indexOf(stage), Number(major), Number(minor ?? 0)]
}
