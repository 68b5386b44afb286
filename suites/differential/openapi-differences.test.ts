import { expect, test } from 'vitest'
import { openApiDifferences } from './openapi-differences.ts'

const schemas = (properties: object, more = {}) => ({
  components: { schemas: { Thing: { type: 'object', properties, ...more } } },
})

test('descriptions, order and the style of references are no differences', () => {
  const one = schemas(
    {
      spec: { description: 'What is wanted.', allOf: [{ $ref: '#/a' }] },
      description: { type: 'a' },
    },
    { required: ['a', 'b'] },
  )
  const other = schemas(
    { description: { type: 'a', description: 'Words.' }, spec: { $ref: '#/a' } },
    { required: ['b', 'a'], description: 'A thing.' },
  )

  expect(openApiDifferences(one, other)).toEqual([])
})

test('members, types and parameters are differences', () => {
  const paths = (...parameters: object[]) => ({ paths: { '/a': { get: { parameters } } } })

  expect(openApiDifferences(schemas({ description: {}, a: {} }), schemas({ b: {} }))).toEqual([
    '/components/schemas/Thing/properties/description: is missing',
    '/components/schemas/Thing/properties/a: is missing',
    '/components/schemas/Thing/properties/b: is more',
  ])
  expect(openApiDifferences(schemas({ a: { type: 'x' } }), schemas({ a: { type: 'y' } }))).toEqual([
    '/components/schemas/Thing/properties/a/type: "x" is "y"',
  ])
  expect(openApiDifferences(paths({ name: 'b' }, { name: 'a' }), paths({ name: 'a' }))).toEqual([
    '/paths//a/get/parameters/b: is missing',
  ])
})
