// Recorded histories as JSON lines: judged again without a server, so that a law that changes is
// tried on what genuine servers answered.

import type { History } from '../properties/history.ts'
import type { Check } from './check.ts'
import { CaseProblem } from './case.ts'
import { judgementOf } from './judge.ts'
import type { Judgement } from './judge.ts'

/** One line of a file: a history and the requirement whose judge it was recorded for. */
export type Recorded = { id: string; history: History }

export const lineOf = (recorded: Recorded): string => `${JSON.stringify(recorded)}\n`

/** The recorded histories in a file's text. @throws CaseProblem that names the line. */
export function parseHistories(text: string, file: string): Recorded[] {
  const lines = text.split('\n').filter(line => line !== '')
  return lines.map((line, index) => parseLine(line, `${file}:${index + 1}`))
}

function parseLine(line: string, where: string): Recorded {
  let value: Partial<Recorded>
  try {
    value = JSON.parse(line) as Partial<Recorded>
  } catch (cause) {
    throw new CaseProblem(
      `${where}: expected a recorded history in JSON, got ${(cause as Error).message}`,
      { cause },
    )
  }
  if (typeof value.id === 'string' && Array.isArray(value.history?.exchanges))
    return value as Recorded
  throw new CaseProblem(`${where}: expected {id, history}, got ${line.slice(0, 60)}`)
}

/** Judges recorded histories by their requirement's own judge. */
export const judgeAgain = (
  recorded: Recorded[],
  checks: Check[],
): { id: string; judgement: Judgement }[] =>
  recorded.flatMap(({ id, history }) => {
    const check = checks.find(one => one.id === id)
    return check ? [{ id, judgement: judgementOf(check.judge, history) }] : []
  })
