import { describe, expect, it } from 'vitest'

import { ask, attack, MiB } from './test-attack.ts'
import { startVictim } from './test-victim.ts'

const maps = '/api/v1/namespaces/default/configmaps'
const merge = { 'content-type': 'application/merge-patch+json' }
const admin = { token: 'of-admin', name: 'admin', uid: '1', groups: ['system:masters'] }
const reader = { token: 'of-reader', name: 'reader', uid: '2', groups: [] }
const server = await startVictim({
  gates: { AllowUnsafeMalformedObjectDeletion: true },
  users: [admin, reader],
  allow: [{ user: 'reader', verbs: ['get', 'list', 'delete'] }],
})
const as = ({ token }: { token: string }) => ({ authorization: `Bearer ${token}` })
const send = (line: readonly [string, string], body?: unknown, user = admin) =>
  ask(server, line, body, { ...as(user), ...(line[0] === 'PATCH' && merge) })

const create = (name: string, finalizers?: string[]) =>
  send(['POST', maps], { metadata: { name, ...(finalizers && { finalizers }) } })

/** A deleted object with two finalizers. */
async function waiting(name: string) {
  await create(name, ['a.example/x', 'b.example/y'])
  return (await send(['DELETE', `${maps}/${name}`])).body
}

describe('T45: a terminating namespace', () => {
  const inside = (name: string) => `/api/v1/namespaces/${name}/configmaps`

  it('accepts no new objects by any verb', async ({ annotate }) => {
    await send(['POST', '/api/v1/namespaces'], { metadata: { name: 'going' } })
    const held = { metadata: { name: 'held', finalizers: ['a.example/x'] } }
    await send(['POST', inside('going')], held)
    await send(['DELETE', '/api/v1/namespaces/going'])
    const body = { kind: 'ConfigMap', apiVersion: 'v1', metadata: { name: 'new' } }
    const apply = { ...as(admin), 'content-type': 'application/apply-patch+yaml' }

    const answers = await attack({ server, annotate }, () =>
      Promise.all([
        send(['POST', inside('going')], body),
        send(['POST', `${inside('going')}?dryRun=All`], body),
        ask(server, ['PATCH', `${inside('going')}/new?fieldManager=m`], body, apply),
        send(['PUT', '/apis/coordination.cluster.example/v1/namespaces/going/leases/new'], {
          metadata: { name: 'new' },
        }),
        send(['PATCH', `${inside('going')}/held`], {
          metadata: { finalizers: ['a.example/x', 'b.example/y'] },
        }),
        send(['POST', '/api/v1/namespaces'], { metadata: { name: 'going' } }),
      ]),
    )

    const statuses = answers.map(({ status }) => status)
    expect(statuses.slice(0, 3)).toEqual([403, 403, 403])
    expect([403, 404]).toContain(statuses[3])
    expect(statuses.slice(4)).toEqual([422, 409])
  })

  it('is deleted once; a new one of that name is different', { timeout: 30_000 }, async test => {
    const rounds = 8
    const uids = new Set<unknown>()
    const statuses = new Set<number>()

    await attack({ server, annotate: test.annotate }, async () => {
      for (let round = 0; round < rounds; round++) {
        const made = await send(['POST', '/api/v1/namespaces'], { metadata: { name: 'again' } })
        uids.add(made.body.metadata.uid)
        const writes = Array.from({ length: 20 }, (_, index) =>
          send(['POST', inside('again')], { metadata: { name: `m${index}` } }),
        )
        const deletes = [1, 2, 3].map(() => send(['DELETE', '/api/v1/namespaces/again']))
        for (const { status } of await Promise.all([...writes, ...deletes])) statuses.add(status)
        await expect
          .poll(async () => (await send(['GET', '/api/v1/namespaces/again'])).status)
          .toBe(404)
      }
    })
    const left = await send(['GET', inside('again')])

    expect(uids.size).toBe(rounds)
    expect([200, 403, 404, 409]).toEqual(expect.arrayContaining([...statuses]))
    expect(left.body.items).toEqual([])
  })
})

