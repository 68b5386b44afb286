// How the server connects to other services.

import type { Socket } from 'node:net'

/** The classes of outgoing connections. Connections to `etcd` are those of the storage. */
export type EgressClass = 'controlplane' | 'cluster' | 'etcd'

/** A proxy that is asked by HTTP CONNECT, over TCP or a Unix socket. */
export type EgressProxy =
  | { readonly socketPath: string }
  | {
      readonly url: string
      /** PEM. The authorities of the system, if absent (EGRESS-020). */
      readonly certificateAuthority?: string
      readonly serverName?: string
      /** The client certificate of this server, PEM; present for https. */
      readonly client?: { readonly certificate: string; readonly key: string }
    }

/** The proxies by class. Connections of other classes are direct. */
export type EgressSettings = { readonly [name in EgressClass]?: EgressProxy }

/**
 * Connects to a host and a port. Rejects with an Error that says what was not reached, or when the
 * signal fires.
 */
export type Dial = (host: string, port: number, signal?: AbortSignal) => Promise<Socket>

export type EgressParts = {
  /** Returns how connections of a class are made; undefined for direct ones. */
  readonly dialOf: (name: EgressClass) => Dial | undefined
}

/** A service in the registration of a webhook. */
export type ServiceReference = {
  readonly namespace: string
  readonly name: string
  readonly port: number
}
