import { expect, it } from 'vitest'
import { exchangeOf, historyOfExchanges } from '../../properties/history/test-history.ts'
import { unmetReason } from './unmet-reason.ts'

it.each([
  [
    'excluded 0 returned nothing (all lists no check)',
    'excluded 0 was not sent: the response to all lists no check',
  ],
  [
    'twin (GET ) returned nothing (first has no /metadata/continue)',
    'twin was not sent: the response to first has no /metadata/continue',
  ],
  [
    'twin is not a list: it returned nothing (then has no /metadata/continue)',
    'twin was not sent: the response to then has no /metadata/continue',
  ],
  ['now shows marker: now is not an open stream', 'now is not an open stream'],
  [
    'the events of touchstone-92e4d656-c/t92e4d656-4094-a are not the expected ones',
    'the events of c/a are not the expected ones',
  ],
  ['get returned nothing (socket hang up)', 'get returned nothing (socket hang up)'],
  ['twin (GET main) returned 404 NotFound', 'twin (GET main) returned 404 NotFound'],
])('shortens %s to %s', (precondition, reason) => {
  expect(unmetReason(precondition)).toBe(reason)
})

const path = '/api/v1/namespaces/own0/configmaps/t92e4d656-4094-a?dryRun=All&resourceVersion=17'
const line = 'PATCH /api/v1/namespaces/…/configmaps/a?dryRun=All&resourceVersion=…'
const history = historyOfExchanges(
  exchangeOf('twin', 405, {}, { request: { method: 'PATCH', path } }),
  exchangeOf('twin main', 405, {}, { request: { method: 'PUT', path: '/y' } }),
  exchangeOf('a', 404, {}, { request: { path: '/a' } }),
  exchangeOf('late', 0, undefined, { request: { path: '' } }),
)

it.each([
  ['twin (PATCH main) returned 405 MethodNotAllowed', `${line} (step "twin") returned 405`],
  ['twin returned 405', `${line} (step "twin") returned 405`],
  ['twin main was refused', 'PUT /y (step "twin main") was refused'],
  ['a did not succeed: 404', 'GET /a (step "a") did not succeed: 404'],
  ['a is not a list: it returned 404', 'GET /a (step "a") is not a list: it returned 404'],
])('names the request of a step in %s', (precondition, reason) => {
  expect(unmetReason(precondition, history)).toContain(reason)
})

it.each(['a write has no known outcome', 'late was not sent: none', 'twin is not an open stream'])(
  'leaves other reasons as they are: %s',
  precondition => {
    expect(unmetReason(precondition, history)).toBe(precondition)
  },
)

it('names the request that got the status, of several with one label', () => {
  const same = historyOfExchanges(
    exchangeOf('object', 201, {}, { request: { method: 'POST', path: '/a' } }),
    exchangeOf('object', 404, {}, { request: { method: 'PUT', path: '/a/x' } }),
  )

  expect(unmetReason('object returned 404 NotFound', same)).toMatch(/^PUT \/a\/x /)
})

it('shortens long paths', () => {
  const long = exchangeOf('get', 404, {}, { request: { path: `/${'x'.repeat(300)}` } })

  expect(unmetReason('get returned 404', historyOfExchanges(long))).toMatch(
    /^GET \/x{158}… \(step "get"\) returned 404$/,
  )
})
