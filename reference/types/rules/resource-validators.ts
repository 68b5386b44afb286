// Validators of resource names, amounts, limits and requests.

import {
  valueForbidden,
  valueInvalid,
  valueRequired,
  type StatusCause,
} from '../../api/status-causes.ts'
import { qualifiedNameFaults } from '../../api/name-rules.ts'
import { isJsonObject, objectIn } from '../../api/object.ts'
import { billionthsIn } from '../../lib/quantities.ts'
import { isEmptyValue, type Validator } from './value-place.ts'

const ofContainers = ['cpu', 'ephemeral-storage', 'memory']
const billion = 1_000_000_000n

const isHugePages = (name: string): boolean => name.startsWith('hugepages-')

const isNative = (name: string): boolean =>
  !name.includes('/') || name.split('/')[0]?.endsWith('kubernetes.io') === true

/**
 * Whether a resource is an extended one: its name has another domain, and its amounts are integers.
 */
const isExtended = (name: string): boolean =>
  !isNative(name) &&
  !name.startsWith('requests.') &&
  qualifiedNameFaults(`requests.${name}`).length === 0

const isShared = (name: string): boolean => isNative(name) && !isHugePages(name)

export function* containerNameCauses(name: string, field: string): Iterable<StatusCause> {
  const faults = qualifiedNameFaults(name)
  if (faults.length > 0) {
    for (const fault of faults) yield valueInvalid(field, name, fault)
  } else if (!name.includes('/') && !standard.includes(name) && !isHugePages(name)) {
    yield valueInvalid(field, name, 'must be a standard resource type or fully qualified')
  }
  if (!name.includes('/')) {
    if (!ofContainers.includes(name) && !isHugePages(name)) {
      yield valueInvalid(field, name, 'must be a standard resource for containers')
    }
  } else if (!isNative(name) && !isExtended(name)) {
    yield valueInvalid(field, name, "doesn't follow extended resource name standard")
  }
}

const standard = [
  ...ofContainers,
  'requests.cpu',
  'requests.memory',
  'requests.ephemeral-storage',
  'limits.cpu',
  'limits.memory',
  'limits.ephemeral-storage',
  'pods',
  'resourcequotas',
  'services',
  'replicationcontrollers',
  'secrets',
  'configmaps',
  'persistentvolumeclaims',
  'storage',
  'requests.storage',
  'services.nodeports',
  'services.loadbalancers',
]

const whole = [
  'pods',
  'resourcequotas',
  'services',
  'replicationcontrollers',
  'secrets',
  'configmaps',
  'persistentvolumeclaims',
  'services.nodeports',
  'services.loadbalancers',
]

/** An amount is not negative, and the amount of a countable resource is an integer. */
export function* amountCauses(name: string, amount: unknown, field: string): Iterable<StatusCause> {
  const parts = billionthsIn(String(amount))
  if (parts === undefined) return
  if (parts < 0n) {
    yield valueInvalid(field, String(amount), 'must be greater than or equal to 0')
  }
  const isWhole = whole.includes(name) || isExtended(name)
  if (isWhole && parts % billion !== 0n) yield valueInvalid(field, amount, 'must be an integer')
}

const pageBytes = (name: string): bigint => billionthsIn(name.slice('hugepages-'.length)) ?? 0n

function* pagesCauses(name: string, amount: unknown, field: string): Iterable<StatusCause> {
  const size = pageBytes(name)
  const parts = billionthsIn(String(amount)) ?? 0n
  if (size > 0n && parts % size === 0n) return
  yield valueInvalid(field, amount, `${String(amount)} is not positive integer multiple of ${name}`)
}

function* listCauses(amounts: unknown, field: string): Iterable<StatusCause> {
  for (const [name, amount] of Object.entries(objectIn(amounts))) {
    const fieldPath = `${field}[${name}]`
    yield* containerNameCauses(name, fieldPath)
    yield* amountCauses(name, amount, fieldPath)
    if (isHugePages(name)) yield* pagesCauses(name, amount, fieldPath)
  }
}

function* resources({ field, value }: Parameters<Validator>[0]): Iterable<StatusCause> {
  if (!isJsonObject(value)) return
  const { limits, requests, claims } = value
  yield* listCauses(limits, `${field}.limits`)
  yield* listCauses(requests, `${field}.requests`)
  const most = objectIn(limits)
  for (const [name, amount] of Object.entries(objectIn(requests))) {
    const [asked, limit] = [billionthsIn(String(amount)), billionthsIn(String(most[name]))]
    if (!Object.hasOwn(most, name)) {
      if (isShared(name)) continue
      yield valueRequired(`${field}.limits`, 'Limit must be set for non overcommitable resources')
    } else if (asked === undefined || limit === undefined) continue
    else if (asked !== limit && !isShared(name)) {
      const because = `must be equal to ${name} limit of ${String(most[name])}`
      yield valueInvalid(`${field}.requests`, amount, because)
    } else if (asked > limit) {
      const because = `must be less than or equal to ${name} limit of ${String(most[name])}`
      yield valueInvalid(`${field}.requests`, amount, because)
    }
  }
  const names = [...Object.keys(most), ...Object.keys(objectIn(requests))]
  if (names.some(isHugePages) && !names.includes('cpu') && !names.includes('memory')) {
    yield valueForbidden(field, 'HugePages require cpu or memory')
  }
  if (!isEmptyValue(claims)) return
}

export const resourceValidators = {
  resources,
  overhead: ({ field, value }) => listCauses(value, `${field}.limits`),
} as const satisfies { readonly [name: string]: Validator }

export { standard, whole }
