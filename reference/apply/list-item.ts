import { isJsonObject } from '../api/object.ts'
import { previewJson } from '../api/quote.ts'
import { keyElement, type PathElement, valueElement } from './path-element.ts'
import { type ListShape, shapeOfSchema } from './schema-shape.ts'

/** A list item without an identity. The message contains its path. */
export class UnidentifiableItem extends Error {
  override name = 'UnidentifiableItem'
}

/**
 * Returns the path element of an item in a list whose items have separate owners. @throws
 * UnidentifiableItem
 */
export const itemElement = (item: unknown, list: ListShape): PathElement =>
  list.by === 'keys' ? byKeys(item, list) : byValue(item)

function byKeys(item: unknown, { keys, items }: ListShape): PathElement {
  if (!isJsonObject(item)) {
    const kind = item === null ? 'a null' : 'a non-map'
    throw new UnidentifiableItem(`associative list with keys may not have ${kind} element`)
  }
  // A missing key has its default.
  const found = keys
    .map(key => [key, Object.hasOwn(item, key) ? item[key] : defaultOf(items, key)] as const)
    .filter(([, value]) => value !== undefined)
  if (found.length > 0) return keyElement(Object.fromEntries(found))
  const names = keys.map(key => previewJson(key)).join(' ')
  throw new UnidentifiableItem(
    `associative list with keys has an element that omits all key fields [${names}] ` +
      "(and doesn't have default values for any key fields)",
  )
}

function defaultOf(items: ListShape['items'], key: string): unknown {
  const { map } = shapeOfSchema(items)
  return map && Object.hasOwn(map.named, key) ? map.named[key]?.default : undefined
}

function byValue(item: unknown): PathElement {
  if (item === null) {
    throw new UnidentifiableItem(
      "associative list without keys has an element that's an explicit null",
    )
  }
  if (Array.isArray(item)) {
    throw new UnidentifiableItem('not supported: associative list with lists as elements')
  }
  if (typeof item === 'object') {
    throw new UnidentifiableItem("associative list without keys has an element that's a map type")
  }
  return valueElement(item)
}
