// Builds pairs of watches of custom types and their objects, because a server may drop a version
// early or end a stream.

import type { WaitStep, RequestStep, Step } from '../../dsl/scenario.ts'
import { waitLonger, rawRequest, awaitEnd, versionFrom } from '../../dsl/steps.ts'
import type { Term } from '../../dsl/term.ts'

/**
 * Returns a watch of a collection (`AS`) from the version of an answer, and one (`AS again`) from
 * the version of a new list (`AS afresh`), as clients restart after an expired version.
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

/** Waits patiently for both watches, with a step built from each label. */
export const awaitBoth = (as: string, wait: (label: string) => WaitStep): Step[] =>
  [as, `${as} again`].map(label => waitLonger(wait(label)))

/** Waits until other clients, which may write new objects, have changed nothing for a while. */
export const awaitQuiet = (collection: Term, from: string): Step[] => [
  {
    watch: rawRequest('quiet', 'GET', collection, {
      query: { watch: '1', resourceVersion: versionFrom(from) },
    }),
  },
  awaitEnd('quiet'),
]
