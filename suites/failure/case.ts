// Case files: saved failing scenarios that can be performed and judged again on any target, without
// the generator that made them.

import type { TestedType, Role } from '../../fixtures/objects/tested-types.ts'
import type { Scenario } from '../../properties/dsl/scenario.ts'
import { stepFaults } from './case-steps.ts'
import { quoteValue } from './case-terms.ts'
import { typeFaults } from './case-types.ts'
import { isJsonObject } from '../../properties/dsl/term.ts'

/** The format version that is written. The earlier versions can be read as well. */
const caseVersion = 'touchstone/v1alpha4'
const oldCaseVersions: unknown[] = ['v1alpha1', 'v1alpha2', 'v1alpha3'].map(
  version => `touchstone/${version}`,
)

/** The content of a case file. */
export type CaseFile = {
  apiVersion: typeof caseVersion
  kind: 'Case'
  /** The requirement whose judge the case is for, and the sentence that was violated. */
  id: string
  says: string
  /** The target on which the case was found, if the suite can start it. */
  target?: string
  /**
   * The server on which the case was found, for readers only: a case never connects to a server.
   */
  server?: string
  /** The dialect of the target, and its types if they are not the usual ones. */
  dialect?: 'cluster' | 'kubernetes'
  apiDomain?: string
  types?: Partial<Record<Role, TestedType>>
  scenario: Scenario
  /** The origin of the scenario: the root seed, and how many scenarios were drawn before it. */
  from: { seed: number; drawIndex: number }
}

/** A file is not a case. The message contains the place, the expected and the actual value. */
export class CaseProblem extends Error {
  override name = 'CaseProblem'
}

/**
 * The targets that a case may name: those that the suite starts, so that no case leads to a server.
 */
export const isStartable = (target: string): boolean =>
  /^(mutant:|variant:|kube-apiserver$|kubernetes$|reference$)/.test(target)

type Found = Pick<CaseFile, 'id' | 'says' | 'scenario'> & { seed: number; drawIndex: number }

export const caseOf = ({ id, says, scenario, seed, drawIndex }: Found): CaseFile => ({
  apiVersion: caseVersion,
  kind: 'Case',
  id,
  says,
  scenario,
  from: { seed, drawIndex },
})

/**
 * Parses a case file.
 * @throws CaseProblem when the text is not a case: truncated, edited by hand, of another kind.
 */
export function parseCase(text: string, file: string): CaseFile {
  const value = withFacts(upgraded(json(text, file)))
  const fault = faultsIn(value).next().value
  if (fault !== undefined) throw new CaseProblem(`${file}: ${fault}`)
  return value as CaseFile
}

/** Converts a case of an earlier version, whose steps and types had other names. */
function upgraded(value: Record<string, unknown>): Record<string, unknown> {
  if (!oldCaseVersions.includes(value['apiVersion'])) return value
  const { scenario, types, from } = value
  return {
    ...value,
    apiVersion: caseVersion,
    ...(isJsonObject(types) && { types: withNewTypeNames(types) }),
    ...(isJsonObject(from) && { from: { seed: from['seed'], drawIndex: from['run'] } }),
    ...(isJsonObject(scenario) && {
      scenario: { ...scenario, steps: withNewNames(scenario['steps']) },
    }),
  }
}

const newNames: Record<string, string> = {
  door: 'server',
  alternate: 'server',
  until: 'poll',
  secondAfter: 'laterSecondThan',
  walk: 'pagedList',
  together: 'concurrent',
  await: 'waitOn',
}

/** The expected results in the labels of configuration checks, by their former names. */
const newOutcomes: Record<string, string> = {
  taken: 'accepted',
  letter: 'literal',
  noted: 'recorded',
  filled: 'defaulted',
}

const formerOutcome = /^(cluster |kubernetes )?(taken|letter|noted|filled)(?= \d+(:|$))/

// The members of steps, by their new names, that contain steps or requests.
const ofSteps = ['poll', 'pagedList', 'between', 'concurrent', 'watch']

/** Renames the members of steps. What requests contain is left as it is. */
function withNewNames(steps: unknown): unknown {
  if (Array.isArray(steps)) return steps.map(withNewNames)
  if (!isJsonObject(steps)) return steps
  const renamed = Object.entries(steps).map(([key, value]): [string, unknown] => {
    const name = key === 'shows' && 'await' in steps ? 'version' : (newNames[key] ?? key)
    if (key === 'as' && typeof value === 'string')
      return [
        key,
        'accepts' in steps ? withNewOutcome(value) : value.replace(/^plays of /, 'stubs of '),
      ]
    return [name, ofSteps.includes(name) ? withNewNames(value) : value]
  })
  return Object.fromEntries(renamed)
}

const withNewOutcome = (label: string): string =>
  label.replace(
    formerOutcome,
    (_, dialect: string = '', outcome: string) => `${dialect}${newOutcomes[outcome]}`,
  )

/** Renames the member for objects that the server itself creates in each namespace. */
const withNewTypeNames = (types: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(types).map(([role, type]) => {
      if (!isJsonObject(type) || !('furnished' in type)) return [role, type]
      const { furnished, ...others } = type
      return [role, { ...others, namespaceDefaults: furnished }]
    }),
  )

/** Renames `beside` to `facts` in configuration checks, which are no concurrent steps. */
function withFacts(value: Record<string, unknown>): Record<string, unknown> {
  const { scenario } = value
  if (!isJsonObject(scenario) || !Array.isArray(scenario['steps'])) return value
  return { ...value, scenario: { ...scenario, steps: scenario['steps'].map(withFactsInStep) } }
}

function withFactsInStep(step: unknown): unknown {
  if (!isJsonObject(step) || !isJsonObject(step['accepts'])) return step
  const { beside, ...accepts } = step['accepts']
  return beside === undefined ? step : { ...step, accepts: { facts: beside, ...accepts } }
}

function* faultsIn(value: Record<string, unknown>): Generator<string, void> {
  const { id, says, target = 'reference', dialect = 'cluster', apiDomain = 'a', scenario } = value
  const { server, types = {} } = value
  const fault = (field: string, expected: string) =>
    `${field}: expected ${expected}, got ${quoteValue(value[field])}`
  for (const [field, expected] of [
    ['apiVersion', caseVersion],
    ['kind', 'Case'],
  ] as const)
    if (value[field] !== expected) yield fault(field, expected)
  if (typeof id !== 'string') yield fault('id', 'a requirement id')
  if (typeof says !== 'string') yield fault('says', 'the rule that was violated')
  if (typeof target !== 'string' || !isStartable(target))
    yield fault('target', 'reference, kube-apiserver, kubernetes, mutant:NAME or variant:NAME')
  if (server !== undefined && !isAddress(server)) yield fault('server', 'a URL')
  if (dialect !== 'cluster' && dialect !== 'kubernetes')
    yield fault('dialect', 'cluster or kubernetes')
  if (typeof apiDomain !== 'string' || !/^[a-z0-9.-]+$/.test(apiDomain))
    yield fault('apiDomain', 'a domain')
  yield* typeFaults(types, 'types')
  if (typeof scenario !== 'object' || scenario === null) yield fault('scenario', 'an object')
  yield* stepFaults((scenario as { steps?: unknown } | null)?.steps, 'scenario.steps')
}

const isAddress = (text: unknown): boolean =>
  typeof text === 'string' && /^https?:\/\/[\w.:[\]-]+(\/[\w./~-]*)?$/.test(text)

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
  if (isJsonObject(value)) return value
  throw new CaseProblem(`${file}: expected an object, got ${quoteValue(value)}`)
}
