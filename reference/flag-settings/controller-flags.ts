// Reads the flags that choose controllers, under the names of a genuine controller manager.

import { createPrivateKey, X509Certificate } from 'node:crypto'

import {
  type ControllerSettings,
  type OptionalController,
  optionalControllers,
} from '../api/controller-settings.ts'
import { flagDurationMs } from './flag-duration.ts'
import type { ReadText } from './followed-file.ts'

/** The flags as they were typed. */
export type ControllerFlags = {
  /** `*` for all, a name, or -name; separated by commas. None unless set. */
  controllers?: string
  /** The authority that signs certificate requests, as PEM files. */
  clusterSigningCertFile?: string
  clusterSigningKeyFile?: string
  /** The longest validity of a signed certificate; `8760h` unless set. */
  clusterSigningDuration?: string
  /** How many pods that have ended may stay; 12500 unless set. */
  terminatedPodGcThreshold?: string
}

/** The controllers that every server runs. */
export const permanentControllers = [
  'clusterrole-aggregation-controller',
  'garbage-collector-controller',
  'namespace-controller',
  'resourcequota-controller',
  'root-ca-certificate-publisher-controller',
  'serviceaccount-controller',
] as const

const signingController = 'certificatesigningrequest-signing-controller'

/**
 * Returns the controllers to run besides the permanent ones, and their settings; undefined if there
 * are none. @throws Error that names the flag, with the expected and the given value
 */
export async function controllerSettings(
  flags: ControllerFlags,
  { readText }: { readonly readText: ReadText },
): Promise<ControllerSettings | undefined> {
  const items = (flags.controllers ?? '').split(',').filter(item => item !== '')
  for (const item of items) refuseUnknown(item)
  const signing = await signingOf(flags, readText)
  if (items.includes(signingController) && !signing) {
    const files = '--cluster-signing-cert-file and --cluster-signing-key-file'
    throw new Error(`--controllers: ${signingController} expected ${files}, got none`)
  }
  const names = optionalControllers.filter(
    name => isEnabled(name, items) && (name !== signingController || signing),
  )
  const settings: [string | undefined, string, OptionalController][] = [
    [flags.clusterSigningCertFile, '--cluster-signing-cert-file', signingController],
    [flags.clusterSigningDuration, '--cluster-signing-duration', signingController],
    [
      flags.terminatedPodGcThreshold,
      '--terminated-pod-gc-threshold',
      'pod-garbage-collector-controller',
    ],
  ]
  for (const [value, flag, name] of settings) {
    if (value === undefined || names.includes(name)) continue
    throw new Error(
      `${flag}: expected ${name} in --controllers, got ${flags.controllers ?? 'none'}`,
    )
  }
  if (names.length === 0) return undefined
  return {
    names,
    ...(signing && { signing }),
    ...(flags.terminatedPodGcThreshold !== undefined && {
      terminatedPodThreshold: thresholdOf(flags.terminatedPodGcThreshold),
    }),
  }
}

function refuseUnknown(item: string): void {
  const name = item.replace(/^-/, '')
  const isPermanent = (permanentControllers as readonly string[]).includes(name)
  if (isPermanent && item.startsWith('-')) {
    throw new Error(`--controllers: expected no ${item}: this server always runs ${name}`)
  }
  if (item === '*' || isPermanent || (optionalControllers as readonly string[]).includes(name))
    return
  const known = [...optionalControllers, ...permanentControllers].sort().join(', ')
  throw new Error(`--controllers: expected * or names of ${known}, got ${JSON.stringify(item)}`)
}

/** Whether a list switches a controller on; the first item that names it counts (CM-015 to 018). */
export function isEnabled(name: string, items: readonly string[]): boolean {
  const first = items.find(item => item === name || item === `-${name}`)
  return first === undefined ? items.includes('*') : first === name
}

async function signingOf(
  {
    clusterSigningCertFile: certFile,
    clusterSigningKeyFile: keyFile,
    clusterSigningDuration = '8760h',
  }: ControllerFlags,
  readText: ReadText,
) {
  if (certFile === undefined && keyFile === undefined) return undefined
  if (certFile === undefined || keyFile === undefined) {
    throw new Error(
      '--cluster-signing-cert-file and --cluster-signing-key-file: expected both, got one',
    )
  }
  const certificate = await readText(certFile)
  const key = await readText(keyFile)
  const isPair = (() => {
    try {
      return new X509Certificate(certificate).checkPrivateKey(createPrivateKey(key))
    } catch {
      return false
    }
  })()
  if (!isPair) {
    const expected = `a certificate as PEM, and its key in ${keyFile}`
    throw new Error(`--cluster-signing-cert-file ${certFile}: expected ${expected}, got others`)
  }
  const durationMs = flagDurationMs('--cluster-signing-duration', clusterSigningDuration)
  return { certificate, key, durationMs }
}

function thresholdOf(text: string): number {
  if (/^-?\d{1,9}$/.test(text)) return Number(text)
  throw new Error(
    `--terminated-pod-gc-threshold: expected a whole number, got ${JSON.stringify(text)}`,
  )
}
