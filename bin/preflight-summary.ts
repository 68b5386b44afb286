// Summarizes the inspection of a server in a few lines before the run.

import { roles } from '../fixtures/objects/tested-types.ts'
import type { Role } from '../fixtures/objects/tested-types.ts'
import { identities } from '../fixtures/objects/identity.ts'
import { probedFeatures, assumedFeatures } from '../fixtures/targets/discover.ts'
import { observedFeatures } from '../fixtures/targets/observed-features.ts'
import { features } from '../fixtures/targets/target.ts'
import type { Feature, Preflight, Target } from '../fixtures/targets/target.ts'
import { escapeControls } from '../reports/escape.ts'
import { hangingIndent } from '../reports/text-layout.ts'
import type { Check } from '../suites/check.ts'
import { coverageLine } from './preflight-coverage.ts'

const lookedFor = [...probedFeatures, ...observedFeatures]

// More would not fit into the lines of a value.
const irregularitiesMax = 3
const linesMax = 3
// More names would push the counts out of the line.
const foundMax = 1

/**
 * Returns eight values at most and one for each type with a learned sample, each on lines of 80
 * columns, or none for a target that was not given by its address. By default a value has one line,
 * and types, samples and problems at most three. `checks` are those of the run.
 */
export function preflightLines(
  target: Target,
  { checks, isVerbose }: { checks: readonly Check[]; isVerbose: boolean },
): string[] {
  if (!target.preflight) return []
  const { connection, implementation, version, dialect, apiDomain, preflight: seen } = target
  const name = implementation === 'unnamed' ? '' : `, ${implementation}`
  const values = [
    `server      ${connection.url}${name}, version ${version}`,
    `dialect     ${dialect.name}, API domain ${apiDomain} (${seen.knownBy})`,
    ...(seen.knownBy.startsWith('assumed')
      ? ['            use --dialect kubernetes for a server that follows Kubernetes']
      : []),
    `types       ${isVerbose ? typesIn(target) : typesInBrief(target)}`,
    ...(seen.samples ?? []).map(line => `sample      ${line}`),
    `features    ${isVerbose ? featuresIn(target) : featuresInBrief(target)}`,
    `identities  ${isVerbose ? identitiesIn(target) : identitiesInBrief(target)}`,
    coverageLine(checks, target, { isVerbose }),
    ...(seen.irregularities.length > 0 ? [`problems    ${irregularitiesText(seen)}`] : []),
  ].map(escapeControls)
  return values.flatMap(line => {
    const most = /^(?:types|sample|problems) /.test(line) ? linesMax : 1
    return hangingIndent(line, { indent: 12, most: isVerbose ? Number.POSITIVE_INFINITY : most })
  })
}

const typesInBrief = ({ types, unserved = {} }: Target): string => {
  const isServed = (role: Role) => unserved[role] === undefined
  const served = roles.filter(isServed).map(role => `${role}: ${types[role].resource}`)
  const missing = roles.filter(role => !isServed(role))
  return [
    served.join(', ') || 'none',
    ...(missing.length > 0 ? [`none for ${missing.join(', ')}`] : []),
  ].join('; ')
}

function featuresInBrief(target: Target): string {
  const { features: had, preflight: seen } = target
  const absent = features.filter(one => !had.includes(one))
  const present = features.length - absent.length
  if (seen?.hasDeclaredFeatures)
    return `${present} declared, ${absent.length} not declared (--verbose)`
  const { presumed, missing } = probedIn(target)
  const found = features.filter(one => had.includes(one) && !presumed.includes(one))
  const named = found.length > foundMax ? String(found.length) : listed(found)
  const counts = [
    `${presumed.length} assumed`,
    `${missing.length} not found`,
    `${absent.length - missing.length} not probed`,
  ]
  return `found: ${named}; ${counts.join(', ')} (--verbose)`
}

function identitiesInBrief({ credentials }: Target): string {
  const known = identities.filter(one => credentials[one] !== undefined)
  const unknown = identities.length - known.length
  const named = known.length > 4 ? String(known.length) : listed(known)
  return unknown > 0 ? `${named}; ${unknown} others not available (why: --verbose)` : named
}

const typesIn = ({ types, unserved = {}, preflight: seen }: Target): string =>
  roles
    .map(role => {
      const why = unserved[role]
      if (why === undefined) return `${role}: ${types[role].resource}`
      // A refused sample has a separate line.
      return seen?.irregularities.includes(why)
        ? `${role}: none, see problems`
        : `${role}: none, ${why}`
    })
    .join(', ')

function featuresIn(target: Target): string {
  const { features: had, preflight: seen } = target
  const [present, absent] = [features.filter(has(had)), features.filter(one => !had.includes(one))]
  if (seen?.hasDeclaredFeatures)
    return `declared: ${listed(present)}; not declared: ${listed(absent)}`
  const { presumed, missing, isUnknown } = probedIn(target)
  return [
    `found: ${listed(present.filter(one => !presumed.includes(one)))}`,
    `assumed: ${listed(presumed)}`,
    `not found: ${listed(missing)}`,
    ...(isUnknown
      ? ['apply not probed: the server publishes no OpenAPI paths; declare it in a target file']
      : []),
    `not probed, declare them in a target file: ${listed(absent.filter(one => !has(lookedFor)(one)))}`,
  ].join('; ')
}

/** The present features that are assumed, and the absent ones that were looked for. */
function probedIn({ features: had, preflight: seen }: Target) {
  const isUnknown = seen?.isApplyUnknown === true && !had.includes('apply')
  const asked = lookedFor.filter(one => !isUnknown || one !== 'apply')
  return {
    presumed: had.filter(has(assumedFeatures)),
    missing: asked.filter(one => !had.includes(one)),
    isUnknown,
  }
}

function identitiesIn({ credentials, preflight: seen }: Target): string {
  const made = seen?.madeIdentities ?? []
  const isAnonymous = Object.keys(credentials.admin).length === 0
  const known = identities.filter(one => credentials[one] !== undefined)
  const given = known.filter(one => !made.includes(one))
  const named = given.map(one => (one === 'admin' && isAnonymous ? 'admin (no credentials)' : one))
  const unknown = identities.filter(one => one !== 'bad-token' && !known.includes(one))
  const why = seen?.noIdentities === undefined ? '' : ` (${seen.noIdentities})`
  return [
    listed(named),
    ...(made.length > 0 ? [`created for this run: ${listed(made)}`] : []),
    ...(known.includes('bad-token') ? [] : ['no bad-token: the server asks for no credentials']),
    ...(unknown.length > 0 ? [`no credentials for: ${listed(unknown)}${why}`] : []),
  ].join('; ')
}

function irregularitiesText({ irregularities }: Preflight): string {
  const more = irregularities.length - irregularitiesMax
  return `${irregularities.slice(0, irregularitiesMax).join('; ')}${more > 0 ? `; and ${more} more` : ''}`
}

const has =
  (some: readonly Feature[]) =>
  (one: Feature): boolean =>
    some.includes(one)

const listed = (words: readonly string[]): string => words.join(', ') || 'none'
