// Tests clients that list and then watch during writes: they receive the acknowledged changes in
// order, each once.

import { setTimeout as wait } from 'node:timers/promises'

import { Agent, request } from 'undici'
import { afterAll, describe, expect, it } from 'vitest'

import type { ApiObject } from '../../api/object.ts'
import { ask, attack } from './test-attack.ts'
import { startVictim, type Victim } from './test-victim.ts'

const maps = '/api/v1/namespaces/default/configmaps'
const agent = new Agent({ bodyTimeout: 0 })

afterAll(() => agent.destroy())

const versionOf = (object: ApiObject | undefined) =>
  BigInt(String(object?.metadata.resourceVersion))

/** A change as acknowledged or as seen by a watch: the value of an object at a version. */
type Change = { version: bigint; name: string; value: string | undefined }

const changeOf = (type: string, object: ApiObject): Change => ({
  version: versionOf(object),
  name: String(object.metadata.name),
  value: type === 'DELETED' ? undefined : String(Object(object['data']).value),
})

/** Writes to a few objects and records the acknowledged changes. */
async function write(server: Victim, writer: number, count: number): Promise<Change[]> {
  const changes: Change[] = []
  for (let at = 0; at < count; at++) {
    const name = `o${(at * 7 + writer) % 6}`
    const data = { value: `${writer}-${at}` }
    const created = await ask(server, ['POST', maps], { metadata: { name }, data })
    if (created.status === 200) changes.push(changeOf('ADDED', created.body))
    else if (at % 3 === 0) await ask(server, ['DELETE', `${maps}/${name}`])
    else {
      const changed = await ask(server, ['PUT', `${maps}/${name}`], { metadata: { name }, data })
      if (changed.status === 200) changes.push(changeOf('MODIFIED', changed.body))
    }
  }
  return changes
}

type Follower = { slowMs: number; eventsPerWatch: number }
type Followed = { lists: number; expired: number; changes: Change[] }

/** Lists and watches repeatedly, until the object `last` appears. */
async function follow(server: Victim, { slowMs, eventsPerWatch }: Follower): Promise<Followed> {
  const followed: Followed = { lists: 0, expired: 0, changes: [] }
  const held = new Map<string, Change>()
  let from: bigint | undefined
  for (;;) {
    if (from === undefined) {
      const { body } = await ask(server, ['GET', maps])
      from = versionOf(body)
      followed.lists += 1
      const listed = body.items.map(item => changeOf('ADDED', item))
      // A new list must show the result of all changes up to it.
      if (followed.expired === 0) followed.changes.push(...listed)
      held.clear()
      for (const change of listed) held.set(change.name, change)
      if (held.has('last')) return followed
    }
    const got = await watchFrom(server, from, { slowMs, eventsPerWatch })
    if (got === 'expired') {
      followed.expired += 1
      from = undefined
      continue
    }
    followed.changes.push(...got)
    from = got.at(-1)?.version ?? from
    if (got.some(({ name }) => name === 'last')) return followed
  }
}

/** Reads a number of events and then cuts the connection. */
async function watchFrom(server: Victim, from: bigint, { slowMs, eventsPerWatch }: Follower) {
  const changes: Change[] = []
  let text = ''
  const answer = await request(`${server.url}${maps}?watch=1&resourceVersion=${from}`, {
    dispatcher: agent,
  })
  if (answer.statusCode !== 200) {
    await answer.body.dump()
    return 'expired'
  }
  try {
    for await (const part of answer.body) {
      text += String(part)
      const lines = text.split('\n')
      text = lines.pop() ?? ''
      for (const line of lines) {
        const { type, object } = JSON.parse(line) as { type: string; object: ApiObject }
        if (type === 'ERROR') return 'expired'
        changes.push(changeOf(type, object))
        if (changes.length === eventsPerWatch || changes.at(-1)?.name === 'last') return changes
        if (slowMs > 0) await wait(slowMs)
      }
    }
  } finally {
    answer.body.on('error', () => {}).destroy()
  }
  return changes
}

const inOrder = (changes: readonly Change[]) =>
  changes.toSorted((one, other) => (one.version < other.version ? -1 : 1))

describe('T44: a client that lists and then watches', { timeout: 60_000 }, () => {
  const followers: Follower[] = [
    { slowMs: 0, eventsPerWatch: 1000 },
    { slowMs: 0, eventsPerWatch: 3 },
    { slowMs: 0, eventsPerWatch: 1 },
    { slowMs: 5, eventsPerWatch: 20 },
  ]

  it('sees each change exactly once and in order while others write', async ({ annotate }) => {
    const server = await startVictim()

    const { written, followed } = await attack({ server, annotate }, async () => {
      const following = Promise.all(followers.map(follower => follow(server, follower)))
      const writes = await Promise.all([0, 1, 2, 3].map(writer => write(server, writer, 40)))
      await ask(server, ['POST', maps], { metadata: { name: 'last' }, data: { value: '' } })
      return { written: writes.flat(), followed: await following }
    })

    for (const { changes, lists } of followed) {
      const seen = changes.filter(({ value, name }) => value !== undefined && name !== 'last')
      expect(changes).toEqual(inOrder(changes))
      expect(new Set(changes.map(({ version }) => version)).size).toBe(changes.length)
      expect(seen).toEqual(inOrder(written).slice(-seen.length))
      expect(lists).toBe(1)
    }
    expect(followed[0]?.changes.length).toBeGreaterThan(written.length / 2)
  })

  it('lists again when it is too slow, and ends with the current state', async ({ annotate }) => {
    const server = await startVictim({ historyMs: 50 })

    const followed = await attack({ server, annotate }, async () => {
      const slow = { slowMs: 20, eventsPerWatch: 5 }
      const following = Promise.all([slow, slow].map(follower => follow(server, follower)))
      await Promise.all([0, 1, 2, 3].map(writer => write(server, writer, 30)))
      await ask(server, ['POST', maps], { metadata: { name: 'last' }, data: { value: '' } })
      return following
    })

    for (const { changes, lists, expired } of followed) {
      expect(lists).toBe(expired + 1)
      expect(changes).toEqual(inOrder(changes))
      expect(new Set(changes.map(({ version }) => version)).size).toBe(changes.length)
    }
  })
})
