// Finds labels and annotations that the server itself adds to objects, as its admission or its
// storage may do, and makes shapes that leave them out.

import type { Exchange, History } from '../history/history.ts'
import type { FieldShape } from '../models/field-shapes.ts'
import { escapeSegment, valueAt } from '../dsl/term.ts'

type MapName = 'labels' | 'annotations'

/** Returns the prefixed keys of a map in the metadata that the server itself added to objects. */
export function addedKeys({ exchanges }: History, map: MapName): string[] {
  const keys = [...new Set(exchanges.flatMap(exchange => keysIn(exchange, map)))]
  return keys.filter(key => key.includes('/') && !isFirstSent(key))

  // A later PUT of the object as read also contains what the server added.
  function isFirstSent(key: string): boolean {
    const first = exchanges.find(one => keysIn(one, map).includes(key))
    const body = first?.request.body ?? ''
    return body.includes(key) || body.includes(escapeSegment(key))
  }
}

/**
 * Returns the shape of a map in the metadata. The model does not know when the server adds a key,
 * so a map with such a key is modelled by the keys of the case alone. Then the map itself has no
 * owner, because the server may have created it.
 */
export function metadataMapShape(history: History, map: MapName): FieldShape {
  const added = addedKeys(history, map)
  if (added.length === 0) return { each: 'whole' }
  const keys = history.exchanges.flatMap(exchange => keysIn(exchange, map))
  const own = keys.filter(key => !added.includes(key))
  return { fields: Object.fromEntries(own.map(key => [key, 'whole'])) }
}

/** Returns the keys of the map in the request and in its answer. */
const keysIn = ({ request, answer }: Exchange, map: MapName): string[] =>
  [jsonOf(request.body), answer?.body].flatMap(object =>
    Object.keys(valueAt(object, `/metadata/${map}`) ?? {}),
  )

function jsonOf(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return undefined
  }
}
