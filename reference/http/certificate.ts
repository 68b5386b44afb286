import { X509Certificate } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createSecureContext } from 'node:tls'

import { selfSignedCertificate } from './self-signed-certificate.ts'

export type TlsFlags = {
  tlsCertFile?: string
  tlsPrivateKeyFile?: string
  certDir?: string
}

/**
 * Returns the certificate and key of the flags, as PEM: from files, or a self-signed one that is
 * kept in a directory as `apiserver.crt` and `apiserver.key`. Undefined when no flag is set.
 * @throws Error that names the flag
 */
export async function loadCertificate(
  flags: TlsFlags,
  { bindAddress, now }: { bindAddress: string; now: number },
): Promise<{ cert: string; key: string } | undefined> {
  const { tlsCertFile, tlsPrivateKeyFile, certDir } = flags
  if ((tlsCertFile === undefined) !== (tlsPrivateKeyFile === undefined)) {
    throw new Error('--tls-cert-file and --tls-private-key-file: expected both, got one')
  }
  if (tlsCertFile !== undefined && tlsPrivateKeyFile !== undefined) {
    return usable(await pair(tlsCertFile, tlsPrivateKeyFile), `--tls-cert-file ${tlsCertFile}`)
  }
  return certDir === undefined ? undefined : storedCertificate(certDir, { bindAddress, now })
}

const pair = async (certFile: string, keyFile: string) => ({
  cert: await readFile(certFile, 'utf8'),
  key: await readFile(keyFile, 'utf8'),
})

function usable(tls: { cert: string; key: string }, flag: string) {
  try {
    createSecureContext(tls)
  } catch (cause) {
    // `createSecureContext` throws if the certificate and the key do not match.
    const { message } = cause as Error
    throw new Error(`${flag}: expected a certificate and its key as PEM: ${message}`, { cause })
  }
  return tls
}

/**
 * Reuses the certificate of a directory until it expires, so that clients that trust it can connect
 * after a restart.
 */
async function storedCertificate(
  certDir: string,
  { bindAddress, now }: { bindAddress: string; now: number },
) {
  const certFile = join(certDir, 'apiserver.crt')
  const keyFile = join(certDir, 'apiserver.key')
  const found = await ifThere(pair(certFile, keyFile))
  if (found && isValid(found.cert, now)) return usable(found, `--cert-dir ${certDir}`)
  const made = selfSignedCertificate([bindAddress], now)
  await mkdir(certDir, { recursive: true })
  await writeFile(keyFile, made.key, { mode: 0o600 })
  await writeFile(certFile, made.cert)
  return made
}

const isValid = (cert: string, now: number): boolean =>
  Date.parse(new X509Certificate(cert).validTo) > now

async function ifThere<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading
  } catch (error) {
    // A missing file is reported as an ENOENT error.
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
