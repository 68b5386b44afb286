import { once } from 'node:events'
import { connect, constants } from 'node:http2'
import { X509Certificate } from 'node:crypto'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect as connectTls } from 'node:tls'

import { Client } from 'undici'
import { describe, expect, it, onTestFinished } from 'vitest'

import { loadCertificate } from './certificate.ts'
import { defaultParts } from '../server/default-parts.ts'
import { selfSignedCertificate } from './self-signed-certificate.ts'
import { startReference } from '../server/start.ts'

const maps = '/api/v1/namespaces/default/configmaps'

async function secure() {
  const tls = selfSignedCertificate([], Date.now())
  const reference = await startReference(defaultParts({ tls }))
  onTestFinished(() => reference.close())
  const undici = new Client(reference.url, { connect: { ca: tls.cert }, allowH2: false })
  const http2 = connect(reference.url, { ca: tls.cert })
  onTestFinished(async () => {
    http2.destroy()
    await undici.destroy()
  })
  const post = async (name: string, text = '') => {
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ metadata: { name }, ...(text && { data: { text } }) })
    const answer = await undici.request({ method: 'POST', path: maps, headers, body })
    return answer.body.text()
  }
  return { ...reference, tls, undici, http2, post }
}

/** Reads until a line is complete. */
async function line(pieces: AsyncIterator<Buffer>): Promise<void> {
  for (;;) {
    const { value, done } = await pieces.next()
    if (done || value.includes('\n')) return
  }
}

describe('a server with TLS', () => {
  it('speaks HTTP/1.1 and HTTP/2', async () => {
    const { undici, http2 } = await secure()

    const first = await undici.request({ method: 'GET', path: `${maps}/none` })
    const second = http2.request({ ':path': maps, ':method': 'GET' })
    const [headers] = await once(second, 'response')
    const pieces = await second.toArray()

    expect(first.statusCode).toBe(404)
    expect(await first.body.json()).toMatchObject({ kind: 'Status', code: 404 })
    expect(headers[':status']).toBe(200)
    expect(JSON.parse(Buffer.concat(pieces).toString())).toMatchObject({ kind: 'ConfigMapList' })
  })

  it('serves many watches over HTTP/2 and ends them cleanly', async () => {
    const { http2, post, close } = await secure()
    const path = `${maps}?watch=1&resourceVersion=2`
    const streams = Array.from({ length: 100 }, () => http2.request({ ':path': path }))
    const opened = await Promise.all(streams.map(stream => once(stream, 'response')))

    const text = await post('a')
    const [first] = await Promise.all(streams.map(stream => once(stream, 'data')))
    const ended = Promise.all(streams.map(stream => once(stream.resume(), 'close')))
    await close()
    await ended

    expect(opened[0]?.[0]).toMatchObject({ ':status': 200, 'content-type': 'application/json' })
    expect(opened[0]?.[0]).not.toHaveProperty('transfer-encoding')
    expect(String(first?.[0])).toBe(`{"type":"ADDED","object":${text.trim()}}\n`)
    expect(new Set(streams.map(({ rstCode }) => rstCode))).toEqual(
      new Set([constants.NGHTTP2_NO_ERROR]),
    )
  })

  it('accepts bodies over HTTP/2 and refuses those that are too large', async () => {
    const { http2 } = await secure()
    const send = async (body: string | Buffer) => {
      const stream = http2.request({
        ':path': maps,
        ':method': 'POST',
        'content-type': 'application/json',
      })
      stream.on('error', () => {})
      stream.end(body)
      const [headers] = await once(stream, 'response')
      stream.resume()
      return headers[':status']
    }

    expect(await send(JSON.stringify({ metadata: { name: 'a' } }))).toBe(200)
    expect(await send(Buffer.alloc(3 * 1024 * 1024 + 1, 'x'))).toBe(413)
    expect(await send('{}')).toBe(422)
  })

  it('aborts a stream that is not read and serves the others', async () => {
    const { http2, url, tls, clock, post } = await secure()
    const path = `${maps}?watch=1&resourceVersion=2`
    const stalled = http2.request({ ':path': path })
    await once(stalled, 'response')
    const closed = new Promise(resolve => stalled.on('error', () => {}).once('close', resolve))
    const other = connect(url, { ca: tls.cert })
    onTestFinished(() => other.destroy())
    const healthy = other.request({ ':path': path })
    const pieces: AsyncIterator<Buffer> = healthy[Symbol.asyncIterator]()

    for (let index = 0; index < 30; index++) {
      await post(`a${index}`, 'x'.repeat(900_000))
      await line(pieces)
    }
    clock.advance(1000)
    await closed

    expect(stalled.rstCode).toBe(constants.NGHTTP2_CANCEL)
    expect(healthy.closed).toBe(false)
  })

  it('closes a connection that does not speak TLS and serves others', async () => {
    const { url, undici, tls } = await secure()
    const { port } = new URL(url)
    const socket = connectTls({ port: Number(port), ca: tls.cert, maxVersion: 'TLSv1.1' })

    await once(socket, 'error')

    expect((await undici.request({ method: 'GET', path: maps })).statusCode).toBe(200)
  })
})

