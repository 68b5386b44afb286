import type { ResourceCall } from '../parts/parts.ts'
import type { WriteOutcome } from '../api/write.ts'

/**
 * Updates the namespace of a completed write, or the namespace that it created. @throws 403, 404
 */
export async function runAfterWrite(
  outcome: WriteOutcome,
  { info, resource, parts }: ResourceCall,
) {
  if (outcome.effect === 'create')
    await parts.namespaceLifecycle.recheckNamespace(outcome, resource, parts)
  if (outcome.effect === 'create' && resource.group === '' && resource.kind === 'Namespace') {
    await parts.namespaceLifecycle.createDefaultContents(outcome.object.metadata.name ?? '', parts)
  }
  if (outcome.effect === 'remove')
    await parts.namespaceLifecycle.finalizeNamespace(info.namespace, parts)
}
