// The step of a write that webhooks and policies admit.

import type { ApiObject } from '../api/object.ts'
import { invalidObject } from '../api/status.ts'
import { valueInvalid } from '../api/status-causes.ts'
import type { AdmissionStep } from '../api/webhooks.ts'
import type { AdmissionAttributes } from '../api/write.ts'
import type { Parts } from '../parts/parts.ts'

const operations = { create: 'CREATE', update: 'UPDATE', delete: 'DELETE' } as const

/** Returns the step that an attempt is. Writes without a request are not admitted by webhooks. */
export function stepOf(
  attempt: AdmissionAttributes,
  phase: 'mutating' | 'validating',
): AdmissionStep {
  const { request, operation, object, old, isDryRun = false } = attempt
  if (!request) throw new Error('expected a write that serves a request')
  const { info } = request
  const isGenerated = operation === 'create' && info.name === '' && attempt.givenName === ''
  const name = info.name || (isGenerated ? '' : (object.metadata.name ?? ''))
  const isNamespace = info.group === '' && info.resource === 'namespaces'
  return {
    operation: operations[operation],
    request,
    isDryRun,
    name,
    namespace: isNamespace ? name : info.namespace,
    object:
      operation === 'delete'
        ? undefined
        : operation === 'create' && phase === 'mutating'
          ? unidentified(object, isGenerated)
          : object,
    old,
  }
}

/** The server sets the identity of a new object after mutating webhooks. */
function unidentified(object: ApiObject, isGenerated: boolean): ApiObject {
  const { uid: _uid, creationTimestamp: _time, generation: _generation, ...rest } = object.metadata
  const { name, ...unnamed } = rest
  const isNamed = !isGenerated && name !== undefined
  return { ...object, metadata: isNamed ? { ...unnamed, name } : unnamed }
}

/** Returns a patched object with the metadata that the server sets. @throws 422 */
export function identify(
  patched: ApiObject,
  attempt: AdmissionAttributes,
  parts: Parts,
): ApiObject {
  const { resource, object, old, operation } = attempt
  const { name = '', namespace = '', uid = '' } = object.metadata
  const fixed = operation === 'create' ? { name, namespace } : { name, namespace, uid }
  const causes = Object.entries(fixed).flatMap(([member, value]) => {
    const given = patched.metadata[member] ?? value
    return given === value ? [] : [valueInvalid(`metadata.${member}`, given, 'field is immutable')]
  })
  if (causes.length > 0) throw invalidObject({ ...resource, name }, causes)
  if (old) return parts.metadataRules.prepareForUpdate(patched, old, resource)
  // An object that is not stored has no identity.
  if (uid === '') return patched
  const now = Date.parse(String(object.metadata.creationTimestamp))
  return parts.metadataRules.prepareForCreate(patched, { name, namespace, uid, now }, resource)
}
