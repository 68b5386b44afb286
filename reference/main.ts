// `touchstone serve`: converts flags to the parts of a server, and starts the server.

import { readFile } from 'node:fs/promises'
import { isIP } from 'node:net'

import { ignoredSettings } from './admission/check-ignored-settings.ts'
import { dns1123Subdomain } from './api/name-rules.ts'
import type { Parts } from './parts/parts.ts'
import { readAllowFile } from './auth/allow-file.ts'
import { readTokenFile } from './auth/token-users.ts'
import { configKinds } from './config/config-kinds.ts'
import { type AdmissionFlags, admissionSettings } from './flag-settings/admission-flags.ts'
import { type AuditFlags, auditSettings } from './flag-settings/audit-flags.ts'
import {
  type AuthenticationFlags,
  authenticationSettings,
} from './flag-settings/authentication-flags.ts'
import {
  type AuthorizationFlags,
  authorizationSettings,
} from './flag-settings/authorization-flags.ts'
import { type ControllerFlags, controllerSettings } from './flag-settings/controller-flags.ts'
import { type EncryptionFlags, encryptionSettings } from './flag-settings/encryption-flags.ts'
import { type EgressFlags, egressSettings } from './flag-settings/egress-flags.ts'
import { type TracingFlags, tracingSettings } from './flag-settings/tracing-flags.ts'
import { flagDurationMs } from './flag-settings/flag-duration.ts'
import { loadCertificate, type TlsFlags } from './http/certificate.ts'
import { defaultParts, dialects } from './server/default-parts.ts'
import { parseFeatureGates } from './server/feature-gate-flag.ts'
import { logFailure } from './api/log-failure.ts'
import { openStore, type StoreFlags } from './server/open-store.ts'
import { openReference, type ReferenceServer } from './server/start.ts'
import { checkEmulatedVersion } from './server/version.ts'

/** The flags of the command as they were typed. */
export type ServeFlags = {
  /** `cluster` unless set. */
  dialect?: string
  /** 8001 unless set; 0 takes any free port. */
  port?: string
  /** 127.0.0.1 unless set. */
  bindAddress?: string
  /** The dialect's own unless set. */
  apiDomain?: string
  /** The release of Kubernetes to behave like; the one that the dialect follows unless set. */
  emulatedVersion?: string
  /** `Name=true,Name=false`: the feature gates that differ from their defaults. */
  featureGates?: string
  /** How long the history is kept; `5m` unless set. */
  history?: string
  /**
   * How long after its start the server is live although its start hooks have not finished; `0s`
   * unless set.
   */
  livezGracePeriod?: string
  /** How long the server continues to serve after a signal requests its end; `0s` unless set. */
  shutdownDelayDuration?: string
  /** Lines of `token,user,uid,"group1,group2"`; without it everyone is an administrator. */
  tokenAuthFile?: string
  /** Stores settings that the server ignores, with a warning, instead of refusing them. */
  storeIgnoredSettings?: boolean
} & AdmissionFlags &
  AuditFlags &
  AuthenticationFlags &
  AuthorizationFlags &
  ControllerFlags &
  EncryptionFlags &
  EgressFlags &
  TracingFlags &
  TlsFlags &
  StoreFlags

/**
 * Starts a server, prints its URL, and stops it on a signal.
 * @throws Error about a flag, a file or the port, with the expected and the given value
 */
export async function runServe(flags: ServeFlags): Promise<ReferenceServer> {
  const { started, ...reference } = await openReference(await partsOf(flags))
  let isLeaving = false
  // A second signal ends the process at once.
  const onSignal = () => void (isLeaving ? close() : shutdown())
  const shutdown = async () => {
    isLeaving = true
    await reference.shutdown().finally(close)
  }
  const close = () => {
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal)
    return reference.close()
  }
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal)
  await started.catch(async cause => {
    await close()
    throw cause
  })
  await tellIgnored(reference.parts)
  const { name } = reference.parts.dialect
  process.stdout.write(`touchstone reference server (${name} dialect) ready at ${reference.url}\n`)
  return { ...reference, shutdown, close }
}

async function tellIgnored(parts: Parts): Promise<void> {
  try {
    for (const line of await ignoredSettings(parts)) process.stderr.write(`${line}\n`)
  } catch (error) {
    // An error is only logged: one object that cannot be read must not keep the server from serving
    // the others.
    logFailure('reading stored settings', error)
  }
}

