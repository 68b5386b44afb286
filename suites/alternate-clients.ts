// The doors of a target: the same service under other settings, each opened when it is first used.

import { createClient } from '../fixtures/client/client.ts'
import type { Client, Connection, ClientLimits } from '../fixtures/client/client.ts'
import type { Target } from '../fixtures/targets/target.ts'
import type { Identity } from '../properties/dsl/scenario.ts'

export type AlternateClients = {
  /** A client behind the door of a setting; undefined for who has no credentials. */
  client: (setting: string, who: Identity) => Promise<Client | undefined>
  requests(): number
  /** Closes the clients; what is behind the doors ends with the target. */
  close(): Promise<void>
}

/** The doors of a target, for one run. */
export function createAlternateClients(
  { doors = {}, credentials }: Pick<Target, 'doors' | 'credentials'>,
  limits?: ClientLimits,
): AlternateClients {
  const opened = new Map<string, Promise<Connection>>()
  const clients = new Map<string, Client>()

  function open(setting: string): Promise<Connection> {
    const door = doors[setting]
    if (!door) throw new Error(`the target has no alternate configuration ${setting}`)
    const connection = opened.get(setting) ?? door()
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
