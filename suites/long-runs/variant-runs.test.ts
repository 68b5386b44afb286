import { expect, it } from 'vitest'
import { variants } from '../../fixtures/generated/variants.ts'
import { variantRuns } from './variant-runs.ts'

it('runs each variant in each of its dialects', () => {
  expect(new Set(variantRuns.map(({ variant }) => variant))).toEqual(new Set(variants))
  for (const variant of variants) {
    const dialects = variantRuns.filter(one => one.variant === variant).map(one => one.dialect)
    expect(dialects).toEqual(variant.dialects ?? ['cluster'])
  }
})
