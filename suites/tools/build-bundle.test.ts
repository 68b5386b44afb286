import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { projectRoot } from '../lint/sources.ts'
import { withBuiltPaths } from './build-bundle.ts'

it('gives modules in a bundle the paths that they would have below dist', () => {
  const path = join(projectRoot, 'suites', 'proofs', 'prove.ts')
  const chunk = "'file:///a/dist/chunks/b.js'"
  const evaluate = (code: string): unknown =>
    runInNewContext(withBuiltPaths(code, path).replaceAll('import.meta.url', chunk), { URL })

  expect(evaluate('import.meta.url')).toBe('file:///a/dist/suites/proofs/prove.js')
  expect(evaluate('import.meta.filename')).toBe('/a/dist/suites/proofs/prove.js')
  expect(evaluate('import.meta.dirname')).toBe('/a/dist/suites/proofs/')
})
