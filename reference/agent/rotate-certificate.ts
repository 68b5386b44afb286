// Keeps a certificate of the agent valid: that for its client, and that for its server
// (AGENT-225, AGENT-226).

import { X509Certificate } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '../api/clock.ts'
import type { Dialect } from '../api/dialect.ts'
import type { ApiClient } from './api-client.ts'
import {
  type CertificatePair,
  type CertificatePurpose,
  pause,
  requestCertificate,
} from './request-certificate.ts'

export type RotationContext = {
  readonly dialect: Dialect
  readonly clock: Pick<Clock, 'now' | 'after'>
  readonly log: (line: string) => void
  /** Fires when the agent is to end. */
  readonly signal: AbortSignal
}

export type Rotation = {
  readonly purpose: CertificatePurpose
  readonly client: ApiClient
  readonly nodeName: string
  readonly certDirectory: string
  /** Returns the certificate in use as PEM; undefined for none. */
  readonly current: () => string | undefined
  /** Is given each new certificate. */
  readonly use: (pair: CertificatePair) => void
}

/** The pause after a request that was denied or failed. */
export const retryMs = 5000
const renewalShare = 0.8
const longestMs = 24 * 3_600_000

/**
 * Requests a certificate when there is none, and when four fifths of the time of the present one
 * have passed. Returns when the signal fires.
 */
export async function rotateCertificate(
  { purpose, client, nodeName, certDirectory, current, use }: Rotation,
  context: RotationContext,
): Promise<void> {
  const { clock, log, signal } = context
  const name = `${purpose.as} certificate`
  while (!signal.aborted) {
    const certificate = current()
    const dueMs = certificate === undefined ? 0 : dueAtMs(certificate) - clock.now()
    try {
      if (dueMs > 0) {
        await pause(Math.min(longestMs, dueMs), clock, signal)
        continue
      }
      const pair = await requestCertificate(client, { ...context, nodeName, purpose })
      await writePair(pair, certDirectory, { ...context, purpose })
      use(pair)
      log(`${name}: ${certificate === undefined ? 'issued' : 'rotated'}`)
    } catch (error) {
      if (signal.aborted) return
      log(`${name}: ${(error as Error).message}`)
      await pause(retryMs, clock, signal).catch(() => {})
    }
  }
}

function dueAtMs(certificate: string): number {
  const { validFrom, validTo } = new X509Certificate(certificate)
  const [fromMs, toMs] = [Date.parse(validFrom), Date.parse(validTo)]
  return fromMs + (toMs - fromMs) * renewalShare
}

type PairPlace = { readonly dialect: Dialect; readonly purpose: CertificatePurpose }

/** Returns the path of the pair in the directory of certificates. */
export function pairPath(directory: string, { dialect, purpose }: PairPlace): string {
  return join(directory, `${dialect.agentProgram}-${purpose.as}-current.pem`)
}

/** The certificate and its key are one file, so that both are replaced at once. */
export async function writePair(
  { certificate, key }: CertificatePair,
  directory: string,
  place: PairPlace,
): Promise<string> {
  const path = pairPath(directory, place)
  await mkdir(directory, { recursive: true })
  await writeFile(`${path}.new`, `${certificate.trimEnd()}\n${key}`, { mode: 0o600 })
  await rename(`${path}.new`, path)
  return path
}
