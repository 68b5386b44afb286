import { connect as connectHttp2 } from 'node:http2'
import { once } from 'node:events'

import { describe, expect, it, onTestFinished } from 'vitest'

import { defaultParts } from '../../server/default-parts.ts'
import { selfSignedCertificate } from '../self-signed-certificate.ts'
import { startReference } from '../../server/start.ts'
import { ask, attack, MiB, sendRawBytes, statusesIn } from './test-attack.ts'
import { type Victim, startVictim } from './test-victim.ts'

const maps = '/api/v1/namespaces/default/configmaps'
const server = await startVictim()
const secure = await startVictim({ tls: selfSignedCertificate([], Date.now()) })
const overBoth = [
  ['HTTP', server],
  ['TLS', secure],
] as const
const host = 'Host: localhost\r\n'
const get = `GET ${maps} HTTP/1.1\r\n${host}`
const post = `POST ${maps} HTTP/1.1\r\n${host}Content-Type: application/json\r\n`
const map = '{"metadata":{"name":"smuggled"}}'
const inChunks = `${map.length.toString(16)}\r\n${map}\r\n0\r\n\r\n`
const behind = `POST ${maps} HTTP/1.1\r\n${host}Content-Length: ${map.length}\r\n\r\n${map}`

const stored = async (on: Victim) => (await ask(on, ['GET', maps])).body.items.length

