import { describe, expect, it, vi } from 'vitest'

import { logFailure } from '../../api/log-failure.ts'
import { defaultParts } from '../../server/default-parts.ts'
import { startTestServer } from '../../server/test-server.ts'
import { ask, attack } from './test-attack.ts'
import { startVictim } from './test-victim.ts'

const maps = '/api/v1/namespaces/default/configmaps'
const pods = '/api/v1/namespaces/default/pods'
const server = await startVictim()
const post = (body: string | Buffer, path = maps) => ask(server, ['POST', path], body)

describe('T50: text from a client', () => {
  const escapes = '\x1b[2J\x1b]0;owned\x07\r\nforged: line\u009b31m\u202egnp.exe\u2028\0'

  it('is escaped in the log', async () => {
    const parts = defaultParts()
    const broken = {
      ...parts.verbs.get,
      plan: () => {
        throw new Error(escapes)
      },
    }
    const { ask: ours } = await startTestServer({
      ...parts,
      verbs: { ...parts.verbs, get: broken },
    })
    const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    const path = `${maps}/${encodeURIComponent(escapes)}?x=%1b[2J`

    const answer = await ours('GET', path, undefined, { 'user-agent': 'a\tb' })
    logFailure(`GET /${escapes}`, 'no')
    const log = written.mock.calls.map(([text]) => String(text)).join('')
    written.mockRestore()

    expect(answer.status).toBe(500)
    expect(log).toContain('owned')
    expect(log).not.toMatch(/[^\P{Cc}\n]|\p{Cf}|\p{Zl}/u)
    expect(log).not.toMatch(/^forged/m)
  })

  it('is escaped in refusals, and cannot become a header', async ({ annotate }) => {
    const unknown = JSON.stringify({ metadata: { name: 'a' }, [escapes]: 1 })

    const answer = await attack({ server, annotate }, () => post(unknown))

    expect(answer.status).toBe(200)
    expect(answer.headers['warning']).toMatch(/^299 - "unknown field /)
    expect(answer.headers).not.toHaveProperty('forged')
  })
})

describe('T51: a number or a text', () => {
  const tolerating = (seconds: string, name: string) =>
    `{"metadata":{"name":"${name}"},"spec":{"containers":[{"name":"a","image":"b"}],` +
    `"tolerations":[{"operator":"Exists","effect":"NoExecute","tolerationSeconds":${seconds}}]}}`

  it.for(['9007199254740993', '9223372036854775807', '-9223372036854775808'])(
    'such as %s is preserved exactly',
    async (number, { annotate }) => {
      const name = `n${number.slice(-4)}`

      const answer = await attack({ server, annotate }, () => post(tolerating(number, name), pods))
      const read = await ask(server, ['GET', `${pods}/${name}`])

      expect(answer.text).toContain(`"tolerationSeconds":${number}`)
      expect(read.text).toContain(`"tolerationSeconds":${number}`)
    },
  )

  it.for([
    '9223372036854775808',
    '1.5',
    '1e400',
    '0x1',
    '01',
    '+1',
    '.5',
    'NaN',
    'Infinity',
    '1_0',
  ])('such as %s is 400', async (number, { annotate }) => {
    const answer = await attack({ server, annotate }, () => post(tolerating(number, 'x'), pods))

    expect(answer.status).toBe(400)
  })

  it.for([
    ['a NUL', '\\u0000'],
    ['a pair in two escapes', '\\ud83d\\ude00'],
    ['a separator of lines', '\u2028'],
    ['a mark of byte order', '\ufeff'],
    ['what is no character', '\uffff'],
  ] as const)('with %s is preserved exactly', async ([, text], { annotate }) => {
    const body = `{"metadata":{"generateName":"t-"},"data":{"a":"x${text}y"}}`
    const sent = (JSON.parse(body) as { data: object }).data

    const answer = await attack({ server, annotate }, () => post(body))
    const read = await ask(server, ['GET', `${maps}/${answer.body.metadata.name}`])

    expect(answer.body['data']).toEqual(sent)
    expect(read.body['data']).toEqual(sent)
  })

  it.for([
    ['half a pair', Array.from(Buffer.from('\\ud800'))],
    ['halves in the wrong order', Array.from(Buffer.from('\\udc00\\ud800'))],
    ['bytes of no UTF-8', [0xff, 0xfe]],
    ['half a pair in UTF-8', [0xed, 0xa0, 0x80]],
    ['an overlong slash', [0xc0, 0xaf]],
    ['a character cut off', [0xf0, 0x9f]],
  ] as const)('with %s is 400', async ([, bytes], { annotate }) => {
    const parts = ['{"metadata":{"name":"u"},"data":{"a":"', Buffer.from(bytes), '"}}']

    const answer = await attack({ server, annotate }, () =>
      post(Buffer.concat(parts.map(part => Buffer.from(part)))),
    )

    expect(answer.status).toBe(400)
  })
})

describe('T52: a duplicate or unknown field', () => {
  const body = (name: string) =>
    `{"metadata":{"name":"${name}","name":"${name}","x":1,"labels":{"a":"b","a":"c"}},"spec":{` +
    '"y":1,"containers":[{"name":"a","image":"b","image":"b","z":{"q":[]},' +
    '"env":[{"name":"A","name":"A","w":1}]}]}}'
  const found = [
    'duplicate field "metadata.name"',
    'duplicate field "metadata.labels.a"',
    'duplicate field "spec.containers[0].image"',
    'duplicate field "spec.containers[0].env[0].name"',
    'unknown field "metadata.x"',
    'unknown field "spec.y"',
    'unknown field "spec.containers[0].z"',
    'unknown field "spec.containers[0].env[0].w"',
  ]

  it('is reported together with all others if fieldValidation is Strict', async ({ annotate }) => {
    const answer = await attack({ server, annotate }, () =>
      post(body('strict'), `${pods}?fieldValidation=Strict`),
    )

    expect(answer.status).toBe(400)
    for (const fault of found) expect(answer.body.message).toContain(fault)
  })

  it('causes a warning, or is ignored', async ({ annotate }) => {
    const [warned, ignored] = await attack({ server, annotate }, () =>
      Promise.all([
        post(body('warn'), `${pods}?fieldValidation=Warn`),
        post(body('ignore'), `${pods}?fieldValidation=Ignore`),
      ]),
    )

    const texts = [warned.headers['warning']].flat().join()
    for (const fault of found) expect(texts).toContain(fault.replaceAll('"', '\\"'))
    expect(ignored.headers).not.toHaveProperty('warning')
    expect([warned.status, ignored.status]).toEqual([200, 200])
  })

  // Reading 100,000 members in one step takes most of the time.
  it('causes a short report even if it occurs a hundred thousand times', async ({ annotate }) => {
    const twice = Array.from({ length: 50_000 }, (_, index) => `"x${index}":1,"x${index}":2`).join()

    const answer = await attack({ server, annotate, blockedMs: 1000 }, () =>
      post(`{"metadata":{"name":"many"},${twice}}`, `${maps}?fieldValidation=Strict`),
    )

    expect(answer.status).toBe(400)
    expect(answer.text.length).toBeLessThan(64 * 1024)
  })
})
