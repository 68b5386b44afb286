// Reads the configuration of the plug-in ImagePolicyWebhook, which has no kind.

import type { ImagePolicy } from '../api/admission-settings.ts'
import type { Dialect } from '../api/dialect.ts'
import { isJsonObject, type JsonObject } from '../api/object.ts'
import { yaml } from '../lib/deferred-libraries.ts'
import type { ReadText } from './followed-file.ts'
import { readWebhookKubeconfig } from './webhook-kubeconfig.ts'

const flag = '--admission-control-config-file'

/** The text of a configuration, and where it is in errors. */
type Source = { readonly name: string; readonly text: string }

/**
 * Reads the member `imagePolicy` of a configuration. As in genuine servers, the path of the
 * kubeconfig is relative to the working directory, and other members are ignored.
 * @throws Error that names the flag, the file and the member
 */
export async function readImagePolicy(
  { name, text }: Source,
  { readText, dialect }: { readonly readText: ReadText; readonly dialect: Pick<Dialect, 'name'> },
): Promise<ImagePolicy> {
  const at = `${flag}: ${name}: imagePolicy`
  const settings = imagePolicyIn(text, at)
  const member = dialect.name === 'kubernetes' ? 'kubeConfigFile' : 'clusterConfigFile'
  const path = settings[member]
  if (typeof path !== 'string' || path === '')
    throw new Error(`${at}.${member}: expected the path of a kubeconfig, got ${shown(path)}`)
  const { defaultAllow = false } = settings
  if (typeof defaultAllow !== 'boolean')
    throw new Error(`${at}.defaultAllow: expected true or false, got ${shown(defaultAllow)}`)
  const duration = (of: string, bounds: DurationBounds) =>
    durationMs(settings[of], `${at}.${of}`, bounds)
  return {
    webhook: await readWebhookKubeconfig(path, { flag, readText }),
    allowTtlMs: duration('allowTTL', { unitMs: 1000, standardMs: 300_000, maxMs: ttlMsMax }),
    denyTtlMs: duration('denyTTL', { unitMs: 1000, standardMs: 30_000, maxMs: ttlMsMax }),
    retryBackoffMs: duration('retryBackoff', { unitMs: 1, standardMs: 500, maxMs: 300_000 }),
    defaultAllow,
  }
}

const ttlMsMax = 30 * 60_000

type DurationBounds = {
  readonly unitMs: number
  readonly standardMs: number
  readonly maxMs: number
}

/** As in genuine servers, 0 stands for the default and -1 for no time at all. */
function durationMs(value: unknown = 0, at: string, bounds: DurationBounds): number {
  const { unitMs, standardMs, maxMs } = bounds
  if (value === 0) return standardMs
  if (value === -1) return 0
  if (typeof value === 'number' && Number.isInteger(value) && value > 0 && value * unitMs <= maxMs)
    return value * unitMs
  const range = `-1, 0, or an integer up to ${maxMs / unitMs}`
  throw new Error(`${at}: expected ${range}, got ${shown(value)}`)
}

function imagePolicyIn(text: string, at: string): JsonObject {
  try {
    const value: unknown = yaml().parse(text)
    if (isJsonObject(value) && isJsonObject(value['imagePolicy'])) return value['imagePolicy']
  } catch {
    // The error below says what is expected.
  }
  throw new Error(`${at}: expected an object in YAML or JSON, got something else`)
}

const shown = (value: unknown): string => JSON.stringify(value) ?? 'nothing'
