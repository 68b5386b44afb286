import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { ConfigCheckRequest } from '../../fixtures/objects/config-check.ts'
import { exchangeAt, hasStep } from '../../properties/history/history.ts'
import type { History } from '../../properties/history/history.ts'
import { applicable, precondition, verify } from '../../properties/history/observation.ts'
import type { Observation } from '../../properties/history/observation.ts'
import {
  literalOnlyCase,
  refusedCase,
  withoutFields,
} from '../../properties/scenarios/configuration/configuration.ts'
import { rawRequest, scenarioWith } from '../../properties/dsl/steps.ts'
import { runCheck } from './run-check.ts'
import type { CheckRunOptions } from './check-run-options.ts'
import { example, property } from '../check.ts'
import { documentCheck } from '../configuration-checks.ts'
import { drawScenarios } from '../select/seed.ts'
import { environmentWhere } from '../test-environment.ts'

const options: CheckRunOptions = {
  seed: 1,
  scenarios: 10,
  checkMs: 10_000,
  shrinkMs: 2_000,
  signal: new AbortController().signal,
  onHistory: () => {},
}

/** The rule of these tests: no answer is 500. */
const noneIs500 = ({ exchanges }: History) =>
  exchanges.map(one =>
    verify(one.answer?.status !== 500, { says: 'None is 500.', expected: 200, got: 500, at: one }),
  )
const request = (path: string) => rawRequest(path, 'GET', path)

it('fails a check that failed five times of five, with the shrunk case', async () => {
  const check = example('PAGE-001', ['/a', '/bad', '/c'].map(request), noneIs500)

  const verdict = await runCheck(
    check,
    environmentFailing(path => path === '/bad'),
    options,
  )

  expect(verdict).toMatchObject({ verdict: 'fail', cases: 1, observations: 3 })
  expect(verdict.because).toBe('None is 500. Expected 200, got 500.')
  expect(verdict.failure).toMatchObject({ steps: ['/bad: GET /bad'], reruns: { failed: 5, of: 5 } })
  expect(verdict.failure?.exchanges.map(one => one.answer?.status)).toEqual([500])
})

it('names the capabilities that a check without observations requested', async () => {
  const patch = rawRequest('a', 'PATCH', '/a', { body: {} })
  const silent = (judge: () => Observation[]) =>
    runCheck(
      property('PAGE-001', fc.constant(scenarioWith(patch)), judge, { observationsMin: 20 }),
      environmentWhere(() => 405),
      options,
    )
  let count = 0
  const seldom = () => (++count % 9 ? [] : [verify(true, sentence)])
  const sentence = { says: 'x', expected: 1, got: 1, at: 'a' }

  expect(await silent(() => [])).toMatchObject({
    verdict: 'inconclusive',
    because: expect.stringMatching(/^only 0 of/),
    requestedCapabilities: expect.arrayContaining(['status-bodies']),
  })
  expect(await silent(seldom)).toMatchObject({ observations: 1, requestedCapabilities: [] })
})

it('a failure is flaky if only some of five repetitions fail, or none', async () => {
  const check = example('PAGE-001', [request('/a')], noneIs500)
  const verdictWhen = (fails: number[]) => {
    let asked = 0
    return runCheck(
      check,
      environmentFailing(() => fails.includes(++asked)),
      { ...options, shrinkMs: 0 },
    )
  }

  const some = await verdictWhen([1, 3, 4])
  expect(some).toMatchObject({ verdict: 'flaky', failure: { reruns: { failed: 2, of: 5 } } })
  const once = await verdictWhen([1])
  expect(once).toMatchObject({ verdict: 'flaky', failure: { reruns: { failed: 0, of: 5 } } })
  expect(once.failure?.exchanges.map(one => one.step)).toEqual(['/a'])
})

