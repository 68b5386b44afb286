// Whatever a target does, its faults are not called the harness's, and a bad connection is not
// called a fault of the target.

import { expect, onTestFinished, test, vi } from 'vitest'
import { referenceTarget } from '../../fixtures/targets/reference.ts'
import type { Rewriting } from '../../fixtures/targets/rewriting-proxy.ts'
import { lanesMax } from '../lease.ts'
import { run } from '../run.ts'
import { checksFor } from '../select.ts'
import type { Verdict } from '../verdict.ts'

const isLeased = ({ path }: { path: string }) => path === '/api/v1/namespaces'

const wrongTypes = {
  kind: {},
  apiVersion: [],
  metadata: {
    name: { a: 1 },
    namespace: [],
    uid: null,
    resourceVersion: 5,
    creationTimestamp: 1e99,
    labels: [],
    annotations: 7,
    finalizers: 'x',
    continue: {},
    remainingItemCount: 'many',
  },
  items: [{ metadata: { name: 5, namespace: {}, labels: 'x', resourceVersion: {} } }],
}

const bodies: [string, unknown][] = [
  ['metadata that is a number', { kind: 'Lease', metadata: 5, items: 'x' }],
  ['fields of wrong types', wrongTypes],
]

test.each(bodies)('no judge breaks on %s', { timeout: 900_000 }, async (_, body) => {
  for (const status of [undefined, 200]) {
    const verdicts = await verdictsOn({
      reply: (reply, request) =>
        isLeased(request) ? reply : { ...reply, status: status ?? reply.status, body },
    })

    expect(verdicts.filter(one => one.verdict === 'error').map(shown)).toEqual([])
    expect(verdicts.some(one => one.verdict === 'fail')).toBe(true)
  }
})

const drop = (): never => {
  throw new Error('dropped')
}

const losses: [string, (every: () => boolean) => Rewriting][] = [
  ['requests are lost', isDue => ({ request: one => (!isLeased(one) && isDue() ? drop() : one) })],
  [
    'answers are lost',
    isDue => ({ reply: (reply, one) => (!isLeased(one) && isDue() ? drop() : reply) }),
  ],
  [
    'requests are answered 503',
    isDue => ({
      request: one =>
        !isLeased(one) && isDue() ? { reply: { status: 503, headers: {}, body: 'no' } } : one,
    }),
  ],
]

test.each(losses)('no check fails while %s', { timeout: 900_000 }, async (_, losing) => {
  // The proxy says on the console that it dropped a connection; that is the point here.
  const quiet = vi.spyOn(console, 'error').mockImplementation(() => {})
  onTestFinished(() => quiet.mockRestore())
  let count = 0

  const verdicts = await verdictsOn(losing(() => ++count % 13 === 0))

  expect(verdicts.filter(one => ['fail', 'error'].includes(one.verdict)).map(shown)).toEqual([])
  expect(verdicts.some(one => one.verdict === 'inconclusive')).toBe(true)
  expect(verdicts.some(one => one.verdict === 'pass')).toBe(true)
})

const shown = ({ id, verdict, because }: Verdict): string => `${id} ${verdict}: ${because}`

async function verdictsOn(rewriting: Rewriting): Promise<Verdict[]> {
  const target = await referenceTarget({ rewriting: () => rewriting })
  const options = {
    seed: 1,
    runs: 2,
    // Most of the time is waiting for events that such a target never sends.
    concurrency: lanesMax,
    checkMs: 60_000,
    caseMs: 60_000,
    shrinkMs: 0,
    signal: new AbortController().signal,
  }
  const checks = checksFor('cluster', { sections: [], ids: [] })
  const { verdicts } = await run(checks, target, options).finally(target.close)
  return verdicts
}
