// Judges that a refused request changes nothing. Other clients may write the same objects, so a
// change counts only if no other client can have made it.

import type { Item } from '../history/history.ts'
import { precondition, verify } from '../history/observation.ts'
import type { Observation } from '../history/observation.ts'
import { isJsonObject, withValueAt } from '../dsl/term.ts'
import type { Json } from '../dsl/term.ts'
import { firstDifference, differenceSides } from '../models/json-differences.ts'
import type { JsonDifference } from '../models/json-differences.ts'

type Looks = {
  before: Item
  /** undefined if the object no longer exists. */
  after: Item | undefined
  /** The body of the refused request; undefined if it was no object. */
  sent: unknown
}

const versionAt = '/metadata/resourceVersion'

/**
 * The object is the same instance, and either unchanged or changed by another client. A new version
 * that shows no data of the refused request was written by another client, which leaves the
 * precondition unmet.
 */
export function* objectIsUnchanged(
  looks: Looks,
  rule: { says: string; at: string },
): Generator<Observation> {
  const areObjects = [looks.before, looks.after].every(item => !item || hasMetadata(item))
  yield* precondition(areObjects, 'a read does not show an object with metadata')
  if (!areObjects) return
  const found = changeIn(looks)
  yield* precondition(found !== 'by another writer', 'another writer changed the object')
  if (found === 'by another writer') return
  yield verify(found === undefined, { ...rule, ...differenceSides(found) })
}

function changeIn({
  before,
  after,
  sent,
}: Looks): JsonDifference | 'by another writer' | undefined {
  const whole = firstDifference(before, after)
  if (!whole || !after) return whole
  const [is, was] = [after.metadata, before.metadata]
  if (is['uid'] !== was['uid'])
    return { pointer: '/metadata/uid', wanted: was['uid'], got: is['uid'] }

  const isSameVersion = is['resourceVersion'] === was['resourceVersion']
  const isOnlyVersion = firstDifference(unversioned(before), unversioned(after)) === undefined
  if (isSameVersion || isOnlyVersion) return whole
  return effectOf({ before, after, sent }) ?? 'by another writer'
}

const unversioned = (item: Item): Json => withValueAt(item as Json, versionAt, undefined)

/**
 * Returns the first place where `sent` differs from `before` and `after` contains the sent value.
 */
function effectOf(
  { before, after, sent }: { before: unknown; after: unknown; sent: unknown },
  pointer = '',
): JsonDifference | undefined {
  if (firstDifference(before, sent) === undefined) return undefined
  if (!isJsonObject(before) || !isJsonObject(after) || !isJsonObject(sent)) {
    const isTaken = firstDifference(sent, after) === undefined
    return isTaken ? { pointer, wanted: before, got: after } : undefined
  }
  const [was, is, asked] = [before, after, sent].map(map => new Map(Object.entries(map)))
  for (const key of new Set([...(was?.keys() ?? []), ...(asked?.keys() ?? [])])) {
    const places = { before: was?.get(key), after: is?.get(key), sent: asked?.get(key) }
    const found = effectOf(places, `${pointer}/${key}`)
    if (found) return found
  }
  return undefined
}

const hasMetadata = (item: { metadata?: unknown }): boolean => isJsonObject(item.metadata)
