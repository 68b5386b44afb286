// Charges writes to the quotas of their namespace. The usage is in the status of each quota and is
// updated only from the version on which the decision is based, also by other servers on the same
// store.

import { type ApiObject, objectIn } from '../../api/object.ts'
import { storeKeyOf, storePrefixOf, type Resource } from '../../api/resource.ts'
import { Refusal } from '../../api/refusal.ts'
import { forbidden, notFound } from '../../api/status.ts'
import { WriteConflict } from '../../api/store.ts'
import type { AdmissionAttributes } from '../../api/write.ts'
import { amountTexts } from '../../lib/amounts.ts'
import type { ChargeEnd } from '../../parts/quota-parts.ts'
import type { Parts } from '../../parts/parts.ts'
import { withControllerManagedFields } from '../../parts/controller-managed-fields.ts'
import { builtInResource } from '../admission-plugin.ts'
import { type Charge, chargeOf } from './charges.ts'
import { type LimitedUse, limitsOf, uncoveredNames } from './limited-resources.ts'

const plugin = 'ResourceQuota'

/**
 * Charges a write, or refuses it. Returns at once if no quota counts it.
 * @throws Refusal 403; WriteConflict when the name of a create is taken
 */
export function chargeQuotas(
  attempt: AdmissionAttributes,
  parts: Parts,
): undefined | Promise<ChargeEnd | undefined> {
  const { operation, resource, object, old, request } = attempt
  const { ledger } = parts.quotas
  const { namespace = '' } = object.metadata
  if (operation === 'delete' || !resource.isNamespaced) return undefined
  if (parts.disabledPlugins?.has(plugin)) return undefined
  const limits = limitsOf(parts.limitedResources, resource)
  if (!ledger.loading && !ledger.hasQuotas(namespace) && limits.length === 0) return undefined
  const counter = parts.quotas.counterOf(resource, parts.dialect.apiDomain)
  const write = { operation, object, old, subresource: request?.info.subresource ?? '' }
  if (!counter?.isCharged(write)) return undefined
  return charged({ ...attempt, namespace }, { counter, write, limits }, parts)
}

type Counting = Omit<LimitedUse, 'now'>

async function charged(
  attempt: AdmissionAttributes & { readonly namespace: string },
  { counter, write, limits }: Counting,
  parts: Parts,
): Promise<ChargeEnd | undefined> {
  const { resource, object, namespace } = attempt
  const { ledger, isInScopes } = parts.quotas
  await ledger.loading
  const quotas = builtInResource({ group: '', kind: 'ResourceQuota' }, parts)
  const check = (quota: ApiObject): Charge =>
    withoutRefusal(chargeOf(quota, write, { counter, isInScopes, now: parts.clock.now() }), attempt)
  return ledger.inTurn(namespace, async () => {
    const { entries } = await parts.store.range({ prefix: storePrefixOf(quotas, namespace) })
    const stored = entries.map(entry => parts.stages.decodeStored(entry, quotas))
    const inScopes = stored.filter(quota => isInScopes(object, quota, counter))
    const uncovered = uncoveredNames({ limits, counter, write, now: parts.clock.now() }, inScopes)
    if (uncovered.length > 0)
      throw forbidden({
        ...resource,
        name: object.metadata.name ?? '',
        because: `insufficient quota to consume: ${uncovered.join(',')}`,
      })
    const changed = stored.filter(quota => isCharged(check(quota)))
    if (changed.length === 0 || attempt.isDryRun) return undefined
    const key = storeKeyOf(resource, { namespace, name: object.metadata.name ?? '' })
    // A create of an existing object is not charged. It must not reach the store either, because
    // the object could be deleted before that.
    const existing = attempt.operation === 'create' ? await parts.store.get(key) : undefined
    if (existing) throw new WriteConflict(existing)
    const forget = ledger.note(namespace, { type: resource, key, object })
    const end: ChargeEnd = isStored => {
      forget()
      // What it was charged is counted again.
      if (!isStored) ledger.recount(namespace)
    }
    try {
      for (const quota of changed) await chargeOne(quota, { quotas, check }, parts)
    } catch (error) {
      end(false)
      throw error
    }
    return end
  })
}

const isCharged = (charge: Charge): boolean => !charge.isRefused && charge.used !== undefined

/** @throws Refusal 403 */
function withoutRefusal(charge: Charge, { resource, object }: AdmissionAttributes): Charge {
  if (!charge.isRefused) return charge
  const { name = '' } = object.metadata
  throw forbidden({ ...resource, name, because: charge.because })
}

/** Adds the usage of the write to the newest state of a quota, unless it has been deleted. */
async function chargeOne(
  { metadata }: ApiObject,
  { quotas, check }: { readonly quotas: Resource; readonly check: (quota: ApiObject) => Charge },
  parts: Parts,
): Promise<void> {
  const { namespace = '', name = '' } = metadata
  const place = { resource: quotas, namespace, name }
  const propose = (current: ApiObject | undefined): ApiObject => {
    if (!current) throw notFound(quotas, name)
    const charge = check(current)
    if (charge.isRefused || !charge.used) return current
    const status = { ...objectIn(current.status), used: amountTexts(charge.used) }
    const by = { manager: parts.dialect.fieldManagers.server, subresource: 'status' }
    return withControllerManagedFields(
      { ...current, status },
      { resource: quotas, current, ...by },
      parts,
    )
  }
  const write = { ...place, operation: 'update', isDryRun: false, propose } as const
  await parts.verbs.performWrite(write, parts).catch((error: unknown) => {
    if (!(error instanceof Refusal && error.code === 404)) throw error
  })
}
