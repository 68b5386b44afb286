// Decides whether a write fits into quotas, and what it adds to their usage.

import { type ApiObject, objectIn } from '../../api/object.ts'
import {
  type Amounts,
  amountsIn,
  amountTexts,
  growthOf,
  onlyAmounts,
  sumOfAmounts,
} from '../../lib/amounts.ts'
import type { Parts } from '../../parts/parts.ts'
import type { CountedWrite, QuotaCounter, QuotaFunctions } from '../../parts/quota-parts.ts'
import { scopesOf } from './quota-scopes.ts'

/** The usage of a quota after a write, or the end of the message that refuses the write. */
export type Charge =
  | { readonly isRefused: false; readonly used: Amounts | undefined }
  | { readonly isRefused: true; readonly because: string }

type Counting = Pick<QuotaFunctions<Parts>, 'isInScopes'> & {
  readonly counter: QuotaCounter
  readonly now: number
}

const unchanged: Charge = { isRefused: false, used: undefined }
const refused = (because: string): Charge => ({ isRefused: true, because })

/** Returns what a write adds to the usage of a quota. `used` is undefined if that is nothing. */
export function chargeOf(
  quota: ApiObject,
  write: CountedWrite,
  { counter, now, isInScopes }: Counting,
): Charge {
  const name = quota.metadata.name ?? ''
  const { object, old } = write
  // The limits in force are those in the status: they have been counted.
  const { hard: limits, used: counted } = objectIn(quota.status)
  const hard = amountsIn(objectIn(limits))
  const used = amountsIn(objectIn(counted))
  const limited = [...hard.keys()].filter(counter.tracks).sort()
  if (limited.length === 0 || !isInScopes(object, quota, counter)) return unchanged
  const missing = counter.missingIn?.(object, limited)
  if (missing !== undefined) return refused(`failed quota: ${name}: ${missing}`)
  if (limited.some(one => !used.has(one)))
    return refused(`status unknown for quota: ${name}, resources: ${limited.join(',')}`)
  const usage = counter.usageOf(object, now)
  const before =
    write.operation === 'update' && old && isInScopes(old, quota, counter)
      ? counter.usageOf(old, now)
      : new Map()
  const requested = onlyAmounts(growthOf(usage, before), one => hard.has(one))
  if (requested.size === 0) return unchanged
  const next = sumOfAmounts(used, requested)
  const isBeyond = (one: string) =>
    requested.has(one) && (next.get(one)?.billionths ?? 0n) > (hard.get(one)?.billionths ?? 0n)
  const exceeded = [...requested.keys()].filter(isBeyond)
  if (write.subresource === 'status' || exceeded.length === 0)
    return { isRefused: false, used: next }
  const [asked, spent, most] = [requested, used, hard].map(all => textOf(all, exceeded))
  return refused(`exceeded quota: ${name}, requested: ${asked}, used: ${spent}, limited: ${most}`)
}

/** Whether a quota counts an object of a type that it limits. */
export const isInScopes = (object: ApiObject, quota: ApiObject, counter: QuotaCounter): boolean =>
  scopesOf(quota).every(scope => counter.isInScope(object, scope))

const textOf = (all: Amounts, names: readonly string[]): string =>
  Object.entries(amountTexts(onlyAmounts(all, name => names.includes(name))))
    .map(([name, text]) => `${name}=${text}`)
    .join(',')
