import type { ResourceCall } from '../api/parts.ts'
import { apiVersionOf, storedAs } from '../api/resource.ts'
import type { Delivery, ObjectEvent } from '../api/watch.ts'
import type { Stored } from '../storage/storage.ts'
import type { WatchView } from './watch-stream.ts'

/** How one watch sees changes: not at all, or as bytes that it shares with others. */
export type Framing = {
  readonly frame: (delivery: Delivery) => Buffer | undefined
  readonly frames: (deliveries: readonly Delivery[]) => Buffer[]
}

export function framing(
  { selector }: Pick<WatchView, 'selector'>,
  { at, form, resource }: ResourceCall,
): Framing {
  const stored = storedAs(resource)
  const names = namesOf(`${apiVersionOf(resource)} ${form.answer}`)

  function frame(delivery: Delivery): Buffer | undefined {
    const isSelected = (entry: Stored) =>
      selector === undefined ||
      selector(delivery.object(entry, () => at.stages.recall(entry, stored)))
    const event = at.verbs.watch.classify(delivery.change, isSelected)
    if (event === undefined) return undefined
    // The type of the event says which of the states of the change it shows.
    return delivery.frame(names[event.type], () => at.stages.encode.event(event, resource))
  }

  const frames = (deliveries: readonly Delivery[]) =>
    deliveries.flatMap(delivery => frame(delivery) ?? [])

  return { frame, frames }
}

type Names = { readonly [type in ObjectEvent['type']]: string }

const known = new Map<string, Names>()

/** The names of frames of one form, the same for all who watch: a text made anew is hashed anew. */
function namesOf(form: string): Names {
  const own = { ADDED: `ADDED ${form}`, MODIFIED: `MODIFIED ${form}`, DELETED: `DELETED ${form}` }
  const names = known.get(form) ?? own
  known.set(form, names)
  return names
}
