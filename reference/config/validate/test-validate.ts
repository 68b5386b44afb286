// Runs the validate command in tests, with findings as lines.

import { Readable } from 'node:stream'
import { formatResult, validate, type ValidateOptions } from './validate-files.ts'

export const tracingYaml =
  'apiVersion: apiserver.cluster.example/v1beta1\nkind: TracingConfiguration\n'

/** Validates files in the dialect `cluster` unless the options name another. */
export async function validateInTest(
  named: readonly string[],
  options: Partial<ValidateOptions> = {},
) {
  const validated = await validate(named, {
    dialect: 'cluster',
    flags: [],
    standardInput: Readable.from([]),
    ...options,
  })
  if (!('findings' in validated)) throw new Error('expected a known program')
  return { ...validated, lines: validated.findings.map(formatResult.lineOf) }
}
