// The flags of certify: their validation, and their form on a command line.

import { accessSync, constants, mkdirSync } from 'node:fs'
import type { TargetFlags } from '../fixtures/targets/connection-settings.ts'
import type { Target } from '../fixtures/targets/target.ts'
import { concurrencyMax } from '../suites/target/run-namespaces.ts'
import { isInProfile, profileNames, profiles } from '../suites/select/profiles.ts'
import type { Requirement } from '../suites/requirement.ts'
import { expectedId } from '../suites/select/near-ids.ts'
import { sectionNamed, unknownSection } from '../suites/select/sections.ts'
import { checksFor, isInSet, isCatalogueId, requirement } from '../suites/select/select.ts'
import type { Selection } from '../suites/select/select.ts'
import { scenariosForConformance } from '../suites/verdict.ts'
import { UsageProblem } from './command-errors.ts'
import { programWords } from './program.ts'
import { durationText } from './durations.ts'
import type { RunLimits } from './run-limits.ts'

export type CertifyFlags = TargetFlags &
  RunLimits & {
    section: string[]
    id: string[]
    profile?: string
    seed: number
    /** Defaults to 20, or to 3 with `smoke`. */
    scenarios?: number
    /** The former name of `scenarios`. */
    runs?: number
    smoke?: boolean
    slow?: boolean
    concurrency?: number
    /** Timeout of one response in milliseconds. */
    requestTimeout?: number
    baseline?: string
    updateBaseline?: boolean
    format?: 'text' | 'github'
    reportDir: string
    saveHistories?: string
    verbose?: boolean
  }

const concurrencyByDefault = 4
const concurrencyOfSlowServers = 12

/** Returns how many checks run at the same time on the server. A given number is kept. */
export const concurrencyOf = ({ concurrency }: Pick<CertifyFlags, 'concurrency'>) =>
  concurrency === undefined
    ? { concurrency: concurrencyByDefault, concurrencyIfSlow: concurrencyOfSlowServers }
    : { concurrency }

/** Returns the number of scenarios per property. */
export const scenarioCount = ({ scenarios, runs, smoke }: CertifyFlags): number =>
  scenarios ?? runs ?? (smoke ? 3 : scenariosForConformance)

/**
 * Returns the selection of the flags. Sections are given by their slugs. A smoke run of the whole
 * set starts no programs, because they take most of the time.
 */
export const selectionOf = (flags: CertifyFlags): Selection => ({
  sections: flags.section.map(named => sectionNamed(named) ?? named),
  ids: flags.id,
  ...(flags.profile === undefined ? {} : { profile: flags.profile }),
  ...(flags.smoke && !isNamed(flags) ? { targetOnly: true } : {}),
})

/** Whether the flags name a part of the set. */
export const isNamed = ({ section, id, profile }: CertifyFlags): boolean =>
  profile !== undefined || section.length + id.length > 0

/**
 * Returns why a row of the set has no verdict in a run with these flags: what was selected, and on
 * a second line, which differs between rows, what selects this row.
 */
export function whyNotSelected(flags: CertifyFlags, row: Requirement): string {
  if (!isNamed(flags))
    return `not selected: --smoke starts no servers or node agents\nto include it: leave out --smoke, or run it alone with --id ${row.id}`
  const { sections, ids, profile: selected } = selectionOf(flags)
  const named = [
    ...(selected === undefined ? [] : [`--profile ${selected}`]),
    ...sections.map(slug => `--section ${slug}`),
    ...ids.map(id => `--id ${id}`),
  ]
  const judged = `not selected: this run is limited to ${named.join(' ')}`
  const profile = profiles.find(one => isInProfile(row, one))?.name
  const wider = profile === undefined ? [] : [`--profile ${profile}`]
  return `${judged}\nto include it: ${[`--id ${row.id}`, `--section ${row.section}`, ...wider].join(', ')}`
}

