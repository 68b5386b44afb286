import type { ApiObject } from '../api/object.ts'
import { Refusal } from '../api/refusal.ts'
import type { ResourceCall } from '../parts/parts.ts'
import { admissionRequestOf } from './admission-request.ts'

/**
 * Admits the object of a POST that is not stored, such as an Eviction, by policies and webhooks.
 * Returns the object as they changed it, and their warnings. @throws Refusal
 */
export async function admitOperation(
  call: ResourceCall,
  object: ApiObject,
  isDryRun: boolean,
): Promise<{ readonly object: ApiObject; readonly warnings: readonly string[] }> {
  const { resource, info, parts } = call
  const request = admissionRequestOf(call)
  const create = {
    operation: 'create',
    resource,
    object: inNamespace(object, info.namespace),
    old: undefined,
    request,
    isDryRun,
  } as const
  const warnings: string[] = []
  try {
    const admitted = await parts.webhooks.mutate(create, warnings, parts)
    await parts.policies.validate({ ...create, object: admitted }, warnings, parts)
    await parts.webhooks.validate({ ...create, object: admitted }, warnings, parts)
    return { object: admitted, warnings }
  } catch (error) {
    throw error instanceof Refusal ? error.withWarnings(warnings) : error
  }
}

const inNamespace = (object: ApiObject, namespace: string): ApiObject =>
  namespace === '' ? object : { ...object, metadata: { ...object.metadata, namespace } }
