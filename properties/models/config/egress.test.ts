import { X509Certificate, createPrivateKey } from 'node:crypto'
import { expect, test } from 'vitest'
import { tlsFiles, tlsTexts } from './egress.ts'

const textOf = (path: string): string => tlsTexts[path] ?? ''

test('the TLS files contain a certificate with its own key', () => {
  const certificate = new X509Certificate(textOf(tlsFiles.clientCert))
  const key = createPrivateKey(textOf(tlsFiles.clientKey))

  expect(certificate.checkPrivateKey(key)).toBe(true)
  expect(certificate.checkIssued(new X509Certificate(textOf(tlsFiles.caBundle)))).toBe(true)
})
