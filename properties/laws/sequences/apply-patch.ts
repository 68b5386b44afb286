// Applies patches of all media types, as far as sequences send them.

import type { Exchange } from '../../history/history.ts'
import { applyJsonPatch } from '../../models/json-patch.ts'
import type { JsonPatchOperation } from '../../models/json-patch.ts'
import { applyMergePatch } from '../../models/merge-patch.ts'
import { valueAt, withValueAt } from '../../dsl/term.ts'
import type { Json } from '../../dsl/term.ts'
import { patchMediaTypes } from '../../dsl/write-steps.ts'

/** Returns the object after the patch; undefined if it cannot be applied. */
export function applyPatch({ request }: Exchange, object: Json): Json | undefined {
  const patch = JSON.parse(request.body ?? 'null') as Json
  switch (request.headers['content-type']) {
    case patchMediaTypes.json:
      return applyJsonPatch(object, patch as JsonPatchOperation[])
    case patchMediaTypes.strategic:
      return strategicallyMerged(object, patch)
    default:
      return applyMergePatch(object, patch)
  }
}

const finalizersAt = '/metadata/finalizers'
const deletedAt = '/metadata/$deleteFromPrimitiveList~1finalizers'

/** Maps merge as in a merge patch. Finalizers are united, without those that the patch deletes. */
function strategicallyMerged(object: Json, patch: Json): Json {
  const [had, added, deleted] = [
    valueAt(object, finalizersAt),
    valueAt(patch, finalizersAt),
    valueAt(patch, deletedAt),
  ].map(list => (Array.isArray(list) ? list.map(String) : []))
  const left = had?.filter(one => !deleted?.includes(one)) ?? []
  const finalizers = [...new Set([...left, ...(added ?? [])])]
  const others = withValueAt(patch, deletedAt, undefined)
  return withValueAt(applyMergePatch(object, others), finalizersAt, finalizers)
}
