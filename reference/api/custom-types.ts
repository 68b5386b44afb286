import type { Controller, Parts } from './parts.ts'
import type { Resource } from './resource.ts'

/** What clients define: the types, and who sees to them. */
export type CustomTypes = {
  /** The same list until one of them changes. */
  readonly types: () => readonly Resource[]
  /** Calls `tell` whenever the list is another, until the returned function is called. */
  readonly changed: (tell: () => void) => () => void
  /** Resolves when what the store held at first is known. */
  readonly ready: () => Promise<void>
  /** Follows the definitions in the store of a server and does what they ask for. */
  readonly follow: (at: Parts) => Controller
}
