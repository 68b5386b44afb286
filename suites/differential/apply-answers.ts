// Reduces responses to writes to the parts that have to be equal on two servers.

type Members = { [member: string]: unknown }

export type WrittenAnswer = {
  readonly status: number
  readonly body: unknown
  /** The body of a GET of the object after the write. */
  readonly object: unknown
  readonly version: string
}

/** Fields whose values each server chooses. */
const addresses = ['clusterIP', 'clusterIPs', 'ipFamilies', 'ipFamilyPolicy']
const chosen = ['uid', 'resourceVersion', 'creationTimestamp', ...addresses]

/**
 * Returns a response without the values that a server chooses. An error is reduced to its status
 * and reason. A conflict also keeps its message and its causes, in sorted order.
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
    // A genuine server returns some fields although they are empty.
    if (member === '' || member === null) return []
    if (name === 'time') return [[name, 'known']]
    if (name === 'managedFields') return [[name, owners(member)]]
    // The uid of an owner reference is given by the client, and the names in `fieldsV1` are paths.
    return [[name, bare(member, name === 'ownerReferences' || name === 'fieldsV1')]]
  })
  return Object.fromEntries(members)
}

/** Sorts managed fields, whose order depends on whether two writes fall into the same second. */
const owners = (managedFields: unknown): unknown =>
  Array.isArray(managedFields)
    ? managedFields.map(entry => bare(entry)).sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
    : managedFields

function keyOf(entry: unknown): string {
  const { manager, operation, apiVersion, subresource } = entry as Members
  return JSON.stringify([manager, operation, apiVersion, subresource])
}
