import { expect, it } from 'vitest'
import { variants } from '../../fixtures/generated/variants.ts'
import { variantsIn } from './variant-runs.ts'

it('runs each variant in exactly one of its dialects', () => {
  const run = [...variantsIn('cluster'), ...variantsIn('kubernetes')]
  expect(run.map(({ name }) => name).sort()).toEqual(variants.map(({ name }) => name).sort())
  for (const dialect of ['cluster', 'kubernetes'] as const) {
    for (const { dialects = ['cluster'] } of variantsIn(dialect))
      expect(dialects).toContain(dialect)
  }
})
