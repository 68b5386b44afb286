import { type JsonObject, objectIn, objectsIn } from '../../api/object.ts'
import { ancestorWith, isEmptyValue, type ValuePlace, childPlace } from './value-place.ts'
import { volume } from './volumes.table.ts'

/**
 * Returns the valid volumes of the pod that contains a place, by name. Invalid volumes are left
 * out, so a mount of one is reported as not found.
 */
export function podVolumesAt(place: ValuePlace): ReadonlyMap<string, JsonObject> {
  const pod = ancestorWith(place, 'containers')
  if (!pod) return new Map()
  const known = place.cache.get(pod.value)
  if (known) return known as ReadonlyMap<string, JsonObject>
  const found = new Map<string, JsonObject>()
  const templates = objectsIn(
    objectIn(ancestorWith(pod, 'volumeClaimTemplates')?.value).volumeClaimTemplates,
  )
  for (const { metadata } of templates) {
    found.set(String(objectIn(metadata).name ?? ''), { persistentVolumeClaim: {} })
  }
  const list = childPlace(pod, 'volumes')
  for (const [index, one] of objectsIn(list.value).entries()) {
    const { name } = one
    if (isEmptyValue(name) || found.has(String(name))) continue
    const [fault] = place.judge(volume, childPlace(list, index))
    if (fault === undefined) found.set(String(name), one)
  }
  place.cache.set(pod.value, found)
  return found
}
