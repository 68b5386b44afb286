// Watches of custom types and of their objects, each beside another one: a server may forget a
// version early, or end a stream.

import type { Await, Request, Step } from '../../dsl/scenario.ts'
import { patiently, raw, untilEnd, versionOf } from '../../dsl/steps.ts'
import type { Term } from '../../dsl/term.ts'

/**
 * A watch of a collection (`AS`) from the version of an answer, and one (`AS again`) from that of a
 * list (`AS afresh`), as clients begin anew whose version is no longer kept.
 */
export function watchedTwice(
  as: string,
  collection: Term,
  { from, query = {} }: { from: string; query?: NonNullable<Request['query']> },
): Step[] {
  const watched = (label: string, version: string): Step => ({
    watch: raw(label, 'GET', collection, {
      query: { ...query, watch: '1', resourceVersion: versionOf(version) },
    }),
  })
  return [
    watched(as, from),
    raw(`${as} afresh`, 'GET', collection, { query }),
    watched(`${as} again`, `${as} afresh`),
  ]
}

/** Both watches are waited for patiently, by a step that is made of the label of each. */
export const untilBoth = (as: string, wait: (label: string) => Await): Step[] =>
  [as, `${as} again`].map(label => patiently(wait(label)))

/** Whoever writes to new objects has done so: nothing has happened to any for a while. */
export const untilQuiet = (collection: Term, from: string): Step[] => [
  {
    watch: raw('quiet', 'GET', collection, {
      query: { watch: '1', resourceVersion: versionOf(from) },
    }),
  },
  untilEnd('quiet'),
]
