// Validates definitions as a genuine server does, with its field paths and messages.

import {
  valueForbidden,
  valueInvalid,
  valueNotSupported,
  valueRequired,
  type StatusCause,
} from '../api/status-causes.ts'
import { dns1035Label, dns1123Subdomain } from '../api/name-rules.ts'
import { type ApiObject, type JsonObject, objectIn, objectsIn } from '../api/object.ts'
import { isSameJson } from '../api/same-json.ts'
import { compileSizeCauses } from './compile-size.ts'
import { webhookCauses } from './conversion/webhook-causes.ts'
import { isConditionTrue, readNames } from './custom-type-definition.ts'
import { versionCauses } from './version-rules.ts'
import type { StepCounter, ResumableTask } from './compute-budget.ts'

/**
 * Returns the causes of a definition. `old` is absent on create. Its schemas may have tens of
 * thousands of nodes, so other work runs in between.
 */
export function* definitionCauses(
  { metadata, spec: written, status }: ApiObject,
  old: ApiObject | undefined,
  work: StepCounter,
): ResumableTask<readonly StatusCause[]> {
  const spec = objectIn(written)
  const before = old && objectIn(old.spec)
  const { plural } = readNames(spec.names)
  const name = metadata.name ?? ''
  const causes: StatusCause[] = []
  if (!old && name !== `${plural}.${String(spec.group)}`) {
    causes.push(valueInvalid('metadata.name', name, 'must be spec.names.plural+"."+spec.group'))
  }
  // An unchanged spec is not validated again when only metadata changes.
  if (before && isSameJson(spec, before)) return causes
  causes.push(...groupCauses(spec.group), ...scopeCauses(spec.scope))
  const versions = objectsIn(spec.versions)
  const tooMuch = yield* compileSizeCauses(versions, work)
  if (tooMuch.length > 0) return [...causes, ...tooMuch]
  const own = yield* versionCauses(versions, objectsIn(before?.versions), work)
  const wasEstablished = isConditionTrue(old?.status, 'Established')
  const ofWhole = wholeCauses(spec, { before, versions, status, wasEstablished })
  return [...causes, ...own, ...ofWhole]
}

type Whole = {
  readonly before: JsonObject | undefined
  readonly versions: readonly JsonObject[]
  readonly status: unknown
  readonly wasEstablished: boolean
}

function* wholeCauses(
  spec: JsonObject,
  { before, versions, status, wasEstablished }: Whole,
): Iterable<StatusCause> {
  yield* versionsCauses(versions, spec.versions)
  yield* requiredNames(spec.names)
  yield* namesCauses(objectIn(spec.names), 'spec.names')
  yield* conversionCauses(spec.conversion)
  if (spec.preserveUnknownFields === true && before?.preserveUnknownFields !== true) {
    const because =
      'cannot set to true, set x-kubernetes-preserve-unknown-fields to true in ' +
      'spec.versions[*].schema instead'
    yield valueInvalid('spec.preserveUnknownFields', true, because)
  }
  if (before) yield* fixedCauses(spec, before, wasEstablished)
  yield* storedCauses(objectIn(status).storedVersions, versions)
}

function* groupCauses(group: unknown): Iterable<StatusCause> {
  const field = 'spec.group'
  if (typeof group !== 'string' || group === '') return yield valueRequired(field)
  const faults = dns1123Subdomain(group, 'name')
  if (faults.length > 0) yield valueInvalid(field, group, faults.join(','))
  else if (!group.includes('.')) {
    yield valueInvalid(field, group, 'should be a domain with at least one dot')
  }
}

function* scopeCauses(scope: unknown): Iterable<StatusCause> {
  if (typeof scope !== 'string' || scope === '') return yield valueRequired('spec.scope')
  if (scope === 'Cluster' || scope === 'Namespaced') return
  yield valueNotSupported('spec.scope', scope, ['Cluster', 'Namespaced'])
}

function* versionsCauses(versions: readonly JsonObject[], written: unknown): Iterable<StatusCause> {
  const names = versions.map(({ name }) => name)
  if (new Set(names).size < names.length) {
    yield valueInvalid('spec.versions', written, 'must contain unique version names')
  }
  if (versions.filter(({ storage }) => storage === true).length !== 1) {
    const because = 'must have exactly one version marked as storage version'
    yield valueInvalid('spec.versions', written, because)
  }
}

