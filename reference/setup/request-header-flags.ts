// Reads the flags for a proxy that authenticates users and names them in headers.

import type { X509Certificate } from 'node:crypto'

import type { RequestHeaders } from '../api/authentication.ts'
import type { Changing } from '../api/changing.ts'

/** The flags as they were typed: lists are separated by commas. */
export type RequestHeaderFlags = {
  requestheaderClientCaFile?: string
  requestheaderAllowedNames?: string
  requestheaderUsernameHeaders?: string
  requestheaderUidHeaders?: string
  requestheaderGroupHeaders?: string
  requestheaderExtraHeadersPrefix?: string
}

const lists = {
  allowedNames: '--requestheader-allowed-names',
  usernameHeaders: '--requestheader-username-headers',
  uidHeaders: '--requestheader-uid-headers',
  groupHeaders: '--requestheader-group-headers',
  extraHeaderPrefixes: '--requestheader-extra-headers-prefix',
} as const

/**
 * Returns the headers that name users, and who may send them. As in genuine servers, the lists are
 * checked even without authorities.
 * @throws Error that names a flag
 */
export function requestHeadersOf(
  flags: RequestHeaderFlags,
  authorities: Changing<readonly X509Certificate[]> | undefined,
  clientAuthorities: Changing<readonly X509Certificate[]> | undefined,
): RequestHeaders | undefined {
  const settings = {
    allowedNames: listOf(lists.allowedNames, flags.requestheaderAllowedNames),
    usernameHeaders: listOf(lists.usernameHeaders, flags.requestheaderUsernameHeaders),
    uidHeaders: listOf(lists.uidHeaders, flags.requestheaderUidHeaders),
    groupHeaders: listOf(lists.groupHeaders, flags.requestheaderGroupHeaders),
    extraHeaderPrefixes: listOf(lists.extraHeaderPrefixes, flags.requestheaderExtraHeadersPrefix),
  }
  const { uidHeaders, allowedNames } = settings
  if (uidHeaders.length > 0 && !uidHeaders.some(one => one.toLowerCase() === 'x-remote-uid'))
    throw new Error(
      `${lists.uidHeaders}: expected the header X-Remote-Uid in the list, got ${uidHeaders.join(',')}`,
    )
  if (!authorities) return undefined
  if (allowedNames.length === 0 && areOverlapping(authorities, clientAuthorities))
    throw new Error(
      `${lists.allowedNames}: expected names, got none: a certificate is in both files, ` +
        '--requestheader-client-ca-file and --client-ca-file, so every client could name any user',
    )
  return { authorities, ...settings }
}

function listOf(flag: string, text: string | undefined): string[] {
  if (text === undefined || text === '') return []
  const names = text.split(',').map(name => name.trim())
  if (!names.includes('')) return names
  throw new Error(`${flag}: expected a list without empty entries, got ${JSON.stringify(text)}`)
}

const areOverlapping = (
  one: Changing<readonly X509Certificate[]>,
  other: Changing<readonly X509Certificate[]> | undefined,
): boolean => {
  const known = new Set(other?.current().map(({ fingerprint256 }) => fingerprint256))
  return one.current().some(({ fingerprint256 }) => known.has(fingerprint256))
}
