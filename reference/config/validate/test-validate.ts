// The command's own function in tests: findings as lines.

import { Readable } from 'node:stream'
import { formatResult, validate, type ValidateOptions } from './validate-files.ts'

export const tracingYaml =
  'apiVersion: apiserver.cluster.example/v1beta1\nkind: TracingConfiguration\n'

/** What is said of what is named, in the words of the specification unless told otherwise. */
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
