// Prepares the replay of a case: the command in reports, the server data in the case file, and the
// credential files of the curl script.

import { resolve } from 'node:path'
import { defaultTypes, resourcePath, roles } from '../fixtures/objects/tested-types.ts'
import type { TestedType, Role } from '../fixtures/objects/tested-types.ts'
import type { TargetFlags } from '../fixtures/targets/connection-settings.ts'
import { readTargetFile } from '../fixtures/targets/target-file.ts'
import type { Target } from '../fixtures/targets/target.ts'
import type { ScriptAccess, CredentialFiles } from '../properties/perform/curl.ts'
import type { Scenario } from '../properties/dsl/scenario.ts'
import { isStartable } from '../suites/failure/case.ts'
import type { CaseFile } from '../suites/failure/case.ts'
import { isMetByWaiting, needsOf, targetMeets } from '../suites/target/needs.ts'
import type { Failure } from '../suites/verdict.ts'
import { shellWord } from './certify-flags.ts'
import { programWords } from './program.ts'

/** The flags that `replay` shares with `certify`. */
export type ReplayFlags = TargetFlags & { slow?: boolean }

/** A target, and its name and flags on the command line. */
export type NamedTarget = {
  target: Target
  named: string | undefined
  flags: ReplayFlags
}

/**
 * Returns the command that replays a case. All paths are absolute, so that it works from any
 * directory. It names credential files, never credentials.
 */
function replayCommand(file: string, of: NamedTarget, scenario: Scenario): string {
  const agent = of.flags.agent ? ['--agent'] : []
  const words = [...programWords(), 'replay', resolve(file), ...targetWords(of), ...agent]
  return [...words, ...(isSlow(scenario, of) ? ['--slow'] : [])].map(shellWord).join(' ')
}

/** Whether the scenario was performed only because the run waited in real time. */
const isSlow = (scenario: Scenario, { target, flags: { slow = false } }: NamedTarget): boolean =>
  slow && needsOf(scenario).some(need => isMetByWaiting(need) && !targetMeets(target, need))

function targetWords({ target, named, flags }: NamedTarget): string[] {
  // The case names a target that this program starts, and its dialect.
  if (!isGivenByAddress(named, flags) && isStartable(target.name)) return []
  const files: [string, string | undefined][] = [
    ['--target', flags.target],
    ['--kubeconfig', flags.kubeconfig],
    ['--token-file', flags.tokenFile],
    ['--client-certificate', flags.clientCertificate],
    ['--client-key', flags.clientKey],
    ['--certificate-authority', flags.certificateAuthority],
  ]
  return [
    ...(named === undefined ? [] : [named]),
    ...files.flatMap(([flag, path]) => (path === undefined ? [] : [flag, resolve(path)])),
    ...(flags.context === undefined ? [] : ['--context', flags.context]),
    ...(flags.also ?? []).flatMap(url => ['--also', url]),
    ...(flags.allowWritesTo ?? []).flatMap(host => ['--allow-writes-to', host]),
    ...(flags.hostsAddress === undefined ? [] : ['--hosts-address', flags.hostsAddress]),
    '--dialect',
    target.dialect.name,
    '--api-domain',
    target.apiDomain,
    ...(flags.insecureSkipTlsVerify ? ['--insecure-skip-tls-verify'] : []),
  ]
}

/** Whether the target is a server that is already running. */
const isGivenByAddress = (named: string | undefined, flags: TargetFlags): boolean =>
  flags.target !== undefined || flags.kubeconfig !== undefined || /^https?:\/\//.test(named ?? '')

/** Adds to a failure everything that is needed to replay it on the same target. */
export function withReplayCommand(failure: Failure, file: string, of: NamedTarget): Failure {
  const { target, named, flags } = of
  const place = isGivenByAddress(named, flags)
    ? { server: target.connection.url }
    : isStartable(target.name)
      ? { target: target.name }
      : {}
  const types = unusualTypes(target)
  const found: CaseFile = {
    ...(failure.case as CaseFile),
    ...place,
    dialect: target.dialect.name,
    apiDomain: target.apiDomain,
    ...(Object.keys(types).length > 0 ? { types } : {}),
  }
  return { ...failure, case: found, replay: replayCommand(file, of, found.scenario) }
}

/** Returns the types that differ from the default types, by role. */
function unusualTypes({
  types,
  apiDomain,
  unserved = {},
}: NamedTarget['target']): Partial<Record<Role, TestedType>> {
  const usual = defaultTypes(apiDomain)
  const others = roles.filter(
    role => unserved[role] === undefined && resourcePath(types[role]) !== resourcePath(usual[role]),
  )
  return Object.fromEntries(others.map(role => [role, types[role]]))
}

/** Returns the server URL and the paths of credential files for scripts, never credentials. */
export function scriptAccessOf({ target, named, flags }: NamedTarget): ScriptAccess {
  if (!isGivenByAddress(named, flags)) return { url: 'http://127.0.0.1:8001' }
  const file = flags.target === undefined ? undefined : readTargetFile(flags.target)
  const { tokenFile, clientCertificate, clientKey } = flags
  const ofFlags = Object.entries({ tokenFile, clientCertificate, clientKey })
  const ofFile = file?.credentials ?? {}
  const admin = Object.fromEntries([
    ...Object.entries(ofFile.admin ?? {}),
    ...ofFlags.filter(([, path]) => path !== undefined),
  ])
  const files = Object.entries({ ...ofFile, admin }).map(
    ([who, paths]) => [who, resolved(paths)] as const,
  )
  const authority = flags.certificateAuthority ?? file?.certificateAuthority
  const { token, clientCertificate: ofAdmin } = target.credentials.admin
  const isInNoFile = Object.keys(admin).length === 0
  return {
    url: target.connection.url,
    files: Object.fromEntries(files),
    ...((token ?? ofAdmin) !== undefined && isInNoFile ? { needsAdmin: true } : {}),
    ...(target.preflight?.madeIdentities ? { created: target.preflight.madeIdentities } : {}),
    ...(authority === undefined ? {} : { certificateAuthority: resolve(authority) }),
    ...(target.connection.insecureSkipTlsVerify ? { isUnverified: true } : {}),
  }
}

/** Returns the paths as absolute ones. */
const resolved = (paths: object): CredentialFiles =>
  Object.fromEntries(
    Object.entries(paths).flatMap(([name, path]) =>
      typeof path === 'string' ? [[name, resolve(path)]] : [],
    ),
  )
