// Reads the file of the flag --authorization-config.

import { type AuthorizationMode, authorizationModes } from '../api/access.ts'
import type { AccessWebhook, AuthorizerSettings } from '../api/access-webhook.ts'
import { type JsonObject, objectIn, objectsIn } from '../api/object.ts'
import { type ConfigFileOptions, readConfigDocument } from './config-document.ts'
import { flagDurationMs } from './flag-duration.ts'
import type { ReadText } from './followed-file.ts'
import { readWebhookKubeconfig } from './webhook-kubeconfig.ts'

/** What a file of authorization is checked against. */
export type AuthorizationFileOptions = Omit<ConfigFileOptions, 'flag' | 'clusterSettings'> & {
  readonly readText: ReadText
}

const flag = '--authorization-config'

/**
 * Reads an AuthorizationConfiguration and the kubeconfigs that it names.
 * @throws Error with each fault, its place and the expected value
 */
export async function readAuthorizationFile(
  text: string,
  options: AuthorizationFileOptions,
): Promise<readonly AuthorizerSettings[]> {
  const document = readConfigDocument(text, 'AuthorizationConfiguration', { flag, ...options })
  const entries = objectsIn(document['authorizers'])
  return Promise.all(entries.map((entry, index) => authorizerIn(entry, index, options)))
}

async function authorizerIn(
  entry: JsonObject,
  index: number,
  options: AuthorizationFileOptions,
): Promise<AuthorizerSettings> {
  const { type, name } = entry
  const at = `${flag}: ${options.name}: authorizers[${index}]`
  if (type === 'Webhook') return webhookIn(entry, at, options)
  const mode = authorizationModes.find(one => one === type)
  if (mode === undefined)
    throw new Error(
      `${at}.type: expected one of ${authorizationModes.join(', ')}, Webhook, which this server ` +
        `has, got ${JSON.stringify(type)}`,
    )
  // In genuine servers these authorizers have fixed names.
  if (options.dialect.name === 'kubernetes' && name !== mode.toLowerCase())
    throw new Error(
      `${at}.name: expected ${mode.toLowerCase()} for the type ${mode}, got ${JSON.stringify(name)}`,
    )
  return mode
}

async function webhookIn(
  { name, webhook }: JsonObject,
  at: string,
  { dialect, readText }: AuthorizationFileOptions,
): Promise<AccessWebhook> {
  const settings = objectIn(webhook)
  const { type, clusterConfigFile, kubeConfigFile } = objectIn(settings['connectionInfo'])
  if (type === 'InClusterConfig')
    throw new Error(
      `${at}.webhook.connectionInfo.type: expected a type with a file, got InClusterConfig: ` +
        'this server does not run in a cluster',
    )
  const matchConditions = objectsIn(settings['matchConditions']).map(one => String(one.expression))
  const path = String(dialect.name === 'kubernetes' ? kubeConfigFile : clusterConfigFile)
  const durationMs = (member: string) => flagDurationMs(flag, String(settings[member]))
  const ttlMs = (member: string, isCached: unknown) => (isCached === false ? 0 : durationMs(member))
  return {
    name: String(name),
    address: await readWebhookKubeconfig(path, { flag, readText }),
    version: settings['subjectAccessReviewVersion'] === 'v1' ? 'v1' : 'v1beta1',
    authorizedTtlMs: ttlMs('authorizedTTL', settings['cacheAuthorizedRequests']),
    unauthorizedTtlMs: ttlMs('unauthorizedTTL', settings['cacheUnauthorizedRequests']),
    timeoutMs: durationMs('timeout'),
    deniesOnFailure: settings['failurePolicy'] === 'Deny',
    matchConditions,
  }
}

/**
 * Requires that a changed file has the modes of the first one. As in genuine servers, only webhooks
 * may be added and removed.
 * @throws Error with both lists of modes
 */
export function requireSameModes(
  found: readonly AuthorizerSettings[],
  first: readonly AuthorizerSettings[],
): void {
  const [wanted, got] = [modesIn(first), modesIn(found)]
  if (wanted.join() !== got.join())
    throw new Error(
      `authorizers: expected the types at the start of the server besides Webhook ` +
        `(${wanted.join(', ') || 'none'}), got ${got.join(', ') || 'none'}`,
    )
}

const modesIn = (settings: readonly AuthorizerSettings[]): AuthorizationMode[] =>
  settings.filter(one => typeof one === 'string').toSorted()
