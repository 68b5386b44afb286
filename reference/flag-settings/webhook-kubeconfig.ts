// Reads the address and the credentials of a webhook from a kubeconfig.

import { dirname, isAbsolute, join } from 'node:path'
import { createSecureContext } from 'node:tls'

import type { WebhookAddress } from '../api/authentication.ts'
import { isJsonObject, type JsonObject } from '../api/object.ts'
import { yaml } from '../lib/deferred-libraries.ts'
import { readAuthorities } from './authorities-file.ts'
import type { ReadText } from './followed-file.ts'

// Members that need what this server does not have.
const unsupported = {
  cluster: ['proxy-url'],
  user: ['exec', 'auth-provider', 'as', 'as-uid', 'as-groups', 'as-user-extra'],
} as const

/**
 * Reads the current context of a kubeconfig. Paths in it are relative to the file.
 * @throws Error that names the flag, the file and the member, without credentials
 */
export async function readWebhookKubeconfig(
  path: string,
  { flag, readText }: { readonly flag: string; readonly readText: ReadText },
): Promise<WebhookAddress> {
  const fault = (what: string) => new Error(`${flag}: ${path}: ${what}`)
  const config = parsed(await readText(path), fault)
  const context = entryOf(config, 'contexts', 'context', config['current-context'], fault)
  const cluster = entryOf(config, 'clusters', 'cluster', context['cluster'], fault)
  const user = context['user'] ? entryOf(config, 'users', 'user', context['user'], fault) : {}
  for (const member of unsupported.cluster)
    if (cluster[member] !== undefined) throw fault(`cluster.${member}: expected none, got one`)
  for (const member of unsupported.user)
    if (user[member] !== undefined) throw fault(`user.${member}: expected none, got one`)

  /** Returns a text that is in the file as base64, or in another file. */
  const textOf = async (holder: JsonObject, member: string): Promise<string | undefined> => {
    const [data, file] = [stringIn(holder, `${member}-data`), stringIn(holder, member)]
    if (data !== '') return Buffer.from(data, 'base64').toString()
    if (file === '') return undefined
    return readText(isAbsolute(file) ? file : join(dirname(path), file))
  }
  const url = stringIn(cluster, 'server')
  // The URL is not quoted, because it may contain a password.
  if (!/^https?:/i.test(url) || !URL.canParse(url))
    throw fault('cluster.server: expected an http or https URL, got something else')
  const certificateAuthority = await textOf(cluster, 'certificate-authority')
  const isVerificationSkipped = cluster['insecure-skip-tls-verify'] === true
  if (isVerificationSkipped && certificateAuthority !== undefined)
    throw fault(
      'cluster: expected certificate-authority or insecure-skip-tls-verify, got both of them',
    )
  if (certificateAuthority !== undefined)
    readAuthorities(certificateAuthority, { flag, name: `${path}: cluster.certificate-authority` })
  const [certificate, key] = [
    await textOf(user, 'client-certificate'),
    await textOf(user, 'client-key'),
  ]
  if ((certificate === undefined) !== (key === undefined))
    throw fault('user: expected client-certificate and client-key, got one of them')
  try {
    createSecureContext({ cert: certificate, key })
  } catch {
    // The message of OpenSSL is omitted, because it does not name the file.
    throw fault('user: expected a client certificate and its key as PEM, got something else')
  }
  const serverName = stringIn(cluster, 'tls-server-name')
  const authorization = await authorizationOf(user, { path, readText, fault })
  return {
    url,
    ...(certificateAuthority !== undefined && { certificateAuthority }),
    ...(serverName !== '' && { serverName }),
    ...(isVerificationSkipped && { isVerificationSkipped }),
    ...(certificate !== undefined && key !== undefined && { client: { certificate, key } }),
    ...(authorization !== undefined && { authorization }),
  }
}

/** A token file comes before a token. A token and a password exclude each other. */
async function authorizationOf(
  user: JsonObject,
  { path, readText, fault }: { path: string; readText: ReadText; fault: Fault },
): Promise<string | undefined> {
  const file = stringIn(user, 'tokenFile')
  const token =
    (file && (await readText(isAbsolute(file) ? file : join(dirname(path), file))).trim()) ||
    stringIn(user, 'token')
  const name = stringIn(user, 'username')
  if (token !== '' && name !== '') throw fault('user: expected a token or a username, got both')
  if (token !== '') return `Bearer ${token}`
  if (name === '') return undefined
  return `Basic ${Buffer.from(`${name}:${stringIn(user, 'password')}`).toString('base64')}`
}

type Fault = (what: string) => Error

function parsed(text: string, fault: Fault): JsonObject {
  try {
    const value: unknown = yaml().parse(text)
    if (isJsonObject(value)) return value
  } catch {
    // The message of the parser is omitted, because it quotes the file.
  }
  throw fault('expected a kubeconfig in YAML or JSON, got something else')
}

function entryOf(
  config: JsonObject,
  list: string,
  member: string,
  name: unknown,
  fault: Fault,
): JsonObject {
  const entries = config[list]
  const found = Array.isArray(entries)
    ? entries.find(one => isJsonObject(one) && one['name'] === name && name !== '')
    : undefined
  const value: unknown = isJsonObject(found) ? found[member] : undefined
  if (isJsonObject(value)) return value
  throw fault(`${list}: expected an entry with the name ${JSON.stringify(name ?? '')}, got none`)
}

const stringIn = (holder: JsonObject, member: string): string => {
  const value = holder[member]
  return typeof value === 'string' ? value : ''
}
