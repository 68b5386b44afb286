// Opens the storage engine of a server: memory, a data directory, or etcd.

import type { PartsOptions } from './parts-options.ts'
import { systemClock } from './clock.ts'
import { sharedSecret } from '../storage/shared-secret.ts'

export type StoreFlags = {
  /** The directory of the data file. */
  dataDir?: string
  /** Addresses of etcd, separated by commas. */
  etcdServers?: string
  /** The prefix of the keys in etcd; `/registry` unless set. */
  etcdPrefix?: string
}

/**
 * Opens the engine that the flags select; returns an empty object for memory. Engines are loaded on
 * demand.
 * @throws Error about a flag, a directory or an etcd that cannot be used
 */
export async function openStore(
  { dataDir, etcdServers, etcdPrefix = '/registry' }: StoreFlags,
  historyMs: number,
): Promise<Pick<PartsOptions, 'stored'>> {
  if (dataDir !== undefined && etcdServers !== undefined)
    throw new Error('--data-dir: expected no --etcd-servers beside it, got both')
  if (dataDir === '') throw new Error('--data-dir: expected a directory, got ""')
  const clock = { now: systemClock().steady }
  if (dataDir !== undefined) {
    const { openLmdbStore } = await import('../storage/lmdb.ts')
    const store = await openLmdbStore({ directory: dataDir, historyMs, clock })
    return { stored: { store, secret: await sharedSecret(store), isRemote: false } }
  }
  if (etcdServers === undefined) return {}
  const servers = etcdServers.split(',').map(server => server.trim())
  const wrong = servers.find(server => !/^(https?|unix):\/\//.test(server))
  if (wrong !== undefined)
    throw new Error(
      `--etcd-servers: expected addresses such as http://127.0.0.1:2379, got ${JSON.stringify(wrong)}`,
    )
  const { openEtcdStore } = await import('../storage/etcd.ts')
  const store = await openEtcdStore({ servers, prefix: etcdPrefix, historyMs, clock })
  return {
    stored: { store, secret: await sharedSecret(store), isRemote: true, prefix: etcdPrefix },
  }
}
