import { describe, expect, it } from 'vitest'
import type { ApiObject } from '../../api/object.ts'
import { inAnyOrder, patchTypes, type Race, type RaceReply, raceParts } from './test-race.ts'

const maps = '/api/v1/namespaces/n/configmaps'

const dataOf = (object: ApiObject) => Object(object['data']) as { [key: string]: string }
const statusesOf = (answers: RaceReply[]) => answers.map(({ status }) => status)
const writers = ['a', 'b', 'c', 'd']

const replacing = async ({ send, racing, over }: Race) => {
  await send('POST', maps, { metadata: { name: 'm' } })
  const replace = async (writer: string) => {
    const { body } = await racing('GET', `${maps}/m`)
    const { metadata } = body
    return racing('PUT', `${maps}/m`, { metadata, data: { ...dataOf(body), [writer]: '' } })
  }

  const statuses = statusesOf(await over(writers.map(replace)))
  const { body } = await send('GET', `${maps}/m`)

  expect([200, 409]).toEqual(expect.arrayContaining(statuses))
  expect(Object.keys(dataOf(body)).toSorted()).toEqual(
    writers.filter((_, index) => statuses[index] === 200),
  )
}

describe('concurrent writers of one object, in any interleaving', { timeout: 60_000 }, () => {
  it('lose no update when they send the version they read (T43)', () => inAnyOrder(replacing))

  it('all succeed with patches (T43)', () =>
    inAnyOrder(async ({ send, racing, over }) => {
      await send('POST', maps, { metadata: { name: 'm' } })
      const patch = (writer: string) =>
        racing('PATCH', `${maps}/m`, { data: { [writer]: '' } }, patchTypes.merge)

      const statuses = statusesOf(await over(writers.map(patch)))
      const { body } = await send('GET', `${maps}/m`)

      expect(statuses).toEqual(writers.map(() => 200))
      expect(Object.keys(dataOf(body)).toSorted()).toEqual(writers)
    }))

  it('that create it get one success (T43)', () =>
    inAnyOrder(async ({ send, racing, over }) => {
      const create = (writer: string) =>
        racing('POST', maps, { metadata: { name: 'm' }, data: { [writer]: '' } })

      const statuses = statusesOf(await over(writers.map(create)))
      const { body } = await send('GET', `${maps}/m`)

      expect(statuses.toSorted((one, other) => one - other)).toEqual([200, 409, 409, 409])
      expect(Object.keys(dataOf(body))).toEqual(
        writers.filter((_, index) => statuses[index] === 200),
      )
    }))
})

const removing = async ({ send, racing, over, parts }: Race) => {
  await send('POST', maps, { metadata: { name: 'old' } })

  const [, created, again] = await over([
    racing('DELETE', '/api/v1/namespaces/n'),
    racing('POST', maps, { metadata: { name: 'new' } }),
    racing('POST', '/api/v1/namespaces', { metadata: { name: 'n' } }),
    racing('PATCH', `${maps}/old`, { data: { a: '' } }, patchTypes.merge),
  ])
  const { status } = await send('GET', '/api/v1/namespaces/n')
  const { entries } = await parts.store.range({ prefix: '/configmaps/n/' })
  const names = entries.map(({ key }) => key.split('/').at(-1))

  expect([200, 403, 404]).toContain(created?.status)
  expect([200, 409]).toContain(again?.status)
  expect(status).toBe(again?.status === 200 ? 200 : 404)
  expect(names).not.toContain('old')
  if (status === 404) expect(names).toEqual([])
}

