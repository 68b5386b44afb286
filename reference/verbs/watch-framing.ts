import type { ResourceCall } from '../api/parts.ts'
import { apiVersionOf, storedAs } from '../api/resource.ts'
import type { Delivery } from '../api/watch.ts'
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
  const name = `${apiVersionOf(resource)} ${form.answer}`

  function frame(delivery: Delivery): Buffer | undefined {
    const isSelected = (entry: Stored) =>
      selector === undefined ||
      selector(delivery.object(entry, () => at.stages.recall(entry, stored)))
    const event = at.verbs.watch.classify(delivery.change, isSelected)
    if (event === undefined) return undefined
    // The type of the event says which of the states of the change it shows.
    return delivery.frame(`${event.type} ${name}`, () => at.stages.encode.event(event, resource))
  }

  const frames = (deliveries: readonly Delivery[]) =>
    deliveries.flatMap(delivery => frame(delivery) ?? [])

  return { frame, frames }
}
