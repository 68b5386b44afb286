// The server names of requests to servers of setups, and to the hosts of the run.

const prefix = 'setup:'

/** The server name of requests to the server of a setup (`suites/setups`). */
export const onSetup = (name: string): string => `${prefix}${name}`

/** The name of the setup whose server asks the backend of the host about images. */
export const imageReviewSetup = 'image reviews'

/**
 * The names of the setups whose servers send audit events: by rules for some users, namespaces and
 * paths, and of everything.
 */
export const auditSetups = {
  byRules: 'audit by rules',
  ofEverything: 'audit of everything',
} as const
export type AuditSetup = keyof typeof auditSetups

/**
 * The names of the setups that share data: a server that encrypts some types, one without any
 * configuration of encryption, and one with the key of secrets alone.
 */
export const encryptionSetups = {
  encrypting: 'encryption',
  plain: 'encryption, without keys',
  oneKey: 'encryption, with one key',
} as const
export type EncryptionSetup = keyof typeof encryptionSetups

/** The name of a setup that differs in having an older version of a configuration document. */
export const inOldVersion = (name: string): string => `${name}, old version`

/** The server name of requests to the host of issuers, which answers with what it has recorded. */
export const issuersHost = 'host:issuers'

/**
 * The server name of requests to the host of the run, which it starts: stubs are set (PUT) and
 * records are read (GET) there.
 */
export const webHost = 'host:web'

/** Returns the name of the setup in a server name; undefined for other server names. */
export const setupNameIn = (serverName: string): string | undefined =>
  serverName.startsWith(prefix) ? serverName.slice(prefix.length) : undefined
