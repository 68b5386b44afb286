// The controller of custom resource definitions: accepts their names, sets their conditions, and
// removes the objects of deleted definitions.

import type { ApiObject } from '../api/object.ts'
import type { Controller, Parts } from '../parts/parts.ts'
import { storePrefixOf } from '../api/resource.ts'
import { logFailure } from '../api/log-failure.ts'
import { Refusal } from '../api/refusal.ts'
import { yieldToEventLoop } from '../lib/event-loop.ts'
import { type StoreChange, Compacted, type Revision, type StoredEntry } from '../api/store.ts'
import { isConditionTrue } from './custom-type-definition.ts'
import {
  crdType,
  establishDefinition,
  finalizeDefinition,
  type CustomTypeRegistry,
} from './definition-lifecycle.ts'

const retryMs = 500

/** Calls `begun` when all initially stored definitions are known. */
export function crdController(
  all: CustomTypeRegistry,
  parts: Parts,
  begun: () => void,
): Controller {
  const closing = new AbortController()
  const type = crdType(parts)
  const todo = new Set<string>()
  let waiting: (() => void)[] = []
  let isWorking = false
  let pendingRetries = 0

  const wake = () => {
    const woken = waiting
    waiting = []
    for (const one of woken) one()
  }

  async function observe(how: StoreChange['type'], entry: StoredEntry): Promise<void> {
    const name = nameIn(entry)
    const before = all.known.get(name)
    const { group } = before?.definition ?? {}
    if (how === 'remove') all.remove(name)
    else {
      const isLarge = entry.value.length >= parts.limits.largeBodyBytes
      const object = isLarge ? await readAhead(entry) : undefined
      // A newer state may have been learned in the meantime.
      if (all.known.get(name) === before) learn(entry, object)
      else plan(name)
    }
    // Other definitions may have been waiting for its names.
    for (const { definition, object } of all.known.values()) {
      const isWaiting =
        definition.group === group && !isConditionTrue(object.status, 'NamesAccepted')
      if (isWaiting && definition.name !== name) plan(definition.name)
    }
  }

  /**
   * Reads a definition in advance and yields to the event loop between the steps, because each
   * takes some milliseconds and the writer of the definition runs in the same turn.
   */
  async function readAhead(entry: StoredEntry): Promise<ApiObject | undefined> {
    try {
      await yieldToEventLoop()
      const object = parts.stages.decodeStored(entry, type)
      await yieldToEventLoop()
      await all.read(object)
      await yieldToEventLoop()
      return object
    } catch {
      // `learn` tries the same and reports the error.
      return undefined
    }
  }

  function learn(entry: StoredEntry, read: ApiObject | undefined): void {
    try {
      const object = read ?? parts.stages.decodeStored(entry, type)
      plan(all.set(object).definition.name)
    } catch (error) {
      // An unreadable definition is not served.
      report(error)
    }
  }

  function plan(name: string): void {
    todo.add(name)
    void work()
  }

  async function work(): Promise<void> {
    if (isWorking) return
    isWorking = true
    for (const name of todo) {
      if (closing.signal.aborted) break
      todo.delete(name)
      await attend(name).catch((error: unknown) => tryLater(name, error))
    }
    isWorking = false
    wake()
  }

  async function attend(name: string): Promise<void> {
    const known = all.known.get(name)
    if (!known) return
    const { object } = known
    if (object.metadata.deletionTimestamp === undefined)
      return establishDefinition(name, all, parts)
    const isLeft = await finalizeDefinition(known, parts)
    // Some of its objects still have finalizers.
    if (isLeft) parts.clock.after(retryMs, () => plan(name))
  }

  function tryLater(name: string, error: unknown): void {
    if (!(error instanceof Refusal && [404, 409].includes(error.code))) report(error)
    pendingRetries += 1
    parts.clock.after(retryMs, () => {
      pendingRetries -= 1
      plan(name)
    })
  }

  function report(error: unknown): void {
    if (closing.signal.aborted) return
    logFailure('definitions', error)
  }

  async function seeAll(prefix: string): Promise<Revision> {
    const page = await parts.watchCache.range({ prefix })
    const there = new Set(page.entries.map(nameIn))
    for (const name of all.known.keys()) if (!there.has(name)) all.remove(name)
    for (const entry of page.entries) await observe('put', entry)
    return page.revision
  }

  async function follow(): Promise<void> {
    const prefix = storePrefixOf(type, '')
    const revision = await seeAll(prefix)
    begun()
    wake()
    for await (const change of parts.watchCache.watch(prefix, revision, closing.signal)) {
      await observe(change.type, change.entry)
      wake()
    }
  }

  async function run(): Promise<void> {
    while (!closing.signal.aborted) {
      await follow().catch((error: unknown) => {
        // The revision to watch from has been compacted, or the store failed. The loop starts
        // again.
        if (!(error instanceof Compacted)) report(error)
      })
      // An unavailable store must not prevent the server from starting.
      begun()
      if (closing.signal.aborted) return
      await new Promise<void>(resolve => parts.clock.after(retryMs, resolve))
    }
  }

  /** Whether the latest revision of every definition has been seen and no work is pending. */
  async function isSettled(): Promise<boolean> {
    const { entries } = await parts.store.range({ prefix: storePrefixOf(type, '') })
    const isSeen = entries.every(
      entry => all.known.get(nameIn(entry))?.object.metadata.resourceVersion === entry.revision,
    )
    return (
      isSeen &&
      entries.length === all.known.size &&
      todo.size === 0 &&
      pendingRetries === 0 &&
      !isWorking
    )
  }

  async function settled(): Promise<void> {
    for (;;) {
      const next = new Promise<void>(resolve => waiting.push(resolve))
      if (closing.signal.aborted || (await isSettled())) return
      await next
    }
  }

  void run()
  return {
    whenIdle: settled,
    close: () => {
      closing.abort()
      begun()
      wake()
    },
  }
}

const nameIn = ({ key }: Pick<StoredEntry, 'key'>): string => key.split('/')[3] ?? ''
