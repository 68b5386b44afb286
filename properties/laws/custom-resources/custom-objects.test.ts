import { expect, it } from 'vitest'
import { exchangeOf, historyOfExchanges } from '../../history/test-history.ts'
import { refusesAsPredicted, storesAsPredicted } from './custom-objects.ts'

const spec = {
  type: 'object',
  properties: { a: { type: 'string', maxLength: 2 }, b: { type: 'integer', default: 1 } },
}
const body = JSON.stringify({
  spec: { versions: [{ schema: { openAPIV3Schema: { properties: { spec } } } }] },
})
const conditions = [{ type: 'Established', status: 'True' }]
const type = exchangeOf(
  'type',
  200,
  { spec: { group: 'g' }, status: { conditions } },
  {
    request: { body },
  },
)

const sent = (step: string, value: object, status: number, answer: unknown) =>
  exchangeOf(step, status, answer, { request: { body: JSON.stringify({ spec: value }) } })

const refusal = (field: string) => ({ code: 422, details: { causes: [{ field }] } })

it.each<[string, unknown, string]>([
  ['stored as predicted', { a: 'x', b: 1 }, 'held'],
  ['stored without its default', { a: 'x' }, 'violated'],
  ['stored with what nobody knows', { a: 'x', b: 1, c: 2 }, 'violated'],
])('judges an object that is %s', (_, stored, kind) => {
  const object = sent('object 0', { a: 'x', c: 2 }, 201, { spec: stored })
  const read = exchangeOf('read 0', 404)

  const kinds = [...storesAsPredicted(historyOfExchanges(type, object, read))].map(one => one.kind)
  expect(kinds).toEqual(['held', kind])
})

it.each<[string, number, unknown, string[]]>([
  ['at its place', 422, refusal('spec.a'), ['held', 'held']],
  ['at another place', 422, refusal('spec'), ['held', 'violated']],
  [
    'at its place and elsewhere',
    422,
    { details: { causes: [{ field: 'spec.a' }, { field: 'x' }] } },
    ['held', 'violated'],
  ],
  ['nowhere', 201, {}, ['violated']],
])('judges a broken object that is refused %s', (_, status, answer, kinds) => {
  const twin = sent('twin 0', { a: 'x' }, 201, {})
  const broken = sent('broken 0', { a: 'xxx' }, status, answer)

  const found = [...refusesAsPredicted(historyOfExchanges(type, twin, broken))].map(one => one.kind)
  expect(found).toEqual(kinds)
})

it('is inconclusive for a type that was not established', () => {
  const refused = exchangeOf('type', 422, {})

  expect([...storesAsPredicted(historyOfExchanges(refused))].map(one => one.kind)).toContain(
    'preconditionUnmet',
  )
})
