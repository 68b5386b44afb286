// Opens the servers of the agent that its flags ask for.

import type { Clock } from '../api/clock.ts'
import type { Dialect } from '../api/dialect.ts'
import { accessControl } from './access-control.ts'
import { agentPaths, type AgentPathsOptions } from './agent-paths.ts'
import {
  type RunningServer,
  type SecureRunningServer,
  serveHealth,
  serveReaders,
  serveSecurely,
} from './agent-server.ts'
import type { ApiClient } from './api-client.ts'
import type { CertificatePurpose } from './request-certificate.ts'
import { pairPath, rotateCertificate } from './rotate-certificate.ts'
import { servingTls } from './serving-certificate.ts'
import type { AgentSettings } from './settings.ts'

export type ServersOptions = {
  readonly settings: AgentSettings
  readonly dialect: Dialect
  readonly client: ApiClient | undefined
  readonly clock: Pick<Clock, 'now' | 'steady' | 'after'>
  readonly log: (line: string) => void
  /** Fires when the agent is to end. */
  readonly signal: AbortSignal
  readonly hostIp: string
  readonly paths: Omit<
    AgentPathsOptions,
    'hasDebugging' | 'rootDirectory' | 'clock' | 'streamIdleMs'
  >
}

/** Resolves when all servers listen. @throws Error that names a flag; then none of them does */
export async function openServers(options: ServersOptions): Promise<readonly RunningServer[]> {
  const { settings, dialect, client, clock, hostIp, log } = options
  const { server, health, access, nodeName, rootDirectory } = settings
  const { hasDebugging, streamIdleMs } = server
  const paths = agentPaths({ ...options.paths, rootDirectory, hasDebugging, clock, streamIdleMs })
  const opened: RunningServer[] = []
  try {
    if (health.port > 0) {
      const place = { flag: '--healthz-port', address: health.address, port: health.port }
      opened.push(await serveHealth(place, paths))
    }
    if (!server.isEnabled) return opened
    const hosts = [nodeName, server.address].filter(host => host !== '')
    const purpose = { as: 'server', hosts: [...new Set([nodeName, hostIp])] } as const
    const { certDirectory } = server
    const requester = server.requestsCertificate && server.certFile === '' ? client : undefined
    const tls = await servingTls(server, {
      name: dialect.agentProgram,
      hosts,
      nowMs: clock.now(),
      requestedPath: requester && pairPath(certDirectory, { dialect, purpose }),
    })
    const { apiDomain } = dialect
    const control = await accessControl({ settings: access, nodeName, apiDomain, client, clock })
    const place = { flag: '--port', address: server.address, port: server.port }
    const secure = await serveSecurely(place, { tls, access: control, paths })
    opened.push(secure)
    if (server.readOnlyPort > 0) {
      const readers = {
        flag: '--read-only-port',
        address: server.address,
        port: server.readOnlyPort,
      }
      opened.push(await serveReaders(readers, paths))
    }
    if (requester)
      // After all that can fail, because this goes on until the agent ends.
      void rotateServingCertificate(secure, { current: tls.cert, purpose, requester }, options)
    else if (server.requestsCertificate)
      log(
        `--rotate-server-certificates: no certificate is requested, because ${client ? '--tls-cert-file is set' : 'there is no API server'}`,
      )
    return opened
  } catch (cause) {
    await Promise.all(opened.map(one => one.close()))
    throw cause
  }
}

type ServingRotation = {
  readonly current: string | undefined
  readonly purpose: CertificatePurpose
  readonly requester: ApiClient
}

/** AGENT-226. Returns when the agent is to end. */
function rotateServingCertificate(
  secure: SecureRunningServer,
  { current, purpose, requester: client }: ServingRotation,
  options: ServersOptions,
): Promise<void> {
  const { nodeName, server } = options.settings
  let inUse = current
  return rotateCertificate(
    {
      purpose,
      client,
      nodeName,
      certDirectory: server.certDirectory,
      current: () => inUse,
      use({ certificate, key }) {
        inUse = certificate
        secure.useCertificate({ cert: certificate, key })
      },
    },
    options,
  )
}
