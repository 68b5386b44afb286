import type { Exchange, History, Item } from './history.ts'
import { itemKey, ownItems } from './history.ts'
import { valueAt } from '../dsl/term.ts'

/** Returns the items that this case created, sorted by key: servers promise no order of a list. */
export const sortedOwnItems = (history: History, exchange: Exchange): Item[] =>
  ownItems(history, exchange).toSorted((one, other) => (itemKey(one) < itemKey(other) ? -1 : 1))

/** Whether a body or an item is an object: it has a name. */
export const isItem = (body: unknown): body is Item =>
  typeof valueAt(body, '/metadata/name') === 'string'
