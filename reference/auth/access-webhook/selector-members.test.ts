import { expect, it } from 'vitest'

import { selectorMembers } from './selector-members.ts'

const requirement = (key: string, operator: string, ...values: string[]) => ({
  key,
  operator,
  ...(values.length > 0 && { values }),
})

it.each([
  ['a=b', [requirement('a', 'In', 'b')]],
  ['c!=d,a==b', [requirement('a', 'In', 'b'), requirement('c', 'NotIn', 'd')]],
  [
    'z in (c,a,c),!y,x,w notin (b)',
    [
      requirement('w', 'NotIn', 'b'),
      requirement('x', 'Exists'),
      requirement('y', 'DoesNotExist'),
      requirement('z', 'In', 'a', 'c'),
    ],
  ],
  ['a=', [requirement('a', 'In', '')]],
  ['a>1,b', [requirement('b', 'Exists')]],
])(
  'sends the requirements of labels %s in the order of their keys',
  (labelSelector, requirements) => {
    expect(selectorMembers({ labelSelector })).toEqual({ labelSelector: { requirements } })
  },
)

it.each([
  ['metadata.name=a', [requirement('metadata.name', 'In', 'a')]],
  ['b!=c,a==x\\,y,', [requirement('a', 'In', 'x,y'), requirement('b', 'NotIn', 'c')]],
  ['any.field=', [requirement('any.field', 'In', '')]],
])(
  'sends the requirements of fields %s in the order of their texts',
  (fieldSelector, requirements) => {
    expect(selectorMembers({ fieldSelector })).toEqual({ fieldSelector: { requirements } })
  },
)

it.each(['', 'a>1', '!!a', 'a in b', '-'])('sends no member for the labels %j', labelSelector => {
  expect(selectorMembers({ labelSelector })).toEqual({})
})

it.each(['', ',', 'a', 'a=\\x'])('sends no member for the fields %j', fieldSelector => {
  expect(selectorMembers({ fieldSelector })).toEqual({})
})
