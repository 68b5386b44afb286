import { expect, it } from 'vitest'
import { fieldPath, conflictPath } from './field-paths.ts'
import { fieldValuesOf, containerMark, isPathInShape, appliedPaths } from './field-shapes.ts'
import type { FieldShape } from './field-shapes.ts'

const shape: FieldShape = {
  fields: {
    labels: { each: 'whole' },
    finalizers: 'set',
    ports: {
      keys: { port: undefined, protocol: 'TCP' },
      item: { fields: { port: 'whole', name: 'whole' } },
    },
    selector: 'whole',
  },
}
const object = {
  labels: { a: 'one' },
  finalizers: ['v'],
  ports: [{ port: 80, name: 'web' }],
  selector: { app: 'x' },
  unknown: true,
}

const textsOf = (paths: Iterable<string>): string[] => [...paths].map(conflictPath)

it('splits an object into fields that can be owned separately', () => {
  expect(textsOf(fieldValuesOf(object, shape).keys())).toEqual([
    '.labels',
    '.labels.a',
    '.finalizers',
    '.finalizers[="v"]',
    '.ports',
    '.ports[port=80,protocol="TCP"]',
    '.ports[port=80,protocol="TCP"].port',
    '.ports[port=80,protocol="TCP"].name',
    '.selector',
  ])
})

it('gives an apply values and items, but not the maps and lists around them', () => {
  expect(textsOf(appliedPaths(fieldValuesOf(object, shape)))).toEqual([
    '.labels.a',
    '.finalizers[="v"]',
    '.ports[port=80,protocol="TCP"]',
    '.ports[port=80,protocol="TCP"].port',
    '.ports[port=80,protocol="TCP"].name',
    '.selector',
  ])
})

it('finds no fields in empty maps and lists, or in absent values', () => {
  expect(fieldValuesOf({ labels: {}, finalizers: [] }, shape).size).toBe(0)
  expect(fieldValuesOf(undefined, shape).size).toBe(0)
  expect(fieldValuesOf(null, shape).size).toBe(0)
})

it('marks containers', () => {
  expect(fieldValuesOf({ labels: { a: 'one' } }, shape).get(fieldPath(['f:labels']))).toBe(
    containerMark,
  )
})

it('recognizes the paths of a shape', () => {
  expect(isPathInShape(fieldPath(['f:labels', 'f:anything']), shape)).toBe(true)
  expect(isPathInShape(fieldPath(['f:finalizers', 'v:"x"']), shape)).toBe(true)
  expect(isPathInShape(fieldPath(['f:ports', 'k:{"port":80}', 'f:name']), shape)).toBe(true)
  expect(isPathInShape(fieldPath(['f:ports', 'k:{"port":80}', 'f:odd']), shape)).toBe(false)
  expect(isPathInShape(fieldPath(['f:selector', 'f:app']), shape)).toBe(false)
  expect(isPathInShape(fieldPath(['f:unknown']), shape)).toBe(false)
})

it('ignores objects with declared members, which only some servers record', () => {
  const nested: FieldShape = { fields: { spec: { fields: { note: 'whole' } } } }

  expect(isPathInShape(fieldPath(['f:spec', 'f:note']), nested)).toBe(true)
  expect(isPathInShape(fieldPath(['f:spec']), nested)).toBe(false)
  expect(isPathInShape(fieldPath(['f:labels']), shape)).toBe(true)
  expect(isPathInShape(fieldPath(['f:ports', 'k:{"port":80}']), shape)).toBe(true)
})
