import { X509Certificate } from 'node:crypto'

const block = /-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g

/** What is wrong with a text that should hold certificates in PEM; undefined where nothing is. */
export function certificatesFault(pem: string): string | undefined {
  const blocks = pem.match(block) ?? []
  if (blocks.length === 0) return 'expected certificates in PEM'
  return blocks.every(isCertificate) ? undefined : 'expected certificates, got another PEM block'
}

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).subject !== undefined
  } catch {
    // Throwing is how node says that these bytes are no certificate.
    return false
  }
}
