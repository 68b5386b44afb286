// Premises that many judges share: without them a history says nothing about their rule.

import type { Exchange, History, Item } from '../history.ts'
import { answered, at, foreignItems, itemsOf, succeeded } from '../history.ts'
import type { Past } from '../moments.ts'
import { versionBy } from '../order.ts'
import { valueAt } from '../term.ts'
import { given } from '../observation.ts'
import type { Observation } from '../observation.ts'

/** The named steps were carried out. */
export function* done(history: History, ...labels: string[]): Generator<Observation> {
  for (const label of labels) {
    const exchange = at(history, label)
    yield* given(
      succeeded(exchange),
      `${label} (${exchange.request.method} ${exchange.about?.role ?? exchange.request.path}) answered ${answered(exchange)}`,
    )
  }
}

/** Every answered list step carries items, and nobody else writes in the case's namespaces. */
export function* listed(history: History, ...exchanges: Exchange[]): Generator<Observation> {
  for (const exchange of exchanges) {
    yield* given(
      itemsOf(exchange) !== undefined,
      `${exchange.step} is not a list: it answered ${answered(exchange)}`,
    )
    const [foreign] = foreignItems(history, exchange)
    yield* given(
      !foreign,
      `another writer is at work: ${String(foreign?.metadata['name'])} is not of this case`,
    )
  }
}

/** Each create step of a set-up was carried out. */
export function* created(history: History): Generator<Observation> {
  for (const exchange of history.exchanges) {
    if (exchange.request.method !== 'POST' || !exchange.about) continue
    yield* given(succeeded(exchange), `${exchange.step} (create) answered ${answered(exchange)}`)
  }
}

/** What a read shows was written by this case: nobody else changed its objects. */
export function* knownVersions(past: Past, items: Item[]): Generator<Observation> {
  for (const item of items) {
    const [name, version] = ['name', 'resourceVersion'].map(of => valueAt(item, `/metadata/${of}`))
    yield* given(
      past.writes.some(write => versionBy(write) === version),
      `another writer is at work: no write of this case gave ${String(name)} its version`,
    )
  }
}
