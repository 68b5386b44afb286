// Defines setups: servers that are started for checks with certain files and flags.

import type { ConfigFileTerm } from '../../properties/dsl/scenario.ts'

/**
 * A server that the checks of a run share. It is started at most once a run. A request is sent to
 * it with `server: onSetup(name)`.
 */
export type Setup = {
  name: string
  files: ConfigFileTerm[]
  /** By the names of a genuine server. The value of a file flag is the name of a file. */
  flags: string[]
  /** Whether refused requests are what is judged: the client repeats none. */
  isNeverRetried?: true
  /**
   * A label of the stored data, which the servers of all setups with this label share; without it
   * the server begins with a separate empty store.
   */
  data?: string
  /** Whether the harness stops servers of the setup and records that (objects/endings.ts). */
  endsWhenRead?: true
  /** A port on which a collector of spans listens before the server starts. */
  collectorPort?: number
  /** KMS plug-ins that run before the server does. */
  plugins?: string[]
  /** Paths at the host of issuers with the discovery document of the issuer at another path. */
  publishes?: { [path: string]: string }
}
