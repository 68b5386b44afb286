// Finds the requests of a history that were concurrent, and repeats them at once in a script.

import type { Exchange } from '../history/history.ts'
import { orLost } from './script-responses.ts'

/** Whether two exchanges of different lanes overlap, so that neither can depend on the other. */
export const areConcurrent = (earlier: Exchange, later: Exchange): boolean =>
  earlier.lane !== undefined &&
  later.lane !== undefined &&
  earlier.lane !== later.lane &&
  later.sentAt < earlier.answeredAt

/** Returns the exchanges in their order, with each series of overlapping lanes as one group. */
export function concurrentGroups(exchanges: Exchange[]): Exchange[][] {
  const groups: Exchange[][] = []
  for (const one of exchanges) {
    const last = groups.at(-1) ?? []
    if (last.some(other => areConcurrent(other, one))) last.push(one)
    else groups.push([one])
  }
  return groups
}

/**
 * Returns the lines that perform a group. Each of several lanes is a subshell in the background,
 * which prints its responses when all have arrived. A watch is already in the background, and a
 * value that another lane or a later request needs cannot leave a subshell, so that these groups
 * are sequential.
 */
export function groupLines(
  group: Exchange[],
  linesOf: (exchange: Exchange) => string[],
  usersOf: (exchange: Exchange) => readonly Exchange[],
): string[] {
  const lanes = [...new Set(group.map(({ lane }) => lane))]
  const isIndependent = (one: Exchange) =>
    !one.stream && usersOf(one).every(user => group.includes(user) && user.lane === one.lane)
  if (lanes.length < 2 || !group.every(isIndependent)) return group.flatMap(linesOf)
  return [
    `printf '%s\\n' '== requests sent at once; repeat the script if it does not show the fault'`,
    ...lanes.flatMap((lane, index) => [
      '(',
      'output=$(',
      ...group.filter(one => one.lane === lane).flatMap(linesOf),
      '[ -z "$LOST" ]',
      ')',
      'lost=$?',
      `printf '%s\\n' "$output"`,
      'exit "$lost"',
      `) & lane_${index}=$!`,
    ]),
    ...lanes.map((_, index) => `wait "$lane_${index}"${orLost}`),
  ]
}
