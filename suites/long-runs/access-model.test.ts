import { expect, it } from 'vitest'

import { accessModelOn } from './access-model.ts'

it('answers no request that the model of RBAC forbids', { timeout: 240_000 }, async () => {
  const { problem } = await accessModelOn('reference', { requests: 4_000 })
  expect(problem).toBeUndefined()
})
