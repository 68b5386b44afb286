import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { difference, type FieldSet, hasPath, intersection, isSameFieldSet } from './field-set.ts'
import { noFields, fieldSetOfPaths, union, withoutBranches } from './field-set.ts'
import { pathsOfFieldSet, readFieldsV1, writeFieldsV1 } from './fields-v1.ts'
import { fieldElement, compareCodePoints, keyElement, valueElement } from './path-element.ts'
import { runAtOnce } from './portioned-walk.ts'

const element = fc.oneof(
  fc.constantFrom('a', 'b', 'c.d/e', '<&>', '__proto__', '').map(fieldElement),
  fc.record({ name: fc.constantFrom('x', 'y"'), port: fc.constantFrom(1, 80) }).map(keyElement),
  fc.constantFrom('s', 1, true, '\u2028\b').map(valueElement),
)

const fieldSets: fc.Arbitrary<FieldSet> = fc
  .array(fc.array(element, { minLength: 1, maxLength: 4 }), { maxLength: 8 })
  .map(paths => fieldSetOfPaths(...paths))

test('a set survives a round trip through FieldsV1', () => {
  fc.assert(
    fc.property(fieldSets, set => {
      expect(
        isSameFieldSet(
          readFieldsV1(
            JSON.parse(JSON.stringify(runAtOnce(pending => writeFieldsV1(set, pending)))),
          ),
          set,
        ),
      ).toBe(true)
    }),
  )
})

test('the union of two sets contains exactly the paths of both', () => {
  fc.assert(
    fc.property(fieldSets, fieldSets, (a, b) => {
      const both = union(a, b)

      expect([...pathsOfFieldSet(both)].every(path => hasPath(a, path) || hasPath(b, path))).toBe(
        true,
      )
      expect(
        [...pathsOfFieldSet(a), ...pathsOfFieldSet(b)].every(path => hasPath(both, path)),
      ).toBe(true)
      expect(isSameFieldSet(both, union(b, a))).toBe(true)
    }),
  )
})

test('a set is the union of its intersection with and difference from another set', () => {
  fc.assert(
    fc.property(fieldSets, fieldSets, (a, b) => {
      expect(isSameFieldSet(union(intersection(a, b), difference(a, b)), a)).toBe(true)
      expect(intersection(difference(a, b), b).size).toBe(0)
    }),
  )
})

test('the difference from itself is empty, and from the empty set is the set', () => {
  fc.assert(
    fc.property(fieldSets, set => {
      expect(difference(set, set)).toEqual(noFields)
      expect(difference(set, noFields)).toBe(set)
    }),
  )
})

test('difference removes a field alone, and withoutBranches also the fields below it', () => {
  const [a, b] = [fieldElement('a'), fieldElement('b')]
  const both = fieldSetOfPaths([a], [a, b])

  expect(isSameFieldSet(difference(both, fieldSetOfPaths([a])), fieldSetOfPaths([a, b]))).toBe(true)
  expect(isSameFieldSet(withoutBranches(both, fieldSetOfPaths([a])), noFields)).toBe(true)
})

test('fields are written in their order, and a parent by a dot', () => {
  const spec = fieldElement('spec')
  const set = fieldSetOfPaths(
    [spec, keyElement({ port: 80, name: 'b' })],
    [spec, keyElement({ port: 9, name: 'b' })],
    [spec, valueElement('x')],
    [spec, fieldElement('z')],
    [spec],
    [fieldElement('a'), fieldElement('<')],
  )

  expect(JSON.stringify(runAtOnce(pending => writeFieldsV1(set, pending)))).toBe(
    '{"f:a":{"f:<":{}},"f:spec":{".":{},"f:z":{},"k:{\\"name\\":\\"b\\",\\"port\\":9}":{},' +
      '"k:{\\"name\\":\\"b\\",\\"port\\":80}":{},"v:\\"x\\"":{}}}',
  )
})

test.each([
  ['keys in another order', { 'k:{"port":80,"name":"a"}': {} }, { 'k:{"name":"a","port":80}': {} }],
  ['numbers in another form', { 'v:1.0': {} }, { 'v:1': {} }],
  ['a step of a kind that is not known', { 'q:x': {}, 'f:a': {} }, { 'f:a': {} }],
  ['what could end a script', { 'v:"<"': {} }, { 'v:"\\u003c"': {} }],
  ['null for nothing more', { 'f:a': null }, { 'f:a': {} }],
])('%s is read in the canonical form', (_, given, expected) => {
  expect(runAtOnce(pending => writeFieldsV1(readFieldsV1(given), pending))).toEqual(expected)
})

test.each([
  [{ fa: {} }],
  [{ 'f:a': 3 }],
  [{ 'k:[]': {} }],
  [{ 'k:{': {} }],
  [{ 'i:x': {} }],
  ['x'],
])('%j is not a valid field set', given => {
  expect(() => readFieldsV1(given)).toThrow(Error)
})

test('strings are ordered by their UTF-8 bytes', () => {
  const texts = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('\uffff', '\u{10000}', 'a'))
  fc.assert(
    fc.property(texts, texts, (a, b) => {
      expect(Math.sign(compareCodePoints(a, b))).toBe(
        Buffer.compare(Buffer.from(a), Buffer.from(b)),
      )
    }),
  )
})

test('a list element with two spellings keeps the fields below both', () => {
  const given = {
    'k:{"port":80,"name":"x"}': { 'f:a': {} },
    'k:{"name":"x","port":80}': { '.': {}, 'f:b': {} },
  }
  const item = keyElement({ name: 'x', port: 80 })
  const expected = [[item], [item, fieldElement('a')], [item, fieldElement('b')]]
  const expectedSet = fieldSetOfPaths(...expected)

  expect(isSameFieldSet(readFieldsV1(given), expectedSet)).toBe(true)
})
