// Starts the servers of setups on a target, and the hosts that they need, for one run.

import { randomBytes } from 'node:crypto'
import { startIssuerHost } from '../../fixtures/hosts/issuer-host.ts'
import type { IssuerHost } from '../../fixtures/hosts/issuer-host.ts'
import { withHostAddresses } from '../../fixtures/objects/host-addresses.ts'
import { pluginDirectory } from '../../fixtures/objects/kms-stubs.ts'
import type { StartedServer, Target } from '../../fixtures/targets/target.ts'
import { configFileText } from '../../properties/perform/config-check-step.ts'
import type { HoleValues } from '../../properties/dsl/term.ts'
import { observeEnding } from './observe-ending.ts'
import { setupNamed } from '../setups/setups.ts'

/** The servers of setups that have been started. */
export type StartedSetups = {
  /** Starts the server of a setup, unless it has been started. */
  start(name: string): Promise<StartedServer>
  /** Starts the host of the run, unless it has been started. */
  startHost(): Promise<IssuerHost>
  /** The host of the run, once it has been started. */
  hosts(): IssuerHost | undefined
  /** Stops the servers and the hosts. */
  close(): Promise<void>
}

/** Each server is started once. A failed start fails every use of its setup. */
export function createStartedSetups({
  controls,
  apiDomain,
  dialect,
  credentials,
  hostsAddress: address,
}: Pick<
  Target,
  'controls' | 'apiDomain' | 'dialect' | 'credentials' | 'hostsAddress'
>): StartedSetups {
  const started = new Map<string, Promise<StartedServer>>()
  // Another run on the same storage has other data.
  const run = randomBytes(4).toString('hex')
  let opening: Promise<IssuerHost> | undefined
  let host: IssuerHost | undefined

  const startHost = async () =>
    (host = await (opening ??= startIssuerHost(address === undefined ? {} : { address })))

  async function start(name: string): Promise<StartedServer> {
    const server = await startServer(name)
    const issuers = await startHost()
    issuers.offerLog(name, server.log)
    if (server.stored) issuers.offerStored(name, server.stored)
    // Each read of the ending starts and stops another server.
    if (setupNamed(name).endsWhenRead)
      issuers.offerEnding(name, async () =>
        observeEnding(await startServer(name), credentials['admin']),
      )
    return server
  }

  async function startServer(name: string): Promise<StartedServer> {
    if (!controls.start) throw new Error('no target file defines `controls.start`')
    const { files, flags, data, publishes = {}, collectorPort, plugins = [] } = setupNamed(name)
    const issuers = await startHost()
    for (const [path, issuer] of Object.entries(publishes)) issuers.publish(path, issuer)
    if (collectorPort !== undefined) await issuers.collectOn(collectorPort)
    const sockets = plugins.length > 0 ? await issuers.startPlugins(plugins) : ''
    const fillings = { group: (word: string) => `${word}.${apiDomain}`, hosts: () => host }
    return controls.start({
      files: await Promise.all(
        files.map(async file => ({
          name: file.name,
          text: await withHostAddresses(
            // Files of setups have no other holes.
            configFileText(file, fillings as unknown as HoleValues, dialect.name).replaceAll(
              pluginDirectory,
              sockets,
            ),
            issuers.addressOf,
          ),
        })),
      ),
      flags,
      ...(data !== undefined && { data: `${data}-${run}` }),
    })
  }

  return {
    start: name => {
      const known = started.get(name) ?? start(name)
      started.set(name, known)
      return known
    },
    startHost,
    hosts: () => host,
    close: async () => {
      const servers = await Promise.allSettled(started.values())
      await Promise.all(
        servers.flatMap(one => (one.status === 'fulfilled' ? [one.value.stop()] : [])),
      )
      await host?.close()
    },
  }
}
