// Validates reports against the schema of report.json, for tests.

import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'

const schema = JSON.parse(readFileSync(new URL('report.schema.json', import.meta.url), 'utf8'))

/** Whether a value is a valid report. Its `errors` say why not. */
export const isReport = new Ajv2020({ strict: true, strictRequired: false }).compile(schema)

/** @throws Error for an invalid report */
export function checkSchema(report: unknown): void {
  if (isReport(report)) return
  const [error] = isReport.errors ?? []
  throw new Error(
    `report.json: ${error?.instancePath || 'the report'}: ${error?.message}, by report.schema.json`,
  )
}