it('stops a check only if none of the first scenarios can be judged', async () => {
  const check = property(
    'PAGE-004',
    fc.constantFrom('/a', '/b').map(path => scenarioWith(request(path))),
    function* ({ exchanges }) {
      const { path = '' } = exchanges[0]?.request ?? {}
      yield* precondition(!unjudged.includes(path), 'the server lists nothing')
      yield verify(true, { says: 'It holds.', expected: 1, got: 1, at: path })
    },
  )
  let unjudged = ['/a', '/b']
  const environment = environmentFailing(() => false)

  const none = await runCheck(check, environment, { ...options, scenarios: 20 })
  unjudged = ['/a']
  const some = await runCheck(check, environment, { ...options, scenarios: 20 })

  expect(none).toMatchObject({ verdict: 'inconclusive', cases: 6 })
  expect(none.because).toContain('6 of 6 scenarios could not be judged: ')
  expect(some).toMatchObject({ verdict: 'inconclusive', cases: 20 })
})

it('prefers a scenario that always fails to one that sometimes fails', async () => {
  const paths = fc.constantFrom('/sometimes', '/always')
  const check = property(
    'PAGE-004',
    paths.map(path => scenarioWith(request(path))),
    noneIs500,
  )
  const verdictWhere = (fails: (path: string, asked: number) => boolean) => {
    let asked = 0
    const environment = environmentFailing(path => fails(path, path === '/sometimes' ? ++asked : 0))
    return runCheck(check, environment, { ...options, shrinkMs: 0 })
  }

  const both = await verdictWhere((path, asked) => path === '/always' || asked % 2 === 1)
  const one = await verdictWhere((path, asked) => path === '/sometimes' && asked % 2 === 1)

  expect(drawScenarios(check, options.seed, 1)[0]?.scenario).toEqual(
    scenarioWith(request('/sometimes')),
  )
  expect(both).toMatchObject({ verdict: 'fail', failure: { steps: ['/always: GET /always'] } })
  expect(one).toMatchObject({ verdict: 'flaky', failure: { reruns: { failed: 2, of: 5 } } })
})

it('stops a property at its first failure', async () => {
  const paths = fc.array(fc.constantFrom('/a', '/b', '/bad'), { minLength: 1, maxLength: 4 })
  const check = property(
    'PAGE-004',
    paths.map(all => scenarioWith(...all.map(request))),
    noneIs500,
  )

  const verdict = await runCheck(
    check,
    environmentFailing(path => path === '/bad'),
    options,
  )

  expect(verdict.verdict).toBe('fail')
  expect(verdict.cases).toBeLessThan(10)
  expect(verdict.failure?.steps).toEqual(['/bad: GET /bad'])
})

it('passes with the number of cases if nothing failed', async () => {
  const check = property(
    'PAGE-004',
    fc.constant(scenarioWith(request('/a'), request('/b'))),
    noneIs500,
  )

  expect(
    await runCheck(
      check,
      environmentFailing(() => false),
      options,
    ),
  ).toEqual({
    id: 'PAGE-004',
    verdict: 'pass',
    cases: 10,
    observations: 20,
  })
})

it('does not lose a failure if a judge throws on smaller scenarios', async () => {
  const check = example('PAGE-001', [request('/a'), request('/bad')], history => {
    if (!hasStep(history, '/a')) throw new TypeError('no /a')
    return noneIs500(history)
  })

  const verdict = await runCheck(
    check,
    environmentFailing(path => path === '/bad'),
    options,
  )

  expect(verdict.verdict).toBe('fail')
  expect(verdict.failure?.steps).toHaveLength(2)
})

it('does not mistake another violation for the same failure while shrinking', async () => {
  const check = example('PAGE-001', [request('/a'), request('/bad')], function* (history) {
    if (!hasStep(history, '/a'))
      yield verify(false, { says: 'There is /a.', expected: 1, got: 0, at: '/bad' })
    yield verify(exchangeAt(history, '/bad').answer?.status !== 500 || !hasStep(history, '/a'), {
      says: 'None is 500.',
      expected: 200,
      got: 500,
      at: '/bad',
    })
  })

  const verdict = await runCheck(
    check,
    environmentFailing(path => path === '/bad'),
    options,
  )

  expect(verdict.failure?.says).toBe('None is 500.')
  expect(verdict.failure?.steps).toHaveLength(2)
})

