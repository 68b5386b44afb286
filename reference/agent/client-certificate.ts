// The first client certificate of the agent: requested when there is no configuration file yet
// (AGENT-150, AGENT-151).

import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { WebhookAddress } from '../api/authentication.ts'
import { readWebhookKubeconfig } from '../flag-settings/webhook-kubeconfig.ts'
import type { ApiClient } from './api-client.ts'
import { pause, requestCertificate } from './request-certificate.ts'
import { type RotationContext, retryMs, writePair } from './rotate-certificate.ts'

export type CertificateFlags = {
  readonly file: string
  readonly bootstrapFile: string
  readonly certDirectory: string
  readonly nodeName: string
}

export type CertificateContext = RotationContext & {
  /** Returns a client with the credentials of an address. */
  readonly clientAt: (address: () => WebhookAddress) => ApiClient
}

/** Whether the agent has to ask for a certificate before it can start. */
export const needsBootstrap = async ({
  file,
  bootstrapFile,
}: Pick<CertificateFlags, 'file' | 'bootstrapFile'>): Promise<boolean> =>
  bootstrapFile !== '' && (await stat(file).catch(() => undefined)) === undefined

const purpose = { as: 'client' } as const

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
        const pair = await requestCertificate(client, { ...flags, ...context, purpose })
        const path = await writePair(pair, certDirectory, { ...context, purpose })
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
  `--${start}${dialect.clientConfigFlag}`

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
