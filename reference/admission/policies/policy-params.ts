// Finds the parameters of a policy.

import type { ApiObject } from '../../api/object.ts'
import type { AdmissionPolicy, ParamRef, PolicyBinding } from '../../api/policies.ts'
import { type Resource, storageResourceOf, storeKeyOf, storePrefixOf } from '../../api/resource.ts'
import type { StoredEntry } from '../../api/store.ts'
import type { AdmissionStep } from '../../api/webhooks.ts'
import { yieldAfter } from '../../lib/event-loop.ts'
import type { Parts } from '../../parts/parts.ts'
import { servedTypes } from '../../parts/served-types.ts'
import { matchesLabels } from '../../selectors/matches-labels.ts'

const none: readonly (ApiObject | null)[] = [null]

/** Returns the type of a policy's parameters, if it has any. @throws Error if it is not served */
export function paramTypeOf({ paramKind }: AdmissionPolicy, parts: Parts): Resource | undefined {
  if (!paramKind) return undefined
  const { group, version, kind } = paramKind
  const found = servedTypes(parts).find(
    type => type.kind === kind && type.group === group && type.version === version,
  )
  if (found) return found
  const shown = `${group}/${version}, Kind=${kind}`
  throw new Error(`failed to find resource referenced by paramKind: '${shown}'`)
}

/** Returns the parameters that a binding selects; null if there is none. Rejects with an Error. */
export async function paramsOf(
  policy: AdmissionPolicy,
  { paramRef }: PolicyBinding,
  step: AdmissionStep,
  parts: Parts,
): Promise<readonly (ApiObject | null)[]> {
  const type = paramTypeOf(policy, parts)
  if (!type || !paramRef) return none
  const found = await selected(paramRef, { type, namespace: step.namespace }, parts)
  if (found.length > 0 || !paramRef.deniesMissing) return found
  throw new Error('no params found for policy binding with `Deny` parameterNotFoundAction')
}

type Place = { readonly type: Resource; readonly namespace: string }

async function selected(
  { name, selector, namespace: given }: ParamRef,
  { type, namespace: ofRequest }: Place,
  parts: Parts,
): Promise<readonly ApiObject[]> {
  const namespace = type.isNamespaced ? given || ofRequest : ''
  if (type.isNamespaced && namespace === '')
    throw new Error(
      'cannot use namespaced paramRef in policy binding that matches cluster-scoped resources',
    )
  if (!type.isNamespaced && given !== '')
    throw new Error('paramRef.namespace must not be provided for a cluster-scoped `paramKind`')
  const stored = storageResourceOf(type)
  const shown = (entry: StoredEntry): ApiObject => {
    const object = parts.stages.decodeStored(entry, stored)
    return type.view ? type.view.toView(object) : object
  }
  const inVersion = async (entries: readonly StoredEntry[]): Promise<readonly StoredEntry[]> =>
    stored.conversion
      ? parts.conversion.entriesIn(entries, { resource: stored, results: 'new' }, parts)
      : entries
  if (name !== '') {
    const entry = await parts.store.get(storeKeyOf(stored, { namespace, name }))
    return entry ? (await inVersion([entry])).map(shown) : []
  }
  const range = await parts.store.range({ prefix: storePrefixOf(stored, namespace) })
  const entries = await inVersion(range.entries)
  const pause = yieldAfter(parts.limits.yieldAfterMs)
  const found: ApiObject[] = []
  for (const entry of entries) {
    await pause()
    const object = shown(entry)
    if (matchesLabels(selector, object.metadata.labels)) found.push(object)
  }
  return found
}
