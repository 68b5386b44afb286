import { expect, it } from 'vitest'
import type { WireRequest } from '../../fixtures/client/client.ts'
import { refusesRequest } from '../../properties/laws/decisions.ts'
import { requireSuccess } from '../../properties/laws/preconditions.ts'
import { verify } from '../../properties/history/observation.ts'
import { list, rawRequest } from '../../properties/dsl/steps.ts'
import { runCheck } from './run-check.ts'
import type { CheckRunOptions } from './check-run-options.ts'
import { example } from '../check.ts'
import { neverServedViolations, withNeverServedRule } from './never-served.ts'
import { isNeverServedMessage, neverServedTitle } from '../unserved-requests.ts'
import type { Verdict } from '../verdict.ts'
import { environmentWhere } from '../test-environment.ts'

const options: CheckRunOptions = {
  seed: 1,
  scenarios: 20,
  checkMs: 60_000,
  shrinkMs: 0,
  signal: new AbortController().signal,
  onHistory: () => {},
  // The requests that hang in these tests fail at once.
  waitMsMin: 0,
}

const path = '/apis/coordination.cluster.example/v1/leases'
const steps = [rawRequest('get', 'GET', '/a'), list('all', 'main', { namespace: 'all' })]
const isServed = example('PATH-004', steps, function* (history) {
  yield* requireSuccess(history, 'get', 'all')
  yield verify(true, { says: 'It is there.', expected: 200, got: 0, at: 'all' })
})

type Answer = (request: WireRequest) => number | 'hangs' | 'closes'

/** Answers all requests except the list; the nth request for the list gets `answer(n)`. */
const atList =
  (answer: (nth: number, path: string) => ReturnType<Answer>): Answer =>
  request =>
    request.path.startsWith(path) ? answer(++asked, request.path) : 200
let asked = 0

const judge = (answer: Answer, more: Partial<CheckRunOptions> = {}): Promise<Verdict> => {
  asked = 0
  return runCheck(isServed, environmentOf(answer), { ...options, ...more })
}

it('fails the row for a served path if that is never answered', async () => {
  const verdict = await judge(atList(() => 'hangs'))

  expect(verdict).toMatchObject({
    id: 'PATH-004',
    verdict: 'fail',
    because: `The server answers GET ${path}. Expected a response, got no response, 5 of 5 times; GET /version was answered meanwhile.`,
    failure: { at: 'all', steps: ['all: GET main@all'], reruns: { failed: 5, of: 5 } },
  })
  expect(verdict.failure?.exchanges.map(({ request }) => request.path)).toEqual([path])
  // Twice in the scenario, once with limit 1, three times alone.
  expect(asked).toBe(6)
})

it('fails the row if every request is answered with 500', async () => {
  const verdict = await judge(atList(() => 500))

  expect(verdict).toMatchObject({
    verdict: 'fail',
    failure: { says: `The server performs GET ${path}.`, reruns: { failed: 5, of: 5 } },
  })
})

it('fails the row if the connection is always closed', async () => {
  const verdict = await judge(atList(() => 'closes'))

  expect(verdict).toMatchObject({
    verdict: 'fail',
    because: `The server responds to GET ${path}. Expected a response, got a closed connection, 5 of 5 times; GET /version was answered meanwhile.`,
    failure: { at: 'all', reruns: { failed: 5, of: 5 } },
  })
  expect(titleOf(verdict)).toBe(`GET ${path} always ends in a closed connection`)
})

it('titles a request that is never answered', async () => {
  expect(titleOf(await judge(atList(() => 'hangs')))).toBe(`GET ${path} is never answered`)
})

it('accepts a server that resets one connection of a hundred', async () => {
  let count = 0
  const verdict = await judge(() => (++count % 100 === 2 ? 'closes' : 200))

  expect(verdict.verdict).toBe('pass')
  expect(count).toBeGreaterThan(3)
})

it.each<[string, Answer, Partial<CheckRunOptions>]>([
  ['is answered later', atList(nth => (nth > 5 ? 200 : 'hangs')), {}],
  ['is a list that is short enough', atList((_, at) => (at.includes('?') ? 200 : 'hangs')), {}],
  ['fails now and then', atList(nth => (nth > 4 ? 200 : 500)), {}],
  ['is waited for too briefly', atList(() => 'hangs'), { waitMsMin: 10_000 }],
  ['hangs as all others do', () => 'hangs', {}],
  ['hangs on a server that is slow with all others', atList(() => 'hangs'), { promptMs: 0 }],
  ['hangs on a server that hangs meanwhile', hangingMeanwhile, {}],
  ['is closed as all others are', () => 'closes', {}],
  ['is answered at the end', atList(nth => (nth > 10 ? 200 : 'closes')), {}],
  ['is not served by the reference either', atList(() => 'hangs'), { crossCheck: failsThere }],
])('does not fail it where the request %s', async (_, answer, more) => {
  expect((await judge(answer, more)).verdict).toBe('inconclusive')
})

