import { describe, expect, it } from 'vitest'

import { ask, attack } from './test-attack.ts'
import { startVictim } from './test-victim.ts'

const maps = '/api/v1/namespaces/default/configmaps'
const server = await startVictim()
const get = (headers: { [name: string]: string }) => ask(server, ['GET', maps], undefined, headers)

describe('T16: an expensive header', () => {
  const ranges = (range: string, count: number) => `${range},`.repeat(count)

  it.for([
    ['spaces in X-Forwarded-Host', { 'x-forwarded-host': `${' '.repeat(50_000)}x` }, 200],
    ['spaces in X-Forwarded-Proto', { 'x-forwarded-proto': `a${' '.repeat(50_000)}x` }, 200],
    ['10,000 ranges before the right one', { accept: `${ranges('a/b', 10_000)}*/*` }, 406],
    ['5,000 ranges with weights', { accept: `${ranges('a/b;q=0.1', 5000)}a/b` }, 406],
    ['semicolons', { accept: `application/json${';'.repeat(50_000)}` }, 200],
    ['spaces around a weight', { accept: `a/b;q${' '.repeat(50_000)}x` }, 406],
    ['digits of a weight', { accept: `application/json;q=${'1'.repeat(50_000)}` }, 200],
    ['commas', { accept: ','.repeat(50_000) }, 406],
    ['encodings', { 'accept-encoding': ranges('a;q=0.1', 7000) }, 200],
    ['spaces in credentials', { authorization: `Bearer ${' '.repeat(50_000)}x` }, 401],
    ['an audit id', { 'audit-id': 'a'.repeat(50_000) }, 200],
  ] as const)('%s is parsed in 10 ms', async ([, headers, status], { annotate }) => {
    await get(headers)

    const answer = await attack({ server, annotate, blockedMs: 20 }, () => get(headers))

    expect(answer.status).toBe(status)
    expect(JSON.stringify(answer.headers).length).toBeLessThan(1024)
  })
})

describe('T17: a media type', () => {
  it.for([
    ['image/png', 406],
    ['application/json;as=Bogus', 406],
    ['application/json;as=Bogus;g=x;v=y', 406],
    ['application/json;as=Bogus,application/json', 200],
    ['text/*', 406],
    ['application/json;charset=utf-16', 200],
    ['application/json;q=-1', 200],
    ['*', 406],
    ['__proto__', 406],
    ['constructor', 406],
  ] as const)('accepted as %s is %i', async ([accept, status], { annotate }) => {
    const answer = await attack({ server, annotate }, () => get({ accept }))

    expect(answer.status).toBe(status)
    if (status === 200) expect(answer.headers['content-type']).toMatch(/^application\/json/)
  })

  it.for([
    ['text/plain', 415],
    ['application/jsonx', 415],
    ['application/x-www-form-urlencoded', 415],
    ['multipart/form-data; boundary=x', 415],
    ['application/json, text/plain', 415],
    ['application/merge-patch+json', 415],
    ['__proto__', 415],
    ['toString', 415],
    ['APPLICATION/JSON', 200],
    ['application/json; charset=utf-16', 200],
  ] as const)('sent as %s is %i', async ([type, status], { annotate }) => {
    const body = JSON.stringify({ metadata: { generateName: 'sent-' } })

    const answer = await attack({ server, annotate }, () =>
      ask(server, ['POST', maps], body, { 'content-type': type }),
    )

    expect(answer.status).toBe(status)
  })

  it('ignores charset and content encoding: a body that is not UTF-8 is 400', async context => {
    const json = { metadata: { name: 'packed' } }
    const utf16 = Buffer.from(JSON.stringify(json), 'utf16le')
    const types = { 'content-type': 'application/json; charset=utf-16' }
    const packed = { 'content-type': 'application/json', 'content-encoding': 'gzip' }

    const answers = await attack({ server, annotate: context.annotate }, () =>
      Promise.all([
        ask(server, ['POST', maps], utf16, types),
        ask(server, ['POST', maps], Buffer.from([0x1f, 0x8b, 8, 0]), packed),
      ]),
    )

    expect(answers.map(({ status }) => status)).toEqual([400, 400])
  })
})

describe('T51: an object of small, deeply nested values', () => {
  const revisions = '/apis/apps/v1/namespaces/default/controllerrevisions'
  const deep = `${'['.repeat(150)}${'0,'.repeat(300_000)}0${']'.repeat(150)}`
  const body = `{"metadata":{"name":"deep"},"revision":1,"data":{"x":${deep}}}`

  it.for([
    ['laid out for people', 'application/json', '?pretty=true&dryRun=All'],
    ['laid out for curl', 'application/json', '?dryRun=All'],
    ['in YAML', 'application/yaml', '?dryRun=All'],
  ] as const)('%s grows by less than a factor of ten', async ([, accept, query], { annotate }) => {
    const headers = { accept, 'user-agent': 'curl/8', 'content-type': 'application/json' }
    const bounds = { blockedMs: 2000, grownBytes: 256 * 1024 * 1024 }

    const answer = await attack({ server, annotate, ...bounds }, () =>
      ask(server, ['POST', `${revisions}${query}`], body, headers),
    )

    expect(answer.status).toBe(200)
    expect(answer.text.length).toBeLessThan(10 * body.length)
  })
})
