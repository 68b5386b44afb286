// Validators of core types other than pods and services.

import { cidrFamilyOf } from '../../lib/ip-addresses.ts'
import {
  valueForbidden,
  valueInvalid,
  valueNotSupported,
  valueRequired,
  type StatusCause,
} from '../../api/status-causes.ts'
import { isJsonObject, type JsonObject, objectIn, objectsIn } from '../../api/object.ts'
import { billionthsIn } from '../../lib/quantities.ts'
import { isSameJson } from '../../api/same-json.ts'
import { textFormats } from './text-formats.ts'
import { isEmptyValue, type Validator, type ValuePlace, memberValueAt } from './value-place.ts'

/**
 * Returns the pod ranges of a node. If `podCIDR` differs from the first of `podCIDRs`, it is the
 * only range.
 */
function rangesOf(spec: unknown): string[] {
  const { podCIDR, podCIDRs } = objectIn(spec)
  const all = Array.isArray(podCIDRs) ? podCIDRs.map(String) : []
  return typeof podCIDR === 'string' && podCIDR !== '' && podCIDR !== all[0] ? [podCIDR] : all
}

const generals = [
  'accessModes',
  'capacity',
  'claimRef',
  'mountOptions',
  'nodeAffinity',
  'persistentVolumeReclaimPolicy',
  'storageClassName',
  'volumeMode',
  'volumeAttributesClassName',
]

const sourcesOf = (spec: unknown): JsonObject =>
  Object.fromEntries(Object.entries(objectIn(spec)).filter(([name]) => !generals.includes(name)))

/** Drops a newly set `controllerExpandSecretRef`: it may be added after creation. */
function withoutLate(now: JsonObject, before: JsonObject): JsonObject {
  const had = objectIn(before.csi).controllerExpandSecretRef
  if (had !== undefined || !isJsonObject(now.csi) || !isJsonObject(before.csi)) return now
  const { controllerExpandSecretRef: _late, ...csi } = now.csi
  return { ...now, csi }
}

export const coreValidators = {
  onlyStorage: function* ({ field, value }) {
    const names = Object.keys(objectIn(value))
    if (names.length === 0) yield valueRequired(field)
    if (names.length === 1 && names[0] === 'storage') return
    yield valueNotSupported(field, value, ['storage'])
  },
  classOfAttributes: function* (place) {
    const { field, value } = place
    if (value === undefined || value === null) return
    if (value === '') yield valueRequired(field, 'an empty string is disallowed')
    if (isJsonObject(memberValueAt(place, '^csi'))) return
    const because = 'has to be specified when using volumeAttributesClassName'
    yield valueRequired(field.replace(/[^.]*$/, 'csi'), because)
  },
  volumeSourceKept: function* ({ field, value, old, isUpdate }) {
    if (!isUpdate) return
    const before = sourcesOf(old)
    if (isSameJson(withoutLate(sourcesOf(value), before), before)) return
    yield valueForbidden(field, 'spec.persistentvolumesource is immutable after creation')
  },
  claimKept: function* (place) {
    if (!place.isUpdate) return
    const { field, value, old } = place
    const status = objectIn(memberValueAt(place, '^status'))
    const isBound = status.phase === 'Bound'
    yield* shrunk(place, status)
    if (isSameJson(settled(value, isBound), settled(withName(old, value), isBound))) return
    const because =
      'spec is immutable after creation except resources.requests and ' +
      'volumeAttributesClassName for bound claims'
    yield valueForbidden(field, because)
  },
  podRanges: function* ({ field, value, old, isUpdate }) {
    const fieldPath = `${field}.podCIDRs`
    const [ranges, before] = [rangesOf(value), rangesOf(old)]
    for (const [index, range] of ranges.entries()) {
      for (const fault of textFormats.legacyRange(range)) {
        yield valueInvalid(`${fieldPath}[${index}]`, range, fault)
      }
    }
    const families = ranges.map(range => cidrFamilyOf(range))
    const isTwice = families[0] === families[1] || families.length > 2
    if (ranges.length > 1 && !families.includes(undefined) && isTwice) {
      yield valueInvalid(fieldPath, ranges, 'may specify no more than one CIDR for each IP family')
    }
    if (!isUpdate || before.length === 0 || isSameJson(ranges, before)) return
    yield valueForbidden(fieldPath, 'node updates may not change podCIDR except from "" to valid')
  },
  affinityKept: function* ({ field, value, old, isUpdate }) {
    if (!isUpdate || !isJsonObject(old) || isSameJson(value ?? undefined, old)) return
    yield valueInvalid(
      field,
      value,
      'field is immutable, except for updating from beta label to GA',
    )
  },
  providerKept: function* ({ field, value, old, isUpdate }) {
    if (!isUpdate || isEmptyValue(old) || value === old) return
    yield valueForbidden(field, 'node updates may not change providerID except from "" to valid')
  },
  someAddress: function* ({ field, value }) {
    const { addresses, notReadyAddresses } = objectIn(value)
    if (!isEmptyValue(addresses) || !isEmptyValue(notReadyAddresses)) return
    yield valueRequired(field, 'must specify `addresses` or `notReadyAddresses`')
  },
  /** Requires a name for each port when there are several. */
  namedPorts: function* ({ field, value }) {
    const all = objectsIn(value)
    if (all.length < 2) return
    for (const [index, { name }] of all.entries()) {
      if (isEmptyValue(name)) yield valueRequired(`${field}[${index}].name`)
    }
  },
  secretKeys,
} as const satisfies { readonly [name: string]: Validator }

