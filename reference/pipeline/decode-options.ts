import { valueInvalid, valueNotSupported, type StatusCause } from '../api/status-causes.ts'
import type { Dialect } from '../api/dialect.ts'
import { isJsonObject, type JsonObject } from '../api/object.ts'
import type { Parts } from '../parts/parts.ts'
import { int64Parameter, isQueryFlagOn } from '../api/query-parameters.ts'
import { previewJson } from '../api/quote.ts'
import { badRequest, invalidObject } from '../api/status.ts'
import type { DeleteOptions, DeleteOptionsSource, Preconditions } from '../api/write.ts'
import { schemaOfBuiltIn } from '../types/schemas/built-in-types.ts'
import { typeFault } from '../types/schemas/type-fault.ts'
import { parseBody } from './decode.ts'
import { dryRunCauses } from './dry-run.ts'
import type { DeletionPropagation } from '../api/resource.ts'

/**
 * Parses the options of a delete (DEL-012 to DEL-017) from the body, or from the query when the
 * body is empty. @throws 400 for invalid options, 422 for contradictory ones
 */
export function decodeOptions(
  { bytes, mediaType, query }: DeleteOptionsSource,
  parts: Pick<Parts, 'codecs' | 'featureGates'> & { dialect: Pick<Dialect, 'apiDomain'> },
): DeleteOptions {
  const type = { kind: 'DeleteOptions', apiVersion: 'v1' }
  const options =
    bytes.length > 0 ? inBody(parseBody(bytes, { mediaType, type }, parts).value) : inQuery(query)
  const fault = typeFault(
    options,
    schemaOfBuiltIn('', 'v1', 'DeleteOptions', parts.dialect.apiDomain) ?? {},
  )
  if (fault) throw badRequest(`DeleteOptions: ${fault}`)
  const dryRun = Array.isArray(options.dryRun) ? options.dryRun : []
  // Without the feature gate the option is unknown and ignored (DEL-027).
  const isForced = options[force] === true && parts.featureGates.AllowUnsafeMalformedObjectDeletion
  const forceCauses = isForced ? optionsWithForce(options) : []
  const causes = [...dryRunCauses(dryRun), ...contradictions(options), ...forceCauses]
  if (causes.length > 0) {
    throw invalidObject(
      { group: `meta.${parts.dialect.apiDomain}`, kind: 'DeleteOptions', name: '' },
      causes,
    )
  }
  // `typeFault` has checked the types.
  const { uid, resourceVersion } = (options.preconditions ?? {}) as Partial<Preconditions>
  const policy = policyIn(options)
  const { gracePeriodSeconds: seconds } = options
  return {
    uid: uid ?? '',
    resourceVersion: resourceVersion ?? '',
    isDryRun: dryRun.length > 0,
    isForced,
    ...(policy && { propagationPolicy: policy }),
    ...(isSet(seconds) && { gracePeriodSeconds: graceIn(Number(seconds)) }),
  }
}

function inBody(body: unknown): JsonObject {
  if (!isJsonObject(body)) throw badRequest('body: expected DeleteOptions, got no object')
  const { kind = 'DeleteOptions' } = body
  if (kind === 'DeleteOptions') return body
  throw badRequest(
    'decoded object cannot be converted to DeleteOptions: ' +
      `expected kind DeleteOptions, got ${previewJson(kind)}`,
  )
}

function inQuery(query: URLSearchParams): JsonObject {
  const policy = query.get('propagationPolicy')
  const orphans = query.get('orphanDependents')
  const seconds = query.get('gracePeriodSeconds')
  const dryRun = query.getAll('dryRun')
  return {
    ...(dryRun.length > 0 && { dryRun }),
    ...(query.get(force) !== null && { [force]: isQueryFlagOn(query.get(force)) }),
    ...(policy !== null && { propagationPolicy: policy }),
    ...(orphans !== null && { orphanDependents: orphans !== 'false' && orphans !== '0' }),
    ...(seconds !== null && {
      gracePeriodSeconds: Number(int64Parameter(query, 'gracePeriodSeconds')),
    }),
  }
}

// A longer grace period counts as unlimited, and would not fit into a date.
const graceSecondsMax = 2 ** 31

/** A negative grace period is the shortest possible one. */
const graceIn = (seconds: number): number => (seconds < 0 ? 1 : Math.min(seconds, graceSecondsMax))

const policies = ['Foreground', 'Background', 'Orphan'] as const

const isSet = (value: unknown): boolean => value !== undefined && value !== null

/** The policy from `propagationPolicy` or the older `orphanDependents` (DEL-015). */
function policyIn({
  propagationPolicy,
  orphanDependents,
}: JsonObject): DeletionPropagation | undefined {
  if (isSet(orphanDependents)) return orphanDependents === true ? 'Orphan' : 'Background'
  return policies.find(one => one === propagationPolicy)
}

function contradictions(options: JsonObject): StatusCause[] {
  const { propagationPolicy: policy, orphanDependents: orphans } = options
  const field = 'propagationPolicy'
  if (!isSet(policy)) return []
  if (isSet(orphans)) {
    const because = 'orphanDependents and deletionPropagation cannot be both set'
    return [valueInvalid(field, policy, because)]
  }
  return policyIn(options) ? [] : [valueNotSupported(field, policy, [...policies, 'nil'])]
}

const force = 'ignoreStoreReadErrorWithClusterBreakingPotential'

const others = [
  'dryRun',
  'gracePeriodSeconds',
  'orphanDependents',
  'preconditions',
  'propagationPolicy',
]

/**
 * Refuses other options with a forced delete: the object is not decoded, so they could not be
 * applied (DEL-019).
 */
const optionsWithForce = (options: JsonObject): StatusCause[] =>
  others
    .filter(option => isSet(options[option]))
    .map(option => valueInvalid(force, true, `cannot be set together with .${option}`))
