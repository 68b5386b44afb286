import type { Exchange, History, Item } from './history.ts'
import { itemKey, ownItems } from './history.ts'

/** The items that this case made, by their keys: the order of a list is not the server's promise. */
export const sortedOwnItems = (history: History, exchange: Exchange): Item[] =>
  ownItems(history, exchange).toSorted((one, other) => (itemKey(one) < itemKey(other) ? -1 : 1))
