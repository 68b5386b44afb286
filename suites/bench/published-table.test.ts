import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { commitOfTable } from './published-table.ts'

it('finds the commit in the table', () => {
  const page = readFileSync(new URL('../../docs/benchmarks.md', import.meta.url), 'utf8')

  expect(commitOfTable(page)).toMatch(/^[0-9a-f]{7,}$/)
  expect(commitOfTable('# x\ntouchstone 0.1.0 (commit 96b50d7), kube-apiserver')).toBe('96b50d7')
  expect(() => commitOfTable('touchstone 0.1.0, kube-apiserver')).toThrow(/expected the commit/)
})
