// Reads the flags of authorization.

import type { AuthorizationMode } from '../api/access.ts'
import { authorizationModes } from '../api/access.ts'

/** The flags as they were typed. */
export type AuthorizationFlags = {
  /** A list of modes, separated by commas. */
  authorizationMode?: string
  /** The rules of users who are not administrators; only without modes. */
  allow?: string
}

/**
 * Returns the modes of a server; undefined if the flag is not set.
 * @throws Error that names the flag
 */
export function authorizationModesOf({
  authorizationMode,
  allow,
}: AuthorizationFlags): readonly AuthorizationMode[] | undefined {
  if (authorizationMode === undefined) return undefined
  if (allow !== undefined)
    throw new Error('--allow: expected no --authorization-mode as well, got both')
  const given = authorizationMode.split(',')
  const modes = given.map(mode => {
    const known = authorizationModes.find(one => one === mode)
    if (known) return known
    throw new Error(
      `--authorization-mode: expected some of ${authorizationModes.join(', ')}, ` +
        `separated by commas, got ${JSON.stringify(mode)}`,
    )
  })
  if (new Set(modes).size < modes.length)
    throw new Error(`--authorization-mode: expected each mode once, got ${authorizationMode}`)
  return modes
}
