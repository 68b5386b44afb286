import { X509Certificate } from 'node:crypto'

const block = /-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g

/**
 * Reads the certificates of a PEM file. Other blocks and text around them are ignored.
 * @throws Error that names the flag, the file and the certificate
 */
export function readAuthorities(
  text: string,
  { flag, name }: { readonly flag: string; readonly name: string },
): X509Certificate[] {
  const found = [...text.matchAll(block)].map(([pem], index) => {
    try {
      return new X509Certificate(pem)
    } catch (cause) {
      throw new Error(
        `${flag}: ${name}: expected certificates as PEM, got an invalid certificate ${index + 1}`,
        { cause },
      )
    }
  })
  if (found.length > 0) return found
  throw new Error(`${flag}: ${name}: expected at least one certificate as PEM, got none`)
}
