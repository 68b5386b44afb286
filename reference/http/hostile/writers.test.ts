import { describe, expect, it } from 'vitest'

import type { ApiObject } from '../../api/object.ts'
import { ask, attack } from './test-attack.ts'
import { startVictim } from './test-victim.ts'

const maps = '/api/v1/namespaces/default/configmaps'
const merge = { 'content-type': 'application/merge-patch+json' }
const server = await startVictim()
const writers = Array.from({ length: 100 }, (_, writer) => writer)

const create = (name: string) => ask(server, ['POST', maps], { metadata: { name } })
// All hundred requests may arrive in one turn of the event loop, and each takes a millisecond or
// two.
const bounds = { blockedMs: 500 }
await Promise.all(writers.map(writer => create(`before-${writer}`)))

const versionOf = ({ metadata }: ApiObject) => BigInt(String(metadata.resourceVersion))

async function read(name: string): Promise<ApiObject> {
  return (await ask(server, ['GET', `${maps}/${name}`])).body
}

/**
 * Runs all writers concurrently. Returns the statuses, and the versions of the successful writes.
 */
async function writeAll(write: (writer: number) => ReturnType<typeof ask>) {
  const answers = await Promise.all(writers.map(write))
  const done = answers.filter(({ status }) => status === 200)
  return {
    statuses: answers.map(({ status }) => status),
    versions: done
      .filter(({ body }) => body.metadata.resourceVersion)
      .map(one => versionOf(one.body)),
  }
}

describe('T43: a hundred writers of one object', { timeout: 60_000 }, () => {
  it('that send a version get one success each, and no update is lost', async ({ annotate }) => {
    const rounds = 10
    await create('versioned')

    const versions = await attack({ server, annotate, ...bounds }, async () => {
      const seen = [versionOf(await read('versioned'))]
      for (let round = 0; round < rounds; round++) {
        const current = await read('versioned')
        const { statuses, versions: won } = await writeAll(writer =>
          ask(server, ['PUT', `${maps}/versioned`], {
            metadata: current.metadata,
            data: { [`round-${round}`]: String(writer), ...Object(current['data']) },
          }),
        )
        expect(statuses.filter(status => status === 409)).toHaveLength(writers.length - 1)
        seen.push(...won)
      }
      return seen
    })
    const { data } = (await read('versioned')) as { data?: object }

    expect(versions).toHaveLength(rounds + 1)
    expect(versions).toEqual(versions.toSorted((one, other) => (one < other ? -1 : 1)))
    expect(Object.keys(data ?? {})).toHaveLength(rounds)
  })

  it.for([
    ['merge patches', merge, (writer: number) => ({ data: { [`w${writer}`]: '' } })],
    [
      'JSON patches',
      { 'content-type': 'application/json-patch+json' },
      (writer: number) => [{ op: 'add', path: `/data/w${writer}`, value: '' }],
    ],
    [
      'strategic merge patches',
      { 'content-type': 'application/strategic-merge-patch+json' },
      (writer: number) => ({ data: { [`w${writer}`]: '' } }),
    ],
  ] as const)('that send no version all succeed: %s', async ([kind, headers, patch], test) => {
    const name = kind.toLowerCase().replaceAll(' ', '-')
    await ask(server, ['POST', maps], { metadata: { name }, data: { first: '' } })

    const { statuses, versions } = await attack(
      { server, annotate: test.annotate, ...bounds },
      () => writeAll(writer => ask(server, ['PATCH', `${maps}/${name}`], patch(writer), headers)),
    )
    const { data } = (await read(name)) as { data?: object }

    expect(new Set(statuses)).toEqual(new Set([200]))
    expect(new Set(versions).size).toBe(writers.length)
    expect(Object.keys(data ?? {})).toHaveLength(writers.length + 1)
  })

  it('that replace it without a version leave the object of the last one', async ({ annotate }) => {
    const { body } = await create('replaced')

    const { statuses, versions } = await attack({ server, annotate, ...bounds }, () =>
      writeAll(writer =>
        ask(server, ['PUT', `${maps}/replaced`], {
          metadata: { name: 'replaced' },
          data: { writer: String(writer) },
        }),
      ),
    )
    const last = await read('replaced')

    expect(new Set(statuses)).toEqual(new Set([200]))
    expect(new Set(versions).size).toBe(writers.length)
    expect(versions.every(version => version > versionOf(body))).toBe(true)
    expect(versions.reduce((most, one) => (one > most ? one : most))).toBe(versionOf(last))
    expect(Object.keys(Object(last['data']))).toEqual(['writer'])
  })

  it('that create it, and then delete it, get one success each', async ({ annotate }) => {
    const { created, deleted } = await attack({ server, annotate, ...bounds }, async () => ({
      created: (await writeAll(() => create('once'))).statuses,
      deleted: (await writeAll(() => ask(server, ['DELETE', `${maps}/once`]))).statuses,
    }))

    expect(created.filter(status => status === 200)).toHaveLength(1)
    expect(created.filter(status => status === 409)).toHaveLength(writers.length - 1)
    expect(deleted.filter(status => status === 200)).toHaveLength(1)
    expect(deleted.filter(status => status === 404)).toHaveLength(writers.length - 1)
  })
})
