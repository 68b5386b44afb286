// The changes of a type in one of its versions, for watches. They are converted one by one, so that
// they keep their order.

import { storePrefixOf, type Resource } from '../../api/resource.ts'
import type { Revision, StoreChange, StoredEntry } from '../../api/store.ts'
import type { VersionConversion } from '../../api/version-conversion.ts'
import type { ChangeSource } from '../../api/watch.ts'
import type { Parts } from '../../parts/parts.ts'

// A webhook that fails holds up the watches of its versions. Later they end, and clients list
// again.
const attemptsMax = 30
const retryMs = 1000

/**
 * Returns the function that returns the source of a version. It is always the same for a version.
 */
export function convertedChanges(): (resource: Resource, parts: Parts) => ChangeSource {
  const sources = new WeakMap<VersionConversion, ChangeSource>()
  return (resource, parts) => {
    const { conversion } = resource
    if (!conversion) throw new Error(`${resource.kind} is not converted by a webhook`)
    const source = sources.get(conversion) ?? sourceOf(resource, conversion, parts)
    sources.set(conversion, source)
    return source
  }
}

function sourceOf(
  resource: Resource,
  { webhook: { retired } }: VersionConversion,
  parts: Parts,
): ChangeSource {
  const { watchCache } = parts
  const prefix = storePrefixOf(resource, '')
  return {
    revision: () => watchCache.revision(),
    async *watch(scope, after, signal, pass) {
      const over = AbortSignal.any([signal, retired])
      const held = holding(pass)
      for await (const change of watchCache.watch(scope, after, over, held.pass)) {
        held.hold()
        const isOwn = change.entry.key.startsWith(prefix)
        const next = isOwn ? await converted(change, resource, { parts, over }) : change
        if (!next) return
        yield next
        held.release()
      }
    },
  }
}

/** Holds back the revisions that a reader has passed until it has received a change before them. */
function holding(pass: ((revision: Revision) => void) | undefined) {
  let isHeld = false
  let last: Revision | undefined
  return {
    pass(revision: Revision) {
      if (isHeld) last = revision
      else pass?.(revision)
    },
    hold: () => void (isHeld = true),
    release() {
      isHeld = false
      const revision = last
      last = undefined
      if (revision !== undefined) pass?.(revision)
    },
  }
}

type Following = { readonly parts: Parts; readonly over: AbortSignal }

/** Returns undefined if the webhook fails for too long, or the watch is over. */
async function converted(
  change: StoreChange,
  resource: Resource,
  { parts, over }: Following,
): Promise<StoreChange | undefined> {
  for (let attempt = 1; attempt <= attemptsMax && !over.aborted; attempt++) {
    try {
      return await changeIn(change, resource, parts)
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      if (attempt === 1) parts.log(`a watch of ${change.entry.key} is held up: ${reason}`)
      await pause(parts, over)
    }
  }
  return undefined
}

async function changeIn(
  change: StoreChange,
  resource: Resource,
  parts: Parts,
): Promise<StoreChange> {
  const { entry, previous } = change
  const convert = (...entries: StoredEntry[]) =>
    parts.conversion.entriesIn(entries, { resource, results: 'recent' }, parts)
  if (change.type === 'put') {
    const [next = entry, before] = await convert(entry, ...(previous ? [previous] : []))
    return { ...change, entry: next, previous: before }
  }
  // The last state, at the revision of the removal.
  const [before = change.previous] = await convert(change.previous)
  return { ...change, entry: { ...entry, value: before.value }, previous: before }
}

const pause = ({ clock }: Parts, over: AbortSignal): Promise<void> =>
  new Promise(resolve => {
    const done = () => {
      cancel()
      over.removeEventListener('abort', done)
      resolve()
    }
    const cancel = clock.after(retryMs, done)
    over.addEventListener('abort', done, { once: true })
  })
