// Validators of resource quotas and limit ranges.

import {
  valueForbidden,
  valueInvalid,
  valueRequired,
  type StatusCause,
} from '../../api/status-causes.ts'
import { qualifiedNameFaults } from '../../api/name-rules.ts'
import { isJsonObject, type JsonObject, objectIn, objectsIn } from '../../api/object.ts'
import { billionthsIn } from '../../lib/quantities.ts'
import { isEmptyValue, type Validator, type ValuePlace, memberValueAt } from './value-place.ts'
import { amountCauses, containerNameCauses, standard } from './resource-validators.ts'

const notForQuota = ['storage']
const ofPods = [
  'pods',
  'cpu',
  'memory',
  'limits.cpu',
  'limits.memory',
  'requests.cpu',
  'requests.memory',
]
const ofClaims = ['persistentvolumeclaims', 'requests.storage']

const validFor: { readonly [scope: string]: readonly string[] } = {
  Terminating: ofPods,
  NotTerminating: ofPods,
  NotBestEffort: ofPods,
  PriorityClass: ofPods,
  CrossNamespacePodAffinity: ofPods,
  BestEffort: ['pods'],
  VolumeAttributesClass: ofClaims,
}

const pairs = [
  ['BestEffort', 'NotBestEffort'],
  ['Terminating', 'NotTerminating'],
]

const isQuotaName = (name: string): boolean =>
  standard.includes(name) && !notForQuota.includes(name)

function* nameCauses(name: string, field: string): Iterable<StatusCause> {
  const faults = qualifiedNameFaults(name)
  for (const fault of faults) yield valueInvalid(field, name, fault)
  if (name.includes('/')) return
  if (faults.length === 0 && !standard.includes(name)) {
    yield valueInvalid(field, name, 'must be a standard resource type or fully qualified')
  }
  if (!isQuotaName(name)) yield valueInvalid(field, name, 'must be a standard resource for quota')
}

const misfit = (scope: string, hard: unknown): boolean =>
  Object.keys(objectIn(hard)).some(
    name => isQuotaName(name) && validFor[scope]?.includes(name) === false,
  )

export const quotaValidators = {
  quotaNames: function* ({ field, value }) {
    for (const [name, amount] of Object.entries(objectIn(objectIn(value).hard))) {
      const fieldPath = `${field}.hard[${name}]`
      yield* nameCauses(name, fieldPath)
      yield* amountCauses(name, amount, fieldPath)
    }
  },
  quotaScopes: function* ({ field, value }) {
    const { scopes, hard } = objectIn(value)
    if (!Array.isArray(scopes)) return
    const fieldPath = `${field}.scopes`
    for (const scope of scopes.map(String)) {
      if (validFor[scope] === undefined) yield valueInvalid(fieldPath, scopes, 'unsupported scope')
      else if (misfit(scope, hard)) {
        yield valueInvalid(fieldPath, scopes, 'unsupported scope applied to resource')
      }
    }
    if (pairs.some(pair => pair.every(one => scopes.includes(one)))) {
      yield valueInvalid(fieldPath, scopes, 'conflicting scopes')
    }
  },
  scopesKept: function* ({ field, value, old, isUpdate }) {
    if (!isUpdate) return
    const sorted = (list: unknown) =>
      (Array.isArray(list) ? [...new Set(list.map(String))] : []).toSorted().join()
    if (sorted(value) !== sorted(old))
      yield valueInvalid(field, value ?? null, 'field is immutable')
  },
  scopeSelector,
  limits,
} as const satisfies { readonly [name: string]: Validator }

const everywhere = [
  'BestEffort',
  'NotBestEffort',
  'Terminating',
  'NotTerminating',
  'CrossNamespacePodAffinity',
]

