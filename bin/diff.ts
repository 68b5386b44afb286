// touchstone diff BEFORE AFTER: compares two reports, of one server or of two.

import { escapeJson } from '../fixtures/client/escape-json.ts'
import { diffLines, diffReports } from '../reports/diff.ts'
import { ReadProblem } from '../reports/file-errors.ts'
import { parseReport, type ParsedReport } from '../reports/read.ts'
import { print, printAsIs } from './output.ts'
import { readText } from './read-text.ts'

/** Returns exit code 1 if a row fails in the second report and not in the first, else 0. */
export async function diff(
  before: string,
  after: string,
  { format }: { format: 'text' | 'json' },
): Promise<0 | 1> {
  const found = diffReports(opened(before), opened(after))
  if (format === 'json') printAsIs(`${escapeJson(JSON.stringify(found, null, 2))}\n`)
  else for (const line of diffLines(found)) print(`${line}\n`)
  return found.newlyFails.length > 0 ? 1 : 0
}

function opened(file: string): ParsedReport {
  return parseReport(readText(file, 'a report', ReadProblem), file)
}
