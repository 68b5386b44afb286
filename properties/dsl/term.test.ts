import fc from 'fast-check'
import { expect, it } from 'vitest'
import { DanglingReference, fillTerm, valueAt, withValueAt } from './term.ts'
import type { HoleValues, Json, Term } from './term.ts'

const answers: Record<string, unknown> = {
  first: { metadata: { name: 'a', resourceVersion: '7', continue: '' }, items: [{ n: 1 }] },
}

const fillings: HoleValues = {
  seen: label => answers[label],
  name: logical => `case-${logical}`,
  namespace: index => `space-${index}`,
  sample: (role, name, content) => ({ role, name: name ?? null, content: content ?? null }),
  word: (word, role) => `${role}'s ${word}`,
  media: word => `application/${word}`,
  group: name => `${name}.cluster.example`,
  checks: label => (label === 'verbose' ? ['ping', 'a/b c'] : []),
  failing: () => 'etcd',
}

const filled = (term: Term): Json => fillTerm(term, fillings)

it('selects listed checks in a cycle, and escapes their names', () => {
  const checks = [0, 1, 2].map(nth => filled({ $check: 'verbose', nth }))

  expect(checks).toEqual(['ping', 'a/b%20c', 'ping'])
  expect(filled({ $failing: 'check' })).toBe('etcd')
  expect(() => filled({ $check: 'plain', nth: 0 })).toThrow('plain lists no check')
})

it('fills each sort of hole', () => {
  expect(filled({ $seen: 'first', at: '/metadata/resourceVersion' })).toBe('7')
  expect(filled({ $name: 'x' })).toBe('case-x')
  expect(filled({ $namespace: 1 })).toBe('space-1')
  expect(filled({ $word: 'kind', of: 'core' })).toBe("core's kind")
  expect(filled({ $group: 'meta' })).toBe('meta.cluster.example')
  expect(filled({ $join: ['a-', { $name: 'x' }, 7] })).toBe('a-case-x7')
  expect(filled({ $repeat: 'ab', times: 3 })).toBe('ababab')
  expect(filled({ $members: { a: { $name: 'x' }, b: 1, c: '"' }, without: ['b'] })).toBe(
    ',"a":"case-x","c":"\\""',
  )
  expect(filled({ $members: 7, without: [] })).toBe('')
  expect(filled({ $sample: 'main', name: { $name: 'x' }, content: 'c' })).toEqual({
    role: 'main',
    name: 'case-x',
    content: 'c',
  })
})

it('fills holes at any depth and keeps other values', () => {
  const term: Term = { a: [1, { b: { $name: 'x' } }, null], $patch: 'delete' }

  expect(filled(term)).toEqual({ a: [1, { b: 'case-x' }, null], $patch: 'delete' })
})

it('edits a filled term: first sets, then drops', () => {
  const base: Term = { $seen: 'first', at: '/metadata' }

  expect(
    filled({
      $edit: base,
      set: { '/labels/a': { $name: 'x' }, '/name': 'b' },
      drop: ['/continue'],
    }),
  ).toEqual({ name: 'b', resourceVersion: '7', labels: { a: 'case-x' } })
})

it('reports a hole as dangling if its answer is missing or has no such value', () => {
  expect(() => filled({ $seen: 'second', at: '' })).toThrow(DanglingReference)
  expect(() => filled({ $seen: 'first', at: '/metadata/uid' })).toThrow(
    new DanglingReference('first has no /metadata/uid'),
  )
  expect(() => filled({ $seen: 'first', at: '/metadata/continue' })).toThrow(DanglingReference)
  expect(() => filled({ deep: [{ $seen: 'first', at: '/items/1' }] })).toThrow(DanglingReference)
})

it('reads escaped segments, and own members only', () => {
  const value = JSON.parse('{"a/b": {"c~d": 1, "~1": 2}, "__proto__": {"x": 3}, "": 4}') as unknown

  expect(valueAt(value, '/a~1b/c~0d')).toBe(1)
  expect(valueAt(value, '/a~1b/~01')).toBe(2)
  expect(valueAt(value, '/__proto__/x')).toBe(3)
  expect(valueAt(value, '/')).toBe(4)
  expect(valueAt(value, '')).toBe(value)
  expect(valueAt({}, '/constructor')).toBeUndefined()
  expect(valueAt({}, '/__proto__')).toBeUndefined()
  expect(valueAt('text', '/length')).toBeUndefined()
})

it('sets a member named __proto__ like any other', () => {
  const changed = withValueAt({ a: 1 }, '/__proto__/polluted', 'yes')

  expect(JSON.stringify(changed)).toBe('{"a":1,"__proto__":{"polluted":"yes"}}')
  expect(Object.getPrototypeOf(changed)).toBe(Object.prototype)
  expect('polluted' in {}).toBe(false)
  expect(JSON.stringify(withValueAt(changed, '/__proto__', undefined))).toBe('{"a":1}')
  expect(withValueAt({}, '/constructor/name', 1)).toEqual({ constructor: { name: 1 } })
})

it('sets, appends and drops entries of arrays', () => {
  expect(withValueAt({ a: [1, 2, 3] }, '/a/1', 9)).toEqual({ a: [1, 9, 3] })
  expect(withValueAt({ a: [1, 2] }, '/a/-', 9)).toEqual({ a: [1, 2, 9] })
  expect(withValueAt({ a: [1, 2, 3] }, '/a/1', undefined)).toEqual({ a: [1, 3] })
  expect(withValueAt({ a: [1] }, '/a/5', undefined)).toEqual({ a: [1] })
})

it('creates missing parents, and leaves a value unchanged if the dropped path is absent', () => {
  expect(withValueAt({ a: 'text' }, '/a/b/c', 1)).toEqual({ a: { b: { c: 1 } } })
  expect(withValueAt({ a: 1 }, '/b/c', undefined)).toEqual({ a: 1 })
  expect(withValueAt({ a: 1 }, '', { b: 2 })).toEqual({ b: 2 })
})

const key = fc.oneof(
  fc.string({ maxLength: 3 }),
  fc.constantFrom('__proto__', 'a/b', '~', '~1', ''),
)
const pointerTo = (path: string[]) =>
  path.map(part => `/${part.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')

it('finds a value set at any path, and nothing there after it is dropped', () => {
  const path = fc.array(key, { minLength: 1, maxLength: 4 })
  const document = fc.dictionary(key, fc.jsonValue({ maxDepth: 2 }), { maxKeys: 4 })

  fc.assert(
    fc.property(document, path, (value, parts) => {
      const before = JSON.stringify(value)
      const pointer = pointerTo(parts)
      // Arrays are addressed by index, so a path of names only goes through objects.
      const changed = withValueAt({ top: value as Json }, `/fresh${pointer}`, 'put')

      expect(valueAt(changed, `/fresh${pointer}`)).toBe('put')
      expect(valueAt(withValueAt(changed, `/fresh${pointer}`, undefined), `/fresh${pointer}`)).toBe(
        undefined,
      )
      expect(JSON.stringify(value)).toBe(before)
    }),
  )
})

it('leaves any JSON without holes unchanged', () => {
  fc.assert(
    fc.property(fc.jsonValue(), value => {
      expect(JSON.stringify(filled(value as Term))).toBe(JSON.stringify(value))
    }),
  )
})
