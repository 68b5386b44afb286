// Compiles a webhook of a stored configuration.

import { Agent } from 'node:https'

import { type JsonObject, objectIn, objectsIn } from '../../api/object.ts'
import type { ConditionVariables, Webhook, WebhookPhase } from '../../api/webhooks.ts'
import { dyn } from '../../cel/cel-type.ts'
import { compileExpression } from '../../cel/compile-expression.ts'
import { parseExpression } from '../../cel/parse-expression.ts'
import { runInTurns } from '../../cel/run-in-turns.ts'
import { type CompiledExpression, scopeOf } from '../../cel/scope.ts'
import { ruleOf, selectorOf, textsIn } from '../match-step.ts'

// As in genuine servers: the steps of one expression, and of all conditions of a webhook.
const stepsOfExpressionMax = 1_000_000
const stepsOfWebhookMax = 2_500_000
const idleConnectionsMax = 10
const idleMs = 60_000

/** Compiles a valid webhook. An expression that cannot be compiled fails when it is evaluated. */
export function compileWebhook(stored: JsonObject, phase: WebhookPhase): Webhook {
  const { url, service, caBundle } = objectIn(stored.clientConfig)
  const conditions = objectsIn(stored.matchConditions)
  const { name, namespace } = objectIn(service)
  return {
    phase,
    name: String(stored.name),
    rules: objectsIn(stored.rules).map(ruleOf),
    reviewVersion: textsIn(stored.admissionReviewVersions).find(isReviewVersion),
    ignoresFailures: stored.failurePolicy === 'Ignore',
    acceptsEquivalent: stored.matchPolicy !== 'Exact',
    isReinvocable: stored.reinvocationPolicy === 'IfNeeded',
    hasSideEffects: stored.sideEffects !== 'None' && stored.sideEffects !== 'NoneOnDryRun',
    namespaceSelector: selectorOf(stored.namespaceSelector),
    objectSelector: selectorOf(stored.objectSelector),
    meetsConditions: conditions.length === 0 ? undefined : compileConditions(conditions),
    timeoutMs: Number(stored.timeoutSeconds ?? 10) * 1000,
    url: typeof url === 'string' ? new URL(url) : undefined,
    address: typeof url === 'string' ? url : `service ${String(namespace)}/${String(name)}`,
    agent: new Agent({
      keepAlive: true,
      maxFreeSockets: idleConnectionsMax,
      timeout: idleMs,
      ...(typeof caBundle === 'string' &&
        caBundle !== '' && { ca: Buffer.from(caBundle, 'base64').toString() }),
    }),
  }
}

const isReviewVersion = (version: string): version is 'v1' | 'v1beta1' =>
  version === 'v1' || version === 'v1beta1'

const variables = { object: dyn, oldObject: dyn, request: dyn }

type Condition = { readonly source: string; readonly compiled: CompiledExpression | Error }

/** A false condition decides, even if another one cannot be evaluated. */
function compileConditions(stored: readonly JsonObject[]) {
  const conditions = stored.map(({ expression }) => compileCondition(String(expression)))
  return async ({ object, oldObject, request }: ConditionVariables): Promise<boolean> => {
    const faults: string[] = []
    let left = stepsOfWebhookMax
    for (const { source, compiled } of conditions) {
      try {
        if (compiled instanceof Error) throw compiled
        const stepsMax = Math.min(left, stepsOfExpressionMax)
        const frame = [object, oldObject, request]
        const value = await runInTurns(compiled, frame, stepsMax, steps => void (left -= steps))
        if (value === false) return false
        if (value !== true) throw new Error('expected a bool')
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error)
        faults.push(`expression '${source}' resulted in error: ${reason}`)
      }
    }
    if (faults.length === 0) return true
    throw new Error(faults.length === 1 ? faults[0] : `[${faults.join(', ')}]`)
  }
}

function compileCondition(source: string): Condition {
  try {
    return { source, compiled: compileExpression(parseExpression(source), scopeOf(variables)) }
  } catch (error) {
    return { source, compiled: error instanceof Error ? error : new Error(String(error)) }
  }
}
