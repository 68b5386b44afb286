import { expect, test } from 'vitest'
import { isExplained } from './command-line-differential.ts'
import { commandLines } from './command-lines.ts'

test('only what we refuse and a genuine agent looks at later is explained', () => {
  expect(isExplained('--cloud-provider=x', false)).toBe(true)
  expect(isExplained('--cloud_provider=1', false)).toBe(true)
  expect(isExplained('--cloud-provider=x', true)).toBe(false)
  expect(isExplained('--max-pods=x', false)).toBe(false)
})

test('a value that a genuine agent takes for nothing is explained where it can stand', () => {
  expect(isExplained('--register-with-taints=a-', false)).toBe(true)
  expect(isExplained('--register-with-taints=a=b:Never', false)).toBe(false)
})

test('each option is tried with each text, by the names of a genuine agent', () => {
  const lines = commandLines().map(line => line.join(' '))

  expect(lines).toContain('--max-pods=2147483648')
  expect(lines).toContain('--kube-reserved=cpu=-1')
  expect(lines.filter(line => line.startsWith('----'))).toEqual([])
  expect(lines.length).toBeGreaterThan(20_000)
})
