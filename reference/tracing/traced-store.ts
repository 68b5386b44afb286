// Makes spans of the operations of a store.

import type { Store } from '../api/store.ts'
import { inSpan } from '../api/tracing.ts'

/** Returns the same store. Operations outside of sampled requests make no spans. */
export const tracedStore = (store: Store): Store => ({
  ...store,
  get: key => inSpan(titleOf('get', key), () => store.get(key)),
  range: range => inSpan(titleOf('range', range.prefix), () => store.range(range)),
  commit: write => inSpan(titleOf('commit', write.key), () => store.commit(write)),
})

const titleOf = (operation: string, key: string) =>
  ({ name: `store ${operation}`, kind: 'client', attributes: { 'db.key': key } }) as const