function* scopeSelector(place: ValuePlace): Iterable<StatusCause> {
  if (!isJsonObject(place.value)) return
  const fieldPath = `${place.field}.matchExpressions`
  const all = objectsIn(place.value.matchExpressions)
  for (const { scopeName = '', operator = '', values } of all) {
    const scope = String(scopeName)
    if (validFor[scope] === undefined) {
      yield valueInvalid(`${fieldPath}.scopeName`, scope, 'unsupported scope')
    } else if (misfit(scope, memberValueAt(place, '^hard'))) {
      yield valueInvalid(fieldPath, place.value, 'unsupported scope applied to resource')
    }
    if (everywhere.includes(scope) && operator !== 'Exists') {
      yield valueInvalid(`${fieldPath}.operator`, operator, "must be 'Exists' for this scope")
    }
    if (operator === 'In' || operator === 'NotIn') {
      const because =
        "must be at least one value when `operator` is 'In' or 'NotIn' for scope selector"
      if (isEmptyValue(values)) yield valueRequired(`${fieldPath}.values`, because)
    } else if (operator === 'Exists' || operator === 'DoesNotExist') {
      const because =
        "must be no value when `operator` is 'Exist' or 'DoesNotExist' for scope selector"
      if (!isEmptyValue(values)) yield valueInvalid(`${fieldPath}.values`, values, because)
    } else {
      yield valueInvalid(`${fieldPath}.operator`, operator, 'not a valid selector operator')
    }
  }
  const names = all.map(({ scopeName }) => scopeName)
  if (pairs.some(pair => pair.every(one => names.includes(one)))) {
    yield valueInvalid(fieldPath, names, 'conflicting scopes')
  }
}

const lists = ['max', 'min', 'default', 'defaultRequest', 'maxLimitRequestRatio'] as const

function* limits({ field, value }: ValuePlace): Iterable<StatusCause> {
  if (!isJsonObject(value)) return
  const { type } = value
  const isOfContainers = type === 'Pod' || type === 'Container'
  const names = new Set<string>()
  for (const list of lists) {
    const isDefault = list === 'default' || list === 'defaultRequest'
    if (isDefault && type === 'Pod') {
      if (Object.keys(objectIn(value[list])).length > 0) {
        yield valueForbidden(`${field}.${list}`, "may not be specified when `type` is 'Pod'")
      }
      continue
    }
    for (const name of Object.keys(objectIn(value[list]))) {
      const fieldPath = `${field}.${list}[${name}]`
      yield* isOfContainers ? containerNameCauses(name, fieldPath) : resourceName(name, fieldPath)
      names.add(name)
    }
  }
  if (type === 'PersistentVolumeClaim') {
    const { min, max } = value
    if (objectIn(min).storage === undefined && objectIn(max).storage === undefined) {
      const because =
        'either minimum or maximum storage value is required, but neither was provided'
      yield valueRequired(`${field}.limits`, because)
    }
  }
  for (const name of names) yield* orderCauses(value, name, field)
}

function* resourceName(name: string, field: string): Iterable<StatusCause> {
  const faults = qualifiedNameFaults(name)
  for (const fault of faults) yield valueInvalid(field, name, fault)
  if (faults.length > 0 || name.includes('/') || standard.includes(name)) return
  yield valueInvalid(field, name, 'must be a standard resource type or fully qualified')
}

type Order = readonly [lower: string, upper: string, reported: string]

const orders: readonly Order[] = [
  ['min', 'max', 'min'],
  ['min', 'defaultRequest', 'defaultRequest'],
  ['defaultRequest', 'max', 'defaultRequest'],
  ['defaultRequest', 'default', 'defaultRequest'],
  ['min', 'default', 'default'],
  ['default', 'max', 'default'],
]

function* orderCauses(item: JsonObject, name: string, field: string): Iterable<StatusCause> {
  const isPod = item.type === 'Pod'
  const amountOf = (list: string): bigint | undefined => {
    const text = objectIn(item[list])[name]
    if (text === undefined || (isPod && list.startsWith('default'))) return undefined
    return billionthsIn(String(text))
  }
  for (const [lower, upper, reported] of orders) {
    const [least, most] = [amountOf(lower), amountOf(upper)]
    if (least === undefined || most === undefined || least <= most) continue
    const shown = objectIn(item[reported])[name]
    yield valueInvalid(
      `${field}.${reported}[${name}]`,
      shown,
      `${lower} value is greater than ${upper} value`,
    )
  }
  const ratio = amountOf('maxLimitRequestRatio')
  if (ratio === undefined) return
  const fieldPath = `${field}.maxLimitRequestRatio[${name}]`
  const shown = objectIn(item.maxLimitRequestRatio)[name]
  const [min, max] = [amountOf('min'), amountOf('max')]
  if (ratio < 1_000_000_000n)
    yield valueInvalid(fieldPath, shown, `ratio ${String(shown)} is less than 1`)
  if (min === undefined || max === undefined || min === 0n) return
  if (ratio * min <= max * 1_000_000_000n) return
  yield valueInvalid(fieldPath, shown, `ratio ${String(shown)} is greater than max/min`)
}
