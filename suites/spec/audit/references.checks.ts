// Checks how events refer to objects (suites/setups/audit.ts).

import type { RequestStep } from '../../../properties/dsl/scenario.ts'
import type { Term } from '../../../properties/dsl/term.ts'
import { hasStep } from '../../../properties/history/history.ts'
import type { History } from '../../../properties/history/history.ts'
import { precondition, verify } from '../../../properties/history/observation.ts'
import {
  eachEvent,
  eventsOf,
  memberOf,
  requireEvents,
  requireServed,
} from '../../../properties/laws/audit/recorded-events.ts'
import { audited, lookAt, marker } from '../../../properties/scenarios/audit/audited-requests.ts'
import {
  choiceOf,
  everybody,
  get,
  labelsOf,
  list,
  path,
  recorded,
  review,
  verbs,
} from '../../../properties/scenarios/audit/recorded-requests.ts'
import { example, property } from '../../check.ts'
import { isJsonObject, isText } from '../../../properties/dsl/term.ts'

/** The requests of a choice that a scenario has. */
const sent = (history: History, steps: readonly RequestStep[]): string[] =>
  labelsOf(steps).filter(label => hasStep(history, label))

const referenceMembers = new Set([
  'resource',
  'namespace',
  'name',
  'uid',
  'apiGroup',
  'apiVersion',
  'resourceVersion',
  'subresource',
])

const leases: Term = {
  $join: ['/apis/', { $group: 'coordination' }, '/v1/namespaces/one/leases'],
}

export default [
  example('AUDIT-015', recorded(get), history =>
    eachEvent(history, ['get'], 'objectRef names the object of the request.', ({ objectRef }) => {
      const expected = { resource: 'configmaps', namespace: 'one', name: 'x', apiVersion: 'v1' }
      return {
        ok: Object.entries(expected).every(([name, value]) => memberOf(objectRef, name) === value),
        expected,
        got: objectRef,
      }
    }),
  ),
  example('AUDIT-016', recorded(list, path), function* (history) {
    yield* eachEvent(
      history,
      ['list'],
      'A list has no objectRef with a name.',
      ({ objectRef }) => ({
        ok: !isText(memberOf(objectRef, 'name')),
        expected: 'no name',
        got: objectRef,
      }),
    )
    yield* eachEvent(history, ['path'], 'A path has no objectRef.', ({ objectRef }) => ({
      ok: objectRef === undefined || objectRef === null,
      expected: 'no objectRef',
      got: objectRef,
    }))
  }),
  property(
    'AUDIT-017',
    choiceOf(...Object.values(verbs), review),
    function* (history) {
      const labels = sent(history, [...Object.values(verbs), review])
      yield* requireEvents(history, ...labels)
      // Lists may have none (AUDIT-016).
      const events = labels.flatMap(label => eventsOf(history, label))
      const references = events.map(({ objectRef }) => objectRef).filter(isJsonObject)
      yield* precondition(references.length > 0, 'no event has an objectRef')
      for (const found of references)
        yield verify(
          Object.keys(found).every(name => referenceMembers.has(name)),
          {
            says: 'objectRef has the members of an ObjectReference.',
            expected: [...referenceMembers],
            got: found,
            at: labels[0] ?? marker,
          },
        )
    },
    { scenariosMax: 4 },
  ),
  example(
    'AUDIT-018',
    [
      lookAt('leases', leases),
      ...recorded(get, audited('lease', 'GET', { $join: [leases, '/x'] }, { user: everybody })),
    ],
    function* (history) {
      yield* requireServed(history)
      const says = 'apiGroup is the group of the object, and empty for the core group.'
      const group = `coordination.${history.context.apiDomain}`
      yield* eachEvent(history, ['get'], says, ({ objectRef }) => ({
        ok: isJsonObject(objectRef) && !isText(objectRef['apiGroup']),
        expected: 'no apiGroup',
        got: objectRef,
      }))
      yield* eachEvent(history, ['lease'], says, ({ objectRef }) => ({
        ok: memberOf(objectRef, 'apiGroup') === group,
        expected: group,
        got: objectRef,
      }))
    },
  ),
]
