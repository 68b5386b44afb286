import { expect, it } from 'vitest'
import {
  elementsOf,
  fieldPath,
  isBelow,
  normalizeElement,
  pathsInFieldsV1,
  conflictPath,
} from './field-paths.ts'

it('parses the paths of managedFields, in which a dot is the field itself', () => {
  const record = {
    'f:data': { '.': {}, 'f:a': {} },
    'f:ports': { 'k:{"protocol":"TCP","port":80}': { '.': {}, 'f:name': {} } },
    'f:finalizers': { 'v:"x"': {} },
  }

  expect(pathsInFieldsV1(record)?.map(conflictPath)).toEqual([
    '.data',
    '.data.a',
    '.ports[port=80,protocol="TCP"]',
    '.ports[port=80,protocol="TCP"].name',
    '.finalizers[="x"]',
  ])
})

it.each<unknown>([
  undefined,
  'text',
  [],
  { 'x:a': {} },
  { 'k:{': {} },
  { 'f:a': 7 },
  { 'f:a': { data: {} } },
])('parses no paths from %j', record => {
  expect(pathsInFieldsV1(record)).toBeUndefined()
})

it('treats elements with the same keys in any order as equal', () => {
  expect(normalizeElement('k:{"b":1,"a":[{"d":1,"c":2}]}')).toBe(
    normalizeElement('k:{"a":[{"c":2,"d":1}],"b":1}'),
  )
  expect(normalizeElement('i:7')).toBeUndefined()
})

it('finds paths below another one, and no neighbour with a longer name', () => {
  const path = (...elements: string[]) => fieldPath(elements)

  expect(isBelow(path('f:a', 'f:b'), path('f:a'))).toBe(true)
  expect(isBelow(path('f:a'), path())).toBe(true)
  expect(isBelow(path('f:a'), path('f:a'))).toBe(false)
  expect(isBelow(path('f:ab'), path('f:a'))).toBe(false)
  expect(elementsOf(path('f:a', 'f:b'))).toEqual(['f:a', 'f:b'])
})
