// Parses URLs as a genuine server does. Unlike a browser, it does not normalize default ports,
// upper case letters or dots in paths. Texts are byte strings here, with one character per byte.

import { isIPv6 } from 'node:net'

export type RequestUrl = {
  readonly scheme: string
  /** With its port. Empty if there is none. */
  readonly host: string
  readonly hostname: string
  readonly port: string
  readonly escapedPath: string
  readonly query: ReadonlyMap<string, readonly string[]>
  /** A text that is the same for equal URLs. */
  readonly key: string
}

/** Whether a text is a valid request URI: a URL with a scheme, or an absolute path. */
export const isRequestUri = (text: string): boolean =>
  partsOf(inBytes(text), 'request') !== undefined

/** Returns the parts of a URL, or undefined if it is not a valid request URI. */
export function parseRequestUrl(text: string): RequestUrl | undefined {
  if (!isRequestUri(text)) return undefined
  const [all, fragment = ''] = cut(inBytes(text), '#')
  const parts = partsOf(all, 'reference')
  if (!parts || !hasPercents(fragment)) return undefined
  const { scheme, host = '', path, query = '' } = parts
  const [, name = '', port = ''] = /^(.*?)(?::(\d*))?$/s.exec(host) ?? []
  const shown = {
    scheme,
    host: inCharacters(host),
    hostname: inCharacters(name.replace(/^\[(.*)\]$/s, '$1')),
    port,
    escapedPath: isEscaped(path) ? path : escaped(unescaped(path)),
  }
  const key = JSON.stringify([{ ...parts, path: shown.escapedPath }, unescaped(fragment)])
  return { ...shown, query: queryOf(query), key }
}

const inBytes = (text: string): string => Buffer.from(text).toString('latin1')
const inCharacters = (bytes: string): string => Buffer.from(bytes, 'latin1').toString('utf8')

/** Splits at the first mark. The second part is undefined if there is no mark. */
function cut(text: string, mark: string): [string, string?] {
  const index = text.indexOf(mark)
  return index < 0 ? [text] : [text.slice(0, index), text.slice(index + mark.length)]
}

type Parts = {
  readonly scheme: string
  /** The rest after a scheme, if it is not a path. */
  readonly opaque: string
  readonly user?: string
  readonly host?: string
  readonly path: string
  readonly query: string | undefined
}

function partsOf(text: string, as: 'request' | 'reference'): Parts | undefined {
  // oxlint-disable-next-line no-control-regex
  if (text === '' || text.startsWith(':') || /[\0-\x1f\x7f]/.test(text)) return undefined
  const [, given = '', behind = ''] = /^(?:([a-zA-Z][a-zA-Z0-9+.-]*):)?(.*)$/s.exec(text) ?? []
  const scheme = given.toLowerCase()
  const [rest, query] = cut(behind, '?')
  const none = { scheme, opaque: '', path: '', query }
  if (text === '*') return { ...none, path: text }
  if (!rest.startsWith('/')) return scheme === '' ? undefined : { ...none, opaque: rest }
  const hasHost = scheme !== '' || (as === 'reference' && !rest.startsWith('///'))
  if (!hasHost || !rest.startsWith('//')) return withPath(none, rest)
  const [authority] = cut(rest.slice(2), '/')
  const index = authority.lastIndexOf('@')
  const user = index < 0 ? undefined : authority.slice(0, index)
  const host = hostIn(authority.slice(index + 1), scheme)
  if (host === undefined || !isUser(user ?? '')) return undefined
  const named = { ...none, host, ...(user !== undefined && { user: unescaped(user) }) }
  return withPath(named, rest.slice(2 + authority.length))
}

const withPath = (parts: Parts, path: string): Parts | undefined =>
  hasPercents(path) ? { ...parts, path } : undefined

const isUser = (user: string): boolean =>
  /^[A-Za-z0-9\-._:~!$&'()*+,;=%@]*$/.test(user) && hasPercents(user)

const hasPercents = (text: string): boolean => !/%(?![0-9a-fA-F]{2})/.test(text)

const unescaped = (text: string): string =>
  text.replaceAll(/%(..)/gs, (_all, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  )

/** A host may contain escapes of non-ASCII bytes and of the percent sign. */
const hostSyntax = /^(?:[\x80-\xffA-Za-z0-9!"$&'()*+,\-.:;<=>[\]_~]|%25|%[89a-fA-F][0-9a-fA-F])*$/

function hostIn(given: string, scheme: string): string | undefined {
  if (!given.includes('[')) {
    const [, name = '', port = ''] = /^([^:]*)(.*)$/s.exec(given) ?? []
    // Only hosts of http and https are known to contain no colons.
    const isWeb = scheme === 'http' || scheme === 'https'
    const last = isWeb ? port : given.slice(name.length).replace(/^.*(?=:)/s, '')
    return /^(:\d*)?$/.test(last) && hostSyntax.test(given) ? unescaped(given) : undefined
  }
  const [, address = '', port = ''] = /^\[([^[]*)\](:\d*)?$/s.exec(given) ?? []
  const [plain, zone] = cut(address, '%25')
  const isZone = zone === undefined || (zone !== '' && isZoneText(zone))
  return isIPv6(plain) && !plain.includes('%') && isZone
    ? `[${unescaped(address)}]${port}`
    : undefined
}

/** A zone may also contain spaces, and may escape characters that need no escape. */
const isZoneText = (zone: string): boolean =>
  hasPercents(zone) &&
  /^[\x80-\xffA-Za-z0-9!"$&'()*+,\-.:;<=>[\]_~%]*$/.test(zone) &&
  [...zone.matchAll(/%(?!25)(..)/g)].every(([, digits = '']) =>
    /[\x20A-Za-z0-9!"$&'()*+,\-.:;<=>[\]_~]/.test(String.fromCharCode(Number.parseInt(digits, 16))),
  )

const isEscaped = (path: string): boolean => /^[A-Za-z0-9\-._~!$&'()*+,;=:@/%[\]]*$/.test(path)

const escaped = (path: string): string =>
  path.replaceAll(
    /[^A-Za-z0-9$&+,\-./:;=@_~]/g,
    byte => `%${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  )

const parametersMax = 10_000

/** Parameters of a query that cannot be parsed are left out. */
function queryOf(query: string): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>()
  const all = query.split('&')
  if (all.length > parametersMax) return found
  for (const one of all) {
    if (one === '' || one.includes(';') || !hasPercents(one)) continue
    const [name = '', value = ''] = cut(one.replaceAll('+', ' '), '=').map(part =>
      inCharacters(unescaped(part ?? '')),
    )
    const values = found.get(name) ?? []
    values.push(value)
    found.set(name, values)
  }
  return found
}
