import { describe, expect, it } from 'vitest'

import { ask, attack, MiB } from './test-attack.ts'
import { startVictim } from './test-victim.ts'

const maps = '/api/v1/namespaces/default/configmaps'
const server = await startVictim()
const send = (line: readonly [string, string], body?: unknown) => ask(server, line, body)

type Owner = { name: string; uid: string } & { [member: string]: unknown }
const ownerOf = ({ name, uid, ...more }: Owner) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  name,
  uid,
  ...more,
})

async function create(name: string, owners: readonly object[] = [], at = maps) {
  const answer = await send(['POST', at], { metadata: { name, ownerReferences: owners } })
  return { ...answer, name, uid: String(answer.body.metadata?.uid) }
}

const isThere = async (name: string) => (await send(['GET', `${maps}/${name}`])).status === 200

/** Waits until the collector has processed everything up to now, by deleting a marker object. */
async function whenCollected(): Promise<void> {
  const name = `marker-${markers++}`
  const owner = await create(name)
  await create(`${name}-owned`, [ownerOf(owner)])
  await send(['DELETE', `${maps}/${name}`])
  await expect.poll(() => isThere(`${name}-owned`)).toBe(false)
}

let markers = 0

describe('T46: an owner', () => {
  it.for([
    ['without a uid', [{ name: 'a', uid: '' }]],
    ['without a name', [{ name: '', uid: 'a' }]],
    ['without a kind', [{ name: 'a', uid: 'a', kind: '' }]],
    ['without a version', [{ name: 'a', uid: 'a', apiVersion: 'apps/' }]],
    ['of a version that is none', [{ name: 'a', uid: 'a', apiVersion: 'a/b/c' }]],
    ['that is an event', [{ name: 'a', uid: 'a', kind: 'Event' }]],
    [
      'beside another who controls',
      [
        { name: 'a', uid: 'a', controller: true },
        { name: 'b', uid: 'b', controller: true },
      ],
    ],
  ] as [string, Owner[]][])('%s is refused', async ([, owners], { annotate }) => {
    const answer = await attack({ server, annotate }, () => create('refused', owners.map(ownerOf)))

    expect(answer.status).toBe(422)
    expect(await isThere('refused')).toBe(false)
  })

  it('that never existed causes deletion, unless its type is unknown', async test => {
    const unknown = { apiVersion: 'nobody.example/v1', kind: 'Nothing', name: 'a', uid: 'b' }

    await attack({ server, annotate: test.annotate }, async () => {
      await create('of-nobody', [ownerOf({ name: 'never', uid: 'never' })])
      await create('of-unknown', [unknown])
      await expect.poll(() => isThere('of-nobody')).toBe(false)
      await whenCollected()
    })

    expect(await isThere('of-unknown')).toBe(true)
  })

  it('of another namespace or uid is treated as absent', async ({ annotate }) => {
    const other = '/api/v1/namespaces/elsewhere/configmaps'
    await send(['POST', '/api/v1/namespaces'], { metadata: { name: 'elsewhere' } })

    await attack({ server, annotate }, async () => {
      const far = await create('far', [], other)
      const near = await create('near')
      await create('of-far', [ownerOf(far)])
      await create('of-another', [ownerOf({ ...near, uid: far.uid })])
      await expect.poll(() => isThere('of-far')).toBe(false)
      await expect.poll(() => isThere('of-another')).toBe(false)
    })

    expect((await send(['GET', `${other}/far`])).status).toBe(200)
    expect(await isThere('near')).toBe(true)
  })

  it('is not deleted because of the references of another object', async test => {
    const attacked = await create('attacked')

    await attack({ server, annotate: test.annotate }, async () => {
      const blocks = ownerOf({ ...attacked, controller: true, blockOwnerDeletion: true })
      const { name } = await create('claims', [blocks])
      await send(['DELETE', `${maps}/${name}`], { propagationPolicy: 'Foreground' })
      await expect.poll(() => isThere('claims')).toBe(false)
      await whenCollected()
    })

    expect((await send(['GET', `${maps}/attacked`])).body.metadata.uid).toBe(attacked.uid)
  })

  it.for(['Background', 'Foreground', 'Orphan'])(
    'that owns itself, or is part of a cycle, can be deleted: %s',
    async (propagationPolicy, { annotate }) => {
      const name = propagationPolicy.toLowerCase()
      const one = await create(`${name}-0`)
      const two = await create(`${name}-1`, [ownerOf(one)])
      const merge = { 'content-type': 'application/merge-patch+json' }
      const owners = { metadata: { ownerReferences: [ownerOf(one), ownerOf(two)] } }
      await ask(server, ['PATCH', `${maps}/${name}-0`], owners, merge)

      await attack({ server, annotate }, async () => {
        await send(['DELETE', `${maps}/${name}-0`], { propagationPolicy })
        await expect.poll(() => isThere(`${name}-0`)).toBe(false)
        await whenCollected()
      })

      expect(await isThere(`${name}-1`)).toBe(propagationPolicy === 'Orphan')
    },
  )

  it('may be one of 5,000 of an object, or have 500 dependents that go', async ({ annotate }) => {
    const many = Array.from({ length: 5000 }, (_, index) =>
      ownerOf({ name: `n${index}`, uid: `u${index}` }),
    )
    const bounds = { blockedMs: 1000, grownBytes: 96 * MiB }

    await attack({ server, annotate, ...bounds }, async () => {
      await create('owned-by-many', many)
      await expect.poll(() => isThere('owned-by-many'), { timeout: 10_000 }).toBe(false)
      const owner = await create('owner-of-many')
      await Promise.all(
        Array.from({ length: 500 }, (_, index) => create(`owned-${index}`, [ownerOf(owner)])),
      )
      await send(['DELETE', `${maps}/owner-of-many`], { propagationPolicy: 'Foreground' })
      await expect.poll(() => isThere('owner-of-many'), { timeout: 10_000 }).toBe(false)
    })

    const { items } = (await send(['GET', maps])).body
    expect(items.filter(({ metadata }) => metadata.name?.startsWith('owned-'))).toEqual([])
  })
})
