// touchstone judge FILE: judges recorded histories again, offline.

import { escapeControls } from '../reports/escape.ts'
import { CaseProblem } from '../suites/failure/case.ts'
import { checks } from '../suites/generated/checks.ts'
import { rejudgeHistories, parseHistories } from '../suites/failure/histories.ts'
import { print } from './output.ts'
import { readText } from './read-text.ts'

/** Returns exit code 1 if a rule is violated, and 4 if no rule was tested. */
export async function judge(file: string): Promise<number> {
  const results = rejudgeHistories(
    parseHistories(readText(file, 'histories as JSON lines', CaseProblem), file),
    checks,
  )
  const broken = results.flatMap(({ id, judgement }) =>
    judgement.violations.map(one => ({ id, ...one })),
  )
  for (const { id, says, expected, got, at } of broken)
    print(`${escapeControls(`${id} at ${at}: ${says} Expected ${expected}, got ${got}.`)}\n`)
  const testedCount = results.reduce((sum, { judgement }) => sum + judgement.testedCount, 0)
  print(
    `${results.length} histories judged, ${testedCount} observations, ${broken.length} violations\n`,
  )
  if (broken.length > 0) return 1
  return testedCount > 0 ? 0 : 4
}
