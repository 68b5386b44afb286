// Who may use the server of the agent: authentication by client certificates and by tokens that the
// API server reviews, and authorization by its access reviews (AGENT-141 to AGENT-149, AGENT-154).

import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { TLSSocket } from 'node:tls'
import type { IncomingMessage } from 'node:http'
import type { Clock } from '../api/clock.ts'
import { objectIn } from '../api/object.ts'
import type { ApiClient } from './api-client.ts'
import type { AgentSettings } from './settings.ts'

export type Caller = { readonly name: string; readonly uid: string; readonly groups: string[] }

export type AccessControl = {
  /** PEM of the authorities of client certificates; undefined for none. */
  readonly clientAuthorities: string | undefined
  /** Returns the caller, or why nobody is. */
  readonly authenticate: (request: IncomingMessage) => Promise<Caller | { readonly fault: string }>
  /** Returns why the caller may not do this; undefined if it may. Rejects if nobody can say. */
  readonly forbids: (caller: Caller, request: IncomingMessage) => Promise<string | undefined>
}

export type AccessOptions = {
  readonly settings: AgentSettings['access']
  readonly nodeName: string
  readonly apiDomain: string
  readonly client: ApiClient | undefined
  readonly clock: Pick<Clock, 'steady'>
}

const anonymous: Caller = {
  name: 'system:anonymous',
  uid: '',
  groups: ['system:unauthenticated'],
}

/** @throws Error for a flag that needs an API server, or a file that is not there */
export async function accessControl(options: AccessOptions): Promise<AccessControl> {
  const { settings, nodeName, apiDomain, client, clock } = options
  const { isAnonymousAllowed, clientCaFile, checksTokens, mode } = settings
  const needsApi = (flag: string): ApiClient => {
    if (client) return client
    throw new Error(`${flag}: needs an API server, but this agent runs on its own`)
  }
  const reviewer = checksTokens ? needsApi('--authentication-token-webhook') : undefined
  const authorizer = mode === 'Webhook' ? needsApi('--authorization-mode=Webhook') : undefined
  const clientAuthorities =
    clientCaFile === ''
      ? undefined
      : await readFile(clientCaFile, 'utf8').catch(cause => {
          throw new Error(`--client-ca-file: ${(cause as Error).message}`, { cause })
        })
  const tokens = answers<Caller | undefined>(clock)
  const decisions = answers<string | undefined>(clock)

  async function bearerOf(api: ApiClient, token: string): Promise<Caller | undefined> {
    const known = tokens.get(token)
    if (known) return known.value
    const type = { apiVersion: `authentication.${apiDomain}/v1`, kind: 'TokenReview' }
    const path = `/apis/authentication.${apiDomain}/v1/tokenreviews`
    const review = await api.ask({ method: 'POST', path, body: { ...type, spec: { token } } })
    const { authenticated, user } = objectIn(review['status'])
    const { username, uid, groups } = objectIn(user)
    const listed = Array.isArray(groups) ? groups.map(String) : []
    const caller =
      authenticated === true
        ? { name: String(username), uid: String(uid ?? ''), groups: withAuthenticated(listed) }
        : undefined
    tokens.set(token, caller, settings.tokenTtlMs)
    return caller
  }

  return {
    clientAuthorities,
    async authenticate(request) {
      const socket = request.socket as TLSSocket
      const raw = socket.getPeerX509Certificate?.()?.raw
      if (raw && clientAuthorities !== undefined) {
        if (!socket.authorized) return { fault: 'the client certificate is not trusted' }
        return callerOf(new X509Certificate(raw))
      }
      const [, token] = /^bearer +(\S+) *$/i.exec(request.headers.authorization ?? '') ?? []
      if (token !== undefined && reviewer) {
        const caller = await bearerOf(reviewer, token)
        return caller ?? { fault: 'the token is not valid' }
      }
      return isAnonymousAllowed ? anonymous : { fault: 'no credentials' }
    },
    async forbids(caller, request) {
      if (!authorizer) return undefined
      const resource = attributesOf(request, nodeName)
      const key = JSON.stringify([caller, resource])
      const known = decisions.get(key)
      if (known) return known.value
      const { name, uid, groups } = caller
      const spec = { user: name, uid, groups, resourceAttributes: resource }
      const type = { apiVersion: `authorization.${apiDomain}/v1`, kind: 'SubjectAccessReview' }
      const path = `/apis/authorization.${apiDomain}/v1/subjectaccessreviews`
      const review = await authorizer.ask({ method: 'POST', path, body: { ...type, spec } })
      const isAllowed = objectIn(review['status'])['allowed'] === true
      const { verb, subresource } = resource
      const what = `user=${name}, verb=${verb}, resource=nodes, subresource=${subresource}`
      const refusal = isAllowed ? undefined : `Forbidden (${what})`
      decisions.set(key, refusal, isAllowed ? settings.allowedTtlMs : settings.deniedTtlMs)
      return refusal
    },
  }
}

const withAuthenticated = (groups: string[]): string[] =>
  groups.includes('system:authenticated') ? groups : [...groups, 'system:authenticated']

/** The name is the common name of the certificate, and the groups are its organizations. */
function callerOf({ subject }: X509Certificate): Caller | { fault: string } {
  const all = (key: string) =>
    subject
      .split('\n')
      .filter(line => line.startsWith(`${key}=`))
      .map(line => line.slice(key.length + 1))
  const [name] = all('CN')
  if (name === undefined) return { fault: 'the client certificate has no common name' }
  return { name, uid: '', groups: withAuthenticated(all('O')) }
}

const verbs: { readonly [method: string]: string } = {
  POST: 'create',
  GET: 'get',
  HEAD: 'get',
  PUT: 'update',
  PATCH: 'patch',
  DELETE: 'delete',
}

const subresources = [
  ['/stats', 'stats'],
  ['/metrics', 'metrics'],
  ['/logs', 'log'],
  ['/spec', 'spec'],
] as const

/** Returns what a request asks of the node, as access reviews name it. */
export function attributesOf(
  { method = 'GET', url = '/' }: Pick<IncomingMessage, 'method' | 'url'>,
  nodeName: string,
) {
  const path = url.split('?')[0] ?? ''
  const found = subresources.find(([start]) => path === start || path.startsWith(`${start}/`))
  return {
    verb: verbs[method] ?? '',
    version: 'v1',
    resource: 'nodes',
    subresource: found?.[1] ?? 'proxy',
    name: nodeName,
  }
}

const entriesMax = 4096

/** Keeps answers for a time of their own, the oldest no longer than there is room. */
function answers<Value>(clock: Pick<Clock, 'steady'>) {
  const entries = new Map<string, { value: Value; untilMs: number }>()
  return {
    get(key: string): { readonly value: Value } | undefined {
      const entry = entries.get(key)
      if (entry && entry.untilMs > clock.steady()) return entry
      entries.delete(key)
      return undefined
    },
    set(key: string, value: Value, ttlMs: number): void {
      if (ttlMs <= 0) return
      const [oldest] = entries.keys()
      if (entries.size >= entriesMax && oldest !== undefined) entries.delete(oldest)
      entries.set(key, { value, untilMs: clock.steady() + ttlMs })
    },
  }
}
