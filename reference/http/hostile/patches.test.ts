import { describe, expect, it } from 'vitest'

import { ask, attack, MiB } from './test-attack.ts'
import { startVictim } from './test-victim.ts'

const maps = '/api/v1/namespaces/default/configmaps'
const server = await startVictim()
const types = {
  json: { 'content-type': 'application/json-patch+json' },
  merge: { 'content-type': 'application/merge-patch+json' },
  strategic: { 'content-type': 'application/strategic-merge-patch+json' },
}

const create = (name: string, fields: object = {}) =>
  ask(server, ['POST', maps], { metadata: { name }, data: { a: 'b' }, ...fields })
const patch = (name: string, body: unknown, as: keyof typeof types = 'json') =>
  ask(server, ['PATCH', `${maps}/${name}`], body, types[as])

describe('T7: a JSON patch', () => {
  const test = { op: 'test', path: '/data/a', value: 'b' }

  it('of 10,001 operations is 413', async ({ annotate }) => {
    await create('long')

    const answer = await attack({ server, annotate }, () => patch('long', Array(10_001).fill(test)))

    expect(answer).toMatchObject({ status: 413, body: { reason: 'RequestEntityTooLarge' } })
  })

  it('of 10,000 is carried out in bounded time', async ({ annotate }) => {
    await create('longest')

    const answer = await attack({ server, annotate, blockedMs: 250 }, () =>
      patch('longest', Array(10_000).fill(test)),
    )

    expect(answer.status).toBe(200)
  })

  // The test is retried when the machine is busy.
  it('that moves a long list 10,000 times has bounded cost', { retry: 2 }, async ({ annotate }) => {
    const finalizers = Array.from({ length: 10_000 }, (_, index) => `example.com/f${index}`)
    await create('listed', { metadata: { name: 'listed', finalizers } })
    const front = { op: 'add', path: '/metadata/finalizers/0', value: 'example.com/new' }
    const gone = { op: 'remove', path: '/metadata/finalizers/0' }

    const answer = await attack({ server, annotate, blockedMs: 250 }, () =>
      patch('listed', Array(5000).fill([front, gone]).flat()),
    )

    expect(answer.status).toBe(200)
    await patch('listed', [{ op: 'remove', path: '/metadata/finalizers' }])
  })
})

describe('T8: a JSON patch', () => {
  it('that doubles a copied value 30 times is 422', async ({ annotate }) => {
    await create('doubled')
    const add = { op: 'add', path: '/data/a', value: 'x'.repeat(500_000) }
    const doubling = (index: number) => ({ op: 'copy', from: '/data', path: `/data/c${index}` })

    const answer = await attack({ server, annotate }, () =>
      patch('doubled', [add, ...Array.from({ length: 30 }, (_, index) => doubling(index))]),
    )

    expect(answer).toMatchObject({ status: 422, body: { reason: 'Invalid' } })
  })

  it('that copies within the limit is refused if the result is too large', async ({ annotate }) => {
    await create('copied', { data: { a: 'x'.repeat(500_000) } })
    const copies = [1, 2, 3, 4, 5].map(index => ({
      op: 'copy',
      from: '/data/a',
      path: `/data/c${index}`,
    }))

    const answer = await attack({ server, annotate }, () => patch('copied', copies))

    expect([413, 422]).toContain(answer.status)
    expect((await ask(server, ['GET', `${maps}/copied`])).text.length).toBeLessThan(MiB)
  })
})

describe('T9: prototype member names', () => {
  it('are ordinary fields in a body', async ({ annotate }) => {
    const body =
      '{"__proto__":{"polluted":"yes"},"constructor":{"prototype":{"polluted":"yes"}},' +
      '"metadata":{"name":"keys","labels":{"constructor":"a","prototype":"b"}},' +
      '"data":{"__proto__":"x","constructor":"y","prototype":"z"}}'

    const answer = await attack({ server, annotate }, () => ask(server, ['POST', maps], body))
    const read = await ask(server, ['GET', `${maps}/keys`])

    expect(answer.status).toBe(200)
    expect(answer.headers['warning']).toHaveLength(2)
    expect(read.text).toContain('"data":{"__proto__":"x","constructor":"y","prototype":"z"}')
    expect(read.text).toContain('"labels":{"constructor":"a","prototype":"b"}')
  })

  it('are validated like other label keys', async ({ annotate }) => {
    const body = '{"metadata":{"name":"labels","labels":{"__proto__":"a"}}}'

    const answer = await attack({ server, annotate }, () => ask(server, ['POST', maps], body))

    expect(answer.status).toBe(422)
    expect(answer.body.message).toContain('"__proto__"')
  })

  it.for([
    '/__proto__/polluted',
    '/constructor/prototype/polluted',
    '/data/__proto__/polluted',
    '/metadata/__proto__/polluted',
    '/metadata/labels/constructor/polluted',
    '/data/toString/polluted',
  ])('cannot be traversed by the path %s of a patch', async (path, { annotate }) => {
    await create('paths')

    const answer = await attack({ server, annotate }, () =>
      patch('paths', [{ op: 'add', path, value: 'yes' }]),
    )

    expect(answer.status).toBe(422)
  })

  it.for(['json', 'merge', 'strategic'] as const)(
    'are ordinary members after a %s patch',
    async (as, { annotate }) => {
      await create(`by-${as}`)
      const bodies = {
        json: '[{"op":"add","path":"/data/__proto__","value":"x"}]',
        merge: '{"__proto__":{"polluted":"yes"},"data":{"__proto__":"x"}}',
        strategic: '{"__proto__":{"polluted":"yes"},"data":{"__proto__":"x"}}',
      }

      const answer = await attack({ server, annotate }, () => patch(`by-${as}`, bodies[as], as))

      expect(answer.status).toBe(200)
      expect(answer.text).toContain('"__proto__":"x"')
    },
  )

  it('are ordinary keys in selectors', async ({ annotate }) => {
    const asked = await attack({ server, annotate }, () =>
      Promise.all([
        ask(server, ['GET', `${maps}?labelSelector=constructor`]),
        ask(server, ['GET', `${maps}?labelSelector=toString`]),
        ask(server, ['GET', `${maps}?labelSelector=__proto__%3Da`]),
        ask(server, ['GET', `${maps}?fieldSelector=__proto__%3Da`]),
        ask(server, ['GET', `${maps}/__proto__`]),
        ask(server, ['GET', '/api/v1/namespaces/default/constructor']),
        ask(server, ['GET', '/api/v1/namespaces/default/__proto__/x']),
        ask(server, ['GET', `${maps}/keys/constructor`]),
      ]),
    )

    expect(asked.map(({ status }) => status)).toEqual([200, 200, 400, 400, 404, 404, 404, 404])
    expect(asked[0]?.body.items.map(({ metadata }) => metadata.name)).toEqual(['keys'])
    expect(asked[1]?.body.items).toEqual([])
  })
})