const storageIn = (spec: unknown): bigint =>
  billionthsIn(String(objectIn(objectIn(objectIn(spec).resources).requests).storage ?? 0)) ?? 0n

/**
 * Forbids a request below the capacity that the claim already has. A smaller request is allowed
 * otherwise.
 */
function* shrunk({ field, value, old }: ValuePlace, status: JsonObject): Iterable<StatusCause> {
  const [now, before] = [storageIn(value), storageIn(old)]
  const had = billionthsIn(String(objectIn(status.capacity).storage ?? 0)) ?? 0n
  if (now >= before || now > had) return
  const because = 'field can not be less than status.capacity'
  yield valueForbidden(`${field}.resources.requests.storage`, because)
}

const withName = (old: unknown, now: unknown): JsonObject => {
  const before = objectIn(old)
  const { volumeName } = objectIn(now)
  return before.volumeName || volumeName === undefined ? before : { ...before, volumeName }
}

function settled(spec: unknown, isBound: boolean): JsonObject {
  const { volumeAttributesClassName, resources, ...rest } = objectIn(spec)
  if (!isBound) {
    return {
      ...rest,
      ...(volumeAttributesClassName !== undefined && { volumeAttributesClassName }),
      ...(resources !== undefined && { resources }),
    }
  }
  const { requests, ...others } = objectIn(resources)
  const { storage: _storage, ...asked } = objectIn(requests)
  return { ...rest, resources: { ...others, requests: asked } }
}

const needs: { readonly [type: string]: readonly string[] } = {
  'kubernetes.io/tls': ['tls.crt', 'tls.key'],
  'kubernetes.io/ssh-auth': ['ssh-privatekey'],
}
const documents: { readonly [type: string]: string } = {
  'kubernetes.io/dockercfg': '.dockercfg',
  'kubernetes.io/dockerconfigjson': '.dockerconfigjson',
}

/** Requires the keys that secrets of known types must have. */
function* secretKeys({ value }: ValuePlace) {
  const { type = '', data, metadata } = objectIn(value)
  const map = objectIn(data)
  const secretType = String(type)
  for (const key of needs[secretType] ?? []) {
    const isThere = Object.hasOwn(map, key) && (secretType.endsWith('tls') || map[key] !== '')
    if (!isThere) yield valueRequired(`data[${key}]`)
  }
  const key = documents[secretType]
  if (key !== undefined) {
    if (!Object.hasOwn(map, key)) yield valueRequired(`data[${key}]`)
    else if (!isDocument(String(map[key] ?? ''))) {
      const because = 'unexpected end of JSON input'
      yield valueInvalid(`data[${key}]`, '<secret contents redacted>', because)
    }
  }
  if (secretType === 'kubernetes.io/basic-auth' && !('username' in map) && !('password' in map)) {
    yield valueRequired('data[username]')
    yield valueRequired('data[password]')
  }
  if (secretType !== 'kubernetes.io/service-account-token') return
  const account = 'kubernetes.io/service-account.name'
  const name = objectIn(objectIn(metadata).annotations)[account]
  if (isEmptyValue(name)) yield valueRequired(`metadata.annotations[${account}]`)
}

function isDocument(base64: string): boolean {
  try {
    const value: unknown = JSON.parse(Buffer.from(base64, 'base64').toString())
    return value === null || isJsonObject(value)
  } catch {
    // `readJson` threw: the text is not JSON.
    return false
  }
}
