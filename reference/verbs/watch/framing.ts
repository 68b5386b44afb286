import type { ObjectSelector } from '../../api/list.ts'
import type { ResourceCall } from '../../parts/parts.ts'
import { apiVersionOf, storageResourceOf } from '../../api/resource.ts'
import type { Delivery, ObjectEvent, WatchEvent } from '../../api/watch.ts'
import type { StoredEntry } from '../../api/store.ts'

/** Encodes changes for one watch as bytes that it shares with others; undefined if unselected. */
export type WatchFraming = {
  /** The media type of the stream. */
  readonly mediaType: string
  readonly event: (event: WatchEvent) => Buffer
  readonly frame: (delivery: Delivery) => Buffer | undefined
  readonly frames: (deliveries: readonly Delivery[]) => Buffer[]
}

export function watchFraming(
  { selector }: { readonly selector: ObjectSelector | undefined },
  call: ResourceCall,
): WatchFraming {
  const { parts, negotiation: form, resource } = call
  const stored = storageResourceOf(resource)
  const [first, later] = [namesOf(keyOf(call, 'first')), namesOf(keyOf(call, 'later'))]
  let hasColumns = false

  function event(event: WatchEvent): Buffer {
    const bytes = parts.stages.encode.event(event, call, { hasColumns })
    hasColumns ||= event.type !== 'ERROR'
    return bytes
  }

  function frame(delivery: Delivery): Buffer | undefined {
    const isSelected = (entry: StoredEntry) =>
      selector === undefined ||
      selector(delivery.object(entry, () => parts.stages.decodeStored(entry, stored)))
    const what = parts.verbs.watch.eventForChange(delivery.change, isSelected)
    if (what === undefined) return undefined
    // The event type determines which of the two states of the change the frame contains.
    const name = (hasColumns ? later : first)[what.type]
    const framed = { hasColumns }
    hasColumns = true
    return delivery.frame(name, () => parts.stages.encode.event(what, call, framed))
  }

  const frames = (deliveries: readonly Delivery[]) =>
    deliveries.flatMap(delivery => frame(delivery) ?? [])

  const mediaType = parts.codecs[form.answer.mediaType]?.stream?.mediaType ?? form.answer.mediaType
  return { mediaType, event, frame, frames }
}

/** Returns everything else that the bytes of an event depend on. There are few such texts. */
function keyOf({ resource, negotiation: form }: ResourceCall, turn: 'first' | 'later'): string {
  const { mediaType, as, version, includeObject } = form.answer
  const own = `${apiVersionOf(resource)} ${mediaType}`
  if (as === 'itself') return own
  return `${own} ${as} ${version} ${includeObject} ${as === 'Table' ? turn : ''}`
}

type Names = { readonly [type in ObjectEvent['type']]: string }

const known = new Map<string, Names>()

/** Returns the frame names of a format. Shared strings keep their hash; new ones do not. */
function namesOf(form: string): Names {
  const own = { ADDED: `ADDED ${form}`, MODIFIED: `MODIFIED ${form}`, DELETED: `DELETED ${form}` }
  const names = known.get(form) ?? own
  known.set(form, names)
  return names
}
