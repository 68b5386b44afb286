import { expect, test } from 'vitest'

import { declared } from './declared.ts'
import { nodeOf } from './node.ts'

test('the type of a node is made once', () => {
  const node = nodeOf({ type: 'object', properties: { a: { type: 'string' } } })

  expect(declared(node, 'value')).toBe(declared(node, 'value'))
  expect(declared(node, 'resource')).not.toBe(declared(node, 'value'))
  expect([...(declared(node, 'resource')?.members?.keys() ?? [])]).toContain('metadata')
})
