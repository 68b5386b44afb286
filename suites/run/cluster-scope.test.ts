// Checks that declare `allowsClusterScope` pass on a server whose only type is cluster-scoped.

import { expect, test } from 'vitest'
import { candidatesFor } from '../../fixtures/targets/candidate-types.ts'
import { referenceTarget } from '../../fixtures/targets/reference-target.ts'
import { checksFor } from '../select/select.ts'
import { run } from './run.ts'

const options = {
  seed: 1,
  scenarios: 3,
  // Without namespaces, cases see each other's objects.
  concurrency: 1,
  checkMs: 60_000,
  caseMs: 60_000,
  shrinkMs: 0,
}

test('checks that allow cluster scope pass on a server with one cluster-scoped type', async () => {
  const target = await referenceTarget({ dialect: 'kubernetes' })
  const { cluster } = candidatesFor(target.apiDomain)
  const only = cluster.find(({ resource }) => resource === 'storageclasses')
  const types = { ...target.types, ...(only ? { main: only, core: only } : {}) }
  const unserved = { namespaces: 'none', cluster: 'none' }
  const checks = checksFor('kubernetes', { sections: [], ids: [] }).filter(
    ({ allowsClusterScope }) => allowsClusterScope,
  )

  const { signal } = new AbortController()
  const { verdicts } = await run(
    checks,
    { ...target, types, unserved },
    { ...options, signal },
  ).finally(target.close)

  expect(checks.length).toBeGreaterThan(20)
  expect(verdicts.filter(({ verdict }) => verdict !== 'pass')).toEqual([])
}, 120_000)
