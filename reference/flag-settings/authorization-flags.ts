// Reads the flags of authorization and their files.

import { type AuthorizationMode, authorizationModes } from '../api/access.ts'
import type { AccessWebhook, AuthorizerSettings } from '../api/access-webhook.ts'
import type { FollowedFile } from '../api/followed-file.ts'
import {
  type AuthorizationFileOptions,
  readAuthorizationFile,
  requireSameModes,
} from './authorization-file.ts'
import { flagDurationMs } from './flag-duration.ts'
import { followFile, type ReadText } from './followed-file.ts'
import { readWebhookKubeconfig } from './webhook-kubeconfig.ts'

/** The flags as they were typed. The value of a file flag is a path. */
export type AuthorizationFlags = {
  /** A list of modes, separated by commas. */
  authorizationMode?: string
  /** The rules of users who are not administrators; only without authorizers. */
  allow?: string
  /** An AuthorizationConfiguration, instead of the other flags. */
  authorizationConfig?: string
  /** A kubeconfig with the address of the webhook of the mode Webhook. */
  authorizationWebhookConfigFile?: string
  /** `v1` or `v1beta1`; `v1beta1` unless set. */
  authorizationWebhookVersion?: string
  /** How long an answer is kept that allows a request; `5m` unless set. */
  authorizationWebhookCacheAuthorizedTtl?: string
  /** The same for any other answer; `30s` unless set. */
  authorizationWebhookCacheUnauthorizedTtl?: string
}

/** The settings of a server, and the files that it follows. */
export type AuthorizationSettings = {
  authorizers?: readonly AuthorizerSettings[]
  newerAuthorizers?: () => readonly AuthorizerSettings[] | undefined
  followedFiles: readonly FollowedFile[]
}

type Context = Omit<AuthorizationFileOptions, 'name'>

const webhookMode = 'Webhook'
const configFileFlag = '--authorization-webhook-config-file'

/**
 * Returns the settings of authorization; no authorizers if no flag sets them.
 * @throws Error that names the flag, the file and the fault
 */
export async function authorizationSettings(
  flags: AuthorizationFlags,
  context: Context,
): Promise<AuthorizationSettings> {
  const { authorizationMode, allow, authorizationConfig } = flags
  if (allow !== undefined && (authorizationMode ?? authorizationConfig) !== undefined)
    throw new Error(
      '--allow: expected no --authorization-mode or --authorization-config as well, got both',
    )
  if (authorizationConfig !== undefined) return settingsOfFile(authorizationConfig, flags, context)
  const modes = authorizationMode === undefined ? [] : modesIn(authorizationMode)
  if (!modes.includes(webhookMode)) refuseWebhookFlags(flags)
  if (authorizationMode === undefined) return { followedFiles: [] }
  const webhook = modes.includes(webhookMode) ? await webhookOf(flags, context.readText) : undefined
  return {
    authorizers: modes.flatMap(mode => (mode === webhookMode ? (webhook ?? []) : mode)),
    followedFiles: [],
  }
}

/** The file comes in place of the other flags, as in genuine servers. */
async function settingsOfFile(
  path: string,
  { authorizationMode, ...flags }: AuthorizationFlags,
  context: Context,
): Promise<AuthorizationSettings> {
  const other = authorizationMode === undefined ? webhookFlagIn(flags) : '--authorization-mode'
  if (other !== undefined)
    throw new Error(`--authorization-config: expected no ${other} as well, got both`)
  let first: readonly AuthorizerSettings[] | undefined
  const file = await followFile({
    path,
    readText: context.readText,
    metric: 'apiserver_authorization_config_controller_automatic_reloads_total',
    parse: async text => {
      const found = await readAuthorizationFile(text, { name: path, ...context })
      first ??= found
      requireSameModes(found, first)
      return found
    },
  })
  return {
    authorizers: file.current(),
    newerAuthorizers: () => (file.current() === first ? undefined : file.current()),
    followedFiles: [file],
  }
}

function modesIn(text: string): (AuthorizationMode | typeof webhookMode)[] {
  const known = [...authorizationModes, webhookMode] as const
  const modes = text.split(',').map(mode => {
    const found = known.find(one => one === mode)
    if (found) return found
    throw new Error(
      `--authorization-mode: expected some of ${known.join(', ')}, ` +
        `separated by commas, got ${JSON.stringify(mode)}`,
    )
  })
  if (new Set(modes).size < modes.length)
    throw new Error(`--authorization-mode: expected each mode once, got ${text}`)
  return modes
}

const webhookFlags = {
  authorizationWebhookConfigFile: configFileFlag,
  authorizationWebhookVersion: '--authorization-webhook-version',
  authorizationWebhookCacheAuthorizedTtl: '--authorization-webhook-cache-authorized-ttl',
  authorizationWebhookCacheUnauthorizedTtl: '--authorization-webhook-cache-unauthorized-ttl',
} as const

const webhookFlagIn = (flags: AuthorizationFlags): string | undefined =>
  Object.entries(webhookFlags).find(
    ([member]) => flags[member as keyof typeof webhookFlags] !== undefined,
  )?.[1]

/** A genuine server ignores some of them, and one that is ignored is a mistake. */
function refuseWebhookFlags(flags: AuthorizationFlags): void {
  const given = webhookFlagIn(flags)
  if (given !== undefined)
    throw new Error(`${given}: expected Webhook in --authorization-mode, got none`)
}

/** The webhook of the mode. As in genuine servers, it has no opinion if it gives no answer. */
async function webhookOf(
  {
    authorizationWebhookConfigFile: path,
    authorizationWebhookVersion: version = 'v1beta1',
    authorizationWebhookCacheAuthorizedTtl: authorizedTtl = '5m',
    authorizationWebhookCacheUnauthorizedTtl: unauthorizedTtl = '30s',
  }: AuthorizationFlags,
  readText: ReadText,
): Promise<AccessWebhook> {
  if (path === undefined)
    throw new Error(`--authorization-mode: expected ${configFileFlag} for Webhook, got none`)
  if (version !== 'v1' && version !== 'v1beta1')
    throw new Error(
      `${webhookFlags.authorizationWebhookVersion}: expected v1 or v1beta1, ` +
        `got ${JSON.stringify(version)}`,
    )
  const ttlMs = (flag: string, text: string) => flagDurationMs(flag, text, 0)
  return {
    name: 'default',
    address: await readWebhookKubeconfig(path, { flag: configFileFlag, readText }),
    version,
    authorizedTtlMs: ttlMs(webhookFlags.authorizationWebhookCacheAuthorizedTtl, authorizedTtl),
    unauthorizedTtlMs: ttlMs(
      webhookFlags.authorizationWebhookCacheUnauthorizedTtl,
      unauthorizedTtl,
    ),
    timeoutMs: 30_000,
    deniesOnFailure: false,
    matchConditions: [],
  }
}
