// Parses the impersonation headers, and lists the modes by which a genuine server grants them.

import { dns1123Label, dns1123Subdomain } from '../api/name-rules.ts'
import type { IncomingRequest, User } from '../api/request.ts'
import { quote } from '../api/quote.ts'
import { badRequest } from '../api/status.ts'
import { authenticatedGroup, unauthenticatedGroup } from './allow-rules.ts'
import { serviceAccountGroups } from './service-accounts.ts'

/** The user in the headers of a request, without the groups that follow from the name. */
export type ImpersonatedUser = User & {
  readonly extra: { readonly [key: string]: readonly string[] }
}

const prefix = 'impersonate-'
const extraPrefix = `${prefix}extra-`

/**
 * Returns the user that a request wants to act as; undefined if there is none. An invalid header is
 * refused, even where a genuine server ignores it: otherwise the request would run with the rights
 * of the sender that forwarded it.
 * @throws 400 without a user name, for an unknown header, or for control characters
 */
export function impersonatedUserOf({ headers, rawHeaders }: Pick<IncomingRequest, HeaderMembers>) {
  // Almost no request has such a header, and this is the cheapest way to detect that.
  if (!Object.keys(headers).some(name => name.startsWith(prefix))) return undefined
  const given = valuesByName(rawHeaders)
  const [name = ''] = given.get(`${prefix}user`) ?? []
  const [first = prefix] = given.keys()
  if (name === '') throw badRequest(`${quote(first)}: expected Impersonate-User beside it`)
  const wanted: ImpersonatedUser = {
    name,
    uid: given.get(`${prefix}uid`)?.[0] ?? '',
    groups: given.get(`${prefix}group`) ?? [],
    extra: Object.fromEntries(
      [...given]
        .filter(([header]) => header.startsWith(extraPrefix))
        .map(
          ([header, values]) => [unescapedKey(header.slice(extraPrefix.length)), values] as const,
        )
        .toSorted(([one], [other]) => (one < other ? -1 : 1)),
    ),
  }
  return wanted
}

type HeaderMembers = 'headers' | 'rawHeaders'

const known = new Set(['user', 'uid', 'group'].map(word => prefix + word))

/** Returns the impersonation headers in lower case, each with its values in order. */
function valuesByName(rawHeaders: readonly string[]): Map<string, string[]> {
  const given = new Map<string, string[]>()
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]?.toLowerCase() ?? ''
    if (!name.startsWith(prefix)) continue
    if (!known.has(name) && !name.startsWith(extraPrefix))
      throw badRequest(`${quote(name)}: expected Impersonate-User, -Uid, -Group or -Extra-*`)
    const value = Buffer.from(rawHeaders[index + 1] ?? '', 'latin1').toString()
    if (/\p{Cc}/u.test(value)) throw badRequest(`${quote(name)}: expected no control characters`)
    given.set(name, [...(given.get(name) ?? []), value])
  }
  return given
}

/**
 * The key of an extra value may be percent-encoded; a key with malformed encoding is used as it is.
 */
export function unescapedKey(key: string): string {
  try {
    return decodeURIComponent(key)
  } catch {
    // `decodeURIComponent` throws for malformed encoding.
    return key
  }
}

/** A permission that impersonation needs: a verb on a resource. */
export type RequiredPermission = {
  readonly verb: string
  readonly group: string
  readonly resource: string
  readonly subresource: string
  readonly namespace: string
  readonly name: string
}

/** One way in which a genuine server may grant the wanted user. */
export type ImpersonationMode = {
  /** Prefix of the verb with which the request itself is authorized; undefined: it is not. */
  readonly onVerb: string | undefined
  readonly rights: readonly RequiredPermission[]
  readonly user: User
  /** Set if the mode never grants this user; the reason. */
  readonly refuses: string | undefined
}

/**
 * Returns the modes that apply to a wanted user, in the order in which a genuine server of release
 * 1.36 tries them: constrained impersonation of nodes, accounts and other users, then the old verb
 * `impersonate`, which alone can grant `system:masters`.
 */
