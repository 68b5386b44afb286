import type { Clock } from '../api/clock.ts'
import type { DialectName } from '../api/dialect.ts'
import type { Machine } from './host-facts.ts'
import type { AgentSettings } from './settings.ts'

/** What an agent runs with. */
export type AgentSetup = {
  readonly settings: AgentSettings
  readonly dialect: DialectName
  readonly gates: { readonly [name: string]: boolean }
  /** The effective values of the flags, by the names of the dialect. */
  readonly values: { readonly [name: string]: unknown }
  readonly isStandalone: boolean
  readonly version: string
  readonly machine: Machine
  readonly clock: Clock
  readonly log: (line: string) => void
}
