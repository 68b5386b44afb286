import { valueInvalid } from '../api/status-causes.ts'
import { setImmediate } from 'node:timers/promises'

import type { Reply } from '../api/request.ts'
import type { Parts, ResourceCall } from '../parts/parts.ts'
import { storePrefixOf } from '../api/resource.ts'
import { Refusal } from '../api/refusal.ts'
import { invalidObject } from '../api/status.ts'
import { admissionRequestOf, deleteOptionsOf } from './admission-request.ts'
import { chunkReply } from './list.ts'

// An engine may run concurrent writes in one batch. Between batches, other requests get their turn.
const deletedAtOnce = 50

/**
 * DELETE on a collection: deletes the objects that a list with the same query returns, in batches,
 * each object in its two phases. The response is that list (PATH-025, DEL-030).
 */
export async function deleteCollection(call: ResourceCall): Promise<Reply> {
  const { http, info, resource, negotiation, parts } = call
  const source = { bytes: await http.body(), mediaType: negotiation.body, query: http.query }
  const options = parts.stages.decodeOptions(source, parts)
  if (options.isForced) throw notOfCollections(parts)
  const page = await parts.verbs.list.readChunk(call)
  const { namespace } = info
  const request = admissionRequestOf(call, deleteOptionsOf(options))
  const prefix = storePrefixOf(resource, namespace)
  const names = page.entries.map(({ key }) => key.slice(prefix.length))
  for (let next = 0; next < names.length; next += deletedAtOnce) {
    const some = names.slice(next, next + deletedAtOnce)
    const remove = (name: string) =>
      parts.verbs.performWrite(
        {
          ...parts.verbs.delete.write({ resource, namespace, name }, options, parts),
          request: { ...request, info: { ...info, name } },
        },
        parts,
      )
    await Promise.all(some.map(name => remove(name).catch(ignoreGone)))
    await setImmediate()
  }
  if (!options.isDryRun) await parts.namespaceLifecycle.finalizeNamespace(namespace, parts)
  return chunkReply(page, call)
}

/** Another request may have removed the object in the meantime, which is the wanted result. */
function ignoreGone(error: unknown): void {
  if (!(error instanceof Refusal && error.code === 404)) throw error
}

const notOfCollections = ({ dialect }: Parts) =>
  invalidObject({ group: `meta.${dialect.apiDomain}`, kind: 'DeleteOptions', name: '' }, [
    valueInvalid(
      'ignoreStoreReadErrorWithClusterBreakingPotential',
      true,
      'is not allowed with DELETECOLLECTION, try again after removing the option',
    ),
  ])
