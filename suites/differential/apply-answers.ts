// What of answers to writes two servers must agree on.

type Members = { [member: string]: unknown }

export type WrittenAnswer = {
  readonly status: number
  readonly body: unknown
  /** What is there afterwards. */
  readonly object: unknown
  readonly version: string
}

/** What each server chooses for itself, at its own times. */
const addresses = ['clusterIP', 'clusterIPs', 'ipFamilies', 'ipFamilyPolicy']
const chosen = ['uid', 'resourceVersion', 'creationTimestamp', ...addresses]

/**
 * An answer without what each server chooses. Of a refusal count status, reason and causes; of a
 * conflict its words as well, but not the order of those who stand against it.
 */
export function comparableAnswer({ status, body, object }: WrittenAnswer): Members {
  return { status, body: status < 400 ? bare(body) : refusal(status, body), object: bare(object) }
}

function refusal(status: number, body: unknown): Members {
  const { reason, message, details } = body as Members
  const causes = ((details as Members | undefined)?.['causes'] ?? []) as Members[]
  if (status !== 409) return { reason }
  return { reason, message, causes: causes.map(cause => JSON.stringify(bare(cause))).sort() }
}

function bare(value: unknown, isOwner = false): unknown {
  if (Array.isArray(value)) return value.map(item => bare(item, isOwner))
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).flatMap(([name, member]): [string, unknown][] => {
    if (chosen.includes(name) && !isOwner) return []
    // A genuine server shows some members although they are empty.
    if (member === '' || member === null) return []
    if (name === 'time') return [[name, 'known']]
    if (name === 'managedFields') return [[name, owners(member)]]
    // Those who own an object are named by a uid that is no server's choice.
    return [[name, bare(member, name === 'ownerReferences' || name === 'fieldsV1')]]
  })
  return Object.fromEntries(members)
}

/** Entries of one second come in another order than those of two. */
const owners = (managedFields: unknown): unknown =>
  Array.isArray(managedFields)
    ? managedFields.map(entry => bare(entry)).sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
    : managedFields

function keyOf(entry: unknown): string {
  const { manager, operation, apiVersion, subresource } = entry as Members
  return JSON.stringify([manager, operation, apiVersion, subresource])
}
