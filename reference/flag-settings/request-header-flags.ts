// Reads the flags for a proxy that authenticates users and names them in headers.

import type { X509Certificate } from 'node:crypto'

import type { RequestHeaders } from '../api/authentication.ts'

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

/** The headers that name users, and the common names of those who may send them. */
export type RequestHeaderRules = Omit<RequestHeaders, 'authorities'>

/** As in genuine servers, the lists are checked even without authorities. @throws Error */
export function requestHeaderRules(flags: RequestHeaderFlags): RequestHeaderRules {
  const rules = {
    allowedNames: listOf(lists.allowedNames, flags.requestheaderAllowedNames),
    usernameHeaders: listOf(lists.usernameHeaders, flags.requestheaderUsernameHeaders),
    uidHeaders: listOf(lists.uidHeaders, flags.requestheaderUidHeaders),
    groupHeaders: listOf(lists.groupHeaders, flags.requestheaderGroupHeaders),
    extraHeaderPrefixes: listOf(lists.extraHeaderPrefixes, flags.requestheaderExtraHeadersPrefix),
  }
  const { uidHeaders } = rules
  if (uidHeaders.length > 0 && !uidHeaders.some(one => one.toLowerCase() === 'x-remote-uid'))
    throw new Error(
      `${lists.uidHeaders}: expected the header X-Remote-Uid in the list, got ${uidHeaders.join(',')}`,
    )
  return rules
}

/**
 * Refuses a certificate that is in both files of authorities, if every name is allowed.
 * @throws Error that names the flags
 */
export function refuseOverlap(
  { allowedNames }: RequestHeaderRules,
  one: readonly X509Certificate[],
  other: readonly X509Certificate[] = [],
): void {
  const known = new Set(other.map(({ fingerprint256 }) => fingerprint256))
  if (allowedNames.length > 0 || !one.some(({ fingerprint256 }) => known.has(fingerprint256)))
    return
  throw new Error(
    `${lists.allowedNames}: expected names, got none: a certificate is in both files, ` +
      '--requestheader-client-ca-file and --client-ca-file, so every client could name any user',
  )
}

function listOf(flag: string, text: string | undefined): string[] {
  if (text === undefined || text === '') return []
  const names = text.split(',').map(name => name.trim())
  if (!names.includes('')) return names
  throw new Error(`${flag}: expected a list without empty entries, got ${JSON.stringify(text)}`)
}
