// Compiles a webhook of a stored configuration.

import { type JsonObject, objectIn, objectsIn, textsIn } from '../../api/object.ts'
import type { Webhook, WebhookPhase } from '../../api/webhooks.ts'
import { serviceDial, serviceIn } from '../../egress/service-dial.ts'
import type { Parts } from '../../parts/parts.ts'
import { webhookAgent } from '../../auth/webhook-agent.ts'
import { ruleOf, selectorOf } from '../match-step.ts'
import { meetsConditions } from '../policies/evaluate-validations.ts'
import { compileProgram, type PolicyProgram } from '../policies/policy-program.ts'

/** Compiles a valid webhook. An expression that cannot be compiled fails when it is evaluated. */
export function compileWebhook(stored: JsonObject, phase: WebhookPhase, parts: Parts): Webhook {
  const clientConfig = objectIn(stored.clientConfig)
  const { url, caBundle } = clientConfig
  const conditions = objectsIn(stored.matchConditions)
  const served = typeof url === 'string' ? undefined : serviceIn(clientConfig)
  let compiled: PolicyProgram | undefined
  const program = () => (compiled ??= compileProgram({ matchConditions: conditions }))
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
    meetsConditions:
      conditions.length === 0 ? undefined : input => meetsConditions(program(), input),
    timeoutMs: Number(stored.timeoutSeconds ?? 10) * 1000,
    url: served ? served.url : new URL(String(url)),
    address: served ? served.url.href : String(url),
    dial: served ? serviceDial(served.service, parts) : parts.dialOf('controlplane'),
    agent: webhookAgent(caBundle),
  }
}

const isReviewVersion = (version: string): version is 'v1' | 'v1beta1' =>
  version === 'v1' || version === 'v1beta1'
