// Authorizes requests by a webhook, whose answers are kept for a time (AUTHZ-007 to AUTHZ-037).

import { createHash } from 'node:crypto'

import type { AccessDecision, Authorizer } from '../../api/access.ts'
import type { AccessReviewStatus, AccessWebhook } from '../../api/access-webhook.ts'
import type { JsonObject } from '../../api/object.ts'
import type { RequestInfo } from '../../api/request.ts'
import { compileExpression } from '../../cel/compile-expression.ts'
import { convertDeeply } from '../../cel/convert-deeply.ts'
import { compileMatchConditions } from '../../cel/match-conditions.ts'
import { parseExpression } from '../../cel/parse-expression.ts'
import { scopeOf } from '../../cel/scope.ts'
import { requestVariables } from '../../config/expressions.ts'
import type { Parts } from '../../parts/parts.ts'
import { jsonValueIn } from '../webhooks/json-answer.ts'
import { postRepeatedly } from '../webhooks/post-repeatedly.ts'
import { standardPostLimits } from '../webhooks/post-review.ts'
import { createReviewCache, TooManyReviews } from '../webhooks/review-cache.ts'

type Known = Pick<Parts, 'accessReviewRules' | 'clock' | 'dialect' | 'dialOf' | 'ids' | 'log'>

// As in genuine servers: the answers that are kept, and the characters of a request that is not
// kept.
const reviewsMax = 8192
const requestCharactersMax = 10_000
// A webhook chooses how long its reasons are.
const reasonCharactersMax = 10_000
const firstDelayMs = 500

/** Returns the authorizer of a valid webhook, with an empty cache. */
export function accessWebhook(webhook: AccessWebhook): Authorizer<Known> {
  const { name, matchConditions, address } = webhook
  const isMatched =
    matchConditions.length === 0
      ? undefined
      : compileMatchConditions(matchConditions, source =>
          convertDeeply(compileExpression(parseExpression(source), scopeOf(requestVariables))),
        )
  const cached = createReviewCache<Kept>({ reviewsMax, ttlMsOf: ({ ttlMs }) => ttlMs })

  /** Rejects with an Error if the webhook gives no answer. */
  async function ask(spec: JsonObject, parts: Known): Promise<AccessReviewStatus> {
    const { accessReviewRules: rules, clock, dialect, ids } = parts
    const { version } = webhook
    const sent = rules.reviewOf(spec, { version, apiDomain: dialect.apiDomain })
    const limits = {
      ...standardPostLimits,
      timeoutMs: rules.timeoutMsOf(webhook),
      dial: parts.dialOf('controlplane'),
    }
    const context = { webhook: address, clock, random: ids.random, firstDelayMs, limits }
    const { text } = await postRepeatedly(sent, context)
    return rules.statusIn(jsonValueIn(text), sent)
  }

  return {
    kind: 'Webhook',
    decide: async (user, info, parts): Promise<AccessDecision> => {
      const { accessReviewRules: rules, clock, log } = parts
      try {
        const spec = rules.specOf(user, info)
        if (isMatched && !(await isMatched([rules.conditionVariable(spec, webhook)])))
          return { is: 'no opinion' }
        const review = async () => {
          const status = await ask(spec, parts)
          const isKept =
            charactersOf(info) < requestCharactersMax && status.reason.length < reasonCharactersMax
          return { status, ttlMs: isKept ? rules.ttlMsOf(status, webhook) : 0 }
        }
        const { status } = await cached(keyOf(spec), { nowMs: clock.steady, review })
        return rules.decisionOf(status)
      } catch (problem) {
        // Without an answer, the settings decide.
        const reason = problem instanceof Error ? problem.message : String(problem)
        const fault = `the authorizer ${name} has not answered: ${reason}`
        log(fault)
        // Clients must not get past a webhook that denies by keeping it busy.
        if (problem instanceof TooManyReviews) return { is: 'deny', fault }
        return rules.decisionOnFailure(webhook, fault)
      }
    },
  }
}

type Kept = { readonly status: AccessReviewStatus; readonly ttlMs: number }

/** A digest, because clients choose how long their requests are. */
const keyOf = (spec: JsonObject): string =>
  createHash('sha256').update(JSON.stringify(spec)).digest('base64')

function charactersOf(info: RequestInfo): number {
  if (info.on === 'path') return info.path.length + info.verb.length
  const { verb, group, version, resource, subresource, namespace, name, selectedName } = info
  return [verb, group, version, resource, subresource, namespace, name || selectedName].join('')
    .length
}
