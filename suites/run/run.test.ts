import { setTimeout as pause } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, it, onTestFinished } from 'vitest'
import { referenceTarget } from '../../fixtures/targets/reference-target.ts'
import { TargetUnreachable } from '../../fixtures/targets/target.ts'
import type { Target } from '../../fixtures/targets/target.ts'
import { testedObjectsOn } from '../../fixtures/targets/test-target-objects.ts'
import { exchangeAt, itemsOf, isSuccess } from '../../properties/history/history.ts'
import type { History } from '../../properties/history/history.ts'
import { precondition, verify, recordAnswer } from '../../properties/history/observation.ts'
import type { Observation } from '../../properties/history/observation.ts'
import {
  advanceClock,
  compactHistory,
  create,
  get,
  list,
  caseName,
  rawRequest,
  scenarioWith,
} from '../../properties/dsl/steps.ts'
import { example, property } from '../check.ts'
import type { Check } from '../check.ts'
import { targetMeets } from '../target/needs.ts'
import { environmentWhere } from '../test-environment.ts'
import { run, runCheckIfPossible } from './run.ts'
import type { RunOptions } from './run.ts'
import { skipReasonFor } from './skipped-checks.ts'
import type { Rewriting } from '../../fixtures/targets/rewriting.ts'

const options: RunOptions = {
  seed: 1,
  scenarios: 5,
  concurrency: 2,
  checkMs: 60_000,
  caseMs: 60_000,
  shrinkMs: 2_000,
  signal: new AbortController().signal,
}

/** Delays the creates of namespaces, each by itself, or one after the other. */
const slowNamespaces = (isConcurrent: boolean): Rewriting => {
  let last = Promise.resolve()
  const pauseMs = 150
  return {
    request: async request => {
      if (request.method === 'POST' && request.path.endsWith('/namespaces')) {
        const before = isConcurrent ? Promise.resolve() : last
        last = before.then(() => pause(pauseMs))
        await last
      }
      return request
    },
  }
}

function* listsWhatItMade(history: History): Generator<Observation> {
  const items = itemsOf(exchangeAt(history, 'list'))
  yield* precondition(items !== undefined, 'no list')
  yield verify(items?.length === 2, {
    says: 'A list holds what was made.',
    expected: 2,
    got: items?.length,
    at: 'list',
  })
}

const made = [
  create('a', 'main', 'a', { set: { '/metadata/finalizers': ['example.org/hold'] } }),
  create('b', 'main', 'b'),
]
const good = example('PAGE-001', [...made, list('list', 'main')], listsWhatItMade)
const others = ['PAGE-002', 'PAGE-003', 'PAGE-004'] as const
const several: Check[] = [
  good,
  ...others.map(id =>
    property(
      id,
      fc.constant(good).chain(one => one.scenarios),
      listsWhatItMade,
    ),
  ),
  example(
    'PAGE-005',
    [create('c', 'cluster', 'c'), get('list', 'cluster', caseName('c'))],
    history => [
      verify(isSuccess(exchangeAt(history, 'list')), {
        says: 'It is there.',
        expected: 1,
        got: 2,
        at: 'list',
      }),
    ],
  ),
]

it('returns verdicts in the order of the checks and leaves no objects', async () => {
  const target = await opened()
  const before = await testedObjectsOn(target)

  const { verdicts, requests } = await run(several, target, options)

  expect(verdicts.map(({ id, verdict }) => `${id} ${verdict}`)).toEqual(
    several.map(({ id }) => `${id} pass`),
  )
  expect(verdicts.map(({ cases }) => cases)).toEqual([1, 5, 5, 5, 1])
  expect(requests).toBeGreaterThan(50)
  expect(await testedObjectsOn(target)).toEqual(before)
})

