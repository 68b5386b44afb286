// Removes the report of an earlier run. It loads little, so that a command does so at its start.

import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ReportProblem } from './file-errors.ts'

const reportNames = ['report.html', 'report.json', 'junit.xml', 'badge.json'] as const

/**
 * Removes the report of an earlier run, so that it is not mistaken for that of a run in progress or
 * of one that failed to start. Cases stay. Throws a ReportProblem.
 */
export async function removeReport(dir: string): Promise<void> {
  for (const name of reportNames) await inDirectory(dir, () => rm(join(dir, name), { force: true }))
}

/** Performs an operation in the report directory. Rejects with a ReportProblem if it fails. */
export async function inDirectory(dir: string, act: () => Promise<unknown>): Promise<void> {
  try {
    await act()
  } catch (cause) {
    // The file system throws if the disk is full or a permission is missing.
    const why = (cause as NodeJS.ErrnoException).code ?? String(cause)
    throw new ReportProblem(`${dir}: expected a directory that can be written, got ${why}`, {
      cause,
    })
  }
}
