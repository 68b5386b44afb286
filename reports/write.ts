// Writes the report directory.

import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { escapeJson } from '../fixtures/client/escape-json.ts'
import { badge } from './badge.ts'
import { renderHtml } from './html/render.ts'
import { junitXml } from './junit.ts'
import type { ConformanceReport } from './report.ts'
import { inDirectory } from './report-directory.ts'

type Written = { path: string; text: string; executable?: true }

/**
 * Writes report.html, report.json, junit.xml, badge.json and the cases to a directory, which it
 * creates if necessary. Returns the paths of the first three, relative to it. Each file is replaced
 * atomically. Cases of earlier runs stay, because they may be in use.
 */
export async function writeReport(report: ConformanceReport, dir: string): Promise<string[]> {
  const json = `${escapeJson(JSON.stringify(report, null, 2))}\n`
  await checkedInTests(json)
  const front: Written[] = [
    { path: 'report.html', text: renderHtml(report) },
    { path: 'report.json', text: json },
    { path: 'junit.xml', text: junitXml(report) },
  ]
  await prepareReportDir(dir)
  const small = { path: 'badge.json', text: `${JSON.stringify(badge(report))}\n` }
  for (const file of [...casesOf(report), small, ...front]) await writeWhole(file, dir)
  return front.map(file => file.path)
}

/**
 * Validates every report of the project's tests against the schema. An installed package has
 * neither the variable nor the validator.
 */
async function checkedInTests(json: string): Promise<void> {
  const isSource = import.meta.filename.endsWith('.ts')
  if (!isSource || !process.env['TOUCHSTONE_CHECK_REPORTS']) return
  const { checkSchema } = await import('./test-schema.ts')
  checkSchema(JSON.parse(json))
}

/**
 * Creates the directory and writes to it once. Called at the start of a run, so that a run of
 * minutes does not end without a place for its report. Throws a ReportProblem.
 */
export async function prepareReportDir(dir: string): Promise<void> {
  await inDirectory(dir, () => mkdir(join(dir, 'cases'), { recursive: true }))
  const probe = join(dir, 'cases', `.probe-${process.pid}`)
  await inDirectory(dir, () => writeFile(probe, ''))
  await rm(probe, { force: true })
}

function casesOf(report: ConformanceReport): Written[] {
  return report.requirements.flatMap(({ case: path, failure }): Written[] => {
    if (path === undefined || failure === undefined) return []
    return [
      { path, text: `${escapeJson(JSON.stringify(failure.case, null, 2))}\n` },
      { path: path.replace(/\.json$/, '.sh'), text: failure.curl, executable: true },
    ]
  })
}

async function writeWhole({ path, text, executable }: Written, dir: string): Promise<void> {
  const whole = join(dir, path)
  const part = `${whole}.${process.pid}.part`
  await inDirectory(dir, async () => {
    await writeFile(part, text, { mode: executable ? 0o755 : 0o644 })
    await rename(part, whole)
  })
}