it('leaves no objects when it is stopped midway, and reports that', async () => {
  const target = await opened()
  const before = await testedObjectsOn(target)
  const stop = new AbortController()
  let histories = 0
  const onHistory = () => {
    if (++histories === 3) stop.abort(new Error('stopped by a test'))
  }

  const settings = { ...options, signal: stop.signal, onHistory }
  const { verdicts, ended, skipped } = await run(several, target, settings)

  expect(verdicts.length).toBe(several.length)
  expect(ended?.message).toBe('stopped by a test')
  expect(verdicts.filter(one => one.verdict === 'inconclusive')).not.toEqual([])
  for (const { verdict, because } of verdicts)
    if (verdict !== 'pass')
      expect([verdict, because]).toEqual(['inconclusive', 'not judged: stopped by a test'])
  const checks = verdicts.filter(({ verdict }) => verdict !== 'pass').length
  expect(skipped).toEqual({ checks, because: 'stopped by a test' })
  expect(await testedObjectsOn(target)).toEqual(before)
})

it('deletes at the end what a case could not delete', async () => {
  const refused = new Set<string>()
  const target = await opened({
    request: request => {
      if (request.method !== 'DELETE' || refused.has(request.path)) return request
      refused.add(request.path)
      return { reply: { status: 500, headers: {}, body: 'not now' } }
    },
  })
  const before = await testedObjectsOn(target)

  await run([good], target, { ...options, concurrency: 1 })

  expect(refused.size).toBe(5)
  expect(await testedObjectsOn(target)).toEqual(before)
})

it('does not disturb another run on the same target', async () => {
  const target = await opened()
  const before = await testedObjectsOn(target)

  const outcomes = await Promise.all(
    [1, 2, 3].map(seed => run(several, target, { ...options, seed })),
  )

  for (const { verdicts } of outcomes)
    expect(verdicts.map(one => one.verdict)).toEqual(several.map(() => 'pass'))
  expect(await testedObjectsOn(target)).toEqual(before)
})

it('reports an exception in a judge as an error, and continues', async () => {
  const target = await opened()
  const wrong = example('PAGE-002', [rawRequest('a', 'GET', '/x')], () => {
    throw new TypeError('judged badly')
  })
  const impossible = property(
    'PAGE-003',
    fc.constant(0).map(() => JSON.parse('{}') as never),
    () => [],
  )

  const { verdicts } = await run([wrong, impossible, good], target, options)

  expect(verdicts.map(one => one.verdict)).toEqual(['error', 'error', 'pass'])
  expect(verdicts[0]?.because).toMatch(/^the harness failed: TypeError: judged badly/)
})

it('does not judge what the target does not support, and names what it lacks', async () => {
  const reference = await opened()
  const { admin } = reference.credentials
  const target: Target = {
    ...reference,
    controls: {},
    credentials: { admin },
    features: [],
  }
  const judge = () => [recordAnswer('x')]
  const byEither = fc
    .constantFrom('admin' as const, 'only-update' as const)
    .map(who => scenarioWith(rawRequest('a', 'GET', '/', { who })))
  const checks = [
    example('PAGE-001', [compactHistory('a')], judge),
    example('PAGE-002', [advanceClock('a', 1)], judge),
    example('PAGE-003', [rawRequest('b', 'GET', '/')], judge),
    example('PAGE-004', [rawRequest('a', 'GET', '/', { who: 'limited' })], judge),
    example('PAGE-005', [rawRequest('a', 'GET', '/')], judge, { needs: ['feature disposable'] }),
    property('PAGE-006', fc.constant(scenarioWith()), judge, { needs: ['expire'] }),
    property('PAGE-007', byEither, judge),
  ]

  const { verdicts } = await run(checks, target, options)

  expect(verdicts.map(({ verdict, because }) => [verdict, because])).toEqual([
    ['inapplicable', 'skipped: no target file defines `controls.compact`'],
    ['inapplicable', expect.stringMatching(/the clock of the server cannot be controlled; --slow/)],
    ['observed', 'x'],
    ['inapplicable', 'skipped: no target file defines `credentials.limited`'],
    [
      'inapplicable',
      'skipped: the feature `disposable` is not probed, and no target file declares it',
    ],
    ['inapplicable', 'skipped: no target file defines `controls.compact`'],
    ['inapplicable', 'skipped: no target file defines `credentials.only-update`'],
  ])
  expect(targetMeets({ ...target, features: ['disposable'] }, 'feature disposable')).toBe(true)
  expect(targetMeets(reference, 'expire')).toBe(true)
})

