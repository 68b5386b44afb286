import type { Resource } from '../api/resource.ts'
import type { ResumableTask } from '../lib/event-loop.ts'
import type { Codec } from '../codecs/codec.ts'
import type { StoredEntry } from '../api/store.ts'

// What is much longer than what is kept is not kept beside it.
const growthMax = 4

type Encoded = {
  readonly codec: Codec
  readonly form: string
  readonly revision: string
  readonly item: Buffer
}

// The item of each object in one form beside the one that is kept: those who read the same objects
// mostly read them in the same form. It goes with the bytes that it was made from.
const items = new WeakMap<Buffer, Encoded>()

/**
 * What an entry is in a form, made for the first who reads it. A path that shows objects of another
 * type in a form of its own has no part in that.
 */
export function* cachedEncoding(
  { value, revision }: StoredEntry,
  { resource, codec, form }: { resource: Resource; codec: Codec; form: string },
  make: () => ResumableTask<Buffer>,
): ResumableTask<Buffer> {
  if (resource.view ?? resource.toServedVersion) return yield* make()
  const known = items.get(value)
  if (known?.codec === codec && known.form === form && known.revision === revision) {
    return known.item
  }
  const item = yield* make()
  if (item.length <= growthMax * value.length) {
    items.set(value, { codec, form, revision, item })
  }
  return item
}