function* requiredNames(written: unknown): Iterable<StatusCause> {
  const names = readNames(written)
  for (const member of ['plural', 'singular', 'kind', 'listKind'] as const) {
    if (names[member] === '') yield valueRequired(`spec.names.${member}`)
  }
}

/** Yields the causes of invalid names. Absent names are not reported here. */
export function* namesCauses(written: JsonObject, path: string): Iterable<StatusCause> {
  const { plural, singular, kind, listKind, shortNames, categories } = readNames(written)
  yield* labelCauses(plural, `${path}.plural`)
  yield* labelCauses(singular, `${path}.singular`)
  yield* mixedCauses(kind, `${path}.kind`)
  yield* mixedCauses(listKind, `${path}.listKind`)
  for (const [index, name] of shortNames.entries()) {
    yield* labelCauses(name, `${path}.shortNames[${index}]`, 'empty too')
  }
  if (kind !== '' && kind === listKind) {
    const because = 'kind and listKind may not be the same'
    yield valueInvalid(`${path}.listKind`, listKind, because)
  }
  for (const [index, name] of categories.entries()) {
    yield* labelCauses(name, `${path}.categories[${index}]`, 'empty too')
  }
}

function* labelCauses(name: string, field: string, judged?: 'empty too'): Iterable<StatusCause> {
  if (name === '' && !judged) return
  const faults = dns1035Label(name, 'name')
  if (faults.length > 0) yield valueInvalid(field, name, faults.join(','))
}

function* mixedCauses(name: string, field: string): Iterable<StatusCause> {
  const faults = name === '' ? [] : dns1035Label(name.toLowerCase(), 'name')
  if (faults.length === 0) return
  const because = `may have mixed case, but should otherwise match: ${faults.join(',')}`
  yield valueInvalid(field, name, because)
}

function* conversionCauses(written: unknown): Iterable<StatusCause> {
  const { strategy, webhook } = objectIn(written)
  const field = 'spec.conversion'
  if (strategy === undefined || strategy === '') return
  if (strategy !== 'None' && strategy !== 'Webhook') {
    return yield valueNotSupported(`${field}.strategy`, strategy, ['None', 'Webhook'])
  }
  const { clientConfig, conversionReviewVersions } = objectIn(webhook)
  const versions = Array.isArray(conversionReviewVersions) ? conversionReviewVersions : []
  if (strategy === 'Webhook') {
    return yield* webhookCauses(clientConfig, versions)
  }
  const because = 'should not be set when strategy is not set to Webhook'
  if (clientConfig !== undefined) yield valueForbidden(`${field}.webhookClientConfig`, because)
  if (versions.length > 0) yield valueForbidden(`${field}.conversionReviewVersions`, because)
}

/** Yields the causes of changes to fields that determine how objects are stored. */
function* fixedCauses(
  spec: JsonObject,
  before: JsonObject,
  isEstablished: boolean,
): Iterable<StatusCause> {
  const [names, oldNames] = [readNames(spec.names), readNames(before.names)]
  const rows: [string, unknown, unknown][] = [
    ...(isEstablished
      ? ([
          ['scope', spec.scope, before.scope],
          ['names.kind', names.kind, oldNames.kind],
        ] satisfies [string, unknown, unknown][])
      : []),
    ['group', spec.group, before.group],
    ['names.plural', names.plural, oldNames.plural],
  ]
  for (const [member, value, was] of rows) {
    if (value !== was) yield valueInvalid(`spec.${member}`, value, 'field is immutable')
  }
}

function* storedCauses(written: unknown, versions: readonly JsonObject[]): Iterable<StatusCause> {
  const field = 'status.storedVersions'
  const stored: readonly unknown[] = Array.isArray(written) ? written : []
  if (stored.length === 0) {
    return yield valueInvalid(field, null, 'must have at least one stored version')
  }
  for (const { name, storage } of versions) {
    if (storage !== true || stored.includes(name)) continue
    yield valueInvalid(field, stored, `must have the storage version ${String(name)}`)
  }
  const names = new Set(versions.map(({ name }) => name))
  for (const [index, name] of stored.entries()) {
    if (names.has(name)) continue
    const because =
      `missing from spec.versions; ${name} was previously a storage version, and must remain in ` +
      'spec.versions until a storage migration ensures no data remains persisted in ' +
      `${name} and removes ${name} from status.storedVersions`
    yield valueInvalid(`${field}[${index}]`, name, because)
  }
}
