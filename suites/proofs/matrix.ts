// The committed matrix requirement → check → mutant, and what it proves about the current sources.

import { setImmediate as immediate } from 'node:timers/promises'
import { mutants } from '../../fixtures/generated/mutants.ts'
import { readMatrix } from './matrix-file.ts'
import { proofHashes } from './prove.ts'
import type { Proof } from './prove.ts'

export { matrixPath, readMatrix } from './matrix-file.ts'

// In a checkout, comparing the digests of all proofs takes seconds.
const sliceMs = 20

/**
 * Counts killed and surviving mutants by id. A proof whose sources have changed does not count.
 * Other work goes on meanwhile.
 */
export async function proofsById(): Promise<Record<string, { killed: number; survived: number }>> {
  const byId: Record<string, { killed: number; survived: number }> = {}
  const counted = (id: string) => (byId[id] ??= { killed: 0, survived: 0 })
  let pausedAt = performance.now()
  for (const proof of readMatrix()) {
    if (performance.now() - pausedAt > sliceMs) {
      await immediate()
      pausedAt = performance.now()
    }
    if (!isFresh(proof)) continue
    for (const id of proof.killed) counted(id).killed++
    for (const id of proof.survived) counted(id).survived++
  }
  return byId
}

/** Whether a proof is of the current sources of the mutant and of its checks. */
export function isFresh({ name, hash }: Proof): boolean {
  current ??= new Map(Array.from(proofHashes(mutants), ([mutant, digest]) => [mutant.name, digest]))
  const digest = current.get(name)
  return digest === '' || digest === hash
}

// The digests by the names of the mutants. Sources do not change while a program runs.
let current: Map<string, string> | undefined
