import { expect, test } from 'vitest'

import { defaultParts } from '../server/default-parts.ts'
import { policyRegistry } from './policies/policy-registry.ts'
import { webhookRegistry } from './webhooks/webhook-registry.ts'

const write = {
  on: 'resource',
  path: '/api/v1/namespaces/default/configmaps',
  verb: 'create',
  group: '',
  version: 'v1',
  resource: 'configmaps',
  namespace: 'default',
  name: 'x',
  subresource: '',
  selectedName: '',
} as const

test.each([
  ['webhooks', webhookRegistry],
  ['policies', policyRegistry],
] as const)('a write that waits for %s is refused when the server closes', async (_, create) => {
  const parts = defaultParts({ dialect: 'kubernetes', log: () => {} })
  // The store does not answer.
  const watchCache = { ...parts.watchCache, range: () => new Promise<never>(() => {}) }
  const registry = create()
  const { close } = registry.startController({ ...parts, watchCache })
  const before = registry.candidates('validating', write)
  close()

  const refused = { code: 403, message: expect.stringContaining('not yet ready to handle request') }
  await expect(before).rejects.toMatchObject(refused)
  await expect(registry.candidates('mutating', write)).rejects.toMatchObject(refused)
})