describe('T47: finalizers', () => {
  it.for([
    ['added', { finalizers: ['a.example/x', 'b.example/y', 'c.example/z'] }],
    ['replaced', { finalizers: ['c.example/z'] }],
    ['with another time of grace', { deletionGracePeriodSeconds: 99 }],
  ] as const)('of an object being deleted cannot be %s', async ([what, metadata], { annotate }) => {
    const name = what.replaceAll(' ', '-')
    const { metadata: before } = await waiting(name)

    const answer = await attack({ server, annotate }, () =>
      send(['PATCH', `${maps}/${name}`], { metadata }),
    )
    const after = await send(['GET', `${maps}/${name}`])

    expect(answer.status).toBe(422)
    expect(after.body.metadata).toEqual(before)
  })

  it('preserve the deletion time, which clients cannot change', async ({ annotate }) => {
    const { metadata: before } = await waiting('timed')

    await attack({ server, annotate }, async () => {
      for (const deletionTimestamp of [null, '2030-01-01T00:00:00Z', '1970-01-01T00:00:00Z'])
        await send(['PATCH', `${maps}/timed`], { metadata: { deletionTimestamp } })
      await send(['DELETE', `${maps}/timed`])
    })
    const after = await send(['GET', `${maps}/timed`])

    const { deletionTimestamp, deletionGracePeriodSeconds, finalizers } = before
    expect(after.body.metadata).toMatchObject({
      deletionTimestamp,
      deletionGracePeriodSeconds,
      finalizers,
    })
  })

  it('do not let a client start a deletion by an update', async ({ annotate }) => {
    await create('alive', ['a.example/x'])

    const answer = await attack({ server, annotate }, () =>
      send(['PATCH', `${maps}/alive`], { metadata: { deletionTimestamp: '2030-01-01T00:00:00Z' } }),
    )

    expect(answer.status).toBe(422)
  })

  it('can be removed only by clients with write permission', async ({ annotate }) => {
    await create('guarded', ['a.example/x'])

    const answers = await attack({ server, annotate }, async () => [
      await send(['DELETE', `${maps}/guarded`], undefined, reader),
      await send(['PATCH', `${maps}/guarded`], { metadata: { finalizers: null } }, reader),
      await send(['PUT', `${maps}/guarded`], { metadata: { name: 'guarded' } }, reader),
      await send(['GET', `${maps}/guarded`], undefined, reader),
    ])

    expect(answers.map(({ status }) => status)).toEqual([200, 403, 403, 200])
    expect(answers[3]?.body.metadata.finalizers).toEqual(['a.example/x'])
  })

  it('may be 20,000 in number, with bounded work per request', async ({ annotate }) => {
    const many = Array.from({ length: 20_000 }, (_, index) => `a.example/f${index}`)
    const bounds = { blockedMs: 1000, grownBytes: 128 * MiB }

    const answers = await attack({ server, annotate, ...bounds }, async () => [
      await create('many', many),
      await send(['DELETE', `${maps}/many`]),
      await send(['PATCH', `${maps}/many`], { metadata: { finalizers: [...many, 'c.example/z'] } }),
      await send(['PATCH', `${maps}/many`], { metadata: { finalizers: many.toReversed() } }),
      await send(['PATCH', `${maps}/many`], { metadata: { finalizers: [] } }),
      await send(['GET', `${maps}/many`]),
    ])

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 422, 200, 200, 404])
    expect(answers[2]?.text.length).toBeLessThan(3000)
  })
})

describe('T48: the options of a delete', () => {
  const sure = 'ignoreStoreReadErrorWithClusterBreakingPotential'

  it.for([
    ['of another uid', { preconditions: { uid: 'another' } }, 409],
    ['of another version', { preconditions: { resourceVersion: '1' } }, 409],
    ['with both policies', { orphanDependents: true, propagationPolicy: 'Orphan' }, 422],
    ['with an unknown policy', { propagationPolicy: 'Perhaps' }, 422],
    ['with an unknown dry run', { dryRun: ['Some'] }, 422],
    ['of a wrong kind', { kind: 'Pod', apiVersion: 'v1' }, 400],
    ['with preconditions of a wrong type', { preconditions: 'none' }, 400],
    ['of what can be read, by force', { [sure]: true }, 422],
    ['by force, with time', { [sure]: true, gracePeriodSeconds: 1 }, 422],
    ['by force, with a policy', { [sure]: true, propagationPolicy: 'Orphan' }, 422],
    ['by force, on a condition', { [sure]: true, preconditions: { uid: 'a' } }, 422],
    ['by force, for show', { [sure]: true, dryRun: ['All'] }, 422],
  ] as const)('%s are refused, and nothing is deleted', async ([, options, status], test) => {
    const { body: before } = await create(`kept-${names++}`)
    const path = `${maps}/${before.metadata.name}`

    const answer = await attack({ server, annotate: test.annotate }, () =>
      send(['DELETE', path], options),
    )
    const after = await send(['GET', path])

    expect(answer.status).toBe(status)
    expect(after.body.metadata).toEqual(before.metadata)
  })

  it('with force apply to single objects only', async ({ annotate }) => {
    await create('forced')

    const answer = await attack({ server, annotate }, () =>
      send(['DELETE', maps], { [sure]: true }),
    )

    expect(answer.status).toBe(422)
    expect((await send(['GET', `${maps}/forced`])).status).toBe(200)
  })
})

let names = 0
