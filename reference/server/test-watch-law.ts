// Checks the events of one watch against all changes (WATCH-010, 011, 030, 034).

/** A change of an object in the history of the engine. */
export type RecordedChange = {
  readonly type: 'put' | 'remove'
  /** `<namespace>/<name>` */
  readonly name: string
  readonly revision: string
}

type Watched = {
  /** The prefix of the names. */
  readonly scope: string
  /** The version after which the watch began; 0 for one that began with a state. */
  readonly after: bigint
  readonly changes: readonly RecordedChange[]
}

/**
 * Returns the events that a watch missed, repeated or invented. Its lines are `state NAME VERSION`,
 * `change NAME VERSION`, `bookmark VERSION` and `error MESSAGE`.
 */
export function watchFaultsOf(lines: readonly string[], watched: Watched): string[] {
  const changes = watched.changes.filter(({ name }) => name.startsWith(watched.scope))
  if (watched.after > 0n) return tailFaults(lines, { ...watched, changes })
  const end = lines.findIndex(line => line.startsWith('bookmark'))
  if (end < 0) return ['the state has no end']
  const after = versionIn(lines[end])
  const faults = tailFaults(lines.slice(end), { ...watched, after, changes })
  return [...stateFaults(lines.slice(0, end), changes, after), ...faults]
}

function stateFaults(
  lines: readonly string[],
  changes: readonly RecordedChange[],
  after: bigint,
): string[] {
  const state = new Map<string, string>()
  for (const { type, name, revision } of changes) {
    if (BigInt(revision) > after) continue
    if (type === 'put') state.set(name, `state ${name} ${revision}`)
    else state.delete(name)
  }
  return differences([...state.values()].toSorted(), lines.toSorted(), `the state at ${after}`)
}

function tailFaults(lines: readonly string[], { after, changes }: Watched): string[] {
  const expected = changes
    .filter(({ revision }) => BigInt(revision) > after)
    .map(({ name, revision }) => `change ${name} ${revision}`)
  const isBookmark = (line: string) => line.startsWith('bookmark')
  const shown = lines.filter(line => !isBookmark(line))
  const faults = differences(expected, shown, `changes after ${after}`)
  let position = after
  for (const line of lines) {
    const version = versionIn(line)
    if (isBookmark(line) ? version < position : version <= position) {
      faults.push(`${line} comes behind ${position}`)
    }
    position = version
  }
  return faults
}

/** Returns the version at the end of a line; -1 when there is none. */
export const versionIn = (line = ''): bigint => BigInt(/\d+$/.exec(line)?.[0] ?? -1)

function differences(
  expected: readonly string[],
  shown: readonly string[],
  what: string,
): string[] {
  const isSame = expected.length === shown.length && expected.every((one, i) => one === shown[i])
  return isSame ? [] : [`${what}: expected ${expected.join(', ')}; got ${shown.join(', ')}`]
}
