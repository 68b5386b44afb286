// What authenticators of tokens need of their server.

import type { JwtRules } from '../../api/authentication.ts'
import type { FetchDocument } from './fetch-document.ts'

/** The departures of a dialect for mapped values. */
export type MappingDialect = {
  /**
   * Whether an empty string as a claim is a group or a user name: the prefix alone. Then null is an
   * empty string.
   */
  readonly hasEmptyNames: boolean
  /** Whether the id of a token becomes an extra attribute of its user. */
  readonly keepsTokenId: boolean
}

/** What an authenticator needs of its server. Times are in milliseconds. */
export type JwtContext = {
  readonly fetchDocument: FetchDocument
  readonly clock: { now(): number; steady(): number }
  readonly rules: JwtRules
  readonly dialect: MappingDialect
  /** Writes a line to the log. `what` may contain text of an issuer. */
  readonly log: (what: string) => void
}
