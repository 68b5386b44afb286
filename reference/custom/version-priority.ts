/**
 * Orders the names of versions, the best one first: stable ones, then `beta`, then `alpha`, each
 * from new to old; other names come last, by their letters.
 */
export function byPriority(a: string, b: string): number {
  const [one, other] = [partsOf(a), partsOf(b)]
  if (!one || !other) return one ? -1 : other ? 1 : a < b ? -1 : a > b ? 1 : 0
  return other.stage - one.stage || other.major - one.major || other.minor - one.minor
}

const stages = ['alpha', 'beta', '']

function partsOf(name: string) {
  const [, major, stage = '', minor] = /^v([1-9]\d*)(?:(alpha|beta)([1-9]\d*))?$/.exec(name) ?? []
  if (major === undefined) return undefined
  return { major: Number(major), stage: stages.indexOf(stage), minor: Number(minor ?? 0) }
}
