import { describe, expect, it } from 'vitest'

import { defaultParts } from '../../server/default-parts.ts'
import { startTestServer } from '../../server/test-server.ts'
import { ask, attack } from './test-attack.ts'
import { startVictim } from './test-victim.ts'

const maps = '/api/v1/namespaces/default/configmaps'
const server = await startVictim()
const generate = (generateName: string) =>
  ask(server, ['POST', maps], { metadata: { generateName } })

/** Pseudorandom numbers in [0, 1) from a seed. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

describe('T54: a generated name', () => {
  it.for([
    ['of 253 characters', 'g'.repeat(253), 200],
    ['of 58', 'g'.repeat(58), 200],
    ['of 254', 'g'.repeat(254), 422],
    ['of a megabyte', 'g'.repeat(1024 * 1024), 422],
    ['that leads upwards', '../', 422],
    ['of two lines', 'a\nb-', 422],
    ['of capitals', 'Ab-', 422],
  ] as const)('with a generateName %s', async ([, base, status], { annotate }) => {
    const answer = await attack({ server, annotate }, () => generate(base))

    expect(answer.status).toBe(status)
    expect(answer.text.length).toBeLessThan(5000)
    if (status === 200) expect(answer.body.metadata.name).toHaveLength(63)
  })

  it('is unique for each of 300 objects', { timeout: 30_000 }, async ({ annotate }) => {
    const lanes = 10
    const perLane = Array.from({ length: 30 }, (_, index) => index)
    const answers = await attack({ server, annotate, blockedMs: 300 }, async () => {
      const inLanes = Array.from({ length: lanes }, async () => {
        const lane: Awaited<ReturnType<typeof generate>>[] = []
        for (const _ of perLane) lane.push(await generate('many-'))
        return lane
      })
      return (await Promise.all(inLanes)).flat()
    })

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(answers.map(({ body }) => body.metadata.name)).size).toBe(answers.length)
  })

  it.each([1, 2, 3])('that exists is drawn again, up to eight times (seed %i)', async seed => {
    const parts = defaultParts()
    const draws = seeded(seed)
    // Two letters instead of the whole alphabet: 32 names, most of which are soon taken.
    const random = () => (draws() < 0.5 ? 0 : 0.5)
    const { ask: send } = await startTestServer({ ...parts, ids: { ...parts.ids, random } })
    const post = () => send('POST', maps, { metadata: { generateName: 'g-' } })

    const answers = await Promise.all(Array.from({ length: 200 }, post))
    const created = answers.filter(({ status }) => status === 200)
    const refused = answers.filter(({ status }) => status !== 200)
    const { items } = (await send('GET', maps)).body

    expect(created.length).toBeGreaterThan(16)
    expect(created.length).toBeLessThanOrEqual(32)
    expect(new Set(created.map(({ body }) => body.metadata.name)).size).toBe(created.length)
    expect(items).toHaveLength(created.length)
    for (const refusal of refused) {
      expect(refusal).toMatchObject({
        status: 409,
        headers: { 'retry-after': '1' },
        body: { reason: 'AlreadyExists' },
      })
    }
  })
})
