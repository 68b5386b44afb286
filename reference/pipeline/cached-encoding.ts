import type { Resource } from '../api/resource.ts'
import type { ResumableTask } from '../lib/event-loop.ts'
import type { Codec } from '../codecs/codec.ts'
import type { StoredEntry } from '../api/store.ts'

// An encoding that is much longer than the stored bytes is not cached.
const growthMax = 4

type Encoded = {
  readonly codec: Codec
  readonly form: string
  readonly revision: string
  readonly item: Buffer
}

// One cached encoding per stored value: clients of the same objects mostly read the same form. It
// is collected together with the bytes that it was made from.
const items = new WeakMap<Buffer, Encoded>()

/**
 * Returns the encoding of an entry in a form, which `make` creates for the first reader. Encodings
 * of views and of converted versions are not cached.
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
