// Authenticates requests of a proxy, which names the user in headers.

import type { RequestAuthenticator, RequestHeaders } from '../api/authentication.ts'
import type { IncomingRequest } from '../api/request.ts'
import type { Parts } from '../parts/parts.ts'
import { chainFault } from './certificates/certificate-chain.ts'
import { commonNameOf } from './certificates/certificate-user.ts'
import { unescapedKey } from './impersonation.ts'

/** The client certificate proves the proxy, and the user is the one of the headers. */
export const requestHeaders: RequestAuthenticator<Pick<Parts, 'requestHeaders' | 'clock'>> = {
  kind: 'request headers',
  authenticate: async (http, { requestHeaders: settings, clock }) => {
    const sent = http.clientCertificates?.()
    const own = sent?.chain[0]
    if (!settings || !sent || !own) return undefined
    const fault = chainFault(sent, settings.authorities.current(), clock.now())
    if (fault !== undefined) return { fault }
    const { allowedNames } = settings
    const proxy = commonNameOf(own)
    if (allowedNames.length > 0 && !allowedNames.includes(proxy))
      return { fault: `expected one of the allowed names, got ${JSON.stringify(proxy)}` }
    return userOfHeaders(http, settings)
  },
}

function userOfHeaders({ rawHeaders }: IncomingRequest, settings: RequestHeaders) {
  const headers = headersOf(rawHeaders)
  const valuesOf = (name: string) =>
    headers.flatMap(header => (header.name === name.toLowerCase() ? [header.value] : []))
  const first = (names: readonly string[]) =>
    names.map(name => valuesOf(name)[0] ?? '').find(value => value !== '') ?? ''
  const name = first(settings.usernameHeaders)
  if (name === '') return undefined
  const extra = new Map<string, string[]>()
  for (const prefix of settings.extraHeaderPrefixes)
    for (const header of headers.filter(one => one.name.startsWith(prefix.toLowerCase()))) {
      const key = unescapedKey(header.name.slice(prefix.length))
      extra.set(key, [...(extra.get(key) ?? []), header.value])
    }
  return {
    name,
    uid: first(settings.uidHeaders),
    groups: settings.groupHeaders.flatMap(valuesOf).filter(value => value !== ''),
    ...(extra.size > 0 && { extra: Object.fromEntries(extra) }),
  }
}

/** Returns the headers in lower case, each value by itself. */
const headersOf = (rawHeaders: readonly string[]): { name: string; value: string }[] =>
  rawHeaders.flatMap((name, index) =>
    index % 2 === 1
      ? []
      : [
          {
            name: name.toLowerCase(),
            value: Buffer.from(rawHeaders[index + 1] ?? '', 'latin1').toString(),
          },
        ],
  )
