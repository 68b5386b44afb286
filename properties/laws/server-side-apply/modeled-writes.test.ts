import { expect, test } from 'vitest'
import { fieldPath } from '../../models/field-paths.ts'
import { fieldValuesOf } from '../../models/field-shapes.ts'
import { exchangeOf, historyOfExchanges } from '../../history/test-history.ts'
import { trackedShapeOf } from './modeled-writes.ts'

const look = exchangeOf('look', 200, {}, { about: { role: 'main' } })
const history = historyOfExchanges(look)
const { types } = history.context

/** Returns the tracked paths of an object if its type is the main type. */
function followed(resource: string, content: string, object: object): string[] {
  const main = { ...types.main, resource, content }
  const context = { ...history.context, types: { ...types, main } }
  return [...fieldValuesOf(object, trackedShapeOf({ ...history, context }, look)).keys()]
}

test('only the text field of the spec of any type is modeled', () => {
  const object = { spec: { reference: 'one', referenceType: 'Flunder' } }

  expect(followed('flunders', '/spec/reference', object)).toEqual([
    fieldPath(['f:spec', 'f:reference']),
  ])
  expect(followed('texts', '/text', { text: 'one' })).toEqual([fieldPath(['f:text'])])
})

test('a text in the metadata is modeled with the metadata', () => {
  const object = { metadata: { annotations: { content: 'one' }, labels: { a: 'b' } } }

  expect(followed('fischers', '/metadata/annotations/content', object)).toContain(
    fieldPath(['f:metadata', 'f:labels', 'f:a']),
  )
})

test('every key in the data of a ConfigMap is modeled', () => {
  expect(followed('configmaps', '/data/content', { data: { other: 'x' } })).toContain(
    fieldPath(['f:data', 'f:other']),
  )
})
