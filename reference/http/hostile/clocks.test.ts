// Tests changes of the time of day in both directions, and a store that is reopened after its clock
// was set back. Durations use the steady clock; agreed times use the time of day.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'

import { openLmdbStore } from '../../storage/lmdb.ts'
import { sharedSecret } from '../../storage/shared-secret.ts'
import { defaultParts } from '../../server/default-parts.ts'
import { type SendTestRequest, startTestServer } from '../../server/test-server.ts'
import { openWatch } from '../../server/test-watch.ts'

const maps = '/api/v1/namespaces/default/configmaps'
const minuteMs = 60_000

const machine = Date.now

/** Shifts the clock of the machine until the end of the test. */
function leap(ms: number): void {
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => machine() + ms)
  onTestFinished(() => clock.mockRestore())
}

const create = async (ask: SendTestRequest, name: string) =>
  (await ask('POST', maps, { metadata: { name } })).body
const numberOf = ({ metadata }: Awaited<ReturnType<typeof create>>) =>
  Number(metadata.resourceVersion)

describe.each([
  ['ten minutes forwards', 10 * minuteMs],
  ['ten minutes backwards', -10 * minuteMs],
  ['a year forwards', 365 * 24 * 60 * minuteMs],
  ['a year backwards', -365 * 24 * 60 * minuteMs],
])('T55: a clock jump of %s', (_, ms) => {
  it('does not affect chunks and watches, and versions keep increasing', async () => {
    const { ask, url } = await startTestServer()
    const first = await create(ask, 'a')
    await create(ask, 'b')
    const chunk = await ask('GET', `${maps}?limit=1`)
    const open = await openWatch(url, maps, `resourceVersion=${numberOf(first)}`)

    leap(ms)
    const last = await create(ask, 'c')
    const next = await ask('GET', `${maps}?limit=1&continue=${chunk.body.metadata['continue']}`)
    const snapshot = `resourceVersionMatch=Exact&resourceVersion=${numberOf(first)}`
    const old = await ask('GET', `${maps}?${snapshot}`)
    const again = await openWatch(url, maps, `resourceVersion=${numberOf(first)}`)

    expect(next.body.items.map(({ metadata }) => metadata.name)).toEqual(['b'])
    expect(old.body.items.map(({ metadata }) => metadata.name)).toEqual(['a'])
    expect(numberOf(last)).toBeGreaterThan(numberOf(first))
    for (const watch of [open, again]) {
      const events = await watch.take(2)
      expect(events.map(({ type, object }) => [type, object.metadata.name])).toEqual([
        ['ADDED', 'b'],
        ['ADDED', 'c'],
      ])
    }
  })

  it('shows in timestamps', async () => {
    const { ask } = await startTestServer()

    leap(ms)
    const { metadata } = await create(ask, 'a')
    const created = Date.parse(String(metadata.creationTimestamp))

    expect(Math.abs(created - Date.now())).toBeLessThan(minuteMs)
  })

  it('does not change when a history expires', async () => {
    const { ask, clock } = await startTestServer(defaultParts({ historyMs: minuteMs }))
    const first = await create(ask, 'a')
    await create(ask, 'b')
    const old = () =>
      ask('GET', `${maps}?resourceVersionMatch=Exact&resourceVersion=${numberOf(first)}`)

    leap(ms)
    clock.advance(1.5 * minuteMs)
    const before = await old()
    clock.advance(minuteMs)
    await create(ask, 'c')

    expect([before.status, (await old()).status]).toEqual([200, 410])
  })
})

describe('T55: the token of a service account', () => {
  it('expires by the wall clock', async () => {
    const users = [{ token: 'a', name: 'admin', uid: '1', groups: ['system:masters'] }]
    const { ask } = await startTestServer(defaultParts({ dialect: 'kubernetes', users }))
    const admin = { authorization: 'Bearer a' }
    const accounts = '/api/v1/namespaces/default/serviceaccounts/default'
    await expect.poll(async () => (await ask('GET', accounts, undefined, admin)).status).toBe(200)
    const { body } = await ask('POST', `${accounts}/token`, { spec: {} }, admin)
    const { token } = body['status'] as { token: string }
    const review = '/apis/authentication.k8s.io/v1/selfsubjectreviews'
    const asAccount = async () =>
      (await ask('POST', review, {}, { authorization: `Bearer ${token}` })).status

    const statuses = [await asAccount()]
    for (const ms of [2 * 60 * minuteMs, -2 * 60 * minuteMs]) {
      leap(ms)
      statuses.push(await asAccount())
    }

    expect(statuses).toEqual([201, 401, 201])
  })
})

describe('T55: a data directory', () => {
  it.each([
    ['ten minutes back', -10 * minuteMs],
    ['a day on', 24 * 60 * minuteMs],
  ])('that is opened with the clock %s is complete and has the same versions', async (_, ms) => {
    const directory = mkdtempSync(join(tmpdir(), 'clocks-'))
    onTestFinished(() => rmSync(directory, { recursive: true }))
    const start = async (now: () => number) => {
      const store = await openLmdbStore({ directory, historyMs: 10 * minuteMs, clock: { now } })
      onTestFinished(() => store.close())
      const stored = { store, secret: await sharedSecret(store), isRemote: false }
      return { store, ...(await startTestServer(defaultParts({ stored }))) }
    }
    const startedAt = Date.now()
    const one = await start(() => startedAt)
    const before = [await create(one.ask, 'a'), await create(one.ask, 'b')]
    await one.close()
    await one.store.close()

    const two = await start(() => startedAt + ms)
    const { items } = (await two.ask('GET', maps)).body
    const after = await create(two.ask, 'c')

    expect(items.map(({ metadata }) => [metadata.name, metadata.resourceVersion])).toEqual(
      before.map(({ metadata }) => [metadata.name, metadata.resourceVersion]),
    )
    expect(numberOf(after)).toBeGreaterThan(Math.max(...before.map(numberOf)))
  })
})
