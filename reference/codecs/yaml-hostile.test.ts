import { describe, expect, it } from 'vitest'
import { UnreadableDocument } from './codec.ts'
import { depthMax } from './read-json.ts'
import { readYaml } from './yaml-reader.ts'
import { processorMs } from '../lib/test-processor-time.ts'

const read = (text: string) => readYaml(Buffer.from(text)).value

describe('a hostile YAML body', () => {
  const size = 3_000_000
  const filled = (text: string) => text.repeat(size / text.length)
  const timeOf = (text: string) => {
    const started = processorMs()
    try {
      read(text)
    } catch (error) {
      if (!(error instanceof UnreadableDocument)) throw error
    }
    return processorMs() - started
  }

  it('of aliases of aliases is refused immediately', () => {
    const levels = Array.from({ length: 9 }, (_, n) => `&a${n + 1} [${Array(9).fill(`*a${n}`)}]`)
    const started = processorMs()

    expect(() => read(`- &a0 x\n- ${levels.join('\n- ')}`)).toThrow('aliases for too many values')
    expect(() => read(`a: &a ${'x'.repeat(100_000)}\nb: [${'*a,'.repeat(6)}]`)).toThrow('too many')
    expect(processorMs() - started).toBeLessThan(500)
  })

  it('can nest as deep as JSON, and no deeper, also behind an alias', () => {
    const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
    const block = (depth: number) => `${'- '.repeat(depth - 1)}-`

    expect(() => read(nested(depthMax))).not.toThrow()
    expect(() => read(block(depthMax))).not.toThrow()
    expect(() => read(nested(depthMax + 1))).toThrow(`nested deeper than ${depthMax}`)
    expect(() => read(block(depthMax + 1))).toThrow(`nested deeper than ${depthMax}`)
    expect(() => read(`- &a ${nested(depthMax - 1)}\n- [*a]`)).toThrow('an alias nested deeper')
  })

  it.each(['[', '{a: ', '- ', '? ', ': ', '!', '&a ', '! ', '* ', '"a" ', ']', '%', '\t- ', '{? '])(
    'of repeated %j is refused immediately',
    piece => {
      expect(timeOf(filled(piece))).toBeLessThan(1000)
    },
  )

  // These take a few hundred ms. The limits are far above that, and far below the time that
  // quadratic reading would take.
  it.each([
    ['lines', 'a: |\n', '  x\n'],
    ['empty lines', 'a: >\n', '\n'],
    ['white space', 'a: x', ' '],
    ['lines of a plain text', 'a: x', '\n  x'],
    ['lines of a quoted text', 'a: "', 'x  \n'],
    ['escapes', 'a: "', '\\n'],
    ['comments', '', '# a\n'],
    ['one key', '', 'a: 1\n'],
    ['one item', '', '- 1\n'],
    ['brackets', '[', '[],'],
    ['anchors', '[', '&a x,'],
    ['aliases', '- &a x\n- [', '*a,'],
    ['merges', 'a: &a {b: 1, c: 2}\nd: {', '<<: *a,'],
    ['ends of documents', 'a: 1\n', '...\n'],
    ['digits', 'a: 1', '1_'],
    ['colons', 'a: b', ':x'],
  ])('of many %s takes linear time', (_, start, piece) => {
    expect(timeOf(start + filled(piece))).toBeLessThan(5000)
  })

  it('of many keys takes linear time', () => {
    const keys = Array.from({ length: 200_000 }, (_, n) => `k${n}: 1`)

    expect(timeOf(keys.join('\n'))).toBeLessThan(5000)
    expect(timeOf([...keys, ...keys].join('\n'))).toBeLessThan(5000)
  })
})
