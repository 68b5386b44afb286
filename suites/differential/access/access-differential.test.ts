import { expect, it } from 'vitest'

import { findExistingBinaries } from '../../../fixtures/targets/kube-apiserver/build.ts'
import { compareAccess } from './access-differential.ts'
import { compareAudits } from './audit-differential.ts'
import { compareReviews } from './review-differential.ts'

const isBuilt = await findExistingBinaries()

// The nightly run compares more, and builds the genuine server if it is missing.
it.skipIf(!isBuilt)(
  'decides 500 generated reviews exactly like the genuine server',
  { timeout: 180_000 },
  async () => {
    const { problem } = await compareAccess({ decisions: 500 })
    expect(problem).toBeUndefined()
  },
)

it.skipIf(!isBuilt)(
  'records 200 generated requests exactly like the genuine server',
  { timeout: 180_000 },
  async () => {
    const { problem } = await compareAudits({ requests: 200 })
    expect(problem).toBeUndefined()
  },
)

it.skipIf(!isBuilt)('answers reviews like the genuine server', { timeout: 180_000 }, async () => {
  expect((await compareReviews()).problem).toBeUndefined()
})
