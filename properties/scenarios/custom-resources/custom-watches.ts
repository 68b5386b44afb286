// Watches of custom types and of their objects, each beside another one: a server may forget a
// version early, or end a stream.

import type { AwaitStep, RequestStep, Step } from '../../dsl/scenario.ts'
import { waitLonger, rawRequest, awaitEnd, versionFrom } from '../../dsl/steps.ts'
import type { Term } from '../../dsl/term.ts'

/**
 * A watch of a collection (`AS`) from the version of an answer, and one (`AS again`) from that of a
 * list (`AS afresh`), as clients begin anew whose version is no longer kept.
 */
export function watchTwice(
  as: string,
  collection: Term,
  { from, query = {} }: { from: string; query?: NonNullable<RequestStep['query']> },
): Step[] {
  const watched = (label: string, version: string): Step => ({
    watch: rawRequest(label, 'GET', collection, {
      query: { ...query, watch: '1', resourceVersion: versionFrom(version) },
    }),
  })
  return [
    watched(as, from),
    rawRequest(`${as} afresh`, 'GET', collection, { query }),
    watched(`${as} again`, `${as} afresh`),
  ]
}

/** Both watches are waited for patiently, by a step that is made of the label of each. */
export const awaitBoth = (as: string, wait: (label: string) => AwaitStep): Step[] =>
  [as, `${as} again`].map(label => waitLonger(wait(label)))

/** Whoever writes to new objects has done so: nothing has happened to any for a while. */
export const awaitQuiet = (collection: Term, from: string): Step[] => [
  {
    watch: rawRequest('quiet', 'GET', collection, {
      query: { watch: '1', resourceVersion: versionFrom(from) },
    }),
  },
  awaitEnd('quiet'),
]
