import { describe, expect, it } from 'vitest'

import { ask, attack, MiB, sendRawBytes, statusesIn } from './test-attack.ts'
import { startVictim } from './test-victim.ts'

const maps = '/api/v1/namespaces/default/configmaps'
const pods = '/api/v1/namespaces/default/pods'
const bodyMax = 3 * MiB
const server = await startVictim()
const head = `POST ${maps} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n`
const post = (body: unknown, path = maps) => ask(server, ['POST', path], body)
const stored = async (path = maps) => (await ask(server, ['GET', path])).body.items.length

describe('T1: a body of 3 MiB and a byte is 413', () => {
  const body = Buffer.alloc(bodyMax + 1, ' ')

  it('if it has a Content-Length', async ({ annotate }) => {
    const answer = await attack({ server, annotate }, () =>
      sendRawBytes(server, [`${head}Content-Length: ${body.length}\r\n\r\n`, body]),
    )

    expect(answer).toMatch(/^HTTP\/1\.1 413 .*Connection: close.*limit is 3145728/is)
    expect(await stored()).toBe(0)
  })

  it('if it is chunked', async ({ annotate }) => {
    const framing = `${head}Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n`
    const chunks = [`${body.length.toString(16)}\r\n`, body, '\r\n0\r\n\r\n']

    const answer = await attack({ server, annotate }, () =>
      sendRawBytes(server, [framing, ...chunks]),
    )

    expect(answer).toMatch(/^HTTP\/1\.1 413 .*limit is 3145728/is)
    expect(await stored()).toBe(0)
  })

  it('and the rest of it is not buffered', async ({ annotate }) => {
    const piece = Buffer.alloc(MiB, ' ')
    const chunk = Buffer.concat([Buffer.from('100000\r\n'), piece, Buffer.from('\r\n')])
    const parts = [`${head}Transfer-Encoding: chunked\r\n\r\n`, ...Array(64).fill(chunk)]

    const answers = await attack({ server, annotate, grownBytes: 96 * MiB }, () =>
      Promise.all([1, 2, 3, 4].map(() => sendRawBytes(server, parts))),
    )

    // A client that goes on sending is cut off, and may not see the response.
    for (const answer of answers)
      expect(statusesIn(answer).filter(code => code !== 413)).toEqual([])
    expect(await stored()).toBe(0)
  })
})

it('T2: an object over 1.5 MiB in a body under 3 MiB is 413 and not stored', async context => {
  const env = [{ name: 'A', value: 'x'.repeat(2_000_000) }]
  const pod = { metadata: { name: 'a' }, spec: { containers: [{ name: 'a', image: 'b', env }] } }

  const answer = await attack({ server, annotate: context.annotate }, () => post(pod, pods))

  expect(answer).toMatchObject({ status: 413, body: { reason: 'RequestEntityTooLarge' } })
  expect(await stored(pods)).toBe(0)
})

it('T2: a patch cannot make an object larger than that either', async ({ annotate }) => {
  const config = { metadata: { name: 'grown' }, data: { a: 'x'.repeat(1_000_000) } }
  await post(config)
  const annotations = { a: 'x'.repeat(250_000) }
  const binaryData = { b: 'x'.repeat(400_000) }
  const merge = { 'content-type': 'application/merge-patch+json' }

  const answer = await attack({ server, annotate }, () =>
    ask(server, ['PATCH', `${maps}/grown`], { metadata: { annotations }, binaryData }, merge),
  )
  const { status } = await ask(server, ['DELETE', `${maps}/grown`])

  expect([413, 422]).toContain(answer.status)
  expect(status).toBe(200)
})

// Retry when the machine is busy.
const busy = { retry: 2 }

describe('T5: 3 MiB of JSON with many small values', () => {
  const fill = (part: string) => part.repeat(Math.floor((2.9 * MiB) / part.length))
  const keys = Array.from({ length: 200_000 }, (_, index) => `"k${index}":""`).join()

  // JSON.parse reads it in one step, which takes long; validation is one step, too.
  it.for([
    ['empty lists', `{"x":[${fill('[],')}[]]}`],
    ['empty objects', `{"x":[${fill('{},')}{}]}`],
    ['numbers', `{"x":[${fill('1,')}1]}`],
    ['large numbers', `{"x":[${fill('9007199254740993,')}1]}`],
    ['escapes', `{"x":[${fill('"\\n",')}1]}`],
    ['members', `{"data":{${keys}}}`],
  ] as const)('such as %s blocks others for less than 2 s', busy, async ([, body], test) => {
    const bounds = { blockedMs: 2000, grownBytes: 256 * MiB }

    const answer = await attack({ server, annotate: test.annotate, ...bounds }, () => post(body))

    // The objects have no names, so none is stored.
    expect(answer.status).toBe(422)
    expect(await stored()).toBe(0)
  })
})

describe('T5: JSON nested', () => {
  it.for([
    ['10,000 deep', `{"x":${'['.repeat(10_000)}${']'.repeat(10_000)}}`],
    ['100,000 deep', `{"x":${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}}`],
    ['a million deep', `{"x":${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}}`],
    ['3 MiB deep and never closed', '['.repeat(bodyMax)],
  ] as const)('%s is 400', async ([, body], { annotate }) => {
    const answer = await attack({ server, annotate }, () => post(body))

    expect(answer).toMatchObject({ status: 400, body: { reason: 'BadRequest' } })
  })
})
