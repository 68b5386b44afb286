import * as fc from 'fast-check'
import { expect, it } from 'vitest'

import { joinPieces } from '../codecs/pieces.ts'
import { indentJson } from './indent-json.ts'
import { processorMs } from '../lib/test-processor-time.ts'

const laidOut = (pieces: readonly Buffer[]): string => joinPieces(indentJson(pieces)).toString()

it('formats JSON like JSON.stringify, for any batch boundaries', () => {
  const value = fc.jsonValue({ maxDepth: 5, stringUnit: 'binary' })
  fc.assert(
    fc.property(value, fc.infiniteStream(fc.integer({ min: 1, max: 40 })), (value, sizes) => {
      const text = Buffer.from(`${JSON.stringify(value)}\n`)
      const pieces: Buffer[] = []
      for (let at = 0; at < text.length; ) {
        const size = sizes.next().value ?? 1
        pieces.push(text.subarray(at, at + size))
        at += size
      }

      expect(laidOut(pieces)).toBe(JSON.stringify(value, undefined, 2))
    }),
  )
})

it.each(['{}', '[]', '{"a":{},"b":[]}', '"a,{}:\\""'])('formats %s', text => {
  expect(laidOut([Buffer.from(text)])).toBe(JSON.stringify(JSON.parse(text), undefined, 2))
})

it('does not make a text much longer, even if it is deeply nested', () => {
  const deep = `${'['.repeat(200)}${'0,'.repeat(500_000)}0${']'.repeat(200)}`
  const started = processorMs()

  const text = laidOut([Buffer.from(deep)])

  expect(text.length).toBeLessThan(9 * deep.length)
  expect(text.replaceAll(/\s/g, '')).toBe(deep)
  expect(processorMs() - started).toBeLessThan(2000)
})
