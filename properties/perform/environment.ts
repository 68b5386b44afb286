// Defines environments, on which scenarios are performed: connections to a target, its names, and
// the resources of a case.

import type { Client } from '../../fixtures/client/client.ts'
import type { ConfigCheckResult, ConfigCheckRequest } from '../../fixtures/objects/config-check.ts'
import type { TestedType, Role } from '../../fixtures/objects/tested-types.ts'
import type { Answer } from '../history/history.ts'
import type { RunHost } from '../dsl/term.ts'
import type { Identity } from '../dsl/scenario.ts'
import type { WaitMemory } from './wait-memory.ts'

/** What the steps of a scenario need of a target: clients, types, controls and namespaces. */
export type Environment = {
  /** A client for each identity for which the target has credentials. */
  clients: Partial<Record<Identity, Client>>
  /**
   * Returns a client of an alternate configuration; undefined for an identity without credentials.
   */
  otherClient?: (serverName: string, who: Identity) => Promise<Client | undefined>
  /** The host of the run, once a request or a setup that needs it has started it. */
  hosts?: () => RunHost | undefined
  dialect: string
  apiDomain: string
  ordered: boolean
  types: Record<Role, TestedType>
  controls: {
    compact?: () => Promise<void>
    advance?: (ms: number) => Promise<void>
    expire?: () => Promise<void>
    corrupt?: (path: string) => Promise<void>
    accepts?: (question: ConfigCheckRequest) => Promise<ConfigCheckResult>
    failHealthCheck?: { check: string; set: (isFailing: boolean) => Promise<void> }
  }
  /** The value of the run label. */
  run: string
  /** The namespaces of this environment, which no other one uses at the same time. */
  namespaces: string[]
  /** The definitions that cases of this run share, by name. */
  definitions?: Map<string, Promise<Answer>>
  /** The waits of this run so far. Without it no wait is shortened. */
  waits?: WaitMemory
  /** Time limit of one scenario, in milliseconds. No step starts after it. */
  caseMs: number
  /** Returns a new prefix for the names of one case. */
  nextPrefix(): string
}
