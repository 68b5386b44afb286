// Probes of the health endpoints, and what is excluded from them.

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import type { Control, Request, Scenario, Step } from '../../dsl/scenario.ts'
import { raw, steps } from '../../dsl/steps.ts'
import type { Term } from '../../dsl/term.ts'

const endpoints = ['healthz', 'livez', 'readyz'] as const
export type Endpoint = (typeof endpoints)[number]

/** GET of an endpoint with a query as it stands. */
export const probe = (as: string, endpoint: Endpoint, query = ''): Request =>
  raw(as, 'GET', `/${endpoint}${query}`)

export const verbose = (as: string, endpoint: Endpoint): Request => probe(as, endpoint, '?verbose')

/** GET of an endpoint without some checks. */
export const excluding = (
  as: string,
  endpoint: Endpoint,
  checks: Term[],
  flag: '' | 'verbose' = 'verbose',
): Request =>
  raw(as, 'GET', {
    $join: [`/${endpoint}?${flag}`, ...checks.flatMap(check => ['&exclude=', check])],
  })

/** GET of one check. */
export const single = (as: string, endpoint: Endpoint, check: Term): Request =>
  raw(as, 'GET', { $join: [`/${endpoint}/`, check] })

/** From here on a check of liveness fails. */
export const failHealthCheck = (as: string): Control => ({ as, control: 'failHealthCheck' })

/** The check that the target can make fail. */
export const failing: Term = { $failing: 'check' }

/** The liveness before a check fails (`before`), and when it does (`failed`). */
export const failed: Step[] = [
  verbose('before', 'livez'),
  failHealthCheck('a check fails'),
  probe('failed', 'livez'),
]

// More than any server is known to have: each check has its turn, whatever their number.
const nth = fc.nat(59)

const anEndpoint = fc.constantFrom(...endpoints)

/** All checks (`all`), and then neighbours left out, each of them alone (`excluded …`). */
export const oneExcluded = (): Arbitrary<Scenario> =>
  fc
    .record({ endpoint: anEndpoint, nth })
    .map(({ endpoint, nth: first }) =>
      steps(
        verbose('all', endpoint),
        ...neighbours('all', first, 4).map((check, index) =>
          excluding(`excluded ${index}`, endpoint, [check]),
        ),
      ),
    )

/** All checks (`all`), and all but two to four of them (`excluded`). */
export const severalExcluded = (): Arbitrary<Scenario> =>
  fc
    .record({ endpoint: anEndpoint, nth, count: fc.integer({ min: 2, max: 4 }) })
    .map(({ endpoint, nth: first, count }) =>
      steps(
        verbose('all', endpoint),
        excluding('excluded', endpoint, neighbours('all', first, count)),
      ),
    )

const neighbours = (label: string, first: number, count: number): Term[] =>
  Array.from({ length: count }, (_, index) => ({ $check: label, nth: first + index }))

/** All checks (`all`), and some of them each at its own path (`single …`). */
export const singles = (endpoint: Endpoint): Arbitrary<Scenario> =>
  nth.map(first =>
    steps(
      verbose('all', endpoint),
      ...neighbours('all', first, 3).map((check, index) =>
        single(`single ${index}`, endpoint, check),
      ),
    ),
  )

/** One check in both uses of its name: at its own path (`single`), and left out (`excluded`). */
export const bothUses = (): Arbitrary<Scenario> =>
  fc.record({ endpoint: fc.constantFrom<Endpoint>('livez', 'readyz'), nth }).map(drawn => {
    const check = { $check: 'all', nth: drawn.nth }
    return steps(
      verbose('all', drawn.endpoint),
      single('single', drawn.endpoint, check),
      excluding('excluded', drawn.endpoint, [check]),
    )
  })
