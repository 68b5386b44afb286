// Builds probes of the health endpoints, and exclusions of checks.

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import type { ControlStep, RequestStep, Scenario, Step } from '../../dsl/scenario.ts'
import { rawRequest, scenarioWith } from '../../dsl/steps.ts'
import type { Term } from '../../dsl/term.ts'

const endpoints = ['healthz', 'livez', 'readyz'] as const
export type Endpoint = (typeof endpoints)[number]

/** GET of an endpoint with a literal query. */
export const probe = (as: string, endpoint: Endpoint, query = ''): RequestStep =>
  rawRequest(as, 'GET', `/${endpoint}${query}`)

export const probeVerbose = (as: string, endpoint: Endpoint): RequestStep =>
  probe(as, endpoint, '?verbose')

/** GET of an endpoint without some checks. */
export const probeExcluding = (
  as: string,
  endpoint: Endpoint,
  checks: Term[],
  flag: '' | 'verbose' = 'verbose',
): RequestStep =>
  rawRequest(as, 'GET', {
    $join: [`/${endpoint}?${flag}`, ...checks.flatMap(check => ['&exclude=', check])],
  })

/** GET of one check. */
export const probeSingleCheck = (as: string, endpoint: Endpoint, check: Term): RequestStep =>
  rawRequest(as, 'GET', { $join: [`/${endpoint}/`, check] })

/** Makes a liveness check fail from here on. */
export const failHealthCheck = (as: string): ControlStep => ({ as, control: 'failHealthCheck' })

/** The check that the target's controls can make fail. */
export const failingCheckName: Term = { $failing: 'check' }

/** Liveness before a check fails (`before`) and afterwards (`failed`). */
export const probeFailedCheck: Step[] = [
  probeVerbose('before', 'livez'),
  failHealthCheck('a check fails'),
  probe('failed', 'livez'),
]

// More than the number of checks of any known server, so that each check is drawn.
const nth = fc.nat(59)

const anEndpoint = fc.constantFrom(...endpoints)

/**
 * Generates a probe of all checks (`all`), and probes that exclude one check each (`excluded …`).
 */
export const probeOneExcluded = (): Arbitrary<Scenario> =>
  fc
    .record({ endpoint: anEndpoint, nth })
    .map(({ endpoint, nth: first }) =>
      scenarioWith(
        probeVerbose('all', endpoint),
        ...neighbours('all', first, 4).map((check, index) =>
          probeExcluding(`excluded ${index}`, endpoint, [check]),
        ),
      ),
    )

/**
 * Generates a probe of all checks (`all`), and one that excludes two to four of them (`excluded`).
 */
export const probeSeveralExcluded = (): Arbitrary<Scenario> =>
  fc
    .record({ endpoint: anEndpoint, nth, count: fc.integer({ min: 2, max: 4 }) })
    .map(({ endpoint, nth: first, count }) =>
      scenarioWith(
        probeVerbose('all', endpoint),
        probeExcluding('excluded', endpoint, neighbours('all', first, count)),
      ),
    )

const neighbours = (label: string, first: number, count: number): Term[] =>
  Array.from({ length: count }, (_, index) => ({ $check: label, nth: first + index }))

/** Generates a probe of all checks (`all`), and of some of them at their own paths (`single …`). */
export const probeSingleChecks = (endpoint: Endpoint): Arbitrary<Scenario> =>
  nth.map(first =>
    scenarioWith(
      probeVerbose('all', endpoint),
      ...neighbours('all', first, 3).map((check, index) =>
        probeSingleCheck(`single ${index}`, endpoint, check),
      ),
    ),
  )

/** Generates both uses of a check's name: at its own path (`single`), and excluded (`excluded`). */
export const probeAloneAndExcluded = (): Arbitrary<Scenario> =>
  fc.record({ endpoint: fc.constantFrom<Endpoint>('livez', 'readyz'), nth }).map(drawn => {
    const check = { $check: 'all', nth: drawn.nth }
    return scenarioWith(
      probeVerbose('all', drawn.endpoint),
      probeSingleCheck('single', drawn.endpoint, check),
      probeExcluding('excluded', drawn.endpoint, [check]),
    )
  })
