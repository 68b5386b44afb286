import { type JsonObject, objectIn, objectsIn } from '../../api/object.ts'
import { holderOf, isEmpty, type Place, under } from './place.ts'
import { volume } from './volumes.table.ts'

/**
 * The sound volumes of the pod that a place is in, by name: what is wrong itself is not there for
 * who mounts it.
 */
export function volumesAt(place: Place): ReadonlyMap<string, JsonObject> {
  const pod = holderOf(place, 'containers')
  if (!pod) return new Map()
  const known = place.beside.get(pod.value)
  if (known) return known as ReadonlyMap<string, JsonObject>
  const found = new Map<string, JsonObject>()
  const templates = objectsIn(
    objectIn(holderOf(pod, 'volumeClaimTemplates')?.value).volumeClaimTemplates,
  )
  for (const { metadata } of templates) {
    found.set(String(objectIn(metadata).name ?? ''), { persistentVolumeClaim: {} })
  }
  const list = under(pod, 'volumes')
  for (const [index, one] of objectsIn(list.value).entries()) {
    const { name } = one
    if (isEmpty(name) || found.has(String(name))) continue
    const [fault] = place.judge(volume, under(list, index))
    if (fault === undefined) found.set(String(name), one)
  }
  place.beside.set(pod.value, found)
  return found
}
