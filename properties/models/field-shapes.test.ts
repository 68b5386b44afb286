import { expect, it } from 'vitest'
import { fieldPath, pathText } from './field-paths.ts'
import { fieldsOf, holder, isInShape, ownedBy } from './field-shapes.ts'
import type { Shape } from './field-shapes.ts'

const shape: Shape = {
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

const textsOf = (paths: Iterable<string>): string[] => [...paths].map(pathText)

it('takes an object apart into the fields that can be owned one by one', () => {
  expect(textsOf(fieldsOf(object, shape).keys())).toEqual([
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

it('lets an apply own values and items, but not the maps and lists that hold them', () => {
  expect(textsOf(ownedBy(fieldsOf(object, shape)))).toEqual([
    '.labels.a',
    '.finalizers[="v"]',
    '.ports[port=80,protocol="TCP"]',
    '.ports[port=80,protocol="TCP"].port',
    '.ports[port=80,protocol="TCP"].name',
    '.selector',
  ])
})

it('finds nothing in empty maps and lists, nor where nothing is', () => {
  expect(fieldsOf({ labels: {}, finalizers: [] }, shape).size).toBe(0)
  expect(fieldsOf(undefined, shape).size).toBe(0)
  expect(fieldsOf(null, shape).size).toBe(0)
})

it('marks what holds others', () => {
  expect(fieldsOf({ labels: { a: 'one' } }, shape).get(fieldPath(['f:labels']))).toBe(holder)
})

it('knows the paths of a shape', () => {
  expect(isInShape(fieldPath(['f:labels', 'f:anything']), shape)).toBe(true)
  expect(isInShape(fieldPath(['f:finalizers', 'v:"x"']), shape)).toBe(true)
  expect(isInShape(fieldPath(['f:ports', 'k:{"port":80}', 'f:name']), shape)).toBe(true)
  expect(isInShape(fieldPath(['f:ports', 'k:{"port":80}', 'f:odd']), shape)).toBe(false)
  expect(isInShape(fieldPath(['f:selector', 'f:app']), shape)).toBe(false)
  expect(isInShape(fieldPath(['f:unknown']), shape)).toBe(false)
})

it('passes over what holds declared members, which some servers record and others do not', () => {
  const nested: Shape = { fields: { spec: { fields: { note: 'whole' } } } }

  expect(isInShape(fieldPath(['f:spec', 'f:note']), nested)).toBe(true)
  expect(isInShape(fieldPath(['f:spec']), nested)).toBe(false)
  expect(isInShape(fieldPath(['f:labels']), shape)).toBe(true)
  expect(isInShape(fieldPath(['f:ports', 'k:{"port":80}']), shape)).toBe(true)
})