export function impersonationModesFor(
  wanted: ImpersonatedUser,
  apiDomain: string,
): ImpersonationMode[] {
  const asNamed = wanted.uid === '' && wanted.groups.length + Object.keys(wanted.extra).length === 0
  const kind = kindOf(wanted.name)
  const constrained = { node: 'arbitrary-node', account: 'serviceaccount', user: 'user-info' }[kind]
  const old = modeOf('impersonate', wanted, { group: '', apiDomain })
  if (kind !== 'user' && !asNamed) return [old]
  const group = `authentication.${apiDomain}`
  const mode = modeOf(`impersonate:${constrained}`, wanted, { group, apiDomain })
  return [
    { ...mode, onVerb: `impersonate-on:${constrained}`, refuses: constrainedFault(wanted) },
    old,
  ]
}

type Kind = 'node' | 'account' | 'user'

function kindOf(name: string): Kind {
  if (accountIn(name)) return 'account'
  return nodeIn(name) === undefined ? 'user' : 'node'
}

function accountIn(user: string): { namespace: string; name: string } | undefined {
  const [, namespace = '', name = ''] = /^system:serviceaccount:([^:]*):([^:]*)$/.exec(user) ?? []
  const faults = [...dns1123Label(namespace, 'name'), ...dns1123Subdomain(name, 'name')]
  return faults.length === 0 ? { namespace, name } : undefined
}

function nodeIn(user: string): string | undefined {
  const [, name = ''] = /^system:node:(.*)$/.exec(user) ?? []
  return dns1123Subdomain(name, 'name').length === 0 ? name : undefined
}

const nodeGroups = ['system:nodes']

type ModeGroups = { readonly group: string; readonly apiDomain: string }

function modeOf(
  verb: string,
  wanted: ImpersonatedUser,
  { group, apiDomain }: ModeGroups,
): ImpersonationMode {
  const own = { verb, subresource: '', namespace: '' }
  const authentication = `authentication.${apiDomain}`
  const named = (resource: string, name: string, of = group) => ({
    ...own,
    group: of,
    resource,
    name,
  })
  const node = group === '' ? undefined : nodeIn(wanted.name)
  const account = accountIn(wanted.name)
  const ofKind =
    node === undefined ? account && serviceAccountGroups(account.namespace) : nodeGroups
  // Explicit groups replace the groups that follow from the name.
  const groups = wanted.groups.length > 0 ? wanted.groups : (ofKind ?? [])
  return {
    onVerb: undefined,
    refuses: undefined,
    rights: [
      account
        ? { ...own, group, resource: 'serviceaccounts', ...account }
        : named(node === undefined ? 'users' : 'nodes', node ?? wanted.name),
      ...(wanted.uid === '' ? [] : [named('uids', wanted.uid, authentication)]),
      ...wanted.groups.map(one => named('groups', one)),
      ...Object.entries(wanted.extra).flatMap(([subresource, values]) =>
        values.map(value => ({ ...named('userextras', value, authentication), subresource })),
      ),
    ],
    user: { ...wanted, groups: withStandardGroup(wanted.name, groups) },
  }
}

/** Returns why only the old verb can grant a user; undefined if constrained modes can. */
function constrainedFault({ groups, extra }: ImpersonatedUser): string | undefined {
  if (groups.includes('')) return 'impersonating the empty string group is not allowed'
  if (groups.includes('system:masters'))
    return 'impersonating the system:masters group is not allowed'
  const wrong = Object.entries(extra).some(([key, values]) => key === '' || values.includes(''))
  return wrong ? 'impersonating empty keys or values of extra is not allowed' : undefined
}

/**
 * Adds the group for authenticated users, unless the user is anonymous or lists the unauthenticated
 * group.
 */
function withStandardGroup(name: string, groups: readonly string[]): readonly string[] {
  const isNobody = name === 'system:anonymous'
  if (!isNobody && groups.includes(unauthenticatedGroup)) return groups
  const standardGroup = isNobody ? unauthenticatedGroup : authenticatedGroup
  return groups.includes(standardGroup) ? groups : [...groups, standardGroup]
}
