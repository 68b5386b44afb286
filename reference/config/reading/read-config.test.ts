import fc from 'fast-check'
import { expect, test } from 'vitest'
import { configBytesMax, readConfig } from './read-config.ts'

const read = (text: string | Buffer) => readConfig(Buffer.from(text))
const unreadable = (text: string | Buffer) =>
  read(text).unreadable.map(({ line, column, fault }) => `${line}:${column} ${fault}`)

test('every document of a file is read, with its first line and column', () => {
  const { documents } = read('# first\na: 1\n---\n# nothing\n---\n\nb: 2\n...\n---\nc: |\n  x\n')

  expect(documents.map(({ value, start }) => [value, start])).toEqual([
    [{ a: 1 }, { line: 2, column: 1 }],
    [{ b: 2 }, { line: 7, column: 1 }],
    [{ c: 'x\n' }, { line: 10, column: 1 }],
  ])
})

test.each([
  [['a'], '1:1'],
  [['a', 'b'], '2:3'],
  [['a', 'list'], '3:3'],
  [['a', 'list', 0], '4:5'],
  [['a', 'list', 1], '5:5'],
  [['a', 'list', 1, 'c'], '5:5'],
  [['a', 'list', 1, 'd'], '6:5'],
  [['a', 'list', 1, 'd', 0], '6:9'],
  [['a', 'list', 1, 'd', 1], '6:12'],
  [['e'], '7:1'],
  [['e', 'f'], '7:5'],
  [['a', 'absent'], '1:1'],
  [['absent'], '1:1'],
] as const)('the position of %j is %s', (path, place) => {
  const [document] = read(`a:
  b: 1
  list:
  - x
  - c: 1
    d: [1, 2]
e: {f: 3}
`).documents

  const { line, column } = document?.spotOf(path) ?? {}

  expect(`${line}:${column}`).toBe(place)
})

test('positions are found in JSON, with tabs and escapes', () => {
  const [document] = read('{\n\t"a": {"b": ["\\u00e9", {"c": 1}]}\n}').documents

  expect(document?.value).toEqual({ a: { b: ['é', { c: 1 }] } })
  expect(document?.spotOf(['a', 'b', 1, 'c'])).toEqual({ line: 2, column: 25 })
})

test('duplicate members are reported with their positions', () => {
  const [document] = read('a: 1\nb:\n  - c: 1\n    c: 2\na: 3\n').documents

  expect(document?.value).toEqual({ a: 3, b: [{ c: 2 }] })
  expect(document?.repeated).toEqual([
    { path: ['b', 0, 'c'], line: 4, column: 5 },
    { path: ['a'], line: 5, column: 1 },
  ])
})

test('merged members that are also set are duplicates, as in genuine servers', () => {
  const [first] = read('a: &x {b: 1}\nc:\n  <<: *x\n  b: 2\n').documents
  const [second] = read('a: &x {b: 1}\nc:\n  b: 2\n  <<: *x\n').documents
  const [third] = read('a: &x {b: 1}\nc:\n  d: 2\n  <<: *x\n').documents

  expect(first?.repeated).toEqual([{ path: ['c', 'b'], line: 4, column: 3 }])
  expect(second?.repeated).toEqual([{ path: ['c', '<<'], line: 4, column: 3 }])
  expect(third?.repeated).toEqual([])
})

test.each([
  ['a text', 'a: 1\na: 2\n', ['a'], '2:1'],
  ['JSON', '{"a": 1,\n "a": 2}', ['a'], '2:2'],
  ['an object', 'a: {b: 1}\na:\n  c: 2\n', ['a', 'c'], '3:3'],
  ['what only the first has', 'a: {b: 1}\na: {c: 2}\n', ['a', 'b'], '2:1'],
  ['a list', 'a: [1, 2]\na: [3]\n', ['a', 1], '2:1'],
  ['a merge behind', 'a: &x {b: 1}\nc:\n  b: {d: 2}\n  <<: *x\n', ['c', 'b', 'd'], '4:3'],
  ['a merge before', 'a: &x {b: 1}\nc:\n  <<: *x\n  b: {d: 2}\n', ['c', 'b', 'd'], '4:7'],
  ['a merge written out', 'a:\n  b: 1\n  <<: {b: 2}\n', ['a', 'b'], '3:8'],
] as const)('a duplicate has the position of the last one: %s', (_what, text, path, place) => {
  const [document] = read(text).documents

  const { line, column } = document?.spotOf(path) ?? {}

  expect(`${line}:${column}`).toBe(place)
})