describe('deletion, in any interleaving', { timeout: 60_000 }, () => {
  it('leaves no object in a deleted namespace (T45)', () => inAnyOrder(removing))

  it('waits for a finalizer that was acknowledged (T45, T47)', () =>
    inAnyOrder(async ({ send, racing, over }) => {
      await send('POST', maps, { metadata: { name: 'm', finalizers: ['a.example/x'] } })
      const finalizers = (list: string[]) => ({ metadata: { finalizers: list } })
      const both = ['a.example/x', 'b.example/y']

      const [deleted, added, freed] = await over([
        racing('DELETE', `${maps}/m`),
        racing('PATCH', `${maps}/m`, finalizers(both), patchTypes.merge),
        racing('PATCH', `${maps}/m`, finalizers([]), patchTypes.merge),
      ])
      const { status, body } = await send('GET', `${maps}/m`)

      expect([200, 404]).toContain(deleted?.status)
      expect([200, 404, 422]).toContain(added?.status)
      expect([200, 404]).toContain(freed?.status)
      if (status !== 200) return
      // The finalizers of the last of the two writers are still there.
      expect(added?.status).toBe(200)
      expect(body.metadata.finalizers).toEqual(both)
      expect(body.metadata.deletionTimestamp).toBeDefined()
    }))

  it('deletes dependents, but none that was released before (T46)', () =>
    inAnyOrder(async ({ send, racing, over, racingParts }) => {
      const { body: owner } = await send('POST', maps, { metadata: { name: 'owner' } })
      const { uid } = owner.metadata
      const ownerReferences = [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'owner', uid }]
      for (const name of ['kept', 'let-go'])
        await send('POST', maps, { metadata: { name, ownerReferences } })
      const collector = racingParts.startGarbageCollector(racingParts)

      const requests = Promise.all([
        racing('DELETE', `${maps}/owner`),
        racing(
          'PATCH',
          `${maps}/let-go`,
          { metadata: { ownerReferences: null } },
          patchTypes.merge,
        ),
        racing('POST', maps, { metadata: { name: 'late', ownerReferences } }),
      ])
      const all = requests.then(async answers => {
        await collector.whenIdle()
        return answers
      })
      const [[, freed] = []] = await over([all])
      collector.close()
      const statuses: number[] = []
      for (const name of ['owner', 'kept', 'late', 'let-go'])
        statuses.push((await send('GET', `${maps}/${name}`)).status)

      expect(statuses).toEqual([404, 404, 404, freed?.status])
      expect([200, 404]).toContain(freed?.status)
    }))
})

describe('concurrent appliers, in any interleaving', { timeout: 60_000 }, () => {
  const applied = (manager: string) => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'm' },
    data: { shared: manager, [manager]: '' },
  })
  const pathFor = (manager: string, more = '') => `${maps}/m?fieldManager=${manager}${more}`

  it('get one success for a field (T49)', () =>
    inAnyOrder(async ({ send, racing, over }) => {
      const apply = (writer: string) =>
        racing('PATCH', pathFor(writer), applied(writer), patchTypes.apply)

      const statuses = statusesOf(await over(writers.map(apply)))
      const { body } = await send('GET', `${maps}/m`)
      const { shared = '' } = dataOf(body)

      expect(statuses.toSorted((one, other) => one - other)).toEqual([200, 409, 409, 409])
      expect(statuses[writers.indexOf(shared)]).toBe(200)
      expect(Object.keys(dataOf(body)).toSorted()).toEqual([shared, 'shared'].toSorted())
    }))

  it('with force all succeed, and one of them owns the field (T49)', () =>
    inAnyOrder(async ({ send, racing, over }) => {
      const apply = (writer: string) =>
        racing('PATCH', pathFor(writer, '&force=true'), applied(writer), patchTypes.apply)

      const statuses = statusesOf(await over(writers.map(apply)))
      const { body } = await send('GET', `${maps}/m`)
      const records = (body.metadata.managedFields ?? []) as { manager: string; fieldsV1: object }[]
      const owners = records.filter(({ fieldsV1 }) => JSON.stringify(fieldsV1).includes('f:shared'))

      expect(statuses).toEqual(writers.map(() => 200))
      expect(Object.keys(dataOf(body)).toSorted()).toEqual([...writers, 'shared'])
      expect(owners.map(({ manager }) => manager)).toEqual([dataOf(body)['shared']])
    }))
})

describe('these tests fail for a server', { timeout: 60_000 }, () => {
  it('that does not check versions', async () => {
    const { verbs } = raceParts
    const update = { ...verbs.update, checkPreconditions: () => {} }

    const found = inAnyOrder(replacing, { verbs: { ...verbs, update } })

    await expect(found).rejects.toThrow(/Property failed/)
  })

  it('that does not check the namespace again after a create', async () => {
    const namespaces = { ...raceParts.namespaceLifecycle, recheckNamespace: async () => {} }

    const found = inAnyOrder(removing, { namespaceLifecycle: namespaces })

    await expect(found).rejects.toThrow(/Property failed/)
  })
})
