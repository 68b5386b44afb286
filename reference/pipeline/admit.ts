import { admissionPluginsOf } from '../admission/admission-plugins.ts'
import { checkIgnoredSettings } from '../admission/check-ignored-settings.ts'
import { requireNoEscalation } from '../auth/rbac/escalation.ts'
import type { ApiObject } from '../api/object.ts'
import type { Parts } from '../parts/parts.ts'
import { forbidden } from '../api/status.ts'
import type { AdmissionAttributes } from '../api/write.ts'

/**
 * Admits a write that is authorized and well-formed, and runs the mutating plugins.
 * @throws 403, 404
 */
export async function admit(attempt: AdmissionAttributes, parts: Parts): Promise<ApiObject> {
  const { operation, resource } = attempt
  if (operation === 'create') await parts.namespaceLifecycle.requireActiveNamespace(attempt, parts)
  const { name = '' } = attempt.object.metadata
  if (operation === 'create' && resource.createRefusalReason !== undefined) {
    throw forbidden({ ...resource, name, because: resource.createRefusalReason })
  }
  const isNamespace = resource.group === '' && resource.resource === 'namespaces'
  if (
    operation === 'delete' &&
    isNamespace &&
    parts.dialect.namespaces.undeletable.includes(name)
  ) {
    throw forbidden({ ...resource, name, because: 'this namespace may not be deleted' })
  }
  return mutated(attempt, parts)
}

async function mutated(attempt: AdmissionAttributes, parts: Parts): Promise<ApiObject> {
  let { object } = attempt
  for (const { mutate } of admissionPluginsOf(attempt.resource, parts)) {
    if (mutate) object = await mutate({ ...attempt, object }, parts)
  }
  return object
}

/**
 * Runs the validating plugins on the object that would be stored. Returns warnings for the client.
 * @throws 403, 404, 422
 */
export async function checkAdmission(
  attempt: AdmissionAttributes,
  parts: Parts,
): Promise<readonly string[]> {
  // Also of what mutating webhooks have added.
  await requireNoEscalation(attempt, parts)
  const warnings: string[] = []
  for (const { check } of admissionPluginsOf(attempt.resource, parts)) {
    if (check) warnings.push(...((await check(attempt, parts)) ?? []))
  }
  return [...warnings, ...checkIgnoredSettings(attempt, parts)]
}