test('the paths of deep duplicates have a bounded total length', () => {
  const depth = 200
  const text = `${'{a: '.repeat(depth)}{b: 1${', b: 1'.repeat(100_000)}}${'}'.repeat(depth)}`

  const [document] = read(text).documents

  const parts = document?.repeated.reduce((sum, { path }) => sum + path.length, 0)
  expect(parts).toBeGreaterThan(0)
  expect(parts).toBeLessThan(101_000)
})

test('members of any name have a position', () => {
  const [document] = read('__proto__:\n  a.b: 1\n').documents

  expect(document?.spotOf(['__proto__', 'a.b'])).toEqual({ line: 2, column: 3 })
})

test.each([
  ['an empty file', '', '1:1 contains no document'],
  ['white space and comments', '\n# a\n---\n', '1:1 contains no document'],
  ['bytes that are no text', Buffer.from([0xff, 0xfe, 0]), '1:1 not UTF-8 text'],
  ['a control character', 'a: \u0000', '1:4 contains a control character'],
  ['a tab in a margin', 'a:\n\tb: 1\n', '2:1 expected spaces in a margin, got a tab'],
  ['a bracket that stays open', 'a: [1', "1:6 expected ',' or ']', got the end"],
  ['an alias of nothing', 'a: *b', '1:4 expected an anchor b'],
  ['a directive', '%YAML 1.1\n---\na: 1\n', '1:1 expected no directive'],
  ['broken JSON', '{"a": 1,, }', '1:9'],
  ['deep lists', '['.repeat(5000), '1:251 nested deeper than 250'],
  ['deep objects', nested(300), 'nested deeper than 250'],
  ['many aliases', bomb(), 'aliases for too many values'],
])('%s cannot be read', (_what, text, fault) => {
  const faults = unreadable(text)

  expect(faults).toHaveLength(1)
  expect(faults[0]).toContain(fault)
})

function nested(depth: number): string {
  return Array.from({ length: depth }, (_, level) => `${' '.repeat(level)}a:\n`).join('')
}

function bomb(): string {
  const levels = Array.from({ length: 12 }, (_, level) => {
    const alias = level === 0 ? 'x' : `*a${level - 1}`
    return `a${level}: &a${level} [${Array.from({ length: 10 }, () => alias).join(',')}]`
  })
  return levels.join('\n')
}

test('a mapping as a key has no position and is refused', () => {
  expect(unreadable('{{ .Values }}: [\n')).toHaveLength(1)
  expect(unreadable('a: {{b: 1}: 2}\n')).toHaveLength(1)
  expect(unreadable('? {a: 1}\n: 2\n')).toHaveLength(1)
})

test('reading any text ends with documents and reasons', () => {
  const signs = [
    '{',
    '}',
    '[',
    ']',
    ':',
    ': ',
    ',',
    '- ',
    '? ',
    '\n',
    '\n  ',
    '&a ',
    '*a',
    '"',
    "'",
  ]
  const words = ['|', '>', '#', '!', '%', '\t', '!!str ', '<<: ', '---\n', 'a', 'b', '{{ .x }}']
  const written = fc.array(fc.constantFrom(...signs, ...words), { maxLength: 14 })

  fc.assert(
    fc.property(written, parts => {
      const { documents, unreadable: reasons } = read(parts.join(''))
      expect(documents.length + reasons.length).toBeGreaterThan(0)
    }),
    { numRuns: 2_000 },
  )
})

test('an unreadable document does not hide the documents after it', () => {
  const { documents, unreadable: faults } = read('a: [\n---\nb: 1\n')

  expect(documents.map(({ value }) => value)).toEqual([{ b: 1 }])
  expect(faults).toHaveLength(1)
})

test('a file that is too large is refused before it is read', () => {
  const [fault] = unreadable(Buffer.alloc(configBytesMax + 1, 'a'))

  expect(fault).toBe(`1:1 ${configBytesMax + 1} bytes; the limit is ${configBytesMax}`)
})
