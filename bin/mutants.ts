// touchstone mutants [ID…]: plants faults in the reference and verifies that the checks fail.

import { writeFileSync } from 'node:fs'
import { mutants } from '../fixtures/generated/mutants.ts'
import type { Mutant } from '../fixtures/mutants/mutant.ts'
import { checks } from '../suites/generated/checks.ts'
import { isFresh, matrixPath, readMatrix } from '../suites/proofs/matrix.ts'
import { prove } from '../suites/proofs/prove.ts'
import type { Proof } from '../suites/proofs/prove.ts'
import { UsageProblem } from './command-errors.ts'
import { print } from './output.ts'

// Most of the time of a proof is spent waiting for responses that do not come.
const provenAtOnce = 4

/**
 * Returns exit code 1 if a mutant survives or disturbs an unrelated check. With `update` only
 * mutants whose proof is missing or stale are run.
 */
export async function mutantsCommand(
  names: string[],
  flags: { list?: boolean; update?: boolean },
): Promise<number> {
  const chosen = choose(names)
  if (flags.list) {
    for (const mutant of chosen)
      print(`${mutant.name}: ${mutant.breaks} (${mutant.killedBy.join(' ')})\n`)
    return 0
  }
  const proven = new Set(
    flags.update
      ? readMatrix()
          .filter(proof => isFresh(proof) && !isBad(proof))
          .map(proof => proof.name)
      : [],
  )
  const proofs: Proof[] = []
  const left = chosen.filter(one => !proven.has(one.name)).values()
  async function proveSome(): Promise<void> {
    // The iterator is shared, so each loop gets the next mutant that is left.
    for (const mutant of left) {
      const proof = await prove(mutant, checks, new AbortController().signal)
      proofs.push(proof)
      print(`${line(proof)}\n`)
      // Saves after each proof, so that an interrupted run keeps its results.
      if (flags.update) update(proofs)
    }
  }
  await Promise.all(Array.from({ length: provenAtOnce }, proveSome))
  if (flags.update && proofs.length === 0) update([])
  const bad = proofs.filter(isBad)
  print(`${proofs.length - bad.length} mutants killed, ${bad.length} not\n`)
  return bad.length === 0 ? 0 : 1
}

const isBad = ({ survived, disturbed }: Proof): boolean => survived.length + disturbed.length > 0

function choose(names: string[]): Mutant[] {
  const unknown = names.find(
    name => !mutants.some(mutant => mutant.name === name || mutant.killedBy.includes(name)),
  )
  if (unknown)
    throw new UsageProblem(
      `${unknown}: expected a mutant's name or the id of a check that kills one; --list names them`,
    )
  return names.length === 0
    ? mutants
    : mutants.filter(
        mutant => names.includes(mutant.name) || mutant.killedBy.some(id => names.includes(id)),
      )
}

function line({ name, killed, survived, disturbed, breaks }: Proof): string {
  if (survived.length > 0)
    return `survived  ${name} (${survived.join(' ')} did not fail): ${breaks}`
  if (disturbed.length > 0)
    return `disturbed ${name} (${disturbed.join(' ')} did not pass): ${breaks}`
  return `killed    ${name} by ${killed.join(' ')}`
}

/** Replaces the proofs of these mutants and drops those of mutants that no longer exist. */
function update(proofs: Proof[]): void {
  const kept = readMatrix().filter(
    old =>
      mutants.some(mutant => mutant.name === old.name) &&
      !proofs.some(proof => proof.name === old.name),
  )
  const all = [...kept, ...proofs].sort((a, b) => (a.name < b.name ? -1 : 1))
  writeFileSync(matrixPath, `${JSON.stringify(all, null, 1)}\n`)
}
