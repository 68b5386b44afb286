import { expect, it } from 'vitest'
import { memoryStore } from './memory.ts'
import { sharedSecret } from './shared-secret.ts'

it('is the same for all users of a store, and different for each store', async () => {
  const [one, other] = [0, 1].map(() => memoryStore({ clock: { now: () => 0 }, historyMs: 1 }))
  if (!one || !other) throw new Error('two stores were made')

  const secrets = await Promise.all([one, one, other].map(sharedSecret))

  expect(secrets[0]).toHaveLength(32)
  expect(secrets[1]).toEqual(secrets[0])
  expect(secrets[2]).not.toEqual(secrets[0])
  expect(await sharedSecret(one)).toEqual(secrets[0])
})
