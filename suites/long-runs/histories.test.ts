// Judges histories that were recorded on genuine servers: no judge may find a violation.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { checks } from '../generated/checks.ts'
import { rejudgeHistories, parseHistories } from '../failure/histories.ts'
import { projectRoot } from '../lint/sources.ts'

const folder = join(projectRoot, 'fixtures', 'histories')
const files = readdirSync(folder).filter(file => file.endsWith('.jsonl.gz'))

test.each(files)('%s contains no violation', file => {
  const recorded = parseHistories(gunzipSync(readFileSync(join(folder, file))).toString(), file)
  const results = rejudgeHistories(recorded, checks)

  const broken = results.flatMap(({ id, judgement }) =>
    judgement.violations.map(one => `${id}: ${one.says} ${one.got}`),
  )
  expect(broken).toEqual([])
  expect(results.reduce((sum, { judgement }) => sum + judgement.testedCount, 0)).toBeGreaterThan(
    200,
  )
})

test('there is at least one recording', () => {
  expect(files.length).toBeGreaterThan(0)
})
