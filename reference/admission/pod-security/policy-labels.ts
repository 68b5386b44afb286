// The labels of a namespace that say which level of pod security applies to its pods.

import { type StatusCause, valueInvalid } from '../../api/status-causes.ts'
import type { LevelVersion, SecurityLevel } from '../../api/pod-security.ts'

export const labelPrefix = 'pod-security.kubernetes.io/'

/** What is done with pods that do not meet a level. */
export type SecurityMode = 'enforce' | 'audit' | 'warn'

export type SecurityPolicy = { readonly [mode in SecurityMode]: LevelVersion } & {
  readonly causes: readonly StatusCause[]
}

const levels: readonly SecurityLevel[] = ['privileged', 'baseline', 'restricted']
const none: LevelVersion = { level: 'privileged', version: 'latest' }

export const noSecurityPolicy: SecurityPolicy = {
  enforce: none,
  audit: none,
  warn: none,
  causes: [],
}

export const strictnessOf = ({ level }: LevelVersion): number => levels.indexOf(level)

export const levelText = ({ level, version }: LevelVersion): string =>
  `${level}:${version === 'latest' ? version : `v1.${version}`}`

type Labels = { readonly [name: string]: string }

/** Reads the labels. Those that are invalid enforce all checks, and warn of none. */
export function securityPolicyIn(labels: Labels = {}): SecurityPolicy {
  const causes: StatusCause[] = []
  const read = (mode: SecurityMode): LevelVersion & { readonly isSet: boolean } => {
    const given = labels[`${labelPrefix}${mode}`]
    const level = levels.find(one => one === given)
    if (given !== undefined && !level)
      causes.push(invalid(mode, given, `must be one of ${levels.join(', ')}`))
    const version = versionIn(labels[`${labelPrefix}${mode}-version`])
    if (version === undefined)
      causes.push(
        invalid(
          `${mode}-version`,
          labels[`${labelPrefix}${mode}-version`],
          'must be "latest" or "v1.x"',
        ),
      )
    const otherwise = given !== undefined && mode === 'enforce' ? 'restricted' : 'privileged'
    return { level: level ?? otherwise, version: version ?? 'latest', isSet: given !== undefined }
  }
  const { isSet, ...enforce } = read('enforce')
  const { isSet: _isSet, ...audit } = read('audit')
  const { isSet: isWarnSet, ...warn } = read('warn')
  const isValid = isSet && labels[`${labelPrefix}enforce`] === enforce.level
  if (isWarnSet || !isValid || strictnessOf(enforce) <= strictnessOf(warn))
    return { enforce, audit, warn, causes }
  // Clients are warned of what would be refused, also about templates.
  const isVersionSet = labels[`${labelPrefix}warn-version`] !== undefined
  const { level } = enforce
  const version = isVersionSet ? warn.version : enforce.version
  return { enforce, audit, warn: { level, version }, causes }
}

/** Returns the minor version of a label; undefined if it is invalid. */
function versionIn(text: string | undefined): LevelVersion['version'] | undefined {
  if (text === undefined || text === 'latest') return 'latest'
  const minor = /^v1\.(0|[1-9]\d*)$/.exec(text)?.[1]
  // Longer numbers do not fit into an integer.
  return minor === undefined || minor.length > 18 ? undefined : Number(minor)
}

const invalid = (label: string, value: unknown, because: string): StatusCause =>
  valueInvalid(`metadata.labels[${labelPrefix}${label}]`, value, because)
