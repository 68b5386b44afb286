import { admissionPluginsOf } from '../admission/admission-plugins.ts'
import { checkIgnoredSettings } from '../admission/check-ignored-settings.ts'
import type { ApiObject } from '../api/object.ts'
import type { Parts } from '../parts/parts.ts'
import { forbidden } from '../api/status.ts'
import type { AdmissionAttributes } from '../api/write.ts'

/**
 * Admits a write that is authorized and well-formed, and runs the mutating plugins.
 * @throws 403, 404
 */
export async function admit(attempt: AdmissionAttributes, at: Parts): Promise<ApiObject> {
  const { operation, resource, object } = attempt
  if (operation === 'create') await at.namespaceLifecycle.requireActiveNamespace(attempt, at)
  const { name = '' } = object.metadata
  if (operation === 'create' && resource.createRefusalReason !== undefined) {
    throw forbidden({ ...resource, name, because: resource.createRefusalReason })
  }
  const isNamespace = resource.group === '' && resource.resource === 'namespaces'
  if (operation === 'delete' && isNamespace && at.dialect.namespaces.undeletable.includes(name)) {
    throw forbidden({ ...resource, name, because: 'this namespace may not be deleted' })
  }
  return mutated(attempt, at)
}

async function mutated(attempt: AdmissionAttributes, at: Parts): Promise<ApiObject> {
  let { object } = attempt
  for (const { mutate } of admissionPluginsOf(attempt.resource, at.dialect.apiDomain)) {
    if (mutate) object = await mutate({ ...attempt, object }, at)
  }
  return object
}

/**
 * Runs the validating plugins on the object that would be stored. Returns warnings for the client.
 * @throws 403, 422
 */
export async function checkAdmission(
  attempt: AdmissionAttributes,
  at: Parts,
): Promise<readonly string[]> {
  for (const { check } of admissionPluginsOf(attempt.resource, at.dialect.apiDomain)) {
    if (check) await check(attempt, at)
  }
  return checkIgnoredSettings(attempt, at)
}
