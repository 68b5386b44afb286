import type { Verdict } from '../verdict.ts'

/**
 * Returns the verdicts of a whole run (`judge()`), in which those that are inconclusive are
 * replaced by a second judgement of these rows alone (`judge(ids)`). In a whole run a busy machine
 * or a port in use can leave a row without evidence.
 */
export async function withSecondLook(
  judge: (ids?: readonly string[]) => Promise<Verdict[]>,
): Promise<Verdict[]> {
  const verdicts = await judge()
  const undecided = verdicts.filter(({ verdict }) => verdict === 'inconclusive')
  if (undecided.length === 0) return verdicts
  const again = await judge(undecided.map(({ id }) => id))
  const decided = new Map(again.map(verdict => [verdict.id, verdict]))
  return verdicts.map(verdict => decided.get(verdict.id) ?? verdict)
}
