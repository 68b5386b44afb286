// The file of the matrix requirement → check → mutant, as it was committed.

import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Proof } from './prove.ts'

/** Where `touchstone mutants --update` writes; beside the sources, or beside the built program. */
export const matrixPath = fileURLToPath(
  new URL('../../reports/results/mutants.json', import.meta.url),
)

/** The recorded proofs; none where there is no file. */
export const readMatrix = (): Proof[] =>
  existsSync(matrixPath) ? (JSON.parse(readFileSync(matrixPath, 'utf8')) as Proof[]) : []