it('does not change other rows', async () => {
  const check = { ...isServed, id: 'PAGE-001' as const }

  asked = 0
  const verdict = await runCheck(check, environmentOf(atList(() => 'hangs')), options)

  expect(verdict.verdict).toBe('inconclusive')
})

const isRefused = example(
  'K8S-PATH-006',
  [list('twin', 'main'), list('fault', 'main', { query: { resourceVersion: '7', timeout: 'x' } })],
  function* (history) {
    yield* requireSuccess(history, 'twin')
    yield* refusesRequest(history, 'fault', 'It is refused.')
  },
)

const atFault =
  (answer: (nth: number) => ReturnType<Answer>): Answer =>
  request =>
    request.path.endsWith('timeout=x') ? answer(++asked) : 200

it('fails the row for a refused request if its connection is always closed', async () => {
  asked = 0
  const verdict = await runCheck(isRefused, environmentOf(atFault(() => 'closes')), options)

  const shape =
    '/apis/coordination.cluster.example/v1/namespaces/{namespace}/leases?resourceVersion={version}&timeout=x'
  const title = `GET ${shape}, which has to be refused, always ends in a closed connection`
  expect(verdict).toMatchObject({
    verdict: 'fail',
    failure: { at: 'fault', expected: 'a refusal (4xx)', reruns: { failed: 5, of: 5 } },
  })
  expect(titleOf(verdict)).toBe(title)
})

it.each<[string, Answer]>([
  ['is refused in the end', atFault(nth => (nth > 6 ? 400 : 'closes'))],
  ['is lost with all others', () => 'closes'],
  ['hangs', atFault(() => 'hangs')],
])('does not fail such a row if the request %s', async (_, answer) => {
  asked = 0
  expect((await runCheck(isRefused, environmentOf(answer), options)).verdict).toBe('inconclusive')
})

it('confirms a request once for all rows of a run', async () => {
  const neverServed = new Map<string, Promise<boolean>>()
  const first = await judge(
    atList(() => 'hangs'),
    { neverServed },
  )
  const second = await judge(
    atList(() => 'hangs'),
    { neverServed },
  )

  expect([first.verdict, second.verdict]).toEqual(['fail', 'fail'])
  expect(asked).toBe(2)
})

it('fails the row for server-side apply if every apply is answered with 500', async () => {
  const type = { headers: { 'content-type': 'application/apply-patch+yaml' } }
  const apply = example(
    'APPLY-001',
    [rawRequest('apply', 'PATCH', '/a', type)],
    function* (history) {
      yield* requireSuccess(history, 'apply')
    },
  )
  const verdict = await runCheck(
    apply,
    environmentOf(({ method }) => (method === 'PATCH' ? 500 : 200)),
    options,
  )

  expect(verdict).toMatchObject({ verdict: 'fail' })
  expect(titleOf(verdict)).toBe('PATCH /a as a server-side apply always fails with 500')
})

it('recognizes a case of such a failure, and what reproduces it', async () => {
  const { failure } = await judge(atList(() => 'hangs'))
  const late = { problem: 'no complete answer within 30000 ms' }
  const request = { method: 'GET', path: '/a', query: {}, headers: {}, who: 'admin' }
  const exchange = { step: 'all', request }
  const historyOf = (...came: object[]) =>
    ({ exchanges: came.map(one => ({ ...exchange, ...one })) }) as never

  expect(isNeverServedMessage(failure?.says ?? '')).toBe(true)
  expect(isNeverServedMessage('A list is whole.')).toBe(false)
  expect(neverServedViolations(historyOf(late))).toMatchObject([
    { says: 'The server answers GET /a.' },
  ])
  expect(neverServedViolations(historyOf({ answer: { status: 404 } }))).toEqual([])
  const observations = [
    ...withNeverServedRule(isServed).judge(historyOf({ answer: { status: 200 } })),
  ]
  expect(observations).toEqual([{ kind: 'held' }])
})

const titleOf = ({ neverServed }: Verdict): string | undefined =>
  neverServed && neverServedTitle(neverServed)

/** `/version` is answered until the list has been requested four times. */
function hangingMeanwhile(request: WireRequest): ReturnType<Answer> {
  if (request.path !== '/version') return atList(() => 'hangs')(request)
  return asked > 3 ? 'hangs' : 200
}

async function failsThere() {
  const broken = { kind: 'violated', says: 's', expected: 'e', got: 'g', at: 'all' } as const
  return { outcome: 'fails', broken } as const
}

/** An environment whose target answers each request with a status, or never. */
const environmentOf = (answer: Answer) =>
  environmentWhere(request => {
    const status = answer(request)
    return typeof status === 'string' ? lost[status] : status
  })

const lost = {
  hangs: 'no complete answer within 30000 ms',
  closes: 'UND_ERR_SOCKET: other side closed',
}

it('does not fail the row if a request that must be refused is answered with 500', async () => {
  const check = example('PATH-004', steps, function* (history) {
    yield* requireSuccess(history, 'get')
    yield* refusesRequest(history, 'all', 'It is refused.')
  })

  const verdict = await runCheck(check, environmentOf(atList(() => 500)), options)

  expect(verdict).toMatchObject({ verdict: 'inconclusive' })
})
