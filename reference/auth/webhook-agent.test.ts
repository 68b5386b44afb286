import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import { exchange } from './http-exchange.ts'
import { webhookAgent } from './webhook-agent.ts'

/** Returns a key and a certificate of an authority, and one that the authority has signed. */
function issuedCertificate() {
  const directory = mkdtempSync(join(tmpdir(), 'touchstone-webhook-agent-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  const file = (name: string) => join(directory, name)
  const make = (name: string, ...more: string[]) =>
    execFileSync(
      'openssl',
      [
        'req',
        '-x509',
        '-newkey',
        'ec',
        '-pkeyopt',
        'ec_paramgen_curve:P-256',
        '-nodes',
        '-days',
        '2',
        '-subj',
        `/CN=${name}`,
        '-keyout',
        file(`${name}.key`),
        '-out',
        file(`${name}.crt`),
        ...more,
      ],
      { stdio: 'pipe' },
    )
  make('authority')
  const issuer = ['-CA', file('authority.crt'), '-CAkey', file('authority.key')]
  make('webhook', ...issuer, '-addext', 'subjectAltName=IP:127.0.0.1')
  const read = (name: string) => readFileSync(file(name), 'utf8')
  return {
    authority: read('authority.crt'),
    cert: read('webhook.crt'),
    key: read('webhook.key'),
  }
}

const isAbsent = () => {
  try {
    return !/3\.\d/.test(execFileSync('openssl', ['version'], { encoding: 'utf8' }))
  } catch {
    return true
  }
}

test.skipIf(isAbsent())('a bundle is trusted with or without the issuer', async () => {
  const { authority, cert, key } = issuedCertificate()
  const host = createServer({ cert, key }, (_, response) => void response.end('answer'))
  host.listen(0, '127.0.0.1')
  await once(host, 'listening')
  onTestFinished(() => void host.close())
  const url = new URL(`https://127.0.0.1:${(host.address() as AddressInfo).port}`)
  const answer = async (bundle: string) => {
    const agent = webhookAgent(Buffer.from(bundle).toString('base64'))
    const limits = { bytesMax: 100, timeoutMs: 5000 }
    const { text } = await exchange(url, { agent }, limits).finally(() => agent.destroy())
    return text
  }

  expect(await answer(authority)).toBe('answer')
  expect(await answer(cert)).toBe('answer')
  const other = issuedCertificate()
  await expect(answer(other.cert)).rejects.toThrow()
})
