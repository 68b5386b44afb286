import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, it } from 'vitest'
import { sampleReport } from './sample.ts'
import { sampleWithBaseline } from './sample-baseline.ts'

type Json = null | boolean | number | string | Json[] | { [name: string]: Json }
type Schema = { required?: string[]; $defs?: Record<string, Schema> } & Record<string, unknown>

const schema: Schema = JSON.parse(
  readFileSync(new URL('report.schema.json', import.meta.url), 'utf8'),
)
const validate = new Ajv2020({ strict: true, strictRequired: false }).compile(schema)
const shortened = { checks: 40, scenarios: 5 }
const skipped = { checks: 2, because: 'stopped by SIGINT' }
const sample = (): Json => JSON.parse(JSON.stringify({ ...baselined(), shortened, skipped }))

/** Returns the sample with an element in each list of its baseline comparison. */
function baselined(): ReturnType<typeof sampleReport> {
  const report = sampleWithBaseline(({ entries, ...baseline }) => ({
    ...baseline,
    entries: [
      ...entries
        .filter(({ id }) => id !== 'PAGE-004')
        .map(one => (['PAGE-005', 'LIST-040'].includes(one.id) ? { ...one, hash: 'x' } : one)),
      { id: 'LIST-001', verdict: 'fail', reason: 'x', hash: 'x' },
      { id: 'GONE-001', verdict: 'fail', reason: 'x', hash: 'x' },
    ],
  }))
  return report
}

it('accepts an assembled report, with a baseline and without', () => {
  expect(validate(JSON.parse(JSON.stringify(sampleReport())))).toBe(true)
  validate(sample())

  expect(validate.errors).toBe(null)
  const { file: _, exitCode: __, ...lists } = { ...baselined().baseline }
  expect(Object.values(lists).map(list => list.length > 0)).not.toContain(false)
})

it('refuses a report without any one of its required fields', () => {
  const required = requiredIn(schema)
  const paths = pathsTo(sample(), new Set(required))

  const accepted = paths.filter(path => validate(without(sample(), path)))
  const names = new Set(paths.map(path => path.at(-1)))
  expect(required.filter(name => !names.has(name))).toEqual([])
  expect(accepted.map(path => path.join('/'))).toEqual([])
})

it('refuses fields, verdicts and ids that it does not know', () => {
  const changed = (change: (report: ReturnType<typeof sampleReport>) => object) =>
    validate(JSON.parse(JSON.stringify(change(sampleReport()))))

  expect(changed(report => ({ ...report, extra: 1 }))).toBe(false)
  expect(changed(report => ({ ...report, result: 'certified' }))).toBe(false)
  expect(changed(report => withFirstRow(report, { verdict: 'ok' }))).toBe(false)
  expect(changed(report => withFirstRow(report, { id: '../x' }))).toBe(false)
  expect(changed(report => withFirstRow(report, { verdict: 'fail' }))).toBe(false)
})

function withFirstRow(report: ReturnType<typeof sampleReport>, change: object): object {
  const [first, ...rows] = report.requirements
  return { ...report, requirements: [{ ...first, ...change }, ...rows] }
}

/** Returns every name that the schema requires anywhere. */
function requiredIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  const own = Array.isArray(value) ? [] : ((value as Schema).required ?? [])
  return [...new Set([...own, ...Object.values(value).flatMap(requiredIn)])]
}

/**
 * Returns the paths of required names in a value. Free-form values (the case, the states) and
 * optional uses of a name that is required elsewhere are left out.
 */
function pathsTo(value: Json, names: Set<string>, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return []
  const free = path.at(-1) === 'states' || path.slice(-2).join('/') === 'failure/case'
  if (free) return []
  return Object.entries(value).flatMap(([name, child]) => {
    const here = [...path, name]
    const optional =
      here.length === 3 ? name === 'because' : here.slice(-2).join() === 'request,body'
    const own = !Array.isArray(value) && names.has(name) && !optional
    return [...(own ? [here] : []), ...pathsTo(child, names, here)]
  })
}

function without(value: Json, [name = '', ...rest]: string[]): Json {
  if (Array.isArray(value)) {
    return value.map((child, index) => (String(index) === name ? without(child, rest) : child))
  }
  const { [name]: child = null, ...others } = value as { [name: string]: Json }
  return rest.length === 0 ? others : { ...others, [name]: without(child, rest) }
}
