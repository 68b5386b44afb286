import { expect, test } from 'vitest'

import { celTypeOfSchema } from './cel-type-of-schema.ts'
import { schemaNodeOf } from './schema-node.ts'

test('the type of a node is cached', () => {
  const node = schemaNodeOf({ type: 'object', properties: { a: { type: 'string' } } })

  expect(celTypeOfSchema(node, 'value')).toBe(celTypeOfSchema(node, 'value'))
  expect(celTypeOfSchema(node, 'resource')).not.toBe(celTypeOfSchema(node, 'value'))
  expect([...(celTypeOfSchema(node, 'resource')?.members?.keys() ?? [])]).toContain('metadata')
})
