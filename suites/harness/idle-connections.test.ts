import { expect, it } from 'vitest'
import { idleConnections } from './idle-connections.ts'
import { served } from '../tools/served.ts'

it('a thousand idle connections are in nobody’s way', { timeout: 60_000 }, async () => {
  const { because, bytesEach, slowestMs, stopMs, ...outcome } = await idleConnections(
    await served(),
    1000,
  )

  expect(outcome).toEqual({ count: 1000, wrong: [] })
  expect(because).toBe(undefined)
  expect(bytesEach ?? 0).toBeLessThan(100_000)
  expect(slowestMs).toBeLessThan(5000)
  expect(stopMs).toBeLessThan(10_000)
})
