import { expect, it } from 'vitest'
import { groupCommit } from './group-commit.ts'

/** A disk whose writes end when the test ends them. */
function slowDisk() {
  const writes: { items: string[]; end(): void; fail(refusal: Error): void }[] = []
  const published: string[] = []
  const discards: string[][] = []
  const commits = groupCommit<string>({
    persist: items => new Promise((end, fail) => writes.push({ items, end, fail })),
    publish: item => published.push(item),
    discard: () => discards.push([...published]),
  })
  return { writes, published, discards, commits }
}

const turn = () => new Promise(resolve => setImmediate(resolve))

it('items added during a write share the next one', async () => {
  const { writes, published, commits } = slowDisk()
  const first = commits.add('a')
  await turn()
  const rest = ['b', 'c', 'd'].map(commits.add)
  await turn()
  expect(writes.map(({ items }) => items)).toEqual([['a']])

  writes[0]?.end()
  await first
  await turn()
  writes[1]?.end()
  await Promise.all(rest)

  expect(writes.map(({ items }) => items)).toEqual([['a'], ['b', 'c', 'd']])
  expect(published).toEqual(['a', 'b', 'c', 'd'])
})

it('items added in the same turn share a write', async () => {
  const { writes, commits } = slowDisk()

  const all = ['a', 'b'].map(commits.add)
  await turn()
  writes[0]?.end()
  await Promise.all(all)

  expect(writes.map(({ items }) => items)).toEqual([['a', 'b']])
})

it('a failure discards all unpublished items, and the next item starts anew', async () => {
  const { writes, published, discards, commits } = slowDisk()
  const refusal = new Error('full')
  const failed = commits.add('a')
  await turn()
  const built = commits.add('b')
  const outcomes = Promise.allSettled([failed, built])

  writes[0]?.fail(refusal)
  expect(await outcomes).toEqual([
    { status: 'rejected', reason: refusal },
    { status: 'rejected', reason: refusal },
  ])
  const next = commits.add('c')
  await turn()
  writes[1]?.end()
  await next

  expect(discards).toEqual([[]])
  expect(published).toEqual(['c'])
})

it('whenIdle waits for earlier items, whether they succeed or fail', async () => {
  const { writes, commits } = slowDisk()
  const order: string[] = []
  const failed = commits.add('a').catch(() => order.push('a failed'))
  const settled = commits.whenIdle().then(() => order.push('settled'))
  await turn()
  expect(order).toEqual([])

  writes[0]?.fail(new Error('full'))
  await Promise.all([failed, settled])

  expect(order).toEqual(['a failed', 'settled'])
})

it('a sync causes a write if there are no items', async () => {
  const { writes, commits } = slowDisk()

  const synced = commits.sync()
  await turn()
  writes[0]?.end()
  await synced

  expect(writes.map(({ items }) => items)).toEqual([[]])
})
