// Orders the scenarios of a generator: those that cover what the check has hardly covered come
// first. Coverage is computed from steps, never from answers, so equal seeds give equal scenarios
// on any target.

import {
  isControlStep,
  isConcurrentStep,
  isPagedListStep,
  requestsOf,
} from '../../properties/dsl/scenario.ts'
import type { RequestStep, Scenario, Step } from '../../properties/dsl/scenario.ts'
import { watchesIn } from '../../properties/history/reached-states.ts'
import type { Term } from '../../properties/dsl/term.ts'

/** A scenario, and how many scenarios its generator drew before it. */
export type DrawnScenario = { scenario: Scenario; drawIndex: number }

/**
 * The number of draws from which a scenario is chosen. A default run of 20 scenarios has about four
 * draws for each.
 */
export const candidateWindow = 64

// How many scenarios should cover an item, because one of them may miss what it is meant to cover.
// Afterwards the weights of the generator apply.
const timesWanted = 2

/**
 * Selects at most `count` of the drawn scenarios. A longer run begins with the scenarios of a
 * shorter one.
 */
export function selectByCoverage(drawn: DrawnScenario[], count: number): DrawnScenario[] {
  const waiting = drawn.map(draw => ({ ...draw, aims: coverageOf(draw.scenario) }))
  const times = new Map<string, number>()
  const chosen: DrawnScenario[] = []
  while (chosen.length < count) {
    const least = waiting
      .slice(0, candidateWindow)
      .map(({ aims }) => Math.min(timesWanted, ...aims.map(aim => times.get(aim) ?? 0)))
    const [next] = waiting.splice(least.indexOf(Math.min(...least)), 1)
    if (!next) break
    chosen.push({ scenario: next.scenario, drawIndex: next.drawIndex })
    for (const aim of next.aims) times.set(aim, (times.get(aim) ?? 0) + 1)
  }
  return chosen
}

/** What a scenario covers, each item once. */
export function coverageOf({ steps }: Scenario): string[] {
  const earlier: RequestStep[] = []
  const aims = new Set<string>()
  for (const step of steps) {
    for (const aim of stepAims(step)) aims.add(aim)
    for (const request of requestsOf({ steps: [step] })) {
      for (const aim of requestAims(request, earlier)) aims.add(aim)
      earlier.push(request)
    }
  }
  return [...aims]
}

function* stepAims(step: Step): Generator<string> {
  if (isControlStep(step)) yield step.control
  if (isConcurrentStep(step)) yield `${step.concurrent.length} lanes`
  if (isPagedListStep(step) && step.between?.some(({ length }) => length > 0))
    yield 'writes between pages'
  for (const { reader } of watchesIn([step])) yield `${reader ?? 'steady'} reader`
}

function* requestAims(request: RequestStep, earlier: RequestStep[]): Generator<string> {
  const { query = {}, to } = request
  const kind = kindOf(request)
  yield kind
  if ('role' in to && to.namespace === 'all') yield `${kind} of all namespaces`
  for (const name of Object.keys(query)) yield `${kind} with ${name}`
  if (kind === 'list') yield `list ${pagesOf(request, earlier)}`
  const match = String(query['resourceVersionMatch'] ?? 'no match')
  const version = versionClass(query['resourceVersion'], earlier)
  if (request.method === 'GET' && version) yield `${kind} with ${match}, version ${version}`
}

function kindOf({ method, to, query = {} }: RequestStep): string {
  if (method !== 'GET') return method
  if ('watch' in query) return 'watch'
  return 'role' in to && to.name === undefined ? 'list' : 'get'
}

/**
 * The class of a version. Undefined for the version of a deletion, which does not count as
 * coverage.
 */
function versionClass(version: Term | undefined, earlier: RequestStep[]): string | undefined {
  if (version === undefined || version === '0') return version ?? 'unset'
  if (typeof version !== 'object' || version === null || !('$seen' in version)) return 'made up'
  const given = earlier.findLastIndex(one => one.as === version.$seen)
  const giver = earlier[given]
  if (!giver || giver.method === 'DELETE') return undefined
  const isOld = earlier.slice(given + 1).some(one => one.method !== 'GET')
  return `of ${kindOf(giver)} ${String(version.at)}${isOld ? ', old' : ''}`
}

/** How the objects that should exist fill the pages of a list. */
function pagesOf({ to, query }: RequestStep, earlier: RequestStep[]): string {
  const within = earlier.filter(one => isWithin(one.to, to))
  const times = (method: string) => within.filter(one => one.method === method).length
  const count = times('POST') - times('DELETE')
  const limit = Number(query?.['limit'] ?? Infinity)
  if (count <= 0) return 'of nothing'
  if (count <= limit) return count === limit ? 'of one full page' : 'of one page'
  return count % limit === 0 ? 'of full pages' : 'of pages'
}

function isWithin(one: RequestStep['to'], to: RequestStep['to']): boolean {
  if (!('role' in one && 'role' in to) || one.role !== to.role) return false
  return to.namespace === 'all' || (one.namespace ?? 0) === (to.namespace ?? 0)
}
