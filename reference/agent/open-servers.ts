// Opens the servers of the agent that its flags ask for.

import type { Clock } from '../api/clock.ts'
import { accessControl } from './access-control.ts'
import { agentPaths, type AgentPathsOptions } from './agent-paths.ts'
import { type RunningServer, serveHealth, serveReaders, serveSecurely } from './agent-server.ts'
import type { ApiClient } from './api-client.ts'
import { servingTls } from './serving-certificate.ts'
import type { AgentSettings } from './settings.ts'

export type ServersOptions = {
  readonly settings: AgentSettings
  /** The name of the files of a self-signed certificate. */
  readonly program: string
  readonly apiDomain: string
  readonly client: ApiClient | undefined
  readonly clock: Pick<Clock, 'now' | 'steady'>
  readonly paths: Omit<AgentPathsOptions, 'hasDebugging' | 'rootDirectory'>
}

/** Resolves when all servers listen. @throws Error that names a flag; then none of them does */
export async function openServers(options: ServersOptions): Promise<readonly RunningServer[]> {
  const { settings, program, apiDomain, client, clock } = options
  const { server, health, access, nodeName, rootDirectory } = settings
  const paths = agentPaths({ ...options.paths, rootDirectory, hasDebugging: server.hasDebugging })
  const opened: RunningServer[] = []
  try {
    if (health.port > 0) {
      const place = { flag: '--healthz-port', address: health.address, port: health.port }
      opened.push(await serveHealth(place, paths))
    }
    if (!server.isEnabled) return opened
    const hosts = [nodeName, server.address].filter(host => host !== '')
    const tls = await servingTls(server, { name: program, hosts, nowMs: clock.now() })
    const control = await accessControl({ settings: access, nodeName, apiDomain, client, clock })
    const place = { flag: '--port', address: server.address, port: server.port }
    opened.push(await serveSecurely(place, { tls, access: control, paths }))
    if (server.readOnlyPort > 0) {
      const readers = {
        flag: '--read-only-port',
        address: server.address,
        port: server.readOnlyPort,
      }
      opened.push(await serveReaders(readers, paths))
    }
    return opened
  } catch (cause) {
    await Promise.all(opened.map(one => one.close()))
    throw cause
  }
}