async function partsOf(flags: ServeFlags) {
  const { tokenAuthFile, allow, bindAddress = '127.0.0.1' } = flags
  if (tokenAuthFile === undefined && !isLoopback(bindAddress)) {
    throw new Error(
      `--bind-address: expected a loopback address, got ${bindAddress}: ` +
        'without --token-auth-file everyone who reaches the server is its administrator',
    )
  }
  if (tokenAuthFile === undefined && allow !== undefined) {
    throw new Error('--allow: expected --token-auth-file beside it, got none')
  }
  if (flags.etcdPrefix !== undefined && flags.etcdServers === undefined) {
    throw new Error('--etcd-prefix: expected --etcd-servers beside it, got none')
  }
  if (flags.tlsCertFile !== undefined && flags.certDir !== undefined) {
    throw new Error('--cert-dir: expected no --tls-cert-file beside it, got both')
  }
  const historyMs = flagDurationMs('--history', flags.history ?? '5m')
  const dialect = dialectOf(flags.dialect ?? 'cluster')
  if (flags.emulatedVersion !== undefined)
    checkEmulatedVersion(flags.emulatedVersion, dialects[dialect])
  const apiDomain = flags.apiDomain === undefined ? undefined : domainOf(flags.apiDomain)
  const words = dialects[dialect]
  const tls = await loadCertificate(flags, { bindAddress, now: Date.now() })
  const setup = {
    kinds: configKinds,
    dialect: { ...words, ...(apiDomain !== undefined && { apiDomain }) },
    readText: (path: string) => readFile(path, 'utf8'),
  }
  const authentication = await authenticationSettings(flags, {
    ...setup,
    hasTls: tls !== undefined,
  })
  const authorization = await authorizationSettings(flags, setup)
  const audit = await auditSettings(flags, setup)
  const egress = await egressSettings(flags, {
    ...setup,
    hasEtcd: flags.etcdServers !== undefined,
  })
  const controllers = await controllerSettings(flags, setup)
  const tracing = await tracingSettings(flags, setup)
  const gates = parseFeatureGates(flags.featureGates ?? '')
  const encryption = await encryptionSettings(flags, { ...setup, gates })
  return defaultParts({
    dialect,
    port: portOf(flags.port ?? '8001'),
    bindAddress,
    ...(tls && { tls }),
    historyMs,
    livezGraceMs: flagDurationMs('--livez-grace-period', flags.livezGracePeriod ?? '0s', 0),
    shutdownDelayMs: flagDurationMs(
      '--shutdown-delay-duration',
      flags.shutdownDelayDuration ?? '0s',
      0,
    ),
    // The token of a later chunk names the snapshot of the first one, and is valid for as long
    // again.
    ...(await openStore(flags, 2 * historyMs)),
    gates,
    storeIgnoredSettings: flags.storeIgnoredSettings ?? false,
    ...(apiDomain !== undefined && { apiDomain }),
    ...(tokenAuthFile !== undefined && {
      users: readTokenFile(await readFile(tokenAuthFile, 'utf8'), tokenAuthFile),
    }),
    ...authentication,
    ...authorization,
    followedFiles: [...authentication.followedFiles, ...authorization.followedFiles],
    plugins: await admissionSettings(flags, setup),
    ...(audit && { audit }),
    ...(controllers && { controllers }),
    ...(encryption && { encryption }),
    ...(tracing && { tracing }),
    ...(egress && { egress }),
    ...(allow !== undefined && { allow: readAllowFile(await readFile(allow, 'utf8'), allow) }),
  })
}

const isLoopback = (address: string): boolean =>
  address === 'localhost' ||
  address === '::1' ||
  (isIP(address) === 4 && address.startsWith('127.'))

function dialectOf(text: string): keyof typeof dialects {
  if (text === 'cluster' || text === 'kubernetes') return text
  throw new Error(`--dialect: expected cluster or kubernetes, got ${JSON.stringify(text)}`)
}

function portOf(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) < 65_536) return Number(text)
  throw new Error(`--port: expected a number from 0 to 65535, got ${JSON.stringify(text)}`)
}

function domainOf(text: string): string {
  const faults = dns1123Subdomain(text, 'name')
  if (faults.length === 0) return text
  throw new Error(`--api-domain: expected a DNS name, got ${JSON.stringify(text)}`)
}
