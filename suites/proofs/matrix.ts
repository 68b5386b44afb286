// The committed matrix requirement → check → mutant, and what it proves about the current sources.

import { mutants } from '../../fixtures/generated/mutants.ts'
import { readMatrix } from './matrix-file.ts'
import { proofHashes } from './prove.ts'
import type { Proof } from './prove.ts'

export { matrixPath, readMatrix } from './matrix-file.ts'

/** Counts killed and surviving mutants by id. A proof whose sources have changed does not count. */
export function proofsById(): Record<string, { killed: number; survived: number }> {
  const byId: Record<string, { killed: number; survived: number }> = {}
  const counted = (id: string) => (byId[id] ??= { killed: 0, survived: 0 })
  for (const proof of readMatrix().filter(isFresh)) {
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
