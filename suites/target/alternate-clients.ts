// Clients of the alternate configurations of a target (the same service with other settings) and of
// the servers of setups. Each is opened on first use.

import { createClient, defaultClientLimits } from '../../fixtures/client/client.ts'
import type { Client, Connection, ClientLimits } from '../../fixtures/client/client.ts'
import { certificateIn } from '../../fixtures/objects/client-certificates.ts'
import type { ClientCertificateSpec } from '../../fixtures/objects/client-certificates.ts'
import type { Target } from '../../fixtures/targets/target.ts'
import type { Identity } from '../../properties/dsl/scenario.ts'
import { agentNameIn } from '../../properties/dsl/agent-names.ts'
import { issuersHost, setupNameIn, webHost } from '../../properties/dsl/setup-names.ts'
import { DanglingReference } from '../../properties/dsl/term.ts'
import { setupNamed } from '../setups/setups.ts'
import type { StartedAgents } from './started-agents.ts'
import type { StartedSetups } from './started-setups.ts'

/** The clients of the alternate configurations of a target. */
export type AlternateClients = {
  /** A client of an alternate configuration, or undefined for an identity without credentials. */
  client: (serverName: string, who: Identity) => Promise<Client | undefined>
  requests(): number
  /** Closes the clients. The servers are stopped with the target. */
  close(): Promise<void>
}

/** Creates the clients of the alternate configurations of a target, for one run. */
export function createAlternateClients(
  { alternates = {}, credentials }: Pick<Target, 'alternates' | 'credentials'>,
  setups: Pick<StartedSetups, 'start' | 'startHost' | 'hosts'> & { agents?: StartedAgents },
  limits: ClientLimits = defaultClientLimits,
): AlternateClients {
  const opened = new Map<string, Promise<Connection>>()
  const clients = new Map<string, Client>()

  async function open(serverName: string): Promise<Connection> {
    if (serverName === issuersHost) return hostConnection()
    if (serverName === webHost) return (await setups.startHost()).connection
    const connection = opened.get(serverName) ?? connect(serverName)
    opened.set(serverName, connection)
    return connection
  }

  async function connectToSetup(setup: string): Promise<Connection> {
    return unlessItFails(`the server of the setup ${setup}`, async () => {
      const { connection } = await setups.start(setup)
      return connection
    })
  }

  async function connectToAgent(name: string): Promise<Connection> {
    const { agents } = setups
    if (!agents) throw new DanglingReference('this run starts no node agents')
    return unlessItFails(`the ${name}`, () => agents.start(name))
  }

  async function hostConnection(): Promise<Connection> {
    const host = setups.hosts()
    if (!host) throw new DanglingReference('no setup with an issuer has started')
    return host.connection
  }

  async function issueCertificate(certificate: ClientCertificateSpec, { url }: Connection) {
    if (!url.startsWith('https:'))
      throw new DanglingReference(`${url} has no TLS, so no client certificate can be sent there`)
    const host = setups.hosts()
    if (!host) throw new DanglingReference('no setup with an authority has started')
    const pair = await host.clientCertificateOf(certificate)
    return { clientCertificate: pair.certificate, clientKey: pair.key }
  }

  /** A client repeats requests that a server refuses for now, unless refusals are judged. */
  function limitsFor(serverName: string): ClientLimits {
    const setup = setupNameIn(serverName)
    const isRepeated = setup === undefined || !setupNamed(setup).isNeverRetried
    return isRepeated ? limits : { ...limits, retriesMax: 0 }
  }

  async function connect(serverName: string): Promise<Connection> {
    const setup = setupNameIn(serverName)
    if (setup !== undefined) return connectToSetup(setup)
    const agent = agentNameIn(serverName)
    if (agent !== undefined) return connectToAgent(agent)
    const alternate = alternates[serverName]
    if (!alternate) throw new Error(`the target has no alternate configuration ${serverName}`)
    return alternate()
  }

  return {
    async client(serverName, who) {
      const { setup: server, certificate } = certificateIn(serverName)
      // The credentials of the target are sent to nothing else.
      const credential = certificate || isHarness(server) ? {} : credentials[who]
      if (!credential) return undefined
      const key = `${serverName} ${who}`
      const connection = await open(server)
      const known = clients.get(key)
      if (known) return known
      const own = certificate && (await issueCertificate(certificate, connection))
      const client = createClient(connection, own ?? credential, limitsFor(server))
      clients.set(key, client)
      return client
    },
    requests: () => [...clients.values()].reduce((sum, client) => sum + client.requests(), 0),
    close: async () => {
      await Promise.all([...clients.values()].map(client => client.close()))
    },
  }
}

/** Whether a server is a host of the harness, to which no credentials of the target are sent. */
const isHarness = (serverName: string): boolean =>
  serverName === webHost || agentNameIn(serverName) !== undefined

/** A server that does not start is no failure of the harness: its rows cannot be judged. */
async function unlessItFails(what: string, start: () => Promise<Connection>): Promise<Connection> {
  try {
    return await start()
  } catch (problem) {
    const because = problem instanceof Error ? problem.message : String(problem)
    throw new DanglingReference(`${what} did not start: ${because}`)
  }
}
