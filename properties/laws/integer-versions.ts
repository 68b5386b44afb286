// Only versions that are decimal integers can be compared.

import { precondition } from '../history/observation.ts'
import type { Observation } from '../history/observation.ts'

/** The precondition that versions are decimal integers; no other versions can be compared. */
export const requireIntegers = (...versions: unknown[]): Observation[] =>
  precondition(versions.every(isInteger), 'a version is not an integer')

const isInteger = (version: unknown): boolean =>
  typeof version === 'string' && /^\d+$/.test(version)
