import { expect, it } from 'vitest'
import type { Failure } from '../suites/verdict.ts'
import { normalise, failureReason, rootCauseOf, pathShape } from './fingerprint.ts'
import { sampleReport } from './sample.ts'

const failure = sampleReport().requirements.find(row => row.id === 'PAGE-004')?.failure as Failure

it.each([
  ['uid 0b9f6c1e-4f0a-4d7b-9a53-0c6f3c2f9f11 seen twice', 'uid <uid> seen twice'],
  ['resourceVersion 42 in chunk 2', 'resourceVersion N in chunk N'],
  ['items [t5f0c1d2e-3-a, t5f0c1d2e-3-b] missing', 'items [<name>, …] missing'],
  ['configmap "lamb-qzxwv" and "lamb-2b7tk"', 'configmap "<name>" and "<name>"'],
  ['set at 2026-11-18T21:04:05Z', 'set at <time>'],
  ['token eyJ2IjoibWV0YS5rOHMuaW8vdjEiLCJydiI6MX0 refused', 'token <token> refused'],
  ['dial http://127.0.0.1:40123/api refused', 'dial <address>/api refused'],
  ['kind ConfigMapList of v1', 'kind ConfigMapList of v1'],
  ['Date is Mon, 23 Nov 2026 13:14:09 GMT', 'Date is <time>'],
  ['at 2026-11-18 21:04:05.118 +0000 UTC', 'at <time> UTC'],
  ['gitVersion v1.36.0-rc.1+5f0c1d2, not v1.36.0', 'gitVersion <version>, not <version>'],
  ['touchstone/run is 5f0c1d2e here', 'touchstone/run is <id> here'],
  [`name t5f0c1d2e-9-g${'x'.repeat(60)}p687`, 'name <name>'],
  ['panic at 0xc000123456', 'panic at <pointer>'],
  ['no answer in 12ms, then 1.5s', 'no answer in N, then N'],
  ['["a at 1322","d at 1330"]', '["<name> at N", …]'],
  ['["c.c at 1322","a-b at 1330","c1.c at 7"]', '["<name> at N", …]'],
  ['["a at lg-000000001322","d at lg-000000001330"]', '["<name> at N", …]'],
  ['["a at 1322"]', '["<name> at N", …]'],
  ['["a at 1322","c.c at 13', '["<name> at N", …]'],
  ['["DELETED a at 5","ADDED b at 3"]', '["ADDED <name> at N","DELETED <name> at N"]'],
  ['{"b":["y","x","y"]}', '{"b":["x","y"]}'],
  ['of x: ADDED at 4, MODIFIED at 5, DELETED', 'of x: <events>'],
  ['3 successes: put 0.1, put 1.1', 'N successes: put N, …'],
  ['ADDED bb0 at 1447', 'ADDED <name> at N'],
  ['ADDED bb at 1447', 'ADDED <name> at N'],
  ['defaced 12345678 and beefbeef', 'defaced N and beefbeef'],
])('strips what varies from run to run: %s', (text, normal) => {
  expect(normalise(text)).toBe(normal)
})

it.each([
  ['/api/v1/namespaces/x1/configmaps?limit=2', '<collection>'],
  ['/apis/coordination.k8s.io/v1/leases', '<collection>'],
  ['/api/v1/namespaces', '<collection>'],
  ['/api/v1/namespaces/x1', '<object>'],
  ['/api/v1/namespaces/x1/finalize', '<object>/finalize'],
  ['/api/v1/namespaces/x1/pods/a/status', '<object>/status'],
  ['/healthz', '/healthz'],
])('gives %s the shape %s', (path, shape) => {
  expect(pathShape(path)).toBe(shape)
})

it('sees one cause in the same refusal, whatever rule it breaks', () => {
  const crash = (says: string, path: string): Failure => ({
    ...failure,
    says,
    got: '500 with reason InternalError',
    at: 'a',
    exchanges: [
      {
        step: 'a',
        request: { method: 'PUT', path },
        answer: { status: 500, body: '', milliseconds: 1 },
      },
    ],
  })

  const one = crash('PUT replaces', '/api/v1/namespaces/n1/configmaps/a')
  const two = crash('PUT keeps uids', '/apis/rbac.authorization.k8s.io/v1/clusterroles/b')
  expect(rootCauseOf(one)).toBe(rootCauseOf(two))
  expect(rootCauseOf(one)).not.toBe(rootCauseOf(failure))
})

it('gives a baseline a reason that other seeds give too', () => {
  const again = { ...failure, got: 'resourceVersion 977 in chunk 13' }

  expect(failureReason(again)).toEqual(failureReason(failure))
  expect(failureReason(failure).reason).toBe('GET <collection> 200: resourceVersion N in chunk N')
  expect(failureReason(failure).hash).toMatch(/^[0-9a-f]{12}$/)
})

it('gives the same reason whichever objects and steps a case shows', () => {
  const expected = '["a at 4","b at 5"]'
  const objects = { ...failure, expected, got: '["c.c at 7"]' }
  const exchanges = ['object-shared', 'read-1-0'].map(step => ({
    step,
    request: { method: 'GET', path: '/api/v1/namespaces/a/secrets' },
    answer: { status: 200, body: '', milliseconds: 1 },
  }))
  const order = (...steps: string[]) =>
    failureReason({ ...failure, exchanges, got: `none goes on with ${steps.join(', ')}` }).reason

  expect(failureReason({ ...objects, got: '[]' })).toEqual(failureReason(objects))
  expect(failureReason({ ...objects, expected: 'a warning', got: '[]' })).not.toEqual(
    failureReason(objects),
  )
  expect(order('object-shared', 'read-1-0')).toBe('no request: none goes on with <step>, …')
})

it('sees one cause in one broken rule, whichever request shows it', () => {
  const other = { ...failure, got: 'others', at: 'none' }

  expect(rootCauseOf(other)).toBe(rootCauseOf({ ...failure, got: 'some' }))
})

it('has a reason for a request without an answer and for a case without a request', () => {
  const request = { method: 'GET', path: '/healthz' }
  const silent = {
    ...failure,
    got: 'nothing',
    at: 'a',
    exchanges: [{ step: 'a', request, problem: 'reset after 12 ms' }],
  }

  expect(failureReason(silent).reason).toBe('GET /healthz no answer (reset after N ms): nothing')
  expect(failureReason({ ...failure, got: 'nothing', exchanges: [] }).reason).toBe(
    'no request: nothing',
  )
})

it('has one reason for lists of objects, whichever objects they hold', () => {
  const reasonOf = (got: string) =>
    failureReason({ at: 's', got, expected: 'an event', exchanges: [] }).reason
  const items = '{"kind":"ConfigMapList","apiVersion":"v1","items":[{"metadata":{"name":"a"'

  expect(reasonOf(items)).toBe('no request: a ConfigMapList')
  expect(reasonOf('["a at 7","a-b@1 at 9"]')).toBe(reasonOf('["c at 8"]'))
})

it('does not depend on the namespace in which a check runs', () => {
  for (const namespace of ['d0', 'z', 'cr1', 'cr10'])
    expect(normalise(`the events of ${namespace}/plain`)).toBe(normalise('the events of c/plain'))
  expect(normalise('GET /a/b returned text/plain')).toBe('GET /a/b returned text/plain')
})