/** @throws UsageProblem for flags that are invalid or cannot be combined */
export function checkFlags(flags: CertifyFlags): void {
  const { section, id, updateBaseline, baseline, concurrency, smoke, scenarios, runs } = flags
  if (flags.failFast && flags.maxFindings !== undefined)
    throw new UsageProblem(
      '--max-findings: cannot be combined with --fail-fast, which stops after one',
    )
  checkProfile(flags)
  const badSection = section.find(named => sectionNamed(named) === undefined)
  if (badSection !== undefined) throw new UsageProblem(unknownSection(badSection))
  const badId = id.find(one => !isCatalogueId(one))
  if (badId !== undefined)
    throw new UsageProblem(`--id: ${expectedId(badId)}, got ${JSON.stringify(badId)}`)
  const outside = id.find(one => !isInSet(requirement(one)))
  if (outside)
    throw new UsageProblem(
      `--id: expected an id of this release's set, got ${outside}, which has no check yet`,
    )
  if (updateBaseline && !baseline)
    throw new UsageProblem('--update-baseline: expected --baseline FILE as well, got none')
  if (smoke && (scenarios ?? runs) !== undefined)
    throw new UsageProblem(
      '--scenarios: cannot be combined with --smoke, which means three scenarios',
    )
  if (concurrency !== undefined && concurrency > concurrencyMax)
    throw new UsageProblem(`--concurrency: expected at most ${concurrencyMax}, got ${concurrency}`)
}

function checkProfile({ profile, section, id }: CertifyFlags): void {
  if (profile === undefined) return
  if (!profileNames.includes(profile))
    throw new UsageProblem(
      `--profile: expected one of ${profileNames.join(', ')}, got ${JSON.stringify(profile)}`,
    )
  if (section.length + id.length > 0)
    throw new UsageProblem('--profile: cannot be combined with --section or --id')
}

/** @throws UsageProblem for a directory that cannot be written */
export function prepareHistories(directory: string): void {
  try {
    mkdirSync(directory, { recursive: true })
    accessSync(directory, constants.W_OK)
  } catch (cause) {
    throw new UsageProblem(
      `--save-histories: expected a directory that can be written, got ${(cause as Error).message}`,
      { cause },
    )
  }
}

/**
 * Refuses a selection without checks in the dialect, because such a run would judge nothing.
 * @throws UsageProblem
 */
export function checkDialect({ dialect }: Target, flags: CertifyFlags): void {
  const judged = new Set<string>(checksFor(dialect.name, selectionOf(flags)).map(check => check.id))
  if (flags.profile !== undefined && judged.size === 0)
    throw new UsageProblem(
      `--profile: expected one with checks in the ${dialect.name} dialect, got ${flags.profile}`,
    )
  const other = flags.id.find(one => !judged.has(one))
  if (other)
    throw new UsageProblem(
      `--id: expected an id with a check in the ${dialect.name} dialect, got ${other}`,
    )
}

/** Returns the command that repeats this run. */
export function commandOf(named: string | undefined, flags: CertifyFlags): string {
  const values: [string, string | number | undefined][] = [
    ['--target', flags.target],
    ['--dialect', flags.dialect],
    ['--api-domain', flags.apiDomain],
    ['--token-file', flags.tokenFile],
    ['--client-certificate', flags.clientCertificate],
    ['--client-key', flags.clientKey],
    ['--certificate-authority', flags.certificateAuthority],
    ['--kubeconfig', flags.kubeconfig],
    ['--context', flags.context],
    ...(flags.also ?? []).map((url): [string, string] => ['--also', url]),
    ...(flags.allowWritesTo ?? []).map((host): [string, string] => ['--allow-writes-to', host]),
    ['--hosts-address', flags.hostsAddress],
    ['--profile', flags.profile],
    ...flags.section.map((named): [string, string] => ['--section', named]),
    ...flags.id.map((id): [string, string] => ['--id', id]),
    ['--seed', flags.seed],
    ...(flags.smoke ? [] : [['--scenarios', scenarioCount(flags)] as [string, number]]),
    ['--concurrency', flags.concurrency],
    ['--timeout', flags.timeout && durationText(flags.timeout)],
    ['--request-timeout', flags.requestTimeout && durationText(flags.requestTimeout)],
    ['--max-findings', flags.maxFindings],
    ['--baseline', flags.baseline],
  ]
  const given = values.flatMap(([flag, value]) =>
    value === undefined ? [] : [flag, shellWord(String(value))],
  )
  const switches = [
    ...(flags.smoke ? ['--smoke'] : []),
    ...(flags.slow ? ['--slow'] : []),
    ...(flags.agent ? ['--agent'] : []),
    ...(flags.failFast ? ['--fail-fast'] : []),
    ...(flags.insecureSkipTlsVerify ? ['--insecure-skip-tls-verify'] : []),
  ]
  return [
    ...programWords().map(shellWord),
    'certify',
    ...(named === undefined ? [] : [shellWord(named)]),
    ...given,
    ...switches,
  ].join(' ')
}

/** Quotes a text as one word of a shell, if necessary. */
export const shellWord = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
