import { expect, it } from 'vitest'
import { defaultTypes } from '../fixtures/objects/probe-types.ts'
import type { Role } from '../fixtures/objects/probe-types.ts'
import type { Target } from '../fixtures/targets/target.ts'
import type { Bench } from '../properties/bench.ts'
import { at, succeeded } from '../properties/history.ts'
import type { History } from '../properties/history.ts'
import { holds } from '../properties/observation.ts'
import type { Observation } from '../properties/observation.ts'
import { list } from '../properties/steps.ts'
import { example } from './check.ts'
import { verdictOf } from './run.ts'

const lists = example('PAGE-001', [list('main', 'main'), list('cluster', 'cluster')], areServed)
const options = {
  seed: 1,
  runs: 1,
  checkMs: 60_000,
  shrinkMs: 0,
  signal: new AbortController().signal,
}

it('finds a fault of one type where another is not served', async () => {
  const verdict = await verdictWithout('cluster', 405)

  expect(verdict).toMatchObject({ verdict: 'fail', failure: { at: 'main' } })
  expect(verdict.failure?.steps).toHaveLength(1)
})

it('does not pass a rule for the types that are served alone', async () => {
  expect(await verdictWithout('cluster', 200)).toMatchObject({
    verdict: 'inapplicable',
    because: 'skipped: the server has no type for the role cluster: no such path',
  })
})

it('judges the whole example where all types are served', async () => {
  expect(await verdictWithout(undefined, 200)).toMatchObject({ verdict: 'pass', observations: 2 })
})

function* areServed(history: History): Generator<Observation> {
  for (const step of ['main', 'cluster'])
    yield holds(succeeded(at(history, step)), {
      says: 'A list is served.',
      expected: 200,
      got: at(history, step).answer?.status,
      at: step,
    })
}

function verdictWithout(role: Role | undefined, status: number) {
  const types = defaultTypes('cluster.example')
  const unserved = role ? { [role]: 'no such path' } : {}
  const target = { types, unserved, credentials: { admin: {} }, features: [], controls: {} }
  return verdictOf(lists, target as unknown as Target, benchAnswering(status), options)
}

function benchAnswering(status: number): Bench {
  let cases = 0
  const send = async () => ({ status, headers: {}, bytes: Buffer.from('{}') })
  const open = () => Promise.reject(new Error('no scenario here opens a stream'))
  return {
    clients: { admin: { endpoints: 1, send, open, requests: () => 0, close: async () => {} } },
    types: defaultTypes('cluster.example'),
    controls: {},
    apiDomain: 'cluster.example',
    dialect: 'cluster',
    ordered: false,
    run: 'run',
    namespaces: ['own'],
    caseMs: 60_000,
    nextPrefix: () => `t${cases++}-`,
  }
}
