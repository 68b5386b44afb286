// A saved failing scenario: enough to perform and judge it again on any target, without the
// generator that made it.

import type { Scenario } from '../properties/scenario.ts'

export type CaseFile = {
  apiVersion: 'touchstone/v1alpha1'
  kind: 'Case'
  /** The requirement whose judge the case is for, and the sentence that it broke. */
  id: string
  says: string
  /** The target it was found on, when that is one that we can start. */
  target?: string
  scenario: Scenario
  /** Where it came from, for those who want the generator's own view of it. */
  from: { seed: number; run: number }
}

/** A case file is not one: the message says what, where, expected and got. */
export class CaseProblem extends Error {
  override name = 'CaseProblem'
}

type Found = Pick<CaseFile, 'id' | 'says' | 'scenario' | 'target'> & { seed: number; run: number }

export const caseOf = ({ id, says, scenario, target, seed, run }: Found): CaseFile => ({
  apiVersion: 'touchstone/v1alpha1',
  kind: 'Case',
  id,
  says,
  ...(target === undefined ? {} : { target }),
  scenario,
  from: { seed, run },
})

/**
 * The case in a file's text.
 * @throws CaseProblem when the text is not a case: truncated, edited by hand, of another kind.
 */
export function parseCase(text: string, file: string): CaseFile {
  const value = json(text, file)
  expectField(value, 'apiVersion', 'touchstone/v1alpha1', file)
  expectField(value, 'kind', 'Case', file)
  if (typeof value['id'] !== 'string')
    throw new CaseProblem(`${file}: id: expected a requirement id, got ${got(value['id'])}`)
  const steps = (value['scenario'] as { steps?: unknown } | undefined)?.steps
  if (!Array.isArray(steps))
    throw new CaseProblem(`${file}: scenario.steps: expected an array of steps, got ${got(steps)}`)
  for (const [index, step] of steps.entries()) expectStep(step, `${file}: scenario.steps[${index}]`)
  return value as CaseFile
}

function json(text: string, file: string): Record<string, unknown> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw new CaseProblem(
      `${file}: expected a case file in JSON, got ${(cause as Error).message}`,
      { cause },
    )
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return value as Record<string, unknown>
  throw new CaseProblem(`${file}: expected an object, got ${got(value)}`)
}

function expectField(
  value: Record<string, unknown>,
  field: string,
  wanted: string,
  file: string,
): void {
  if (value[field] !== wanted)
    throw new CaseProblem(`${file}: ${field}: expected ${wanted}, got ${got(value[field])}`)
}

function expectStep(step: unknown, where: string): void {
  if (typeof step !== 'object' || step === null)
    throw new CaseProblem(`${where}: expected a step, got ${got(step)}`)
  if ('control' in step) return
  if ('together' in step) {
    if (!Array.isArray(step.together))
      throw new CaseProblem(
        `${where}.together: expected an array of lanes, got ${got(step.together)}`,
      )
    for (const [lane, requests] of step.together.entries())
      for (const request of Array.isArray(requests) ? requests : [requests])
        expectRequest(request, `${where}.together[${lane}]`)
    return
  }
  expectRequest('walk' in step ? step.walk : step, where)
}

function expectRequest(request: unknown, where: string): void {
  const fields = (typeof request === 'object' && request !== null ? request : {}) as Record<
    string,
    unknown
  >
  for (const field of ['as', 'method'])
    if (typeof fields[field] !== 'string')
      throw new CaseProblem(`${where}.${field}: expected a string, got ${got(fields[field])}`)
  if (typeof fields['to'] !== 'object' || fields['to'] === null)
    throw new CaseProblem(`${where}.to: expected a place, got ${got(fields['to'])}`)
}

const got = (value: unknown): string =>
  value === undefined ? 'nothing' : JSON.stringify(value).slice(0, 60)
