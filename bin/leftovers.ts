// Messages about objects that a run could not delete, in lines of 80 columns.

import { escapeControls } from '../reports/escape.ts'
import { countedNoun, wrap } from '../reports/text-layout.ts'
import type { SweepResult } from '../suites/target/run-namespaces.ts'

const columns = 80
const indent = '  '

/** Returns what may be left on the server, and the command that deletes it. */
export function leftoverLines(
  { left, unread }: Pick<SweepResult, 'left' | 'unread'>,
  target: string,
): string[] {
  if (left === 0 && unread.length === 0) return []
  const command = `run touchstone clean ${escapeControls(target)}`
  return [
    ...(unread.length > 0 ? ['could not be listed and may contain objects of this run:'] : []),
    ...unread.flatMap(path =>
      wrap(escapeControls(path), columns - indent.length).map(line => `${indent}${line}`),
    ),
    ...(left > 0 ? [`${countedNoun(left, 'object')} could not be deleted`] : []),
    ...wrap(
      `${command} with the credentials of this run to delete the objects that are left`,
      columns,
    ),
  ]
}