describe('a certificate', () => {
  const at = { bindAddress: '127.0.0.1', now: Date.now() }

  async function directory(): Promise<string> {
    const made = await mkdtemp(join(tmpdir(), 'touchstone-'))
    onTestFinished(() => rm(made, { recursive: true }))
    return made
  }

  it('that is self-signed names the loopback interface and further addresses', () => {
    const { cert } = selfSignedCertificate(['host.example', '10.1.2.3', 'fe80::1:2'], at.now)
    const read = new X509Certificate(cert)

    expect(read.verify(read.publicKey)).toBe(true)
    expect(read.checkHost('localhost')).toBe('localhost')
    expect(read.checkHost('host.example')).toBe('host.example')
    for (const ip of ['127.0.0.1', '::1', '10.1.2.3', 'fe80::1:2']) {
      expect(read.checkIP(ip)).toBeDefined()
    }
    expect(Date.parse(read.validTo)).toBeGreaterThan(at.now + 300 * 86_400_000)
    expect(read.ca).toBe(true)
  })

  it('is created once per directory, and again when it has expired', async () => {
    const certDir = join(await directory(), 'certs')

    const made = await loadCertificate({ certDir }, at)
    const again = await loadCertificate({ certDir }, at)
    const later = await loadCertificate({ certDir }, { ...at, now: at.now + 366 * 86_400_000 })

    expect(again).toEqual(made)
    expect(later).not.toEqual(made)
    expect(await readFile(join(certDir, 'apiserver.crt'), 'utf8')).toBe(later?.cert)
    expect((await stat(join(certDir, 'apiserver.key'))).mode & 0o777).toBe(0o600)
  })

  it('can be loaded from files, which must match', async () => {
    const dir = await directory()
    const tlsCertFile = join(dir, 'a.crt')
    const tlsPrivateKeyFile = join(dir, 'a.key')
    const { cert, key } = selfSignedCertificate([], at.now)
    await writeFile(tlsCertFile, cert)
    await writeFile(tlsPrivateKeyFile, key)

    expect(await loadCertificate({ tlsCertFile, tlsPrivateKeyFile }, at)).toEqual({ cert, key })
    expect(await loadCertificate({}, at)).toBeUndefined()
    await writeFile(tlsPrivateKeyFile, selfSignedCertificate([], at.now).key)
    await expect(loadCertificate({ tlsCertFile, tlsPrivateKeyFile }, at)).rejects.toThrow(
      '--tls-cert-file',
    )
    await expect(loadCertificate({ tlsCertFile }, at)).rejects.toThrow('expected both')
  })
})
