// Limits how many events clients write (RATE-011 to RATE-017).

import type { Buckets, EventLimit, RatedEvent } from '../../api/admission-settings.ts'
import { type ApiObject, objectIn } from '../../api/object.ts'
import { tooManyRequests } from '../../api/write-refusals.ts'
import type { AdmissionRequest } from '../../api/webhooks.ts'
import type { Parts } from '../../parts/parts.ts'
import type { AdmissionPlugin } from '../admission-plugin.ts'

/**
 * Refuses creates and updates of events beyond the limits. As in genuine servers, every limit
 * counts every event, even one that another limit refuses; dry runs are not counted.
 */
export const eventRateLimit: AdmissionPlugin = {
  name: 'EventRateLimit',
  async check({ operation, object, isDryRun, request }, parts) {
    const { eventLimits, eventLimitRules: rules, dialect } = parts
    if (!eventLimits || !request || isDryRun || operation === 'delete') return
    if (dialect.limitsOnlyCoreEvents && request.info.group !== '') return
    const event = ratedEvent(object, request)
    const results = limitersOf(eventLimits, parts).map(({ limit: { type }, buckets }) => {
      const key = rules.keyOf(type, event)
      const fault = `limit reached on type ${type} for key ${key.join('')}`
      return { isAdmitted: buckets.of(JSON.stringify(key)).take(), fault }
    })
    if (!rules.isRefused(results.map(({ isAdmitted }) => isAdmitted))) return
    const faults = results.filter(one => !one.isAdmitted).map(({ fault }) => fault)
    const reasons = faults.length === 1 ? faults.join('') : `[${faults.join(', ')}]`
    throw tooManyRequests(`Too many requests: ${reasons}`)
  },
}

type Limiter = { readonly limit: EventLimit; readonly buckets: Buckets }

const known = new WeakMap<readonly EventLimit[], readonly Limiter[]>()

/** Returns the limiters of a server, which keep its buckets. */
function limitersOf(
  limits: readonly EventLimit[],
  { eventLimitRules: { newBucket, newBuckets }, clock }: Parts,
): readonly Limiter[] {
  const limiters =
    known.get(limits) ??
    limits.map(limit => ({
      limit,
      buckets: newBuckets(limit, () => newBucket(limit, clock.steady)),
    }))
  known.set(limits, limiters)
  return limiters
}

function ratedEvent(
  event: ApiObject,
  { user, info }: Pick<AdmissionRequest, 'user' | 'info'>,
): RatedEvent {
  const source = objectIn(event.source)
  const about = objectIn(event.involvedObject)
  const members = [
    source.component,
    source.host,
    about.kind,
    about.namespace,
    about.name,
    about.uid,
    about.apiVersion,
  ]
  return {
    namespace: info.namespace,
    userName: user.name,
    sourceAndObject: members.map(member => (typeof member === 'string' ? member : '')),
  }
}
