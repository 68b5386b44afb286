// Validators of autoscalers, disruption budgets, leases and certificate requests.

import {
  valueDuplicate,
  valueForbidden,
  valueInvalid,
  valueRequired,
} from '../../api/status-causes.ts'
import { objectIn } from '../../api/object.ts'
import { isEmptyValue, isPresent, type Validator, memberValueAt } from './value-place.ts'
import { containerNameCauses } from './resource-validators.ts'

const fieldOf: { readonly [type: string]: string } = {
  Object: 'object',
  External: 'external',
  Pods: 'pods',
  Resource: 'resource',
  ContainerResource: 'containerResource',
}

const priorityMax = 1_000_000_000

export const policyValidators = {
  oneMetricSource: function* ({ field, value }) {
    const source = objectIn(value)
    const expected = fieldOf[String(source.type)]
    const there = Object.values(fieldOf).filter(name => isPresent(source[name]))
    if (expected !== undefined && !there.includes(expected)) {
      const because = 'must populate information for the given metric source'
      yield valueRequired(`${field}.${expected}`, because)
    }
    if (there.length === 1) return
    for (const name of there) {
      if (name === expected) continue
      yield valueForbidden(`${field}.${name}`, 'must populate the given metric source only')
    }
  },
  rawOrUtilization: function* ({ field, value }) {
    const { averageUtilization, averageValue } = objectIn(value)
    if (!isPresent(averageUtilization) && !isPresent(averageValue)) {
      const because = 'must set either a target raw value or a target utilization'
      yield valueRequired(`${field}.averageUtilization`, because)
    } else if (isPresent(averageUtilization) && isPresent(averageValue)) {
      const because = 'may not set both a target raw value and a target utilization'
      yield valueForbidden(`${field}.averageValue`, because)
    }
  },
  valueOrAverage: function* ({ field, value }) {
    const { value: whole, averageValue } = objectIn(value)
    if (isPresent(whole) || isPresent(averageValue)) return
    yield valueRequired(`${field}.averageValue`, 'must set either a target value or averageValue')
  },
  valueXorAverage: function* ({ field, value }) {
    const { value: whole, averageValue } = objectIn(value)
    if (!isPresent(whole) && !isPresent(averageValue)) {
      const because = 'must set either a target value for metric or a per-pod target'
      yield valueRequired(`${field}.averageValue`, because)
    } else if (isPresent(whole) && isPresent(averageValue)) {
      const because = 'may not set both a target value for metric and a per-pod target'
      yield valueForbidden(`${field}.value`, because)
    }
  },
  containerResourceName: function* ({ field, value }) {
    if (!isEmptyValue(value)) yield* containerNameCauses(String(value), field)
  },
  versionWithGroup: function* ({ field, value }) {
    const parts = String(value ?? '').split('/')
    const because =
      parts.length > 2
        ? `unexpected GroupVersion string: ${String(value)}`
        : parts.length < 2 || parts[0] === ''
          ? 'apiVersion must specify API group'
          : undefined
    if (because) yield valueInvalid(field, value ?? '', because)
  },
  scalingRange: function* ({ field, value }) {
    const { minReplicas, maxReplicas } = objectIn(value)
    if (!isPresent(minReplicas) || Number(maxReplicas ?? 0) >= Number(minReplicas)) return
    const because = 'must be greater than or equal to `minReplicas`'
    yield valueInvalid(`${field}.maxReplicas`, maxReplicas ?? 0, because)
  },
  oneBudget: function* ({ field, value }) {
    const { minAvailable, maxUnavailable } = objectIn(value)
    if (!isPresent(minAvailable) || !isPresent(maxUnavailable)) return
    yield valueInvalid(field, value, 'minAvailable and maxUnavailable cannot be both set')
  },
  priorityValue: function* (place) {
    const name = String(memberValueAt(place, '^metadata.name') ?? '')
    if (name.startsWith('system-') || Number(place.value ?? 0) <= priorityMax) return
    const because = `maximum allowed value of a user defined priority is ${priorityMax}`
    yield valueForbidden(place.field, because)
  },
  priorityKept: function* ({ field, value, old, isUpdate }) {
    if (!isUpdate || Number(value ?? 0) === Number(old ?? 0)) return
    yield valueForbidden(field, 'may not be changed in an update.')
  },
  policyKept: function* ({ field, value, old, isUpdate }) {
    if (isUpdate && value !== old) yield valueInvalid(field, value, 'field is immutable')
  },
  preferredHolder: function* ({ field, value }) {
    const { strategy, preferredHolder } = objectIn(value)
    if (isEmptyValue(preferredHolder) || !isEmptyValue(strategy)) return
    const because = 'may only be specified if `strategy` is defined'
    yield valueForbidden(`${field}.preferredHolder`, because)
  },
  certificateRequest: function* ({ field, value }) {
    const text = Buffer.from(String(value ?? ''), 'base64').toString('latin1')
    const block = /-----BEGIN CERTIFICATE REQUEST-----[\s\S]*-----END CERTIFICATE REQUEST-----/
    if (block.test(text)) return
    yield valueInvalid(field, value ?? '', 'PEM block type must be CERTIFICATE REQUEST')
  },
  usagesOnce: function* ({ field, value }) {
    const seen = new Set<unknown>()
    for (const [index, usage] of (Array.isArray(value) ? (value as unknown[]) : []).entries()) {
      const fieldPath = `${field}[${index}]`
      if (!usages.includes(String(usage))) {
        const supported = usages.map(one => JSON.stringify(one)).join(', ')
        const message = `Unsupported value: ${JSON.stringify(usage)}: supported values: ${supported}`
        yield { reason: 'FieldValueNotSupported', message, field: fieldPath }
      }
      if (seen.has(usage)) yield valueDuplicate(fieldPath, usage)
      seen.add(usage)
    }
  },
} as const satisfies { readonly [name: string]: Validator }

const usages = [
  'any',
  'cert sign',
  'client auth',
  'code signing',
  'content commitment',
  'crl sign',
  'data encipherment',
  'decipher only',
  'digital signature',
  'email protection',
  'encipher only',
  'ipsec end system',
  'ipsec tunnel',
  'ipsec user',
  'key agreement',
  'key encipherment',
  'microsoft sgc',
  'netscape sgc',
  'ocsp signing',
  's/mime',
  'server auth',
  'signing',
  'timestamping',
]
