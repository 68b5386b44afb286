import { expect, test } from 'vitest'
import type { Json } from '../dsl/term.ts'
import { applyJsonPatch } from './json-patch.ts'
import type { JsonPatchOperation } from './json-patch.ts'

const cases: [
  name: string,
  document: Json,
  patch: JsonPatchOperation[],
  after: Json | undefined,
][] = [
  ['add sets a member', { a: 1 }, [{ op: 'add', path: '/b', value: 2 }], { a: 1, b: 2 }],
  ['add replaces a member', { a: 1 }, [{ op: 'add', path: '/a', value: null }], { a: null }],
  ['add inserts an item', [1, 3], [{ op: 'add', path: '/1', value: 2 }], [1, 2, 3]],
  ['add appends at the length', [1], [{ op: 'add', path: '/1', value: 2 }], [1, 2]],
  ['add appends at -', { a: [1] }, [{ op: 'add', path: '/a/-', value: 2 }], { a: [1, 2] }],
  ['add leaves no gap', [1], [{ op: 'add', path: '/2', value: 2 }], undefined],
  ['add makes no parents', {}, [{ op: 'add', path: '/a/b', value: 1 }], undefined],
  ['add finds nothing in a text', { a: 'x' }, [{ op: 'add', path: '/a/b', value: 1 }], undefined],
  ['add takes no odd index', [1], [{ op: 'add', path: '/00', value: 2 }], undefined],
  ['add replaces the document', [1], [{ op: 'add', path: '', value: 2 }], 2],
  ['remove takes a member', { a: 1, b: 2 }, [{ op: 'remove', path: '/a' }], { b: 2 }],
  ['remove closes the gap', [1, 2, 3], [{ op: 'remove', path: '/1' }], [1, 3]],
  ['remove misses a member', { a: 1 }, [{ op: 'remove', path: '/b' }], undefined],
  ['remove misses what is inherited', {}, [{ op: 'remove', path: '/constructor' }], undefined],
  ['remove misses an item', [1], [{ op: 'remove', path: '/1' }], undefined],
  ['remove misses what - means', [1], [{ op: 'remove', path: '/-' }], undefined],
  ['replace sets an item', [1, 2], [{ op: 'replace', path: '/0', value: 3 }], [3, 2]],
  ['replace sets the document', {}, [{ op: 'replace', path: '', value: 3 }], 3],
  ['replace misses a member', {}, [{ op: 'replace', path: '/a', value: 3 }], undefined],
  ['move', { a: 1, b: {} }, [{ op: 'move', from: '/a', path: '/b/c' }], { b: { c: 1 } }],
  ['move within a list', [1, 2, 3], [{ op: 'move', from: '/0', path: '/2' }], [2, 3, 1]],
  ['move to itself', { a: 1 }, [{ op: 'move', from: '/a', path: '/a' }], { a: 1 }],
  ['move into itself', { a: {} }, [{ op: 'move', from: '/a', path: '/a/b' }], undefined],
  ['move of nothing', {}, [{ op: 'move', from: '/a', path: '/b' }], undefined],
  ['copy', { a: [1] }, [{ op: 'copy', from: '/a/0', path: '/b' }], { a: [1], b: 1 }],
  ['copy of nothing', {}, [{ op: 'copy', from: '/a', path: '/b' }], undefined],
  ['test of an equal', { b: 1, c: [2] }, [equal({ c: [2], b: 1 })], { b: 1, c: [2] }],
  ['test of a member', { a: { b: 1 } }, [equal({ b: 1 }, '/a')], { a: { b: 1 } }],
  ['test tells a text from a number', { a: '1' }, [equal(1, '/a')], undefined],
  ['test tells null from nothing', {}, [equal(null, '/a')], undefined],
  ['test looks at the order of a list', [1, 2], [equal([2, 1])], undefined],
  ['escapes, the slash first', { '~1': 1, '/': 2 }, [{ op: 'remove', path: '/~01' }], { '/': 2 }],
  ['an own __proto__', {}, [{ op: 'add', path: '/__proto__', value: 1 }], own('__proto__', 1)],
  [
    'each operation builds on the one before',
    { a: 1 },
    [
      { op: 'copy', from: '/a', path: '/b' },
      { op: 'remove', path: '/a' },
      { op: 'test', path: '/b', value: 1 },
    ],
    { b: 1 },
  ],
]

function equal(value: Json, path = ''): JsonPatchOperation {
  return { op: 'test', path, value }
}

function own(name: string, value: Json): Json {
  return Object.fromEntries([[name, value]])
}

test.each(cases)('%s', (_name, document, patch, after) => {
  const before = structuredClone(document)

  expect(applyJsonPatch(document, patch)).toEqual(after)
  expect(document).toEqual(before)
})
