// Measures how long a decision of RBAC takes among many bindings.

import type { ApiObject } from '../../reference/api/object.ts'
import { createRoleIndex } from '../../reference/auth/rbac/role-index.ts'
import { type LongRun, problemWith } from './storage-engine-runs.ts'

const bindings = 10_000
const users = 1_000
const namespaces = 100
const decisions = 50_000
const medianMicrosecondsMax = 20

/**
 * Decides on requests of users with ten bindings each, of which half are allowed. The median of
 * both together must be below 20 µs.
 */
export async function decisionsAmongBindings(): Promise<LongRun> {
  const index = createRoleIndex()
  for (let nth = 0; nth < bindings; nth++) {
    const one = roleAndBinding(nth)
    index.setRole(one)
    index.setBinding(one)
  }
  const groups = ['system:authenticated', 'a', 'b']
  const times: number[] = []
  const found: string[] = []
  for (let nth = 0; nth < decisions; nth++) {
    const user = { name: `u${nth % users}`, uid: '', groups }
    const isAllowed = nth % 2 === 0
    const request = getIn(`n${(nth + (isAllowed ? 0 : 1)) % namespaces}`)
    const startedMs = performance.now()
    const grant = index.grantOf(user, request)
    times.push((performance.now() - startedMs) * 1000)
    if ((grant !== undefined) !== isAllowed) found.push(`${user.name}: expected ${isAllowed}`)
  }
  const sorted = times.toSorted((one, other) => one - other)
  const at = (share: number): number => sorted[Math.floor(sorted.length * share)] ?? NaN
  const median = at(0.5)
  if (!(median < medianMicrosecondsMax))
    found.push(`expected a median below ${medianMicrosecondsMax} µs, got ${median.toFixed(1)}`)
  const summary = `median ${median.toFixed(1)} µs, p99 ${at(0.99).toFixed(1)} µs`
  return { summary, ...problemWith(found.slice(0, 10)) }
}

const roleAndBinding = (nth: number): ApiObject =>
  ({
    metadata: { namespace: `n${nth % namespaces}`, name: `r${nth}` },
    rules: [{ verbs: ['get'], apiGroups: [''], resources: ['pods'] }],
    roleRef: { kind: 'Role', name: `r${nth}` },
    subjects: [{ kind: 'User', name: `u${nth % users}` }],
  }) as unknown as ApiObject

const getIn = (namespace: string) => ({
  on: 'resource' as const,
  path: '',
  verb: 'get',
  group: '',
  version: 'v1',
  resource: 'pods',
  namespace,
  name: 'p',
  subresource: '',
  selectedName: '',
})
