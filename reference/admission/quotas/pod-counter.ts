// What pods use of quotas, as on a genuine server.

import { type ApiObject, type JsonObject, objectIn, objectsIn } from '../../api/object.ts'
import { type Amount, type Amounts, amountsIn, countOf, sumOfAmounts } from '../../lib/amounts.ts'
import type { QuotaCounter, QuotaScope } from '../../parts/quota-parts.ts'
import { podResourceAmountsOf } from '../pod-resource-amounts.ts'
import { isSelectedBy } from './quota-scopes.ts'

const count = 'count/pods'
const amounts = ['cpu', 'memory', 'ephemeral-storage']
const sides = ['requests.', 'limits.']
const names = new Set([count, 'pods', ...amounts, ...amounts.flatMap(withSides)])

function withSides(name: string): string[] {
  return sides.map(side => `${side}${name}`)
}

// If one of these is limited, each container must have it.
const required = new Set(['cpu', 'memory'].flatMap(name => [name, ...withSides(name)]))

export const podCounter: QuotaCounter = {
  tracks: name =>
    names.has(name) || /^(requests\.)?hugepages-/.test(name) || isOfExtendedResource(name),
  isCharged: ({ operation, subresource, object, old }) => {
    if (subresource !== '') return subresource === 'resize' && operation === 'update'
    if (operation === 'create') return true
    return operation === 'update' && !!old && isTerminating(object) !== isTerminating(old)
  },
  mayFree: (object, old) =>
    isTerminating(object) !== isTerminating(old) || (isOver(object) && !isOver(old)),
  usageOf: (object, now) => {
    const usage = new Map([[count, countOf(1)]])
    if (isOver(object) || isGone(object, now)) return usage
    const spec = objectIn(object.spec)
    const requests = amountsIn(podResourceAmountsOf(spec, 'requests'))
    const limits = amountsIn(podResourceAmountsOf(spec, 'limits'))
    const overhead = amountsIn(objectIn(spec.overhead))
    return new Map([
      ...usage,
      ...usageOfAmounts(
        sumOfAmounts(requests, overhead),
        new Map(
          [...limits].map(([name, amount]) => [name, withOverhead(amount, overhead.get(name))]),
        ),
      ),
    ])
  },
  isInScope: isPodInScope,
  missingIn: missingInPod,
}

const withOverhead = (amount: Amount, more: Amount | undefined): Amount =>
  more && amount.billionths !== 0n
    ? { ...amount, billionths: amount.billionths + more.billionths }
    : amount

const isOfExtendedResource = (name: string): boolean =>
  name.startsWith('requests.deviceclass.resource.kubernetes.io/') ||
  (name.startsWith('requests.') && name.includes('/') && !name.includes('kubernetes.io/'))

const isExtendedResource = (name: string): boolean =>
  name.startsWith('deviceclass.resource.kubernetes.io/') ||
  (name.includes('/') && !name.includes('kubernetes.io/') && !name.startsWith('requests.'))

/** Returns the names under which requests and limits count, with `pods`. */
function usageOfAmounts(requests: Amounts, limits: Amounts): Amounts {
  const usage = new Map([['pods', countOf(1)]])
  for (const [name, amount] of requests) {
    const isCounted = amounts.includes(name) || name.startsWith('hugepages-')
    if (isCounted) usage.set(name, amount)
    if (isCounted || isExtendedResource(name)) usage.set(`requests.${name}`, amount)
  }
  for (const [name, amount] of limits)
    if (amounts.includes(name)) usage.set(`limits.${name}`, amount)
  return usage
}

function missingInPod({ spec }: ApiObject, limited: readonly string[]): string | undefined {
  const { containers, initContainers, resources } = objectIn(spec)
  if (hasOwnAmounts(objectIn(resources))) return undefined
  const missing = new Map<string, Set<string>>()
  const needed = limited.filter(name => required.has(name))
  for (const container of [...objectsIn(containers), ...objectsIn(initContainers)]) {
    const { requests, limits } = objectIn(container.resources)
    const own = usageOfAmounts(amountsIn(objectIn(requests)), amountsIn(objectIn(limits)))
    for (const name of needed.filter(one => !own.has(one)))
      missing.set(name, (missing.get(name) ?? new Set()).add(String(container.name)))
  }
  if (missing.size === 0) return undefined
  const texts = [...missing.keys()]
    .sort()
    .map(name => `${name} for: ${[...(missing.get(name) ?? [])].sort().join(',')}`)
  return `must specify ${texts.join('; ')}`
}

const hasOwnAmounts = ({ requests, limits }: JsonObject): boolean =>
  Object.keys({ ...objectIn(requests), ...objectIn(limits) }).some(name =>
    /^(cpu$|memory$|hugepages-)/.test(name),
  )

function isPodInScope(pod: ApiObject, scope: QuotaScope): boolean {
  const { priorityClassName, affinity } = objectIn(pod.spec)
  const isBestEffort = objectIn(pod.status).qosClass === 'BestEffort'
  switch (scope.scopeName) {
    case 'Terminating':
      return isTerminating(pod)
    case 'NotTerminating':
      return !isTerminating(pod)
    case 'BestEffort':
      return isBestEffort
    case 'NotBestEffort':
      return !isBestEffort
    case 'PriorityClass':
      return isSelectedBy(scope, priorityClassName ? String(priorityClassName) : undefined)
    case 'CrossNamespacePodAffinity':
      return [objectIn(affinity).podAffinity, objectIn(affinity).podAntiAffinity].some(
        namesNamespaces,
      )
    default:
      return false
  }
}

function namesNamespaces(affinity: unknown): boolean {
  const { requiredDuringSchedulingIgnoredDuringExecution: hard, ...soft } = objectIn(affinity)
  const terms = [
    ...objectsIn(hard),
    ...objectsIn(soft.preferredDuringSchedulingIgnoredDuringExecution).map(({ podAffinityTerm }) =>
      objectIn(podAffinityTerm),
    ),
  ]
  return terms.some(
    ({ namespaces, namespaceSelector }) =>
      (Array.isArray(namespaces) && namespaces.length > 0) ||
      (namespaceSelector !== undefined && namespaceSelector !== null),
  )
}

const isTerminating = ({ spec }: ApiObject): boolean => {
  const { activeDeadlineSeconds } = objectIn(spec)
  return typeof activeDeadlineSeconds === 'number' && activeDeadlineSeconds >= 0
}

const isOver = ({ status }: ApiObject): boolean =>
  ['Failed', 'Succeeded'].includes(String(objectIn(status).phase))

/** Whether a deleted pod should have ended. Its node may be lost. */
function isGone({ metadata }: ApiObject, now: number): boolean {
  const { deletionTimestamp, deletionGracePeriodSeconds: seconds } = metadata
  if (deletionTimestamp === undefined || typeof seconds !== 'number') return false
  return now > Date.parse(String(deletionTimestamp)) + seconds * 1000
}
