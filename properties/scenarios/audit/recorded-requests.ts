// Builds requests of one user all of whose requests are recorded, with their bodies
// (suites/setups/audit.ts). The user has no rights, and what is refused is recorded as well.

import fc from 'fast-check'
import type { RequestStep, Scenario, Step } from '../../dsl/scenario.ts'
import { scenarioWith } from '../../dsl/steps.ts'
import {
  audited,
  configMap,
  configMaps,
  controls,
  marker,
  readEvents,
  whoAmI,
} from './audited-requests.ts'

export const everybody = 'everything'
const user = everybody

/** The paths of one config map, and of all in its namespace. */
export const one = configMaps('one', 'x')
export const many = configMaps('one')

export const get: RequestStep = audited('get', 'GET', one, { user })
export const list: RequestStep = audited('list', 'GET', many, { user })
export const path: RequestStep = audited('path', 'GET', '/livez', { user })
export const review: RequestStep = whoAmI('review', user)
export const several: readonly RequestStep[] = [get, list, path, review]

export const labelsOf = (steps: readonly RequestStep[]): string[] => steps.map(({ as }) => as)

/** Requests that are recorded, and their events. */
export const recorded = (...steps: RequestStep[]): Step[] => [
  ...controls,
  ...steps,
  readEvents(marker, ...labelsOf(steps)),
]

/** A choice of requests, in any order. */
export const choiceOf = (...steps: RequestStep[]): fc.Arbitrary<Scenario> =>
  fc.shuffledSubarray(steps, { minLength: 2 }).map(some => scenarioWith(...recorded(...some)))

/** A request of each verb. */
export const verbs: { [verb: string]: RequestStep } = {
  get,
  list,
  watch: audited('watch', 'GET', many, { user, query: { watch: '1', timeoutSeconds: '1' } }),
  create: audited('create', 'POST', many, { user, body: configMap('x') }),
  update: audited('update', 'PUT', one, { user, body: configMap('x') }),
  patch: audited('patch', 'PATCH', one, {
    user,
    body: { data: {} },
    headers: { 'content-type': 'application/merge-patch+json' },
  }),
  delete: audited('delete', 'DELETE', one, { user }),
  deletecollection: audited('deletecollection', 'DELETE', many, { user }),
}
