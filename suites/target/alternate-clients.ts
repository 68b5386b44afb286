// Clients of the alternate configurations of a target: the same service with other settings. Each
// is opened on first use.

import { createClient } from '../../fixtures/client/client.ts'
import type { Client, Connection, ClientLimits } from '../../fixtures/client/client.ts'
import type { Target } from '../../fixtures/targets/target.ts'
import type { Identity } from '../../properties/dsl/scenario.ts'

/** The clients of the alternate configurations of a target. */
export type AlternateClients = {
  /** A client of an alternate configuration, or undefined for an identity without credentials. */
  client: (setting: string, who: Identity) => Promise<Client | undefined>
  requests(): number
  /** Closes the clients. The servers are stopped with the target. */
  close(): Promise<void>
}

/** Creates the clients of the alternate configurations of a target, for one run. */
export function createAlternateClients(
  { alternates = {}, credentials }: Pick<Target, 'alternates' | 'credentials'>,
  limits?: ClientLimits,
): AlternateClients {
  const opened = new Map<string, Promise<Connection>>()
  const clients = new Map<string, Client>()

  function open(setting: string): Promise<Connection> {
    const alternate = alternates[setting]
    if (!alternate) throw new Error(`the target has no alternate configuration ${setting}`)
    const connection = opened.get(setting) ?? alternate()
    opened.set(setting, connection)
    return connection
  }

  return {
    async client(setting, who) {
      const credential = credentials[who]
      if (!credential) return undefined
      const key = `${setting} ${who}`
      const connection = await open(setting)
      const client = clients.get(key) ?? createClient(connection, credential, limits)
      clients.set(key, client)
      return client
    },
    requests: () => [...clients.values()].reduce((sum, client) => sum + client.requests(), 0),
    close: async () => {
      await Promise.all([...clients.values()].map(client => client.close()))
    },
  }
}
