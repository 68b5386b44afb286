import { expect, test } from 'vitest'
import { duplicateFieldsOf, unknownFieldsOf, unknownName } from './sent-fields.ts'
import { historyOfWrites, listedObject, acknowledgedWrite } from './test-writes.ts'

function sent(body: string) {
  const [exchange] = historyOfWrites([acknowledgedWrite(listedObject('a', '1'))]).exchanges
  if (!exchange) throw new Error('no exchange')
  exchange.request.body = body
  return exchange
}

test('Unknown fields are found at any depth, but not within each other.', () => {
  const [one, two, three] = [1, 2, 3].map(unknownName)
  const body = {
    [String(one)]: { [String(two)]: 1 },
    metadata: { ownerReferences: [{ uid: 'u' }, { [String(three)]: 7 }] },
  }

  expect(unknownFieldsOf(sent(JSON.stringify(body)))).toEqual([
    { pointer: `/${one}`, name: one },
    { pointer: `/metadata/ownerReferences/1/${three}`, name: three },
  ])
  expect(unknownFieldsOf(sent('{"metadata":{"name":"touchstone"}}'))).toEqual([])
})

test('Doubled fields are found once each, in the object that holds them twice.', () => {
  const text = `{"metadata": {"a": "x, {\\"a\\": 1}", "a" :"y", "a":{"b":1}, "list": [{"c":1},
    {"c":1, "c":2}, [], {"d":[]}]}, "b": 1, "spec": {"a": 1}}`

  expect(duplicateFieldsOf(sent(text))).toEqual([
    { pointer: '/metadata/a', name: 'a' },
    { pointer: '/metadata/list/1/c', name: 'c' },
  ])
  expect(duplicateFieldsOf(sent('{"a":{"a":1},"b":[{"a":1},{"a":1}]}'))).toEqual([])
})
