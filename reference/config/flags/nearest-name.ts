/** Longer names are not similar to any known one. */
const nameMax = 64

/** Returns the known name with the smallest edit distance, or undefined if none is close enough. */
export function nearestName(name: string, names: Iterable<string>): string | undefined {
  if (name === '' || name.length > nameMax) return undefined
  let best: string | undefined
  // A third of the letters may differ.
  let changesMax = Math.floor(name.length / 3)
  for (const candidate of names) {
    if (Math.abs(candidate.length - name.length) > changesMax) continue
    const changes = changesBetween(name, candidate)
    if (changes > changesMax || (best !== undefined && changes === changesMax)) continue
    best = candidate
    changesMax = changes
  }
  return best
}

/**
 * Returns the edit distance: letters that are added, removed, changed or swapped with the next one.
 */
function changesBetween(from: string, to: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (let row = 1; row <= from.length; row += 1) {
    const line = [row]
    for (let column = 1; column <= to.length; column += 1) {
      const isSame = from[row - 1] === to[column - 1]
      const changed = (last[column - 1] ?? 0) + (isSame ? 0 : 1)
      const isSwapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
      const swapped = isSwapped ? (beforeLast[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY
      line.push(Math.min(changed, swapped, (last[column] ?? 0) + 1, (line[column - 1] ?? 0) + 1))
    }
    beforeLast = last
    last = line
  }
  return last[to.length] ?? 0
}
