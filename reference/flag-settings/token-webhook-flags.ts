// Reads the flags of a webhook that reviews tokens.

import type { TokenWebhook } from '../api/authentication.ts'
import { flagDurationMs } from './flag-duration.ts'
import type { ReadText } from './followed-file.ts'
import { readWebhookKubeconfig } from './webhook-kubeconfig.ts'

/** The flags as they were typed. */
export type TokenWebhookFlags = {
  /** A kubeconfig with the address of the webhook. Without it the other flags have no effect. */
  authenticationTokenWebhookConfigFile?: string
  /** `v1` or `v1beta1`; `v1beta1` unless set. */
  authenticationTokenWebhookVersion?: string
  /** How long a review is kept; `2m` unless set. */
  authenticationTokenWebhookCacheTtl?: string
}

/** @throws Error that names the flag, without credentials */
export async function tokenWebhookOf(
  {
    authenticationTokenWebhookConfigFile: path,
    authenticationTokenWebhookVersion: version = 'v1beta1',
    authenticationTokenWebhookCacheTtl: ttl = '2m',
  }: TokenWebhookFlags,
  readText: ReadText,
): Promise<TokenWebhook | undefined> {
  if (path === undefined) return undefined
  if (version !== 'v1' && version !== 'v1beta1')
    throw new Error(
      `--authentication-token-webhook-version: expected v1 or v1beta1, got ${JSON.stringify(version)}`,
    )
  const flag = '--authentication-token-webhook-config-file'
  return {
    ...(await readWebhookKubeconfig(path, { flag, readText })),
    version,
    cacheTtlMs: flagDurationMs('--authentication-token-webhook-cache-ttl', ttl, 0),
  }
}
