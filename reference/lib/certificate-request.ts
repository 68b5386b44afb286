// Reads certificate requests (PKCS #10).

import { webcrypto } from 'node:crypto'

/** What a certificate request asks for. */
export type CertificateRequestContent = {
  readonly commonName: string
  readonly organizations: readonly string[]
  /** The alternative names, by kind. */
  readonly names: { readonly type: string; readonly value: string }[]
  /** Whether the request was signed by the key that it contains. */
  readonly isSigned: boolean
}

/** Loads the library, which is large; most servers do not need it. */
export async function loadX509() {
  const x509 = await import('@peculiar/x509')
  x509.cryptoProvider.set(webcrypto as never)
  return x509
}

/** Reads a request in PEM; undefined if it is none. */
export async function readCertificateRequest(
  pem: string,
): Promise<CertificateRequestContent | undefined> {
  const x509 = await loadX509()
  try {
    const request = new x509.Pkcs10CertificateRequest(pem)
    const names = request.getExtension(subjectAlternativeNames)
    return {
      commonName: request.subjectName.getField('CN')[0] ?? '',
      organizations: request.subjectName.getField('O'),
      names:
        names instanceof x509.SubjectAlternativeNameExtension
          ? names.names.items.map(({ type, value }) => ({ type, value }))
          : [],
      isSigned: await request.verify(),
    }
  } catch {
    return undefined
  }
}

const subjectAlternativeNames = '2.5.29.17'
