// The refusals of writes by admission policies, with the messages of genuine servers.

import { failureStatus, type Refusal } from '../../api/refusal.ts'
import { qualifiedResourceName } from '../../api/resource.ts'
import type { AdmissionStep } from '../../api/webhooks.ts'

const codes: { readonly [reason: string]: number } = {
  Forbidden: 403,
  Unauthorized: 401,
  RequestEntityTooLarge: 413,
  Invalid: 422,
}

/** The first of the denials of validating policies. */
export const deniedByValidation = (
  step: AdmissionStep,
  { message, reason }: { readonly message: string; readonly reason: string },
): Refusal => {
  const { name, subject, details } = partsOf(step)
  return failureStatus({
    code: codes[reason] ?? 422,
    reason,
    message: `${subject} "${name}" is forbidden: ${message}`,
    details: { ...details, causes: [{ message }] },
  })
}

/** The failures of mutating policies, of which the first is the message. */
export const deniedByMutation = (
  step: AdmissionStep,
  messages: readonly string[],
  reason: string,
): Refusal =>
  failureStatus({
    code: 403,
    reason,
    message: messages[0] ?? '',
    details: { ...partsOf(step).details, causes: messages.map(message => ({ message })) },
  })

function partsOf({ name: requested, object, request: { info } }: AdmissionStep) {
  const { name: own, generateName } = object?.metadata ?? {}
  const name = requested || own || String(generateName ?? '') || 'Unknown'
  const { group, resource } = info
  return {
    name,
    subject: qualifiedResourceName(resource, group),
    details: { name, ...(group !== '' && { group }), kind: resource },
  }
}
