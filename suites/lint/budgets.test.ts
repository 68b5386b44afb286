// Limits files to 400 lines of 100 columns, so that each can be read in one go.

import { expect, test } from 'vitest'
import { sourceFiles } from './sources.ts'

const isComment = (line: string): boolean => /^\s*(?:\/\/|\/?\*)/.test(line)

test('no code file is over 400 lines', () => {
  const long = sourceFiles
    .filter(({ path }) => !path.endsWith('.test.ts'))
    .map(({ path, text }) => ({ path, lines: text.split('\n').length - 1 }))
    .filter(({ lines }) => lines > 400)

  expect(long).toEqual([])
})

test('no line is over 100 columns, but for the long literals that the formatter cannot break', () => {
  const wide = sourceFiles.flatMap(({ path, text }) =>
    text
      .split('\n')
      .flatMap((line, index) =>
        line.length > 100 && (isComment(line) || !/['"`/]/.test(line))
          ? [`${path}:${index + 1}`]
          : [],
      ),
  )

  expect(wide).toEqual([])
})

test('nothing weakens a promise without a reason', () => {
  const weak = sourceFiles.flatMap(({ path, text }) =>
    text
      .split('\n')
      .flatMap((line, index) =>
        /\b(it|test|describe)\.(only|todo|fails)\b|@ts-ignore|@ts-nocheck/.test(line) &&
        !path.includes('lint/')
          ? [`${path}:${index + 1}: ${line.trim()}`]
          : [],
      ),
  )

  expect(weak).toEqual([])
})
