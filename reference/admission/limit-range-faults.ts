// Checks resource amounts against one item of a limit range, worded as by a genuine server.

import { type JsonObject, objectIn } from '../api/object.ts'
import { billionthsIn, quantityText } from '../lib/quantities.ts'
import { podResourceAmountsOf } from './pod-resource-amounts.ts'

type Resources = { readonly requests: JsonObject; readonly limits: JsonObject }

/** Checks the requested size of a claim. Claims have no limits. */
export function* claimLimitFaults(spec: JsonObject, limit: JsonObject): Iterable<string> {
  const requests = objectIn(objectIn(spec.resources).requests)
  yield* minFaults({ requests, limits: {} }, limit)
  for (const { name, bound, text } of boundsOf('maximum', limit)) {
    const request = amountIn(requests, name)
    if (request === undefined) yield `${text}.  No request is specified`
    else if (request > bound) yield `${text}, but request is ${amountText(requests[name])}`
  }
}

export const containerLimitFaults = (
  resources: JsonObject,
  limit: JsonObject,
): Iterable<string> => {
  const { requests, limits } = resources
  return allFaults({ requests: objectIn(requests), limits: objectIn(limits) }, limit)
}

/** Checks the sum over all containers of a pod. */
export const podLimitFaults = (spec: JsonObject, limit: JsonObject): Iterable<string> =>
  allFaults(
    {
      requests: podResourceAmountsOf(spec, 'requests'),
      limits: podResourceAmountsOf(spec, 'limits'),
    },
    limit,
  )

function* allFaults(resources: Resources, limit: JsonObject): Iterable<string> {
  yield* minFaults(resources, limit)
  yield* maxFaults(resources, limit)
  yield* ratioFaults(resources, limit)
}

function* minFaults({ requests, limits }: Resources, limit: JsonObject): Iterable<string> {
  for (const { name, bound, text } of boundsOf('minimum', limit)) {
    const request = amountIn(requests, name)
    const most = amountIn(limits, name)
    if (request === undefined) yield `${text}.  No request is specified`
    else if (request < bound) yield `${text}, but request is ${amountText(requests[name])}`
    else if (most !== undefined && most < bound)
      yield `${text}, but limit is ${amountText(limits[name])}`
  }
}

function* maxFaults({ requests, limits }: Resources, limit: JsonObject): Iterable<string> {
  for (const { name, bound, text } of boundsOf('maximum', limit)) {
    const request = amountIn(requests, name)
    const most = amountIn(limits, name)
    if (most === undefined) yield `${text}.  No limit is specified`
    else if (most > bound) yield `${text}, but limit is ${amountText(limits[name])}`
    else if (request !== undefined && request > bound) {
      yield `${text}, but request is ${amountText(requests[name])}`
    }
  }
}

function* ratioFaults({ requests, limits }: Resources, limit: JsonObject): Iterable<string> {
  for (const [name, ratio] of sorted(objectIn(limit.maxLimitRequestRatio))) {
    const text = `${name} max limit to request ratio per ${limit.type} is ${amountText(ratio)}, but`
    const request = amountIn(requests, name) ?? 0n
    const most = amountIn(limits, name) ?? 0n
    if (request === 0n) yield `${text} no request is specified or request is 0`
    else if (most === 0n) yield `${text} no limit is specified or limit is 0`
    else {
      const observed = Number(most) / Number(request)
      const allowed = Number(billionthsIn(String(ratio)) ?? 0n) / 1e9
      if (observed > allowed) yield `${text} provided ratio is ${observed.toFixed(6)}`
    }
  }
}

type Bound = { readonly name: string; readonly bound: bigint; readonly text: string }

function boundsOf(side: 'minimum' | 'maximum', limit: JsonObject): Bound[] {
  return sorted(objectIn(limit[side === 'minimum' ? 'min' : 'max'])).map(([name, amount]) => ({
    name,
    bound: billionthsIn(String(amount)) ?? 0n,
    text: `${side} ${name} usage per ${limit.type} is ${amountText(amount)}`,
  }))
}

const sorted = (amounts: JsonObject): [string, unknown][] =>
  Object.entries(amounts).sort(([one], [other]) => (one < other ? -1 : 1))

const amountIn = (amounts: JsonObject, name: string): bigint | undefined =>
  Object.hasOwn(amounts, name) ? billionthsIn(String(amounts[name])) : undefined

const amountText = (amount: unknown): string => quantityText(String(amount))
