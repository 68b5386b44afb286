import { setImmediate } from 'node:timers/promises'
import { describe, expect, it, onTestFinished, vi } from 'vitest'

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

const refused = { code: 403, message: expect.stringContaining('not yet ready to handle request') }

describe.each([
  ['webhooks', webhookRegistry],
  ['policies', policyRegistry],
] as const)('a write that waits for %s', (_, create) => {
  function waiting() {
    const parts = defaultParts({ dialect: 'kubernetes', log: () => {} })
    // The store does not answer.
    const watchCache = { ...parts.watchCache, range: () => new Promise<never>(() => {}) }
    const registry = create()
    const { close } = registry.startController({ ...parts, watchCache })
    onTestFinished(close)
    const before = registry.candidates('validating', write)
    return { before, registry, close, clock: parts.clock }
  }

  it('is refused when the server closes', async () => {
    const { before, registry, close } = waiting()

    close()

    await expect(before).rejects.toMatchObject(refused)
    await expect(registry.candidates('mutating', write)).rejects.toMatchObject(refused)
  })

  it('is refused after ten seconds', async () => {
    const { before, clock } = waiting()
    const isOver = vi.fn<() => void>()
    void Promise.resolve(before).catch(isOver)

    clock.advance(9000)
    await setImmediate()
    expect(isOver).not.toHaveBeenCalled()
    clock.advance(1000)

    await expect(before).rejects.toMatchObject(refused)
  })
})
