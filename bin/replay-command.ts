// How a case can be performed again: the command that reports print, what the case file says of the
// server, and what the script with curl reads its credentials from.

import { resolve } from 'node:path'
import { defaultTypes, pathOf, roles } from '../fixtures/objects/probe-types.ts'
import type { ProbeType, Role } from '../fixtures/objects/probe-types.ts'
import type { TargetFlags } from '../fixtures/targets/reach.ts'
import { readTargetFile } from '../fixtures/targets/target-file.ts'
import type { Target } from '../fixtures/targets/target.ts'
import type { Access } from '../properties/curl.ts'
import { isStartable } from '../suites/case.ts'
import type { CaseFile } from '../suites/case.ts'
import type { Failure } from '../suites/verdict.ts'
import { shellWord } from './certify-flags.ts'

/** A target, and how the command line named it. */
export type Named = {
  target: Pick<Target, 'name' | 'dialect' | 'apiDomain' | 'types' | 'unserved' | 'connection'>
  named: string | undefined
  flags: TargetFlags
}

/**
 * The command that performs a case again. Paths in it are absolute, so that it works from any
 * directory; of credentials it names the files alone.
 */
export function replayCommand(file: string, of: Named): string {
  const words = ['npx', 'touchstone', 'replay', resolve(file), ...targetWords(of)]
  return words.map(shellWord).join(' ')
}

function targetWords({ target, named, flags }: Named): string[] {
  // The case itself names a target that we start, and the words that it speaks.
  if (!isForeign(named, flags) && isStartable(target.name)) return []
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
    '--dialect',
    target.dialect.name,
    '--api-domain',
    target.apiDomain,
    ...(flags.insecureSkipTlsVerify ? ['--insecure-skip-tls-verify'] : []),
  ]
}

/** Whether the target is a server that runs already. */
const isForeign = (named: string | undefined, flags: TargetFlags): boolean =>
  flags.target !== undefined || flags.kubeconfig !== undefined || /^https?:\/\//.test(named ?? '')

/** The failure with all that it takes to see it again on the same target. */
export function withReplay(failure: Failure, file: string, of: Named): Failure {
  const { target, named, flags } = of
  const place = isForeign(named, flags)
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
  return { ...failure, case: found, replay: replayCommand(file, of) }
}

/** The types that are not those of every server, by role. */
function unusualTypes({
  types,
  apiDomain,
  unserved = {},
}: Named['target']): Partial<Record<Role, ProbeType>> {
  const usual = defaultTypes(apiDomain)
  const others = roles.filter(
    role => unserved[role] === undefined && pathOf(types[role]) !== pathOf(usual[role]),
  )
  return Object.fromEntries(others.map(role => [role, types[role]]))
}

/** Where scripts find the server, and the files of credentials, never what is in them. */
export function accessOf({ target, named, flags }: Named): Access {
  if (!isForeign(named, flags)) return { url: 'http://127.0.0.1:8001' }
  const file = flags.target === undefined ? undefined : readTargetFile(flags.target)
  const credentials = Object.entries(file?.credentials ?? {})
  const tokens = [
    ...credentials.map(([who, { tokenFile }]) => [who, tokenFile] as const),
    ...(flags.tokenFile ? [['admin', flags.tokenFile] as const] : []),
  ].flatMap(([who, path]) => (path === undefined ? [] : [[who, resolve(path)] as const]))
  const admin = file?.credentials?.admin
  const paths = {
    certificateAuthority: flags.certificateAuthority ?? file?.certificateAuthority,
    clientCertificate: flags.clientCertificate ?? admin?.clientCertificate,
    clientKey: flags.clientKey ?? admin?.clientKey,
  }
  return {
    url: target.connection.url,
    tokenFiles: Object.fromEntries(tokens),
    ...Object.fromEntries(
      Object.entries(paths).flatMap(([name, path]) =>
        path === undefined ? [] : [[name, resolve(path)]],
      ),
    ),
    ...(target.connection.insecureSkipTlsVerify ? { isUnverified: true } : {}),
  }
}
