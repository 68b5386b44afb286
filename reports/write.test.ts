import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { sampleReport } from './sample.ts'
import { ReportProblem } from './file-errors.ts'
import { removeReport } from './report-directory.ts'
import { prepareReportDir, writeReport } from './write.ts'

let dir: string
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'report-'))
})
afterEach(() => rm(dir, { recursive: true, force: true }))

it('writes the report in three forms and a badge, and nothing half', async () => {
  const report = sampleReport()

  const files = await writeReport(report, join(dir, 'a', 'b'))

  expect(files).toEqual(['report.html', 'report.json', 'junit.xml'])
  expect((await readdir(join(dir, 'a', 'b'))).sort()).toEqual(
    ['cases', 'badge.json', ...files].sort(),
  )
  expect(JSON.parse(await readFile(join(dir, 'a', 'b', 'report.json'), 'utf8'))).toEqual(report)
})

it('writes a case and a script for each failure', async () => {
  const report = sampleReport()

  await writeReport(report, dir)

  const failed = ['LIST-007', 'PAGE-004', 'PAGE-005', 'WRITE-009', 'WRITE-010']
  const names = failed.flatMap(id => [`${id}.json`, `${id}.sh`])
  expect((await readdir(join(dir, 'cases'))).sort()).toEqual(names)
  expect(JSON.parse(await readFile(join(dir, 'cases', 'PAGE-004.json'), 'utf8'))).toMatchObject({
    kind: 'Case',
    id: 'PAGE-004',
  })
  expect((await stat(join(dir, 'cases', 'PAGE-004.sh'))).mode & 0o111).not.toBe(0)
})

it('keeps the cases of earlier runs', async () => {
  await prepareReportDir(dir)
  await writeFile(join(dir, 'cases', 'OBJ-001.json'), '{}')

  await writeReport(sampleReport(), dir)

  expect(await readdir(join(dir, 'cases'))).toContain('OBJ-001.json')
})

it('says in one line which directory cannot be written and why', async () => {
  const file = join(dir, 'file')
  await writeFile(file, '')

  const problem = await prepareReportDir(file).catch((cause: unknown) => cause)

  expect(problem).toBeInstanceOf(ReportProblem)
  expect((problem as Error).message).toBe(
    `${file}: expected a directory that can be written, got ENOTDIR`,
  )
})

it('removes the report of an earlier run, and neither its cases nor other files', async () => {
  await writeReport(sampleReport(), dir)
  await writeFile(join(dir, 'notes.txt'), '')

  await removeReport(dir)

  expect((await readdir(dir)).sort()).toEqual(['cases', 'notes.txt'])
  expect(await readdir(join(dir, 'cases'))).toContain('PAGE-004.json')
})

it('makes no directory to remove a report from', async () => {
  await removeReport(join(dir, 'none'))

  expect(await readdir(dir)).toEqual([])
})

it('writes no report that is not valid by the schema, in tests', async () => {
  const report = { ...sampleReport(), scenarios: -1 }

  await expect(writeReport(report, dir)).rejects.toThrow('report.json: /scenarios: must be >= 0')
  expect(await readdir(dir)).toEqual([])
})
