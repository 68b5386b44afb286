// Reads the committed matrix requirement → check → mutant.

import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Proof } from './prove.ts'

/**
 * The file that `touchstone mutants --update` writes, next to the sources or to the built program.
 */
export const matrixPath = fileURLToPath(
  new URL('../../reports/results/mutants.json', import.meta.url),
)

/** The recorded proofs; none if the file does not exist. */
export const readMatrix = (): Proof[] =>
  existsSync(matrixPath) ? (JSON.parse(readFileSync(matrixPath, 'utf8')) as Proof[]) : []
