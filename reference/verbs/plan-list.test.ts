import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import type { ListOptions } from '../api/list.ts'
import { Refusal } from '../api/refusal.ts'
import { parseListOptions } from './list-options.ts'
import { planList } from './plan-list.ts'

const cluster = { apiDomain: 'cluster.example' }

const plan = (query: string) => planList(parseListOptions(new URLSearchParams(query)), cluster)

const mostRecent = { read: 'mostRecent' }
const any = { read: 'any' }
const notOlder = { read: 'notOlderThan', revision: '7' }
const exact = { read: 'exact', revision: '7' }
const next = { read: 'continue', token: 't' }

describe('planList', () => {
  it.each([
    ['LIST-001', '', mostRecent],
    ['LIST-002', 'resourceVersion=0', any],
    ['LIST-003', 'resourceVersion=7', notOlder],
    ['LIST-004', 'limit=2', mostRecent],
    ['LIST-005', 'limit=2&resourceVersion=0', any],
    ['LIST-006', 'limit=2&resourceVersion=7', exact],
    ['LIST-007', 'limit=2&continue=t', next],
    ['LIST-008', 'limit=2&continue=t&resourceVersion=0', next],
    ['LIST-012', 'resourceVersionMatch=Exact&resourceVersion=7', exact],
    ['LIST-015', 'resourceVersionMatch=Exact&resourceVersion=7&limit=2', exact],
    ['LIST-017', 'resourceVersionMatch=NotOlderThan&resourceVersion=0', any],
    ['LIST-018', 'resourceVersionMatch=NotOlderThan&resourceVersion=7', notOlder],
    ['LIST-020', 'resourceVersionMatch=NotOlderThan&resourceVersion=0&limit=2', any],
    ['LIST-021', 'resourceVersionMatch=NotOlderThan&resourceVersion=7&limit=2', notOlder],
    ['LIST-034', 'continue=t', next],
    ['LIST-037', 'limit=0&resourceVersion=7', notOlder],
    ['LIST-037', 'limit=-1&resourceVersion=7', notOlder],
    ['LIST-038', 'resourceVersion=&resourceVersionMatch=&continue=', mostRecent],
  ])('%s: %s', (_id, query, expected) => {
    expect(plan(query)).toEqual(expected)
  })

  it.each([
    ['LIST-009', 'limit=2&continue=t&resourceVersion=7', 400],
    ['LIST-010', 'resourceVersionMatch=Exact', 422],
    ['LIST-011', 'resourceVersionMatch=Exact&resourceVersion=0', 422],
    ['LIST-013', 'resourceVersionMatch=Exact&limit=2', 422],
    ['LIST-014', 'resourceVersionMatch=Exact&resourceVersion=0&limit=2', 422],
    ['LIST-016', 'resourceVersionMatch=NotOlderThan', 422],
    ['LIST-019', 'resourceVersionMatch=NotOlderThan&limit=2', 422],
    ['LIST-028', 'resourceVersionMatch=exact&resourceVersion=7', 422],
    ['LIST-033', 'resourceVersionMatch=Exact&resourceVersion=7&continue=t', 422],
    ['GET-005', 'resourceVersion=abc', 400],
    ['GET-005', 'resourceVersion=-1', 400],
    ['GET-005', 'resourceVersion=18446744073709551616', 400],
    ['ERR-011', 'sendInitialEvents=false', 422],
  ])('%s: refuses %s with %i', (_id, query, code) => {
    expect(() => plan(query)).toThrow(expect.objectContaining({ code }))
  })

  it('reports all causes at once, in one Status of kind ListOptions', () => {
    const refuse = () => plan('resourceVersionMatch=Bogus&continue=t')
    const field = 'resourceVersionMatch'
    const causes = [
      { reason: 'FieldValueForbidden', field },
      { reason: 'FieldValueForbidden', field },
      { reason: 'FieldValueNotSupported', field },
    ].map(cause => expect.objectContaining(cause))
    const details = { group: 'meta.cluster.example', kind: 'ListOptions', causes }
    expect(refuse).toThrow(
      expect.objectContaining({ body: expect.objectContaining({ code: 422, details }) }),
    )
  })

  it('either plans or refuses any options', () => {
    const text = fc.oneof(fc.constantFrom('', '0', '7', 'Exact', 'NotOlderThan'), fc.string())
    const options: fc.Arbitrary<ListOptions> = fc.record({
      resourceVersion: text,
      resourceVersionMatch: text,
      limit: fc.constantFrom(1, 2, Infinity),
      continue: text,
      labelSelector: fc.constant(''),
      fieldSelector: fc.constant(''),
      hasSendInitialEvents: fc.boolean(),
    })
    fc.assert(
      fc.property(options, given => {
        try {
          const { read } = planList(given, cluster)
          expect(read === 'continue').toBe(given.continue !== '')
          expect(given.hasSendInitialEvents).toBe(false)
        } catch (error) {
          if (!(error instanceof Refusal)) throw error
          expect([400, 422]).toContain(error.code)
        }
      }),
    )
  })
})
