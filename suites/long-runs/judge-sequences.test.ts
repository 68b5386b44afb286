import { expect, it } from 'vitest'
import { mutants } from '../../fixtures/generated/mutants.ts'
import { referenceTarget } from '../../fixtures/targets/reference-target.ts'
import type { ReferenceOptions } from '../../fixtures/targets/reference-target.ts'
import { concurrentProblems } from './concurrent-histories.ts'
import type { ConcurrentOutcome } from './concurrent-histories.ts'
import { judgeNamespaceRaces, judgeSequences } from './judge-sequences.ts'

it.each(['cluster', 'kubernetes'] as const)('the reference breaks no rule as %s', async dialect => {
  const sequences = await performed(judgeSequences, { dialect }, 12)
  const races = await performed(judgeNamespaceRaces, { dialect }, 5)

  expect([...concurrentProblems(sequences), ...concurrentProblems(races)]).toEqual([])
  expect([sequences.histories, races.histories]).toEqual([12, 5])
})

const found: [mutant: string, judge: typeof judgeSequences][] = [
  ['stale-put-overwrites', judgeSequences],
  ['version-checked-on-the-first-try-only', judgeSequences],
  ['merge-patch-unites-lists', judgeSequences],
  ['strict-only-warns', judgeSequences],
  ['dry-update-stores', judgeSequences],
  ['last-finalizer-removes-nothing', judgeSequences],
  ['mark-is-told-as-the-end', judgeSequences],
  ['namespace-deletion-forgets-a-type', judgeNamespaceRaces],
]

it.each(found)('ten histories find %s', async (name, judge) => {
  const mutant = mutants.find(one => one.name === name)

  const { broken } = await performed(judge, { ...mutant, name }, 10)

  expect(mutant).toBeDefined()
  expect(broken).not.toEqual([])
})

async function performed(
  judge: typeof judgeSequences,
  options: ReferenceOptions,
  histories: number,
): Promise<ConcurrentOutcome> {
  const target = await referenceTarget(options)
  return judge(target, { histories, seed: 1, concurrency: 4 }).finally(target.close)
}
