// Parses URLs as a genuine server does, which accepts more than a browser.

export type Url = {
  readonly scheme: string
  readonly hasUser: boolean
  /** With its port. Empty if there is none. */
  readonly host: string
  readonly path: string
  readonly query: string
  readonly fragment: string
}

const syntax =
  /^(?:([a-zA-Z][a-zA-Z0-9+.-]*):)?(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/s
const hostSyntax = /^(?:\[[0-9a-fA-F:.]+(?:%25[^\]]+)?\]|[^\s:[\]<>"`{}|\\^]*)(?::\d*)?$/

/** Returns the parts of a URL, or its fault. */
export function parseUrl(text: string): Url | { readonly fault: string } {
  if (/\p{Cc}/u.test(text)) return { fault: 'expected no control character in the URL' }
  const [, scheme = '', authority = '', path = '', query = '', fragment = ''] =
    syntax.exec(text) ?? []
  if (text.startsWith(':')) return { fault: 'expected a scheme before the first colon' }
  if ([authority, path, fragment].some(part => /%(?![0-9a-fA-F]{2})/.test(part))) {
    return { fault: 'expected two hexadecimal digits after %' }
  }
  const host = authority.slice(authority.lastIndexOf('@') + 1)
  if (!hostSyntax.test(host)) return { fault: 'expected a host and at most a port' }
  const hasUser = authority.includes('@')
  return { scheme: scheme.toLowerCase(), hasUser, host, path, query, fragment }
}