it('names what the target lacks also for a check that it skips', async () => {
  const reference = await opened()
  const target: Target = { ...reference, controls: {}, features: [] }
  const settings = { ...options, skip: skipReasonFor('the run is slow') }
  const judge = () => [recordAnswer('x')]
  const environment = environmentWhere(() => 200)
  const verdictOf = (check: Check) => runCheckIfPossible(check, target, environment, settings)

  expect(await verdictOf(example('PAGE-001', [compactHistory('a')], judge))).toMatchObject({
    verdict: 'inapplicable',
    because: 'skipped: no target file defines `controls.compact`',
  })
  const possible = example('PAGE-002', [rawRequest('a', 'GET', '/')], judge)
  expect(await verdictOf(possible)).toMatchObject({
    verdict: 'inconclusive',
    cases: 0,
    because: 'not judged: the run is slow',
  })
})

it('is inconclusive if there were too few observations', async () => {
  const target = await opened()
  const silent = example('PAGE-001', [rawRequest('a', 'GET', '/')], () => [])
  const unmet = example('PAGE-002', [rawRequest('a', 'GET', '/')], () =>
    precondition(false, 'it was busy'),
  )
  const holds = () => [verify(true, { says: '', expected: 1, got: 1, at: '' })]
  const few = property('PAGE-003', fc.constant(scenarioWith()), holds, { observationsMin: 24 })
  const late = property('PAGE-004', fc.constant(scenarioWith(rawRequest('a', 'GET', '/'))), holds)

  const { verdicts } = await run([silent, unmet, few], target, options)
  const hurried = await run([late], target, { ...options, checkMs: -1 })

  expect(verdicts.map(({ verdict, because }) => [verdict, because])).toEqual([
    ['inconclusive', 'only 0 of at least 1 observations were made'],
    ['inconclusive', '1 of 1 scenarios could not be judged: it was busy'],
    ['inconclusive', 'only 5 of at least 6 observations were made'],
  ])
  expect(hurried.verdicts).toMatchObject([
    { verdict: 'inconclusive', because: 'time ran out after 0 of 5 scenarios' },
  ])
})

it('ends when the target becomes unreachable, and reports that', async () => {
  const target = await referenceTarget()
  let histories = 0
  const onHistory = () => {
    if (++histories === 3) void target.close()
  }

  const outcome = await run(several, target, { ...options, requestMs: 1_000, onHistory })

  const { ended, verdicts, swept } = outcome
  expect(ended?.cause).toBeInstanceOf(TargetUnreachable)
  expect(ended?.message).toMatch(/^the target stopped answering: /)
  expect(verdicts.map(one => one.id)).toEqual(several.map(one => one.id))
  expect(verdicts.filter(one => one.because === `not judged: ${ended?.message}`)).not.toEqual([])
  for (const one of verdicts) expect(['pass', 'inconclusive']).toContain(one.verdict)
  expect(swept.unread).toEqual(['the whole target'])
})

it('fails if no namespace can be created, and leaves no partial lease', async () => {
  let namespaces = 0
  const target = await opened({
    request: ({ method, path, ...rest }) =>
      method === 'POST' && path === '/api/v1/namespaces' && ++namespaces > 4
        ? { reply: { status: 403, headers: {}, body: { message: 'quota' } } }
        : { method, path, ...rest },
  })
  const before = await testedObjectsOn(target)

  await expect(run([good], target, options)).rejects.toMatchObject({ name: 'TargetUnreachable' })
  expect(await testedObjectsOn(target)).toEqual(before)
})

it('runs more checks at the same time on a server that is slow, but not busy', async () => {
  const environmentsOn = async (isConcurrent: boolean) => {
    const target = await opened(slowNamespaces(isConcurrent))
    const counts: number[] = []
    await run([good], target, {
      ...options,
      concurrency: 4,
      concurrencyIfSlow: 6,
      onEnvironments: ({ target: count }) => void counts.push(count),
    })
    return counts
  }

  expect(await environmentsOn(true)).toEqual([6])
  expect(await environmentsOn(false)).toEqual([4])
})

async function opened(rewriting?: Rewriting): Promise<Target> {
  const target = await referenceTarget(rewriting ? { rewriting: () => rewriting } : {})
  onTestFinished(target.close)
  return target
}