it('reports for a row with a departure of the dialect what the server did', async () => {
  const check = documentCheck(
    'AUTHN-009',
    'It is so.',
    good,
    literalOnlyCase(withoutFields('a')),
    refusedCase(bad),
  )
  const verdictIn = (dialect: string, accepts: (question: ConfigCheckRequest) => boolean) => {
    const environment = { ...environmentFailing(() => false), dialect }
    const ask = async (question: ConfigCheckRequest) => ({
      accepted: accepts(question),
      findings: [],
    })
    return runCheck(check, { ...environment, controls: { accepts: ask } }, options)
  }
  const isBad = ({ files }: ConfigCheckRequest) => files.some(({ text }) => text.includes('bad'))
  const isEmpty = ({ files }: ConfigCheckRequest) => files.some(({ text }) => !text.includes('"a"'))

  expect(await verdictIn('kubernetes', asked => !isBad(asked))).toMatchObject({
    verdict: 'observed',
    departure: 'present',
    because:
      'departs from the specification, as the dialect allows: expected refused at a, got accepted',
  })
  const strict = (asked: ConfigCheckRequest) => !isBad(asked) && !isEmpty(asked)
  expect(await verdictIn('kubernetes', strict)).toMatchObject({
    verdict: 'pass',
    departure: 'absent',
    because: expect.stringMatching(/^follows the specification/),
  })
  expect(await verdictIn('kubernetes', () => true)).toMatchObject({ verdict: 'fail' })
  expect(await verdictIn('kubernetes', () => false)).toMatchObject({ verdict: 'inconclusive' })
  expect(await verdictIn('cluster', asked => !isBad(asked))).toMatchObject({ verdict: 'fail' })
})

const good = { a: { b: 'good' } }
const bad = { set: { 'a.b': 'bad' } }

it('collects each recorded note of a silent row once', async () => {
  let turn = 0
  const check = property('PAGE-004', fc.constant(scenarioWith(request('/a'))), () => [
    { kind: 'recorded', what: turn++ % 2 === 0 ? '200' : 'absent' },
  ])

  expect(
    await runCheck(
      check,
      environmentFailing(() => false),
      options,
    ),
  ).toMatchObject({
    verdict: 'observed',
    because: '200; absent',
  })
})

it('rejects when the run is stopped, also during shrinking', async () => {
  const check = example('PAGE-001', ['/a', '/bad'].map(request), noneIs500)
  for (const requestsBefore of [1, 4]) {
    const stop = new AbortController()
    let asked = 0
    const environment = environmentFailing(path => {
      if (++asked === requestsBefore) stop.abort()
      return path === '/bad'
    })

    await expect(runCheck(check, environment, { ...options, signal: stop.signal })).rejects.toThrow(
      /abort/,
    )
  }
})

/** An environment whose server answers 500 at the paths for which `fails` is true. */
const environmentFailing = (fails: (path: string) => boolean) =>
  environmentWhere(({ path }) => (fails(path) ? 500 : 200))

it('is inapplicable only if the rule applies to no scenario', async () => {
  const verdictWhere = (applies: (path: string) => boolean) => {
    const check = property(
      'PAGE-004',
      fc.constantFrom('/a', '/b').map(path => scenarioWith(request(path))),
      function* ({ exchanges: [exchange] }) {
        yield* applicable(applies(exchange?.request.path ?? ''), 'it has one type')
        yield { kind: 'held' }
      },
      { observationsMin: 20 },
    )
    return runCheck(
      check,
      environmentFailing(() => false),
      options,
    )
  }

  expect(await verdictWhere(() => false)).toMatchObject({
    verdict: 'inapplicable',
    because: 'skipped: it has one type',
  })
  expect(await verdictWhere(path => path === '/a')).toMatchObject({ verdict: 'pass' })
})

it('says that a run was shortened before all scenarios of the check', async () => {
  const check = property('PAGE-001', fc.constant(scenarioWith(request('/a'))), noneIs500)
  const shortener = { endsCheck: (performed: number) => performed >= 2 }
  const environment = environmentWhere(() => 200)

  const whole = await runCheck(check, environment, options)
  const shortened = await runCheck(check, environment, { ...options, shortener })

  expect(whole).toMatchObject({ verdict: 'pass', cases: 10 })
  expect(whole).not.toHaveProperty('shortened')
  expect(shortened).toMatchObject({ verdict: 'pass', cases: 2, shortened: true })
})
