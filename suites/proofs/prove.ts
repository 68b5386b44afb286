// Proves that checks can fail: each mutant must be killed by the checks that it names, at three
// fixed seeds, while unrelated checks keep passing.

import { join } from 'node:path'
import { mutantFiles } from '../../fixtures/generated/mutants.ts'
import type { Mutant } from '../../fixtures/mutants/mutant.ts'
import { referenceTarget } from '../../fixtures/targets/reference-target.ts'
import type { Check } from '../check.ts'
import { checkFiles } from '../generated/checks.ts'
import { run } from '../run/run.ts'
import { createSourceReader, sourceDigest } from './source-digest.ts'

/** The result of one mutant. `hash` covers the sources of the mutant and of its checks. */
export type Proof = {
  name: string
  breaks: string
  /** The ids whose checks failed at every seed, and those whose checks did not. */
  killed: string[]
  survived: string[]
  /** Unrelated checks that did not pass although the fault does not concern them. */
  disturbed: string[]
  hash: string
}

export const proofSeeds = [1, 2, 3]

// Cheap checks of rules that few faults concern. One that the mutant names as a killer is not
// used.
const unrelatedChecks = ['PATH-034', 'OBJ-003', 'OBJ-012']

/** Runs one mutant against the checks it names and the unrelated ones, once with each seed. */
export async function prove(
  mutant: Mutant,
  checks: Check[],
  signal: AbortSignal,
  seeds: readonly number[] = proofSeeds,
): Promise<Proof> {
  const killers = checks.filter(check => mutant.killedBy.includes(check.id))
  const unrelated = checks.filter(
    check => unrelatedChecks.includes(check.id) && !killers.includes(check),
  )
  const failed = new Map<string, number>(killers.map(check => [check.id, 0]))
  const disturbed = new Set<string>()
  for (const seed of seeds) {
    const target = await referenceTarget({ ...mutant, name: `mutant:${mutant.name}` })
    try {
      const options = {
        seed,
        scenarios: 20,
        concurrency: 2,
        checkMs: 60_000,
        caseMs: 60_000,
        shrinkMs: 0,
        signal,
      }
      const { verdicts, ended } = await run([...killers, ...unrelated], target, options)
      if (ended) throw ended
      for (const { id, verdict } of verdicts) {
        if (failed.has(id)) failed.set(id, (failed.get(id) ?? 0) + (verdict === 'fail' ? 1 : 0))
        else if (verdict !== 'pass') disturbed.add(id)
      }
    } finally {
      await target.close()
    }
  }
  const killed = killers
    .map(check => check.id as string)
    .filter(id => failed.get(id) === seeds.length)
  return {
    name: mutant.name,
    breaks: mutant.breaks,
    killed,
    survived: mutant.killedBy.filter(id => !killed.includes(id)),
    disturbed: [...disturbed],
    hash: proofHash(mutant),
  }
}

/**
 * A digest of the sources of a proof: those of the mutant, and of the checks that kill it. `''` if
 * there are no sources, so that no proof counts as stale there.
 */
export const proofHash = (mutant: Mutant): string => proofHashes([mutant]).get(mutant) ?? ''

/** The digests of the proofs of these mutants. Each source is read once for all of them. */
export function proofHashes(all: readonly Mutant[]): Map<Mutant, string> {
  const fileOfCheck = new Map<string, string>(
    checkFiles.flatMap(([file, checks]) => checks.map(({ id }) => [id, `suites/${file}`] as const)),
  )
  const fileOfMutant = new Map(
    mutantFiles.flatMap(([file, mutants]) =>
      mutants.map(mutant => [mutant, `fixtures/${file}`] as const),
    ),
  )
  const read = createSourceReader()
  // Most mutants have their sources in common with others.
  const digests = new Map<string, string>()
  const digestOf = (files: string[]): string => {
    const key = files.join('\n')
    const known = digests.get(key)
    if (known !== undefined) return known
    const paths = files.map(file => join(import.meta.dirname, '../..', file))
    const digest = sourceDigest(paths, isOfProof, read)
    digests.set(key, digest)
    return digest
  }
  return new Map(
    all.map(mutant => {
      const names = [...mutant.killedBy.map(id => fileOfCheck.get(id)), fileOfMutant.get(mutant)]
      const files = names.filter(name => name !== undefined)
      return [mutant, digestOf([...new Set(files)].toSorted())]
    }),
  )
}

const isOfProof = /^(properties\/|suites\/(spec\/|configuration-checks\.ts)|fixtures\/mutants\/)/
