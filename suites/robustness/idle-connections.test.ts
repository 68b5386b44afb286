import { expect, it } from 'vitest'
import { openIdleConnections } from './idle-connections.ts'
import { startServeOrThrow } from '../tools/serve-process.ts'

it('a thousand idle connections delay nobody', { timeout: 60_000 }, async () => {
  const { because, bytesEach, slowestMs, stopMs, ...outcome } = await openIdleConnections(
    await startServeOrThrow(),
    1000,
  )

  expect(outcome).toEqual({ count: 1000, wrong: [] })
  expect(because).toBe(undefined)
  expect(bytesEach ?? 0).toBeLessThan(100_000)
  expect(slowestMs).toBeLessThan(5000)
  expect(stopMs).toBeLessThan(10_000)
})
