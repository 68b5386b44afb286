// Summarizes the inspection of a server in a few lines before the run.

import { roles } from '../fixtures/objects/probe-types.ts'
import { identities } from '../fixtures/objects/identity.ts'
import { probedFeatures, assumedFeatures } from '../fixtures/targets/discover.ts'
import { features } from '../fixtures/targets/target.ts'
import type { Feature, Preflight, Target } from '../fixtures/targets/target.ts'
import { escapeControls } from '../reports/escape.ts'

// More would not fit into a line.
const irregularitiesMax = 3

/**
 * Returns a line for each topic and for each type with a learned sample, or none for a target that
 * was not given by its address.
 */
export function preflightLines(target: Target): string[] {
  if (!target.seen) return []
  const { connection, implementation, version, dialect, apiDomain, seen } = target
  const name = implementation === 'unnamed' ? '' : `, ${implementation}`
  return [
    `server      ${connection.url}${name}, version ${version}`,
    `dialect     ${dialect.name}, API domain ${apiDomain} (${seen.knownBy})`,
    `types       ${typesIn(target)}`,
    ...(seen.samples ?? []).map(line => `sample      ${line}`),
    `features    ${featuresIn(target)}`,
    `identities  ${identitiesIn(target)}`,
    ...(seen.irregularities.length > 0 ? [`problems    ${irregularitiesText(seen)}`] : []),
  ].map(escapeControls)
}

const typesIn = ({ types, unserved = {}, seen }: Target): string =>
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

function featuresIn({ features: had, seen }: Target): string {
  const [present, absent] = [features.filter(has(had)), features.filter(one => !had.includes(one))]
  if (seen?.hasDeclaredFeatures)
    return `declared: ${listed(present)}; not declared: ${listed(absent)}`
  const presumed = present.filter(has(assumedFeatures))
  const isUnknown = seen?.isApplyUnknown === true && absent.includes('apply')
  const asked = probedFeatures.filter(one => !isUnknown || one !== 'apply')
  return [
    `found: ${listed(present.filter(one => !presumed.includes(one)))}`,
    `assumed: ${listed(presumed)}`,
    `not found: ${listed(absent.filter(has(asked)))}`,
    ...(isUnknown
      ? ['apply not probed: the server publishes no OpenAPI; declare it in a target file']
      : []),
    `not probed, declare them in a target file: ${listed(absent.filter(one => !has(probedFeatures)(one)))}`,
  ].join('; ')
}

function identitiesIn({ credentials, seen }: Target): string {
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
