// What a server in memory can be given.

import type { AllowRule, TokenUser } from '../api/access.ts'
import type { AuthorizerSettings } from '../api/access-webhook.ts'
import type { FeatureGates } from '../api/feature-gates.ts'
import type { Parts } from '../parts/parts.ts'
import type { AuditSettings } from '../api/audit.ts'
import type { ControllerSettings } from '../api/controller-settings.ts'
import type { EgressSettings } from '../api/egress.ts'
import type { TracingSettings } from '../api/tracing.ts'
import type { PluginSettings } from '../api/admission-settings.ts'
import type { AuthenticationConfig } from '../api/authentication.ts'
import type { FollowedEncryption } from '../flag-settings/encryption-flags.ts'
import type { DialectName } from '../api/dialect.ts'
import type { Store } from '../api/store.ts'

/** The settings of a server in memory. */
export type PartsOptions = {
  dialect?: DialectName
  /** The value of `<api-domain>`; that of the dialect unless set. */
  apiDomain?: string
  /** The lifetime of a continue token, and the minimum one of a snapshot; 5 minutes unless set. */
  historyMs?: number
  /** The lag of reads that need not be the newest; 0 unless set. */
  cacheLagMs?: number
  /** A storage engine other than memory, and the secret that its servers share. */
  stored?: {
    store: Store
    secret: Buffer
    /** Whether reads go over the network, so that a cache is worthwhile. */
    isRemote: boolean
    /** The prefix of the keys where they are stored; `/registry` unless set. */
    prefix?: string
  }
  /** What is encrypted where it is stored; nothing unless set. */
  encryption?: FollowedEncryption
  /** Feature gates that differ from the defaults. */
  gates?: Partial<FeatureGates>
  /** Whether ignored settings are stored with a warning; they are refused unless set. */
  storeIgnoredSettings?: boolean
  /** Without users, every client is an administrator. */
  users?: readonly TokenUser[]
  /** Authentication by a valid configuration; requests without credentials are then anonymous. */
  authentication?: AuthenticationConfig
  newerAuthentication?: Parts['newerAuthentication']
  /** The authorities of client certificates. The server then needs `tls`. */
  clientAuthorities?: Parts['clientAuthorities']
  /** The headers in which a proxy names users. The server then needs `tls`. */
  requestHeaders?: Parts['requestHeaders']
  /** A service that reviews the tokens that nobody else knows. */
  tokenWebhook?: Parts['tokenWebhook']
  /** Admission plug-ins that are switched off, or configured. */
  plugins?: PluginSettings
  /** What is written to an audit log or webhook; nothing unless set. */
  audit?: AuditSettings
  /** The proxies for outgoing connections; they are direct unless set. */
  egress?: EgressSettings
  /** Where spans are sent; nothing is traced unless set. */
  tracing?: TracingSettings
  /** The controllers that run besides those that every server needs; none unless set. */
  controllers?: ControllerSettings
  /** Files that the server reads again while it runs. */
  followedFiles?: Parts['followedFiles']
  /** Writes a line to the log; standard error unless set. */
  log?: (what: string) => void
  allow?: readonly AllowRule[]
  /**
   * The authorizers, in their order, instead of the rules of `allow`: modes and webhooks. If both
   * are set, the rules come first, and RBAC has no bootstrap roles.
   */
  authorizers?: readonly AuthorizerSettings[]
  newerAuthorizers?: Parts['newerAuthorizers']
  /**
   * How long after its start the server is live although its start hooks have not finished; 0
   * unless set.
   */
  livezGraceMs?: number
  /** How long the server continues to serve after the request to shut down; 0 unless set. */
  shutdownDelayMs?: number
  /** Any free port unless set. */
  port?: number
  bindAddress?: string
  /** PEM texts; the server serves plain HTTP/1.1 without them. */
  tls?: { cert: string; key: string }
}
