import { expect, it } from 'vitest'

import { formatValue } from './format-value.ts'

const token = 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJhIn0.c2ln'

it.each([
  ['https://keycloak.example.com', '"https://keycloak.example.com"'],
  [token, '"[token]"'],
  [`Bearer ${token}, x`, '"Bearer [token], x"'],
  [{ a: [`x${token}`] }, '{"a":["x[token]"]}'],
  [undefined, 'nothing'],
  [7n, '7'],
])('formats %s', (value, text) => {
  expect(formatValue(value)).toBe(text)
})
