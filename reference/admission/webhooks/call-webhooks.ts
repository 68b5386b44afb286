// Calls the webhooks of a write: mutating ones one after the other, validating ones in parallel.

import type { ApiObject } from '../../api/object.ts'
import { isSameJson } from '../../api/same-json.ts'
import { Refusal } from '../../api/refusal.ts'
import { badRequest, requestEnded } from '../../api/status.ts'
import type {
  AdmissionStep,
  MatchedResource,
  Webhook,
  WebhookAnswer,
  WebhookPhase,
} from '../../api/webhooks.ts'
import type { AdmissionAttributes } from '../../api/write.ts'
import type { Parts } from '../../parts/parts.ts'
import { identify, stepOf } from '../admission-step.ts'
import { denied, internalError } from './refusals.ts'

/** The warnings of webhooks, in the order of their answers. */
type Warnings = string[]

/**
 * Evaluates the mutating policies and calls the mutating webhooks. If one has changed the object,
 * `admit` runs the mutating plug-ins again, and then those that want it take part once more.
 * @throws Refusal
 */
export async function mutateByWebhooks(
  attempt: AdmissionAttributes,
  warnings: Warnings,
  parts: Parts,
): Promise<ApiObject> {
  const policies = parts.policies.mutation(attempt, parts)
  const webhooks = await webhooksFor('mutating', attempt, parts)
  const mutation = policies instanceof Promise ? await policies : policies
  if (webhooks.length === 0 && !mutation) return attempt.object
  const calls = { before: new Set<Webhook>(), again: new Set<Webhook>() }
  const round = { calls, warnings, parts }
  const byPolicies = (object: ApiObject, isAgain: boolean) =>
    mutation ? mutation({ ...attempt, object }, isAgain) : object
  const first = await byPolicies(attempt.object, false)
  const called = await mutatedBy(
    webhooks,
    { ...attempt, object: first },
    { ...round, isAgain: false },
  )
  if (called === attempt.object) return called
  const admitted = await parts.stages.admit({ ...attempt, object: called }, parts)
  const second = await byPolicies(admitted, true)
  if (!isSameJson(second, called)) callAgain(calls)
  return mutatedBy(webhooks, { ...attempt, object: second }, { ...round, isAgain: true })
}

/** Webhooks that want to be called again after a change by others. */
type Calls = { readonly before: Set<Webhook>; readonly again: Set<Webhook> }

function callAgain({ before, again }: Calls): void {
  for (const webhook of before) again.add(webhook)
  before.clear()
}

type Round = {
  readonly calls: Calls
  readonly warnings: Warnings
  readonly parts: Parts
  readonly isAgain: boolean
}

async function mutatedBy(
  webhooks: readonly Webhook[],
  attempt: AdmissionAttributes,
  { calls, warnings, parts, isAgain }: Round,
): Promise<ApiObject> {
  let { object } = attempt
  for (const webhook of webhooks) {
    // A change in the second round can add a webhook that comes later.
    if (isAgain && !calls.again.has(webhook)) continue
    const step = stepOf({ ...attempt, object }, 'mutating')
    const matched = await parts.webhooks.matches(webhook, step, parts)
    if (!matched) continue
    const answer = await answerOf({ webhook, step, matched }, warnings, parts)
    const next =
      answer?.patch && (await parts.webhooks.applyAnswer(answer, step, { webhook, matched }, parts))
    const identified = next && identify(next, { ...attempt, object }, parts)
    if (identified && !isSameJson(identified, object)) {
      object = identified
      callAgain(calls)
    }
    if (webhook.isReinvocable) calls.before.add(webhook)
  }
  return object
}

/** Calls the validating webhooks in parallel. @throws Refusal, the first in their order */
export async function validateByWebhooks(
  attempt: AdmissionAttributes,
  warnings: Warnings,
  parts: Parts,
): Promise<void> {
  const webhooks = await webhooksFor('validating', attempt, parts)
  if (webhooks.length === 0) return
  const step = stepOf(attempt, 'validating')
  const calls: Call[] = []
  for (const webhook of webhooks) {
    const matched = await parts.webhooks.matches(webhook, step, parts)
    if (matched) calls.push({ webhook, step, matched })
  }
  const results = await Promise.allSettled(calls.map(one => answerOf(one, warnings, parts)))
  for (const result of results) if (result.status === 'rejected') throw result.reason
}

type Call = {
  readonly webhook: Webhook
  readonly step: AdmissionStep
  readonly matched: MatchedResource
}

/** Returns the answer that allows a step, or undefined if a failure is ignored. @throws Refusal */
async function answerOf(
  { webhook, step, matched }: Call,
  warnings: Warnings,
  parts: Parts,
): Promise<WebhookAnswer | undefined> {
  const { name, hasSideEffects, ignoresFailures } = webhook
  const { client } = step.request
  if (step.isDryRun && hasSideEffects)
    throw badRequest(`admission webhook "${name}" does not support dry run`)
  let answer: WebhookAnswer
  try {
    if (webhook.reviewVersion === undefined)
      throw new Error('webhook does not accept known AdmissionReview versions (v1, v1beta1)')
    const review = parts.webhooks.reviewOf(webhook, step, matched, parts)
    answer = await parts.webhooks.call(webhook, review, client.signal)
  } catch (error) {
    if (error instanceof Refusal) throw error
    if (client.hasLeft) throw requestEnded()
    const reason = error instanceof Error ? error.message : String(error)
    const cause = `failed calling webhook "${name}": ${reason}`
    if (!ignoresFailures) throw internalError(cause)
    parts.log(`${cause} (ignored)`)
    return undefined
  }
  warnings.push(...answer.warnings)
  // The name makes the keys of webhooks distinct.
  for (const [key, value] of answer.auditAnnotations)
    step.request.annotate?.(`${name}/${key}`, value)
  if (!answer.isAllowed) throw denied(name, answer.status)
  return answer
}

const none: readonly Webhook[] = []

const exemptKinds: ReadonlySet<string> = new Set([
  'ValidatingWebhookConfiguration',
  'MutatingWebhookConfiguration',
  'ValidatingAdmissionPolicy',
  'ValidatingAdmissionPolicyBinding',
  'MutatingAdmissionPolicy',
  'MutatingAdmissionPolicyBinding',
])

/** Returns the webhooks that may match. Configurations of admission are sent to none. */
function webhooksFor(
  phase: WebhookPhase,
  { request, resource }: AdmissionAttributes,
  { webhooks, dialect }: Parts,
): readonly Webhook[] | Promise<readonly Webhook[]> {
  if (!request) return none
  const isExempt =
    resource.group === `admissionregistration.${dialect.apiDomain}` &&
    exemptKinds.has(resource.kind)
  return isExempt ? none : webhooks.registry.candidates(phase, request.info)
}
