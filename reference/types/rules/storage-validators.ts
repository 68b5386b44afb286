// Validators of storage drivers, storage classes and volume attachments.

import {
  valueDuplicate,
  valueForbidden,
  valueInvalid,
  valueRequired,
  valueTooLong,
} from '../../api/status-causes.ts'
import { qualifiedNameFaults } from '../../api/name-rules.ts'
import { isJsonObject, type JsonObject, objectIn, objectsIn } from '../../api/object.ts'
import { isSameJson, canonicalJsonText } from '../../api/same-json.ts'
import { volumeSpec } from './core.table.ts'
import { isEmptyValue, isPresent, type Validator, type ValuePlace } from './value-place.ts'

const bytesMax = 256 * 1024

const changed = (because: string): Validator =>
  function* ({ field, value, old, isUpdate }: ValuePlace) {
    if (!isUpdate || isSameJson(value ?? undefined, old ?? undefined)) return
    yield valueForbidden(field, because)
  }

export const storageValidators = {
  parameters: function* ({ field, value }) {
    let bytes = 0
    for (const [key, text] of Object.entries(objectIn(value))) {
      if (key === '') yield valueInvalid(field, key, 'field can not be empty.')
      bytes += Buffer.byteLength(key) + Buffer.byteLength(String(text))
    }
    if (bytes > bytesMax) yield valueTooLong(field, bytesMax)
    if (field === 'parameters' && isJsonObject(value) && Object.keys(value).length > 512) {
      const message = `Too long: may not be more than 512 bytes`
      yield { reason: 'FieldValueTooLong', message, field }
    }
  },
  fixedProvisioner: changed('updates to provisioner are forbidden.'),
  fixedParameters: changed('updates to parameters are forbidden.'),
  fixedReclaimPolicy: changed('updates to reclaimPolicy are forbidden.'),
  topologiesOnce: function* ({ field, value }) {
    const all = objectsIn(value).map(({ matchLabelExpressions }) =>
      objectsIn(matchLabelExpressions).map(({ key, values }) => [
        key,
        [...new Set(Array.isArray(values) ? (values as unknown[]).map(String) : [])].sort(),
      ]),
    )
    const seen = new Set<string>()
    for (const [index, term] of all.entries()) {
      const text = canonicalJsonText(term)
      const isAgain = seen.has(text)
      seen.add(text)
      if (!isAgain && term.length > 0) continue
      yield valueDuplicate(`${field}[${index}].matchLabelExpressions`, '')
    }
  },
  nameOfDriver: function* ({ field, value, isUpdate }) {
    if (!isUpdate && String(value ?? '').length > 63) yield valueTooLong(field, 63)
  },
  audiencesOnce: function* ({ field, value }) {
    const seen = new Set<unknown>()
    for (const [index, { audience = '', expirationSeconds: seconds }] of objectsIn(
      value,
    ).entries()) {
      const fieldPath = `${field}[${index}]`
      if (seen.has(audience)) {
        yield valueDuplicate(`${fieldPath}.audience`, audience)
        continue
      }
      seen.add(audience)
      if (!isPresent(seconds)) continue
      const because =
        Number(seconds) < 600
          ? 'may not specify a duration less than 10 minutes'
          : Number(seconds) > 2 ** 32
            ? 'may not specify a duration larger than 2^32 seconds'
            : undefined
      if (because) yield valueInvalid(`${fieldPath}.expirationSeconds`, seconds, because)
    }
  },
  modesKept: function* ({ field, value, old, isUpdate }) {
    if (!isUpdate || isSameJson(value ?? [], old ?? [])) return
    yield valueInvalid(field, value, 'field is immutable')
  },
  tokensInSecrets: function* ({ field, value }) {
    const { serviceAccountTokenInSecrets, tokenRequests } = objectIn(value)
    if (!isPresent(serviceAccountTokenInSecrets) || !isEmptyValue(tokenRequests)) return
    const because = 'serviceAccountTokenInSecrets is set but no tokenRequests are specified'
    yield valueInvalid(`${field}.serviceAccountTokenInSecrets`, true, because)
  },
  driversKept: function* ({ field, value, old, isUpdate }) {
    if (!isUpdate) return
    const plain = ({ allocatable: _allocatable, ...driver }: object & { allocatable?: unknown }) =>
      driver
    const byName = new Map<unknown, JsonObject[]>()
    for (const driver of objectsIn(value)) {
      const named = byName.get(driver.name)
      if (named) named.push(driver)
      else byName.set(driver.name, [driver])
    }
    for (const before of objectsIn(old)) {
      for (const driver of byName.get(before.name) ?? []) {
        if (isSameJson(plain(driver), plain(before))) continue
        yield valueInvalid(field, driver, 'field is immutable')
      }
    }
  },
  topologyKeys: function* ({ field, value }) {
    const { topologyKeys } = objectIn(value)
    const seen = new Set<string>()
    for (const key of Array.isArray(topologyKeys) ? topologyKeys.map(String) : []) {
      if (key === '') yield valueRequired(field, key)
      if (seen.has(key)) yield valueDuplicate(field, key)
      seen.add(key)
      for (const fault of qualifiedNameFaults(key)) yield valueInvalid(field, key, fault)
    }
  },
  presentName: function* ({ field, value }) {
    if (value === '') yield valueRequired(field, 'must specify non empty persistentVolumeName')
  },
  oneSource: function* ({ field, value }) {
    const { inlineVolumeSpec, persistentVolumeName } = objectIn(value)
    const because = 'must specify exactly one of inlineVolumeSpec and persistentVolumeName'
    const there = [inlineVolumeSpec, persistentVolumeName].filter(isPresent).length
    if (there === 0) yield valueRequired(field, because)
    if (there === 2) yield valueForbidden(field, because)
  },
  inlineVolume: function* (place) {
    const { field, value } = place
    if (!isJsonObject(value)) return
    const because = 'may not be specified in the context of inline volumes'
    for (const name of ['claimRef', 'nodeAffinity', 'storageClassName'] as const) {
      if (!isEmptyValue(value[name])) yield valueForbidden(`${field}.${name}`, because)
    }
    if (Object.keys(objectIn(value.capacity)).length > 0) {
      yield valueForbidden(`${field}.capacity`, because)
    }
    if (!isPresent(value.csi)) {
      yield valueRequired(`${field}.csi`, 'has to be specified in the context of inline volumes')
    }
    for (const cause of place.judge(volumeSpec, place)) {
      if (!cause.field.startsWith(`${field}.capacity`)) yield cause
    }
  },
} as const satisfies { readonly [name: string]: Validator }
