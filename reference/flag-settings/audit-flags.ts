// Reads the flags of the audit and their files. The files are read once.

import {
  type AuditBatching,
  type AuditMode,
  auditModes,
  type AuditPolicy,
  type AuditSettings,
  type AuditSinkSettings,
  type AuditTruncation,
} from '../api/audit.ts'
import { type ConfigFileOptions, readConfigDocument } from './config-document.ts'
import { flagDurationMs } from './flag-duration.ts'
import type { ReadText } from './followed-file.ts'
import { readWebhookKubeconfig } from './webhook-kubeconfig.ts'

type SinkFlag =
  | 'Mode'
  | 'BatchBufferSize'
  | 'BatchMaxSize'
  | 'BatchMaxWait'
  | 'BatchThrottleEnable'
  | 'BatchThrottleQps'
  | 'BatchThrottleBurst'
  | 'TruncateEnabled'
  | 'TruncateMaxBatchSize'
  | 'TruncateMaxEventSize'

/** The flags as they were typed. */
export type AuditFlags = {
  /** A Policy. Without it no events are recorded. */
  auditPolicyFile?: string
  /** A path, or `-` for standard output. */
  auditLogPath?: string
  /** Megabytes, days, and a number of files. */
  auditLogMaxsize?: string
  auditLogMaxage?: string
  auditLogMaxbackup?: string
  /** A kubeconfig with the address of the webhook. */
  auditWebhookConfigFile?: string
  auditWebhookInitialBackoff?: string
} & { [flag in `audit${'Log' | 'Webhook'}${SinkFlag}`]?: string }

type Context = Pick<ConfigFileOptions, 'kinds' | 'dialect'> & { readonly readText: ReadText }

const policyFlag = '--audit-policy-file'
const logFlag = '--audit-log-path'
const webhookFlag = '--audit-webhook-config-file'

/**
 * Returns the audit that flags configure, or undefined if none does.
 * @throws Error that names the flag, the file and the fault
 */
export async function auditSettings(
  flags: AuditFlags,
  { readText, ...checks }: Context,
): Promise<AuditSettings | undefined> {
  const { auditPolicyFile: path, auditLogPath, auditWebhookConfigFile } = flags
  requireOwner(flags, 'auditLog', auditLogPath, logFlag)
  requireOwner(flags, 'auditWebhook', auditWebhookConfigFile, webhookFlag)
  const sinks: AuditSinkSettings[] = []
  if (auditLogPath !== undefined) sinks.push(logSink(auditLogPath, flags))
  if (auditWebhookConfigFile !== undefined)
    sinks.push(await webhookSink(auditWebhookConfigFile, flags, readText))
  if (path === undefined) {
    if (sinks.length === 0) return undefined
    const flag = auditLogPath === undefined ? webhookFlag : logFlag
    throw new Error(`${flag}: expected also ${policyFlag}, got none`)
  }
  if (sinks.length === 0)
    throw new Error(`${policyFlag}: expected also ${logFlag} or ${webhookFlag}, got neither`)
  const options = { flag: policyFlag, name: path, ...checks }
  const document = readConfigDocument(await readText(path), 'Policy', options)
  // The check has established the shape.
  return { policy: document as unknown as AuditPolicy, sinks }
}

/** Refuses flags of a sink that is not there. */
function requireOwner(
  flags: AuditFlags,
  prefix: 'auditLog' | 'auditWebhook',
  owner: string | undefined,
  ownerFlag: string,
): void {
  if (owner !== undefined) return
  const [member] = Object.entries(flags).find(
    ([name, value]) => name.startsWith(prefix) && value !== undefined,
  ) ?? [undefined]
  if (member === undefined) return
  throw new Error(`${flagOf(member)}: expected also ${ownerFlag}, got none`)
}

/** `auditLogMode` is the member of `--audit-log-mode`. */
const flagOf = (member: string): string =>
  `--${member.replaceAll(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)}`

const megabyte = 1024 * 1024
const dayMs = 24 * 60 * 60 * 1000

function logSink(path: string, flags: AuditFlags): AuditSinkSettings {
  const { auditLogMaxsize, auditLogMaxage, auditLogMaxbackup } = flags
  if (path === '') throw new Error(`${logFlag}: expected a path or -, got an empty text`)
  return {
    kind: 'log',
    path,
    bytesMax: numberIn('--audit-log-maxsize', auditLogMaxsize, { standard: 100 }) * megabyte,
    ageMsMax: numberIn('--audit-log-maxage', auditLogMaxage, { standard: 366 }) * dayMs,
    backupsMax: numberIn('--audit-log-maxbackup', auditLogMaxbackup, { standard: 100 }),
    ...collecting('Log', flags, { mode: 'blocking', maxSize: 1, isThrottled: false }),
  }
}

