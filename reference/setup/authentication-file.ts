// Reads the file of the flag --authentication-config.

import type { AuthenticationConfig } from '../api/authentication.ts'
import type { Dialect } from '../api/dialect.ts'
import { checkConfig } from '../config/check-config.ts'
import type { ConfigKinds } from '../config/config-kind.ts'

/** What a file of authentication is checked against. */
export type AuthenticationFileOptions = {
  /** The name of the file in errors. */
  readonly name: string
  readonly kinds: ConfigKinds
  readonly dialect: Pick<Dialect, 'name' | 'apiDomain'>
  /** Whether the command line has --anonymous-auth (AUTHN-003). */
  readonly hasAnonymousFlag: boolean
}

/**
 * Reads an AuthenticationConfiguration.
 * @throws Error with each fault, its place and the expected value
 */
export function readAuthenticationFile(
  text: string,
  { name, kinds, dialect, hasAnonymousFlag }: AuthenticationFileOptions,
): AuthenticationConfig {
  const { documents, findings } = checkConfig([{ name, bytes: Buffer.from(text) }], {
    kinds,
    dialect: dialect.name,
    apiDomain: dialect.apiDomain,
    clusterSettings: { anonymousAuthFlag: hasAnonymousFlag },
  })
  const faults = findings
    .filter(({ severity }) => severity === 'error')
    .map(({ line, column, path, detail }) => `${name}:${line}:${column} ${path}: ${detail}`)
  if (faults.length > 0)
    throw new Error(
      `--authentication-config: expected a valid AuthenticationConfiguration, got faults:\n${faults.join('\n')}`,
    )
  const [document] = documents.filter(({ kind }) => kind === 'AuthenticationConfiguration')
  if (!document || documents.length > 1)
    throw new Error(
      `--authentication-config: ${name}: expected one AuthenticationConfiguration, got ${documents.map(({ kind }) => kind).join(', ') || 'none'}`,
    )
  // The check has established the shape.
  return document.defaulted as AuthenticationConfig
}

/**
 * Returns the authentication that flags configure, or undefined if none does.
 * @throws Error about a flag or the file
 */
export function authenticationOfFlags(
  flags: {
    /** The text of the file of --authentication-config. */
    readonly text: string | undefined
    readonly anonymousAuth: string | undefined
  },
  options: Omit<AuthenticationFileOptions, 'hasAnonymousFlag'>,
): AuthenticationConfig | undefined {
  const { text, anonymousAuth } = flags
  if (anonymousAuth !== undefined && !['true', 'false'].includes(anonymousAuth))
    throw new Error(
      `--anonymous-auth: expected true or false, got ${JSON.stringify(anonymousAuth)}`,
    )
  if (text === undefined && anonymousAuth === undefined) return undefined
  const hasAnonymousFlag = anonymousAuth !== undefined
  const file =
    text === undefined ? {} : readAuthenticationFile(text, { ...options, hasAnonymousFlag })
  return hasAnonymousFlag ? { ...file, anonymous: { enabled: anonymousAuth === 'true' } } : file
}
