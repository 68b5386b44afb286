// The client certificate of the agent: requested when there is no configuration file yet
// (AGENT-150, AGENT-151), and again before it expires (AGENT-225).

import { X509Certificate } from 'node:crypto'
import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { WebhookAddress } from '../api/authentication.ts'
import type { Clock } from '../api/clock.ts'
import type { Dialect } from '../api/dialect.ts'
import { readWebhookKubeconfig } from '../flag-settings/webhook-kubeconfig.ts'
import type { ApiClient } from './api-client.ts'
import { pause, requestCertificate, type CertificatePair } from './request-certificate.ts'

export type CertificateFlags = {
  readonly file: string
  readonly bootstrapFile: string
  readonly certDirectory: string
  readonly nodeName: string
}

export type CertificateContext = {
  readonly dialect: Dialect
  readonly clock: Pick<Clock, 'now' | 'after'>
  readonly log: (line: string) => void
  readonly signal: AbortSignal
  /** Returns a client with the credentials of an address. */
  readonly clientAt: (address: () => WebhookAddress) => ApiClient
}

const retryMs = 5000

/** Whether the agent has to ask for a certificate before it can start. */
export const needsBootstrap = async ({
  file,
  bootstrapFile,
}: Pick<CertificateFlags, 'file' | 'bootstrapFile'>): Promise<boolean> =>
  bootstrapFile !== '' && (await stat(file).catch(() => undefined)) === undefined

/** Requests a certificate with the bootstrap credentials, and writes it and the configuration. */
export async function bootstrap(flags: CertificateFlags, context: CertificateContext) {
  const { file, bootstrapFile, certDirectory } = flags
  const { log, clock, signal } = context
  const address = await readWebhookKubeconfig(bootstrapFile, {
    flag: flagOf('bootstrap-', context),
    readText: path => readFile(path, 'utf8'),
  })
  const client = context.clientAt(() => address)
  try {
    for (;;) {
      try {
        const pair = await requestCertificate(client, { ...flags, ...context })
        const path = await writePair(pair, certDirectory, context)
        await writeConfiguration(file, address, path)
        log(`${file}: written, with the client certificate ${path}`)
        return
      } catch (error) {
        if (signal.aborted) throw error
        log(`client certificate: ${(error as Error).message}`)
        await pause(retryMs, clock, signal)
      }
    }
  } finally {
    client.close()
  }
}

const flagOf = (start: string, { dialect }: CertificateContext): string =>
  `--${start}${dialect.name === 'kubernetes' ? 'kubeconfig' : 'clusterconfig'}`

/** The certificate and its key are one file, so that both are replaced at once. */
async function writePair(
  { certificate, key }: CertificatePair,
  directory: string,
  { dialect }: CertificateContext,
): Promise<string> {
  const program = dialect.name === 'kubernetes' ? 'kubelet' : 'nodeagent'
  const path = join(directory, `${program}-client-current.pem`)
  await mkdir(directory, { recursive: true })
  await writeFile(`${path}.new`, `${certificate.trimEnd()}\n${key}`, { mode: 0o600 })
  await rename(`${path}.new`, path)
  return path
}

async function writeConfiguration(
  file: string,
  { url, certificateAuthority, serverName, isVerificationSkipped }: WebhookAddress,
  pairPath: string,
): Promise<void> {
  const authority = certificateAuthority && Buffer.from(certificateAuthority).toString('base64')
  const cluster = {
    server: url,
    ...(authority && { 'certificate-authority-data': authority }),
    ...(serverName !== undefined && { 'tls-server-name': serverName }),
    ...(isVerificationSkipped === true && { 'insecure-skip-tls-verify': true }),
  }
  const name = 'default'
  const config = {
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name, cluster }],
    users: [{ name, user: { 'client-certificate': pairPath, 'client-key': pairPath } }],
    contexts: [{ name, context: { cluster: name, user: name } }],
    'current-context': name,
  }
  await mkdir(dirname(file), { recursive: true })
  // JSON is valid YAML.
  await writeFile(`${file}.new`, `${JSON.stringify(config, undefined, 2)}\n`, { mode: 0o600 })
  await rename(`${file}.new`, file)
}

const renewalShare = 0.8
const longestMs = 24 * 3_600_000

/**
 * Requests a new certificate when four fifths of the time of the present one have passed. `use` is
 * given each new one. Returns when the signal fires.
 */
export async function rotateCertificate(
  flags: CertificateFlags,
  context: CertificateContext,
  {
    client,
    current,
    use,
  }: {
    client: ApiClient
    current: () => string | undefined
    use: (pair: CertificatePair) => void
  },
): Promise<void> {
  const { clock, log, signal } = context
  while (!signal.aborted) {
    const certificate = current()
    const dueMs = certificate === undefined ? 0 : dueAtMs(certificate) - clock.now()
    try {
      if (dueMs > 0) {
        await pause(Math.min(longestMs, dueMs), clock, signal)
        continue
      }
      const pair = await requestCertificate(client, { ...flags, ...context })
      await writePair(pair, flags.certDirectory, context)
      use(pair)
      log('client certificate: rotated')
    } catch (error) {
      if (signal.aborted) return
      log(`client certificate: ${(error as Error).message}`)
      await pause(retryMs, clock, signal).catch(() => {})
    }
  }
}

function dueAtMs(certificate: string): number {
  const { validFrom, validTo } = new X509Certificate(certificate)
  const [fromMs, toMs] = [Date.parse(validFrom), Date.parse(validTo)]
  return fromMs + (toMs - fromMs) * renewalShare
}
