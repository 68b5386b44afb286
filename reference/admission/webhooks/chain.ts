// Calls the webhooks of a write: mutating ones one after the other, validating ones in parallel.

import type { ApiObject } from '../../api/object.ts'
import { isSameJson } from '../../api/same-json.ts'
import { Refusal } from '../../api/refusal.ts'
import { badRequest, invalidObject } from '../../api/status.ts'
import { valueInvalid } from '../../api/status-causes.ts'
import type {
  AdmissionStep,
  MatchedResource,
  Webhook,
  WebhookAnswer,
  WebhookPhase,
} from '../../api/webhooks.ts'
import type { AdmissionAttributes } from '../../api/write.ts'
import type { Parts } from '../../parts/parts.ts'
import { denied, internalError, requestEnded } from './refusals.ts'

/** The warnings of webhooks, in the order of their answers. */
type Warnings = string[]

/**
 * Calls the mutating webhooks. If one has changed the object, `admit` runs the mutating plug-ins
 * again, and then the webhooks that want it are called once more. @throws Refusal
 */
export async function mutateByWebhooks(
  attempt: AdmissionAttributes,
  warnings: Warnings,
  parts: Parts,
): Promise<ApiObject> {
  const webhooks = await webhooksFor('mutating', attempt, parts)
  if (webhooks.length === 0) return attempt.object
  const calls = { before: new Set<Webhook>(), again: new Set<Webhook>() }
  const round = { calls, warnings, parts }
  const called = await mutatedBy(webhooks, attempt, { ...round, isAgain: false })
  if (called === attempt.object) return called
  const admitted = await parts.stages.admit({ ...attempt, object: called }, parts)
  if (!isSameJson(admitted, called)) callAgain(calls)
  return mutatedBy(webhooks, { ...attempt, object: admitted }, { ...round, isAgain: true })
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
  const { signal } = step.request
  if (step.isDryRun && hasSideEffects)
    throw badRequest(`admission webhook "${name}" does not support dry run`)
  let answer: WebhookAnswer
  try {
    if (webhook.reviewVersion === undefined)
      throw new Error('webhook does not accept known AdmissionReview versions (v1, v1beta1)')
    const review = parts.webhooks.reviewOf(webhook, step, matched, parts)
    answer = await parts.webhooks.call(webhook, review, signal)
  } catch (error) {
    if (error instanceof Refusal) throw error
    if (signal.aborted) throw requestEnded()
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

const operations = { create: 'CREATE', update: 'UPDATE', delete: 'DELETE' } as const

/** Returns the step that an attempt is. Writes without a request are not admitted by webhooks. */
function stepOf(attempt: AdmissionAttributes, phase: WebhookPhase): AdmissionStep {
  const { request, operation, object, old, isDryRun = false } = attempt
  if (!request) throw new Error('expected a write that serves a request')
  const { info } = request
  const isGenerated = operation === 'create' && info.name === '' && attempt.givenName === ''
  const name = info.name || (isGenerated ? '' : (object.metadata.name ?? ''))
  const isNamespace = info.group === '' && info.resource === 'namespaces'
  return {
    operation: operations[operation],
    request,
    isDryRun,
    name,
    namespace: isNamespace ? name : info.namespace,
    object:
      operation === 'delete'
        ? undefined
        : operation === 'create' && phase === 'mutating'
          ? unidentified(object, isGenerated)
          : object,
    old,
  }
}

/** The server sets the identity of a new object after mutating webhooks. */
function unidentified(object: ApiObject, isGenerated: boolean): ApiObject {
  const { uid: _uid, creationTimestamp: _time, generation: _generation, ...rest } = object.metadata
  const { name, ...unnamed } = rest
  const isNamed = !isGenerated && name !== undefined
  return { ...object, metadata: isNamed ? { ...unnamed, name } : unnamed }
}

/** Returns a patched object with the metadata that the server sets. @throws 422 */
function identify(patched: ApiObject, attempt: AdmissionAttributes, parts: Parts): ApiObject {
  const { resource, object, old, operation } = attempt
  const { name = '', namespace = '', uid = '' } = object.metadata
  const fixed = operation === 'create' ? { name, namespace } : { name, namespace, uid }
  const causes = Object.entries(fixed).flatMap(([member, value]) => {
    const given = patched.metadata[member] ?? value
    return given === value ? [] : [valueInvalid(`metadata.${member}`, given, 'field is immutable')]
  })
  if (causes.length > 0) throw invalidObject({ ...resource, name }, causes)
  if (old) return parts.metadataRules.prepareForUpdate(patched, old, resource)
  // An object that is not stored has no identity.
  if (uid === '') return patched
  const now = Date.parse(String(object.metadata.creationTimestamp))
  return parts.metadataRules.prepareForCreate(patched, { name, namespace, uid, now }, resource)
}