async function webhookSink(
  path: string,
  flags: AuditFlags,
  readText: ReadText,
): Promise<AuditSinkSettings> {
  const { auditWebhookInitialBackoff: backoff = '10s' } = flags
  return {
    kind: 'webhook',
    webhook: await readWebhookKubeconfig(path, { flag: webhookFlag, readText }),
    firstDelayMs: flagDurationMs('--audit-webhook-initial-backoff', backoff),
    ...collecting('Webhook', flags, { mode: 'batch', maxSize: 400, isThrottled: true }),
  }
}

/** The defaults are those of genuine servers. */
type Standard = {
  readonly mode: AuditMode
  readonly maxSize: number
  readonly isThrottled: boolean
}

/** Returns the mode and the batches of a sink. */
function collecting(
  kind: 'Log' | 'Webhook',
  flags: AuditFlags,
  standard: Standard,
): Pick<AuditSinkSettings, 'mode' | 'batching' | 'truncation'> {
  const text = flags[`audit${kind}Mode`]
  const mode = auditModes.find(one => one === (text ?? standard.mode))
  const modeFlag = flagOf(`audit${kind}Mode`)
  if (mode === undefined)
    throw new Error(`${modeFlag}: expected ${auditModes.join(', ')}, got ${JSON.stringify(text)}`)
  const [unused] = Object.entries(flags).find(
    ([name, value]) => name.startsWith(`audit${kind}Batch`) && value !== undefined,
  ) ?? [undefined]
  if (mode !== 'batch' && unused !== undefined)
    throw new Error(`${flagOf(unused)}: expected ${modeFlag}=batch, got ${mode}`)
  const truncation = truncationIn(kind, flags)
  return { mode, batching: batchingIn(kind, flags, standard), ...(truncation && { truncation }) }
}

/** The sizes are in bytes. As in genuine servers, they must fit to each other in any case. */
function truncationIn(kind: 'Log' | 'Webhook', flags: AuditFlags): AuditTruncation | undefined {
  const flag = (name: SinkFlag) => flagOf(`audit${kind}${name}`)
  const size = (name: SinkFlag, standard: number) =>
    numberIn(flag(name), flags[`audit${kind}${name}`], { standard, min: 1 })
  const isOn = isTrue(flag('TruncateEnabled'), flags[`audit${kind}TruncateEnabled`] ?? 'false')
  const batchBytesMax = size('TruncateMaxBatchSize', 10 * megabyte)
  const eventBytesMax = size('TruncateMaxEventSize', 100 * 1024)
  if (!isOn) {
    const [unused] = (['TruncateMaxBatchSize', 'TruncateMaxEventSize'] as const).filter(
      name => flags[`audit${kind}${name}`] !== undefined,
    )
    if (unused === undefined) return undefined
    throw new Error(`${flag(unused)}: expected also ${flag('TruncateEnabled')}=true, got none`)
  }
  if (batchBytesMax < eventBytesMax)
    throw new Error(
      `${flag('TruncateMaxBatchSize')}: expected at least ${flag('TruncateMaxEventSize')}, ` +
        `got ${batchBytesMax} and ${eventBytesMax}`,
    )
  return { batchBytesMax, eventBytesMax }
}

function isTrue(flag: string, text: string): boolean {
  if (text === 'true' || text === 'false') return text === 'true'
  throw new Error(`${flag}: expected true or false, got ${JSON.stringify(text)}`)
}

function batchingIn(kind: 'Log' | 'Webhook', flags: AuditFlags, standard: Standard): AuditBatching {
  const given = (name: SinkFlag) => flags[`audit${kind}${name}`]
  const flag = (name: SinkFlag) => flagOf(`audit${kind}${name}`)
  const number = (name: SinkFlag, standardValue: number) =>
    numberIn(flag(name), given(name), { standard: standardValue, min: 1 })
  const enabled = given('BatchThrottleEnable') ?? String(standard.isThrottled)
  const isThrottled = isTrue(flag('BatchThrottleEnable'), enabled)
  const wait = given('BatchMaxWait') ?? '30s'
  const qps = Number(given('BatchThrottleQps') ?? 10)
  if (!(qps > 0 && qps < Infinity))
    throw new Error(`${flag('BatchThrottleQps')}: expected a number above 0, got ${qps}`)
  const burst = number('BatchThrottleBurst', 15)
  return {
    bufferSize: number('BatchBufferSize', 10_000),
    maxSize: number('BatchMaxSize', standard.maxSize),
    maxWaitMs: flagDurationMs(flag('BatchMaxWait'), wait),
    ...(isThrottled && { throttle: { qps, burst } }),
  }
}

function numberIn(
  flag: string,
  text: string | undefined,
  { standard, min = 0 }: { readonly standard: number; readonly min?: number },
): number {
  if (text === undefined) return standard
  const value = Number(text)
  if (/^\d{1,9}$/.test(text) && value >= min) return value
  throw new Error(`${flag}: expected an integer from ${min} on, got ${JSON.stringify(text)}`)
}
