/**
 * The order of the versions of a group: stable ones before beta before alpha, each from the newest
 * to the oldest, and then all that are not named like that, by their names.
 */
export function compareVersions(one: string, other: string): number {
  const [ranks, others] = [ranksOf(one), ranksOf(other)]
  if (!ranks || !others) return ranks ? -1 : others ? 1 : compareByCodeUnit(one, other)
  const differing = ranks.findIndex((rank, index) => rank !== others[index])
  return differing === -1 ? 0 : (others[differing] ?? 0) - (ranks[differing] ?? 0)
}

/** By code units, so that no locale has a say. */
export const compareByCodeUnit = (one: string, other: string): number =>
  one < other ? -1 : one > other ? 1 : 0

const stages = ['alpha', 'beta', undefined]

function ranksOf(version: string): readonly number[] | undefined {
  const [, major, stage, minor] = /^v([1-9]\d*)(?:(alpha|beta)([1-9]\d*))?$/.exec(version) ?? []
  if (major === undefined) return undefined
  return [stages.indexOf(stage), Number(major), Number(minor ?? 0)]
}
