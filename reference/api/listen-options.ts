/** The address of a server. */
export type ListenOptions = {
  readonly port: number
  readonly bindAddress: string
  /** A certificate chain and its key, as PEM; no TLS when absent. */
  readonly tls?: { readonly cert: string; readonly key: string }
}
