// Reads the file of the flag --authentication-config.

import type { AuthenticationConfig } from '../api/authentication.ts'
import { type ConfigFileOptions, readConfigDocument } from './config-document.ts'

/** What a file of authentication is checked against. */
export type AuthenticationFileOptions = Omit<ConfigFileOptions, 'flag' | 'clusterSettings'> & {
  /** Whether the command line has --anonymous-auth (AUTHN-003). */
  readonly hasAnonymousFlag: boolean
}

/**
 * Reads an AuthenticationConfiguration.
 * @throws Error with each fault, its place and the expected value
 */
export function readAuthenticationFile(
  text: string,
  { hasAnonymousFlag, ...file }: AuthenticationFileOptions,
): AuthenticationConfig {
  const document = readConfigDocument(text, 'AuthenticationConfiguration', {
    flag: '--authentication-config',
    ...file,
    clusterSettings: { anonymousAuthFlag: hasAnonymousFlag },
  })
  // The check has established the shape.
  return document as AuthenticationConfig
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
