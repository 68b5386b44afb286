import type { ResourceCall } from '../parts/parts.ts'
import type { WriteOutcome } from '../api/write.ts'

/**
 * Updates the namespace of a completed write, or the namespace that it created. @throws 403, 404
 */
export async function runAfterWrite(outcome: WriteOutcome, { info, resource, at }: ResourceCall) {
  if (outcome.effect === 'create')
    await at.namespaceLifecycle.recheckNamespace(outcome, resource, at)
  if (outcome.effect === 'create' && resource.group === '' && resource.kind === 'Namespace') {
    await at.namespaceLifecycle.createDefaultContents(outcome.object.metadata.name ?? '', at)
  }
  if (outcome.effect === 'remove') await at.namespaceLifecycle.finalizeNamespace(info.namespace, at)
}
