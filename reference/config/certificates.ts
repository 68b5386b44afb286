import { X509Certificate } from 'node:crypto'

const block = /-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g

/** Returns the fault of a text that must hold PEM certificates, or undefined if there is none. */
export function certificatesFault(pem: string): string | undefined {
  const blocks = pem.match(block) ?? []
  if (blocks.length === 0) return 'expected certificates in PEM'
  return blocks.every(isCertificate) ? undefined : 'expected certificates, got another PEM block'
}

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).subject !== undefined
  } catch {
    // The constructor throws if the bytes are not a certificate.
    return false
  }
}
