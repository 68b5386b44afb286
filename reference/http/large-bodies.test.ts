import type { IncomingMessage } from 'node:http'

import { describe, expect, it } from 'vitest'

import { largeBodies } from './large-bodies.ts'

/** Requests room for bodies of some sizes, and records which were admitted. */
function crowd(bytesMax: number) {
  const large = largeBodies({ largeBodiesBytesMax: bytesMax, yieldAfterMs: 5 })
  const entered: string[] = []
  const requests = new Map<string, IncomingMessage>()
  return {
    entered,
    enter(name: string, bytes: number) {
      const request = { headers: {} } as IncomingMessage
      requests.set(name, request)
      return large.enter(request, [Buffer.alloc(bytes, ' ')]).then(() => entered.push(name))
    },
    leave: (name: string) => large.leave(requests.get(name) as IncomingMessage),
  }
}

describe('large bodies', () => {
  it('are admitted in order of arrival while there is room', async () => {
    const { enter, leave, entered } = crowd(100)
    const all = [enter('a', 60), enter('b', 60), enter('c', 10), enter('d', 30)]

    await all[0]
    expect(entered).toEqual(['a'])
    leave('a')
    await Promise.all(all)

    expect(entered).toEqual(['a', 'b', 'c', 'd'])
  })

  it('are admitted alone when they exceed the total room', async () => {
    const { enter, leave, entered } = crowd(100)
    const all = [enter('a', 200), enter('b', 200)]

    await all[0]
    leave('a')
    await all[1]

    expect(entered).toEqual(['a', 'b'])
  })

  it('are each admitted in a separate turn of the event loop', async () => {
    const { enter, entered } = crowd(100)
    const all = ['a', 'b', 'c'].map(name => enter(name, 10))
    let inTurn = 0
    let most = 0
    const look = () => {
      most = Math.max(most, entered.length - inTurn)
      inTurn = entered.length
      if (entered.length < all.length) setImmediate(look)
    }

    look()
    await Promise.all(all)

    expect(most).toBe(1)
  })
})
