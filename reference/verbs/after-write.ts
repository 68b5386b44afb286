import type { ResourceCall } from '../parts/parts.ts'
import type { WriteOutcome } from '../api/write.ts'

/** What follows from a write for the namespace that it was in, or made. @throws 403, 404 */
export async function runAfterWrite(outcome: WriteOutcome, { info, resource, at }: ResourceCall) {
  if (outcome.did === 'create') await at.namespaces.confirmContent(outcome, resource, at)
  if (outcome.did === 'create' && resource.group === '' && resource.kind === 'Namespace') {
    await at.namespaces.furnish(outcome.object.metadata.name ?? '', at)
  }
  if (outcome.did === 'remove') await at.namespaces.clean(info.namespace, at)
}
