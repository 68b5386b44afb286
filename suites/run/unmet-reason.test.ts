import { expect, it } from 'vitest'
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
  ['now shows marker: now is no open stream', 'now is no open stream'],
  [
    'the events of touchstone-92e4d656-c/t92e4d656-4094-a are not the expected ones',
    'the events of c/a are not the expected ones',
  ],
  ['get returned nothing (socket hang up)', 'get returned nothing (socket hang up)'],
  ['twin (GET main) returned 404 NotFound', 'twin (GET main) returned 404 NotFound'],
])('shortens %s to %s', (precondition, reason) => {
  expect(unmetReason(precondition)).toBe(reason)
})
