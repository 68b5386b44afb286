import { expect, it } from 'vitest'
import { escapeControls, escapeControlsInLines } from './escape.ts'

it('shows terminal control characters as escapes', () => {
  expect(escapeControls('\x1b[2J\x07\u009b31m')).toBe('\\x1b[2J\\x07\\x9b31m')
})

it('keeps a message on one line', () => {
  expect(escapeControls('a\r\nb\tc\u2028d')).toBe('a\\r\\nb\\tc\\u2028d')
})

it('shows marks that reorder or hide text', () => {
  expect(escapeControls('\u202etxt.exe\u2066\u200b\ufeff')).toBe(
    '\\u202etxt.exe\\u2066\\u200b\\ufeff',
  )
  expect(escapeControls('\u{e0041}')).toBe('\\u{e0041}')
})

it('shows lone surrogates and leaves whole characters alone', () => {
  expect(escapeControls('\ud800')).toBe('\\ud800')
  expect(escapeControls('grüße 世界 🙂')).toBe('grüße 世界 🙂')
})

it('keeps the lines and tabs of a block', () => {
  expect(escapeControlsInLines('{\r\n\t"a": "\x1b"\n}')).toBe('{\n\t"a": "\\x1b"\n}')
})
