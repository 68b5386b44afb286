import { describe, expect, it } from 'vitest'

import { ask, attack } from './test-attack.ts'
import { startVictim } from './test-victim.ts'

const maps = '/api/v1/namespaces/default/configmaps'
const server = await startVictim()
for (const name of ['a', 'b', 'c']) await ask(server, ['POST', maps], { metadata: { name } })
await ask(server, ['POST', '/api/v1/namespaces/default/secrets'], { metadata: { name: 's' } })

const list = (query: string, path = maps) => ask(server, ['GET', `${path}?${query}`])

describe('T18: out-of-range numbers', () => {
  it.for([
    ['limit=-1', 200],
    ['limit=-9223372036854775809', 400],
    ['limit=9223372036854775807', 200],
    ['limit=9223372036854775808', 400],
    [`limit=${'9'.repeat(10_000)}`, 400],
    ['limit=1e3', 400],
    ['limit=0x10', 400],
    ['limit=%201', 400],
    ['limit=', 400],
    ['limit=many', 400],
    ['timeoutSeconds=-1', 200],
    ['timeoutSeconds=many', 400],
    ['timeoutSeconds=9223372036854775807', 200],
    ['watch=1&timeoutSeconds=-1', 200],
    ['watch=1&timeoutSeconds=many', 400],
    ['watch=1&limit=many&timeoutSeconds=1', 400],
  ] as const)('%s is %i', async ([query, status], { annotate }) => {
    const answer = await attack({ server, annotate }, () => list(query))

    expect(answer.status).toBe(status)
  })

  it('do not make a watch endless: a client can ask for the maximum and disconnect', async () => {
    const left = new AbortController()

    await attack({ server }, async () => {
      const answer = fetch(`${server.url}${maps}?watch=1&timeoutSeconds=9223372036854775807`, {
        signal: left.signal,
      })
      expect((await answer).status).toBe(200)
      left.abort()
    })
  })
})

describe('T19: a continue token', () => {
  const tokenOf = async (path = maps, query = 'limit=1') =>
    (await list(query, path)).body.metadata['continue'] as string
  const again = (token: string, query = 'limit=1', path = maps) =>
    list(`${query}&continue=${encodeURIComponent(token)}`, path)

  it('that was not issued is 400', async ({ annotate }) => {
    const state = (start: string) =>
      Buffer.from(JSON.stringify({ v: 'meta.k8s.io/v1', rv: 1, start })).toString('base64url')
    const forged = [
      'x',
      'AAAA',
      '\0',
      '💩',
      state('a'),
      state('../../secrets/'),
      'a'.repeat(50_000),
    ]

    const answers = await attack({ server, annotate }, () =>
      Promise.all(forged.map(token => again(token))),
    )

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([400]))
  })

  it('that was truncated, extended or changed is 400', async ({ annotate }) => {
    const token = await tokenOf()
    const changed = Array.from(token, (was, index) =>
      [token.slice(0, index), was === 'A' ? 'B' : 'A', token.slice(index + 1)].join(''),
    )
    const cut = Array.from(token, (_, index) => token.slice(0, index)).slice(1)

    const answers = await attack({ server, annotate }, () =>
      Promise.all([...changed, ...cut, `${token}A`, `${token}=`].map(one => again(one))),
    )

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([400]))
  })

  it('cannot be used for another type, namespace or selector', async ({ annotate }) => {
    const token = await tokenOf()
    const scopes: [query: string, path: string][] = [
      ['limit=1', '/api/v1/namespaces/default/secrets'],
      ['limit=1', '/api/v1/namespaces/kube-system/configmaps'],
      ['limit=1', '/api/v1/configmaps'],
      ['limit=1&labelSelector=a', maps],
      ['limit=1&fieldSelector=metadata.name%3Db', maps],
    ]

    const answers = await attack({ server, annotate }, () =>
      Promise.all(scopes.map(([query, path]) => again(token, query, path))),
    )

    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400])
  })

  it('returns the same page each time it is used', async ({ annotate }) => {
    const token = await tokenOf()

    const answers = await attack({ server, annotate }, () =>
      Promise.all(Array.from({ length: 20 }, () => again(token))),
    )

    const names = answers.flatMap(({ body }) => body.items.map(({ metadata }) => metadata.name))
    expect(names).toEqual(Array(20).fill('b'))
  })
})

