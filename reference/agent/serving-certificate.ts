// The certificate with which the agent serves, and the limits of its TLS (AGENT-235, AGENT-241).

import { X509Certificate } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createSecureContext, type SecureVersion } from 'node:tls'
import { selfSignedCertificate } from '../http/self-signed-certificate.ts'
import type { AgentSettings } from './settings.ts'

export type ServingTls = {
  /** Absent until a requested certificate was issued. Then no client can connect. */
  readonly cert?: string
  readonly key?: string
  readonly minVersion: SecureVersion
  readonly ciphers?: string
}

const versions: { readonly [name: string]: SecureVersion } = {
  VersionTLS10: 'TLSv1',
  VersionTLS11: 'TLSv1.1',
  VersionTLS12: 'TLSv1.2',
  VersionTLS13: 'TLSv1.3',
}

export type ServingPlace = {
  /** The name of the files of a self-signed certificate, before `.crt` and `.key`. */
  readonly name: string
  readonly hosts: readonly string[]
  readonly nowMs: number
  /** The path of the certificate and its key, if they are requested from the API server. */
  readonly requestedPath: string | undefined
}

/**
 * Returns the certificate of the files, the requested one if it is there, or a self-signed one that
 * is kept in the directory.
 * @throws Error that names the flag
 */
export async function servingTls(
  settings: AgentSettings['server'],
  place: ServingPlace,
): Promise<ServingTls> {
  const { cipherSuites, minVersion } = settings
  const pair = await servingPair(settings, place)
  const ciphers = cipherSuites.map(openSslName).join(':')
  const tls = {
    ...pair,
    minVersion: versions[minVersion] ?? 'TLSv1.2',
    ...(ciphers !== '' && { ciphers }),
  }
  try {
    createSecureContext(tls)
  } catch (cause) {
    const { message } = cause as Error
    throw new Error(`--tls-cert-file, --tls-cipher-suites: cannot be used: ${message}`, { cause })
  }
  return tls
}

async function servingPair(
  { certDirectory, certFile, keyFile }: AgentSettings['server'],
  { name, hosts, nowMs, requestedPath }: ServingPlace,
): Promise<{ cert?: string; key?: string }> {
  if (certFile !== '' && keyFile !== '')
    return { cert: await readFile(certFile, 'utf8'), key: await readFile(keyFile, 'utf8') }
  if (requestedPath === undefined) return keptPair(certDirectory, { name, hosts, nowMs })
  // The file holds both.
  const text = await readFile(requestedPath, 'utf8').catch(() => '')
  return isValid(text, nowMs) ? { cert: text, key: text } : {}
}

async function keptPair(
  directory: string,
  { name, hosts, nowMs }: { name: string; hosts: readonly string[]; nowMs: number },
): Promise<{ cert: string; key: string }> {
  const certFile = join(directory, `${name}.crt`)
  const keyFile = join(directory, `${name}.key`)
  const [cert, key] = await Promise.all(
    [certFile, keyFile].map(file => readFile(file, 'utf8').catch(() => undefined)),
  )
  if (cert !== undefined && key !== undefined && isValid(cert, nowMs)) return { cert, key }
  const made = selfSignedCertificate(hosts, nowMs)
  try {
    await mkdir(directory, { recursive: true })
    await writeFile(keyFile, made.key, { mode: 0o600 })
    await writeFile(certFile, made.cert)
  } catch (cause) {
    throw new Error(`--cert-dir: ${(cause as Error).message}`, { cause })
  }
  return made
}

function isValid(cert: string, nowMs: number): boolean {
  try {
    return Date.parse(new X509Certificate(cert).validTo) > nowMs
  } catch {
    // The constructor throws for a text that is no certificate: it is replaced.
    return false
  }
}

/** Returns the name that OpenSSL gives a cipher suite. Those of TLS 1.3 are the same. */
export function openSslName(suite: string): string {
  if (/^TLS_(?:AES|CHACHA20)_/.test(suite)) return suite
  return suite
    .replace(/^TLS_/, '')
    .replace(/^RSA_WITH_/, '')
    .replace('_WITH_', '-')
    .replace(/AES_(\d+)_CBC_/, 'AES$1-')
    .replace(/AES_(\d+)_GCM_/, 'AES$1-GCM-')
    .replace(/CHACHA20_POLY1305(?:_SHA256)?/, 'CHACHA20-POLY1305')
    .replace('3DES_EDE_CBC_SHA', 'DES-CBC3-SHA')
    .replace('RC4_128_SHA', 'RC4-SHA')
    .replaceAll('_', '-')
}
