import { expect, test } from 'vitest'
import type { Exchange, History } from '../../history/history.ts'
import type { Judge } from '../../history/observation.ts'
import {
  nameIsFreeAfterRemoval,
  uidIsKept,
  uidsAreDistinct,
  uidsFollowNoPattern,
} from './instances.ts'

const random = [
  '1f0e4b9a-5f0c-4c1e-9c7e-2f4f3d9a7b10',
  'b7c2d8e1-03aa-4f5d-8a66-90d1c2e4f5a3',
  '4d9a1c77-e8b2-46f0-b1d3-7a5e6c8f0b29',
]

test('random uids have no pattern', () => {
  expect(judge(uidsFollowNoPattern, random.map(created))).toEqual(['held', 'held'])
})

test('uids that share their creation time have no pattern', () => {
  const timed = random.map(uid => `0193f2a1-7c00-7${uid.slice(15)}`)

  expect(judge(uidsFollowNoPattern, timed.map(created))).toEqual(['held', 'held'])
})

test.each([
  ['a counter', ['uid-9', 'uid-10', 'uid-11']],
  ['a hexadecimal counter', ['00ff', '0100', '0101']],
  [
    'a counter that others move too',
    ['7', '19', '23'].map(end => `${random[0]}-${end.padStart(4, '0')}`),
  ],
])('%s is a pattern', (_, uids) => {
  const said = judge(uidsFollowNoPattern, uids.map(created))

  expect(said).toContain('Consecutive uids do not differ by equal or small steps.')
})

test('a repeated uid is a pattern', () => {
  const said = judge(uidsFollowNoPattern, [random[0], random[1], random[0]].map(created))

  expect(said).toContain('The same create after a deletion yields another uid.')
})

test('two objects of different types may not share a uid', () => {
  const said = judge(uidsAreDistinct, [created('a', 0), created('b', 1), created('a', 2)])

  expect(said).toEqual(['held', 'No two objects ever share a uid.'])
})

test('a create that was refused has no uid to compare', () => {
  const there = answered({ step: 'gone 0', method: 'GET', status: 200, uid: 'a' })
  const refused = answered({ step: 'created 1', method: 'POST', status: 409 })

  const said = judge(uidsAreDistinct, [created('a', 0), there, refused, created('b', 2)])

  expect(said).toEqual(['held'])
})

test('a refused first create is inconclusive', () => {
  const refused = answered({ step: 'created 0', method: 'POST', status: 403 })

  expect(judge(uidsAreDistinct, [refused, created('b', 1)])).toEqual([
    'created 0 (create) returned 403',
  ])
})

test('a name whose object still exists is inconclusive', () => {
  const there = answered({ step: 'gone 0', method: 'GET', status: 200, uid: 'a' })

  expect(judge(nameIsFreeAfterRemoval, [created('a', 0), there, created('b', 1)])).toEqual([
    'created 0 is not removed: gone 0 returned 200',
  ])
})

test('the name of a removed object is free', () => {
  const gone = answered({ step: 'gone 0', method: 'GET', status: 404 })
  const again = answered({ step: 'created 1', method: 'POST', status: 409 })

  expect(judge(nameIsFreeAfterRemoval, [created('a', 0), gone, again])).toContain(
    'A new object can have the name of a removed one.',
  )
})

test('an object that was removed has no uid to compare', () => {
  const read = answered({ step: 'read', method: 'GET', status: 200, uid: 'a' })
  const gone = answered({ step: 'gone', method: 'GET', status: 404 })

  expect(judge(uidIsKept, [created('a', 0), read, gone, read])).toEqual([
    'held',
    'gone returned 404',
  ])
})

test('the update that ends a finalization need not show the object', () => {
  const freeing = { metadata: { uid: 'a', deletionTimestamp: '2025-01-31T12:00:00Z' } }
  const held = { metadata: { ...freeing.metadata, finalizers: ['touchstone.example/hold'] } }
  const put = (sent: unknown, uid?: string): Exchange => {
    const exchange = answered({ step: 'freed', method: 'PUT', status: 200, uid })
    return { ...exchange, request: { ...exchange.request, body: JSON.stringify(sent) } }
  }
  const ofUpdate = (...given: Parameters<typeof put>) =>
    judge(uidIsKept, [created('a', 0), put(...given)])
  const says = 'The uid of an object stays the same through updates and finalization.'

  expect(ofUpdate(freeing)).toEqual([])
  expect(ofUpdate(freeing, 'a')).toEqual(['held'])
  expect(ofUpdate(freeing, 'b')).toEqual([says])
  expect(ofUpdate(held)).toEqual([says])
  expect(ofUpdate({ metadata: { uid: 'a' } })).toEqual([says])
})

function judge(law: Judge, exchanges: Exchange[]): string[] {
  const said: string[] = []
  for (const observation of law({ exchanges } as History)) {
    if (observation.kind === 'preconditionUnmet') return [...said, observation.because]
    said.push(observation.kind === 'violated' ? observation.says : observation.kind)
  }
  return said
}

function created(uid: string | undefined, index: number): Exchange {
  return answered({ step: `created ${index}`, method: 'POST', status: 201, uid })
}

function answered(of: {
  step: string
  method: string
  status: number
  uid?: string | undefined
}): Exchange {
  const { step, method, status, uid } = of
  const body = uid === undefined ? {} : { metadata: { uid } }
  const answer = { status, headers: {}, text: JSON.stringify(body), body }
  const request = { method, path: '/', query: {}, headers: {}, who: 'admin' as const }
  return { step, request, about: { role: 'main', name: 'x' }, sentAt: 0, answeredAt: 1, answer }
}