describe('T20: a resourceVersion', () => {
  const texts = ['x', '-1', '1.5', '1e3', '%2B1', '9'.repeat(20), '9'.repeat(10_000), '%00']

  it('that is not a number is 400 for a get, a list and a watch', async ({ annotate }) => {
    const asked = texts.flatMap(text => [
      list(`resourceVersion=${text}`),
      list(`resourceVersion=${text}`, `${maps}/a`),
      list(`watch=1&timeoutSeconds=1&resourceVersion=${text}`),
    ])

    const answers = await attack({ server, annotate }, () => Promise.all(asked))

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([400]))
  })

  it('of the future is 504 with Retry-After, after 3 s', async ({ annotate }) => {
    const begun = performance.now()

    const answers = await attack({ server, annotate }, () =>
      Promise.all([
        ...Array.from({ length: 100 }, () => list('resourceVersion=999999999')),
        list('resourceVersion=999999999', `${maps}/a`),
        list('resourceVersion=999999999&resourceVersionMatch=Exact'),
      ]),
    )

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([504]))
    expect(new Set(answers.map(({ headers }) => headers['retry-after']))).toEqual(new Set(['1']))
    expect(performance.now() - begun).toBeGreaterThan(2900)
  })
})

describe('T21: mutually exclusive options', () => {
  it.for([
    'resourceVersionMatch=Exact',
    'resourceVersionMatch=NotOlderThan',
    'resourceVersionMatch=Bogus&resourceVersion=1',
    'resourceVersionMatch=Exact&resourceVersion=0',
    'continue=x&resourceVersion=5',
    'continue=x&resourceVersionMatch=Exact&resourceVersion=1',
    'sendInitialEvents=true',
    'watch=1&sendInitialEvents=true',
    'watch=1&sendInitialEvents=true&resourceVersionMatch=Exact',
    'watch=1&resourceVersionMatch=NotOlderThan&resourceVersion=1',
    'watch=1&continue=x',
  ])('%s is 400 or 422', async (query, { annotate }) => {
    const answer = await attack({ server, annotate }, () => list(query))

    expect([400, 422]).toContain(answer.status)
    expect(answer.body.kind).toBe('Status')
  })
})

describe('T53: a selector', () => {
  it.for([
    ['of 10,000 terms', `labelSelector=${'a,'.repeat(10_000)}a`, 200],
    ['of 25,000 values', `labelSelector=a+in+(${'b,'.repeat(25_000)}b)`, 200],
    ['of 3,000 fields', `fieldSelector=${'metadata.name=a,'.repeat(3000)}metadata.name=a`, 200],
    ['of opening brackets', `labelSelector=${'('.repeat(50_000)}`, 400],
    ['of exclamation marks', `labelSelector=${'!'.repeat(50_000)}`, 400],
    ['that looks like an expression', 'labelSelector=(a%2B)%2B%24', 400],
    ['with a third equals sign', 'labelSelector=a%3D%3D%3Db', 400],
    ['without its values', 'labelSelector=a+in', 400],
    ['of escapes', `fieldSelector=${'%5C'.repeat(20_000)}`, 400],
    ['of a deep path', `fieldSelector=a${'.a'.repeat(20_000)}%3D1`, 400],
    ['of a long key', `labelSelector=${'a'.repeat(50_000)}`, 400],
    ['of dashes that end wrong', `labelSelector=a${'-'.repeat(50_000)}`, 400],
    ['of dots that end wrong', `labelSelector=${'a.'.repeat(25_000)}/a`, 400],
    ['above a long number', `labelSelector=a%3E${'9'.repeat(50_000)}`, 400],
  ] as const)(
    '%s is evaluated in time that is linear in its length',
    async ([, query, status], test) => {
      const answer = await attack({ server, annotate: test.annotate }, () => list(query))

      expect(answer.status).toBe(status)
      if (status === 400) expect(answer.text.length).toBeLessThan(4096)
    },
  )
})
