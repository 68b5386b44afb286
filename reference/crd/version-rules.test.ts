import { expect, test } from 'vitest'
import { versionCauses } from './version-rules.ts'
import { testVersion } from './test-definition.ts'
import { runToEnd, unmetered } from './compute-budget.ts'

const spec = { type: 'object', properties: {} }

const causesOf = (subresources: object, more: object) => {
  const { schema, ...others } = testVersion('v1', spec)
  const openAPIV3Schema = { ...schema.openAPIV3Schema, ...more }
  const versions = [{ ...others, schema: { openAPIV3Schema }, subresources }]
  return runToEnd(versionCauses(versions, [], unmetered))
}

test.each(['allOf', 'anyOf', 'oneOf'])('a type with a status allows no %s at its root', junctor => {
  const junctors = { [junctor]: [{ required: ['spec'] }] }
  const refused = causesOf({ status: {} }, junctors)

  expect(refused).toMatchObject([
    {
      field: 'spec.validation.openAPIV3Schema',
      message: expect.stringContaining('are allowed at the root of the schema') as unknown,
    },
  ])
  expect(causesOf({}, junctors)).toEqual([])
  expect(causesOf({ status: {} }, {})).toEqual([])
})