describe.for(overBoth)(
  'T11, %s: framing that two servers would interpret differently is 400',
  ([, on]) => {
    it.for([
      [
        'a length beside chunks',
        `${post}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      ],
      ['two lengths', `${post}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{} `],
      ['a list of lengths', `${post}Content-Length: 2, 2\r\n\r\n{}`],
      ['a length with a sign', `${post}Content-Length: +2\r\n\r\n{}`],
      ['a length in base 16', `${post}Content-Length: 0x2\r\n\r\n{}`],
      ['a length beyond all numbers', `${post}Content-Length: ${'9'.repeat(20)}\r\n\r\n{}`],
      ['a space before a colon', `${post}Content-Length : 2\r\n\r\n{}`],
      ['a space before a name', `${post} Content-Length: 2\r\n\r\n{}`],
      ['a folded line', `${post}X: a\r\n b\r\nContent-Length: 2\r\n\r\n{}`],
      ['lines without a carriage return', get.replaceAll('\r', '') + '\n'],
      ['a carriage return alone', `${get}X: a\rY: b\r\n\r\n`],
      ['a NUL', `${get}X: a\0b\r\n\r\n`],
      ['two hosts', `${get}${host}\r\n`],
      ['no host', `GET ${maps} HTTP/1.1\r\n\r\n`],
      ['another coding', `${post}Transfer-Encoding: xchunked\r\n\r\n${inChunks}`],
      ['two codings', `${post}Transfer-Encoding: gzip, chunked\r\n\r\n${inChunks}`],
      [
        'chunks that are not the last',
        `${post}Transfer-Encoding: chunked, gzip\r\n\r\n${inChunks}`,
      ],
      ['a chunk that ends in a line feed', `${post}Transfer-Encoding: chunked\r\n\r\n2\n{}\n0\n\n`],
      ['a chunk without end', `${post}Transfer-Encoding: chunked\r\n\r\n${'f'.repeat(17)}\r\n{}`],
      ['a body without a length', `DELETE ${maps}/x HTTP/1.1\r\n${host}\r\n${map}`],
      ['a version that is not there yet', `GET ${maps} HTTP/3.7\r\n${host}\r\n`],
      ['no version', `GET ${maps}\r\n\r\n`],
      ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
      ['a greeting of TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
    ] as const)('%s', async ([, bytes], { annotate }) => {
      const answers = await attack({ server: on, annotate }, () =>
        sendRawBytes(on, [bytes, behind]),
      )

      const [first, ...others] = statusesIn(answers)
      // Without a length it is a request without a body, and the bytes that follow are no request.
      expect(bytes.startsWith('DELETE') && first === 404 ? others : [first, ...others]).toEqual([
        400,
      ])
      expect(await stored(on)).toBe(0)
    })
  },
)

describe.for(overBoth)('T12 and T13, %s: input over a limit is refused', ([, on]) => {
  const many = (count: number) =>
    Array.from({ length: count }, (_, index) => `X${index}: a\r\n`).join('')
  const chunked = `${post}Transfer-Encoding: chunked\r\n\r\n`

  it.for([
    ['the extension of a chunk', [`${chunked}2;`, 'a'.repeat(MiB)], 413],
    ['a trailer', [`${chunked}2\r\n{}\r\n0\r\nX: `, 'a'.repeat(MiB)], 431],
    ['a header of 100 KiB', [`${get}X: ${'a'.repeat(100 * 1024)}\r\n\r\n`], 431],
    ['a header of 2 MiB', [`${get}X: ${'a'.repeat(2 * MiB)}\r\n\r\n`], 431],
    ['10,000 headers', [`${get}${many(10_000)}\r\n`], 431],
    ['3,000 headers before the credentials', [`${get}${many(3000)}Authorization: x\r\n\r\n`], 431],
    ['a path of 1 MiB', [`GET ${maps}?a=${'a'.repeat(MiB)} HTTP/1.1\r\n${host}\r\n`], 431],
    ['2,000 parameters', [`GET ${maps}?${'a=1&'.repeat(2000)} HTTP/1.1\r\n${host}\r\n`], 400],
  ] as const)('%s', async ([, bytes, status], { annotate }) => {
    const answers = await attack({ server: on, annotate }, () => sendRawBytes(on, bytes))

    // A client that is cut off while it writes may see the end of the connection before the
    // response.
    expect([[status], []]).toContainEqual(statusesIn(answers))
    const isCutOff = bytes.join('').length > 64 * 1024
    if (!isCutOff) expect(answers).toContain(`${status}`)
  })

  it('while 500 headers and 500 parameters are accepted', async () => {
    const fields = Object.fromEntries(Array.from({ length: 490 }, (_, index) => [`x${index}`, 'a']))

    const { status } = await ask(on, ['GET', `${maps}?${'a=1&'.repeat(499)}`], undefined, fields)

    expect(status).toBe(200)
  })
})

describe('T41: a client cannot make the server connect elsewhere', () => {
  const upgrade = 'Connection: Upgrade, close\r\nUpgrade: '

  it.for([
    ['CONNECT to an address', `CONNECT 127.0.0.1:1 HTTP/1.1\r\n${host}\r\n`, 405],
    ['CONNECT to a path', `CONNECT ${maps} HTTP/1.1\r\n${host}\r\n`, 405],
    ['an upgrade to a socket', `${get}${upgrade}websocket\r\n\r\n`, 200],
    [
      'an upgrade to HTTP/2',
      `${get}${upgrade}h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n\r\n`,
      200,
    ],
    ['an upgrade of a write', `${post}${upgrade}SPDY/3.1\r\nContent-Length: 0\r\n\r\n`, 400],
    ['OPTIONS *', `OPTIONS * HTTP/1.1\r\n${host}Connection: close\r\n\r\n`, 404],
    ['GET *', `GET * HTTP/1.1\r\n${host}Connection: close\r\n\r\n`, 404],
    ['another scheme', `GET ftp://x${maps} HTTP/1.1\r\n${host}Connection: close\r\n\r\n`, 404],
    ['a path without its slash', `GET api/v1 HTTP/1.1\r\n${host}\r\n`, 400],
    ['an expectation of nobody', `${get}Connection: close\r\nExpect: more\r\n\r\n`, 417],
    ['a method of nobody', `FOO ${maps} HTTP/1.1\r\n${host}\r\n`, 400],
    ['TRACE', `TRACE ${maps} HTTP/1.1\r\n${host}Connection: close\r\n\r\n`, 405],
  ] as const)('%s', async ([, bytes, status], { annotate }) => {
    const answers = await attack({ server, annotate }, () => sendRawBytes(server, bytes))

    expect(statusesIn(answers)).toEqual([status])
  })

  it('also over HTTP/2', async () => {
    const tls = selfSignedCertificate([], Date.now())
    const reference = await startReference(defaultParts({ tls }))
    onTestFinished(() => reference.close())
    const session = connectHttp2(reference.url, { ca: tls.cert })
    onTestFinished(() => void session.destroy())

    const stream = session.request({ ':method': 'CONNECT', ':authority': '127.0.0.1:1' })
    const [headers] = (await once(stream, 'response')) as [{ ':status': number }]

    expect(headers[':status']).toBe(405)
  })
})
