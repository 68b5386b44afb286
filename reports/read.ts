// Reads a report.json for a command. Only the needed members are checked, so that reports of other
// versions can be read, too.

import { z } from 'zod'
import { verdicts } from '../suites/verdict.ts'
import { ReadProblem } from './file-errors.ts'

const exchange = z.object({
  step: z.string(),
  request: z.object({ method: z.string(), path: z.string() }),
  answer: z.object({ status: z.number() }).optional(),
  problem: z.string().optional(),
})

const row = z.object({
  id: z.string().regex(/^[A-Z0-9]+(-[A-Z0-9]+)+$/),
  title: z.string(),
  strength: z.enum(['must', 'should', 'may', 'silent']),
  verdict: z.enum(verdicts),
  shortened: z.literal(true).optional(),
  because: z.string().optional(),
  failure: z
    .object({
      expected: z.string().default(''),
      got: z.string(),
      at: z.string(),
      exchanges: z.array(exchange),
    })
    .optional(),
})

const report = z.object({
  // Earlier versions had other names for members that are not read here, too.
  apiVersion: z.enum(['touchstone/v1alpha3', 'touchstone/v1alpha2', 'touchstone/v1alpha1']),
  kind: z.literal('ConformanceReport'),
  suite: z.object({ set: z.string(), checks: z.string().optional() }),
  target: z.object({
    name: z.string(),
    implementation: z.string(),
    version: z.string(),
    dialect: z.string(),
  }),
  seed: z.number(),
  scenarios: z.number(),
  scenarioDigest: z.string().optional(),
  shortened: z.object({ checks: z.number(), scenarios: z.number() }).optional(),
  skipped: z.object({ checks: z.number(), because: z.string() }).optional(),
  filtered: z.boolean(),
  targetOnly: z.boolean().optional(),
  profile: z.string().optional(),
  requirements: z.array(row),
})

export type ParsedReport = z.infer<typeof report>
export type ParsedRow = ParsedReport['requirements'][number]

/** Parses the text of a report.json. @throws ReadProblem */
export function parseReport(text: string, file: string): ParsedReport {
  const found = report.safeParse(withScenarios(json(text, file)))
  if (found.success) return found.data
  const [issue] = found.error.issues
  throw new ReadProblem(`${file}: ${issue?.path.join('.') || 'the file'}: ${issue?.message}`)
}

/** Renames `runs` of earlier versions to `scenarios`. */
function withScenarios(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('runs' in value)) return value
  const { runs, ...others } = value
  return { scenarios: runs, ...others }
}

function json(text: string, file: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    // The parser throws if the text is not JSON.
    throw new ReadProblem(`${file}: expected a report in JSON, got ${(cause as Error).message}`, {
      cause,
    })
  }
}
