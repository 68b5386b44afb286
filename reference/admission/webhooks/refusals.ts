// The refusals of writes that webhooks cause, with the messages of genuine servers.

import { isJsonObject, type JsonObject, objectsIn } from '../../api/object.ts'
import { failureStatus, type Refusal, type StatusDetails } from '../../api/refusal.ts'

/** Something failed that is not the fault of the client. */
export const internalError = (cause: string): Refusal =>
  failureStatus({
    code: 500,
    reason: 'InternalError',
    message: `Internal error occurred: ${cause}`,
    details: { causes: [{ message: cause }] },
  })

/** A webhook has denied a request, with this Status. */
export function denied(name: string, { code, reason, message, details }: JsonObject): Refusal {
  const subject = `admission webhook "${name}" denied the request`
  const text = [message, reason].find(one => typeof one === 'string' && one !== '')
  const isError = Number.isInteger(code) && Number(code) >= 400 && Number(code) <= 599
  return failureStatus({
    code: isError ? Number(code) : 400,
    message: text === undefined ? `${subject} without explanation` : `${subject}: ${String(text)}`,
    ...(typeof reason === 'string' && { reason }),
    ...(isJsonObject(details) && { details: detailsIn(details) }),
  })
}

/** Returns the details of a Status with members of the right types. */
function detailsIn(details: JsonObject): StatusDetails {
  const causes = objectsIn(details.causes).map(cause => textsOf(cause, causeMembers))
  const seconds = details.retryAfterSeconds
  return {
    ...textsOf(details, detailsMembers),
    ...(causes.length > 0 && { causes: causes as StatusDetails['causes'] & object }),
    ...(Number.isInteger(seconds) && { retryAfterSeconds: Number(seconds) }),
  }
}

const detailsMembers = ['name', 'group', 'kind', 'uid'] as const
const causeMembers = ['reason', 'message', 'field'] as const

const textsOf = (value: JsonObject, members: readonly string[]): { [member: string]: string } =>
  Object.fromEntries(
    members.flatMap(member => {
      const text = value[member]
      return typeof text === 'string' ? [[member, text]] : []
    }),
  )
