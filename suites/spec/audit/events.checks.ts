// Checks the events of requests (suites/setups/audit.ts).

import fc from 'fast-check'
import { auditNamespaces } from '../../../fixtures/objects/audit.ts'
import { caseName, scenarioWith } from '../../../properties/dsl/steps.ts'
import type { RequestStep } from '../../../properties/dsl/scenario.ts'
import type { Term } from '../../../properties/dsl/term.ts'
import { bodyValueAt, exchangeAt, hasStep } from '../../../properties/history/history.ts'
import type { History } from '../../../properties/history/history.ts'
import { precondition, verify } from '../../../properties/history/observation.ts'
import {
  allEvents,
  eachEvent,
  eventsOf,
  lastEventOf,
  memberOf,
  requireEvents,
  requireWatch,
} from '../../../properties/laws/audit/recorded-events.ts'
import {
  microTimesAreInOrder,
  stagesAreDistinct,
} from '../../../properties/laws/audit/event-members.ts'
import {
  audited,
  configMaps,
  createAuditNamespace,
  marker,
} from '../../../properties/scenarios/audit/audited-requests.ts'
import {
  choiceOf,
  everybody,
  get,
  labelsOf,
  many,
  path,
  recorded,
  review,
  several,
  verbs,
} from '../../../properties/scenarios/audit/recorded-requests.ts'
import { example, property } from '../../check.ts'
import { isJsonObject, isText } from '../../../properties/dsl/term.ts'

/** The requests of a choice that a scenario has. */
const sent = (history: History, steps: readonly RequestStep[]): string[] =>
  labelsOf(steps).filter(label => hasStep(history, label))

const { metadata } = auditNamespaces
const watch = audited('watch', 'GET', configMaps(metadata), {
  query: { watch: 'true', timeoutSeconds: '1' },
})
const missing = audited('missing', 'GET', configMaps(metadata, caseName('none')))

/** Values of the member `query` that have to be sent as they are. */
const queries: { [name: string]: Term }[] = [
  {},
  { pretty: 'false' },
  { pretty: 'true', fieldManager: 'a,b/c' },
  { labelSelector: 'a in (b,c),!d' },
]

export default [
  property(
    'AUDIT-002',
    choiceOf(...several),
    function* (history) {
      const says = 'Each event has the level of its rule.'
      yield* eachEvent(history, [marker], says, ({ level }) => ({
        ok: level === 'Metadata',
        expected: 'Metadata',
        got: level,
      }))
      yield* eachEvent(history, sent(history, several), says, ({ level }) => ({
        ok: isText(level) && level !== 'Metadata',
        expected: 'the level with responses',
        got: level,
      }))
    },
    { scenariosMax: 3 },
  ),
  property(
    'AUDIT-004',
    choiceOf(...several),
    function* (history) {
      const labels = sent(history, several)
      yield* requireEvents(history, ...labels)
      const ids = labels.map(
        label => new Set(eventsOf(history, label).map(({ auditID }) => auditID)),
      )
      for (const [index, own] of ids.entries())
        yield verify(own.size === 1 && isText([...own][0]), {
          says: 'The events of one request have one auditID.',
          expected: 'one auditID',
          got: [...own],
          at: labels[index] ?? marker,
        })
      yield verify(new Set(ids.flatMap(own => [...own])).size === ids.length, {
        says: 'Requests have different auditIDs.',
        expected: `${ids.length} different auditIDs`,
        got: ids.flatMap(own => [...own]),
        at: labels[0] ?? marker,
      })
    },
    { scenariosMax: 3 },
  ),
  property(
    'AUDIT-005',
    choiceOf(...several),
    history =>
      eachEvent(history, sent(history, several), 'Each event has a stage.', ({ stage }) => ({
        ok: isText(stage),
        expected: 'a stage',
        got: stage,
      })),
    { scenariosMax: 3 },
  ),
  property(
    'AUDIT-007',
    fc
      .constantFrom(get, review, path)
      .map(step => scenarioWith(createAuditNamespace('metadata'), ...recorded(step, watch))),
    function* (history) {
      yield* stagesAreDistinct(history, ...sent(history, [get, review, path]))
      yield* requireWatch(history, 'watch')
      yield* stagesAreDistinct(history, 'watch')
    },
    { scenariosMax: 3 },
  ),
  property(
    'AUDIT-008',
    fc
      .constantFrom(...queries)
      .map(query =>
        scenarioWith(
          ...recorded(
            audited('one', 'GET', configMaps('one', caseName('x')), { user: everybody, query }),
            audited('many', 'GET', many, { user: everybody, query }),
          ),
        ),
      ),
    history =>
      eachEvent(
        history,
        ['one', 'many'],
        'requestURI is the path with the query as sent.',
        ({ requestURI }, { request }) => ({
          ok: requestURI === request.path,
          expected: request.path,
          got: requestURI,
        }),
      ),
    { scenariosMax: 4 },
  ),
  property(
    'AUDIT-009',
    choiceOf(...Object.values(verbs)),
    history =>
      eachEvent(
        history,
        sent(history, Object.values(verbs)),
        'verb is the verb of the request.',
        ({ verb }, { step }) => ({ ok: verb === step, expected: step, got: verb }),
      ),
    { scenariosMax: 5 },
  ),
  example(
    'AUDIT-010',
    recorded(path, audited('post', 'POST', '/livez', { user: everybody })),
    function* (history) {
      const says = 'The verb of a path is the method in lower case.'
      for (const [label, expected] of [
        ['path', 'get'],
        ['post', 'post'],
      ] as const)
        yield* eachEvent(history, [label], says, ({ verb }) => ({
          ok: verb === expected,
          expected,
          got: verb,
        }))
    },
  ),
  property(
    'AUDIT-019',
    fc
      .shuffledSubarray([review, get, path, missing, watch], { minLength: 2 })
      .map(some => scenarioWith(createAuditNamespace('metadata'), ...recorded(...some))),
    function* (history) {
      for (const label of sent(history, [review, get, path, missing, watch])) {
        yield* requireEvents(history, label)
        const status = exchangeAt(history, label).answer?.status
        yield* precondition(status !== undefined, `${label} has no answer`)
        const found = lastEventOf(history, label)?.['responseStatus']
        yield verify(memberOf(found, 'code') === status, {
          says: 'responseStatus has the code of the response.',
          expected: status,
          got: found ?? 'none',
          at: label,
        })
      }
    },
    { scenariosMax: 4 },
  ),
  property(
    'AUDIT-024',
    choiceOf(...several),
    history => microTimesAreInOrder(history, sent(history, several)),
    { scenariosMax: 3 },
  ),
  example('AUDIT-026', recorded(get, review), function* (history) {
    yield* requireEvents(history, 'get', 'review')
    const lists = bodyValueAt(exchangeAt(history, 'events'), '/lists')
    const type = `EventList of audit.${history.context.apiDomain}/v1`
    for (const found of Array.isArray(lists) ? (lists as unknown[]) : []) {
      const got = isJsonObject(found) ? found : {}
      yield verify(
        `${String(got['kind'])} of ${String(got['apiVersion'])}` === type &&
          typeof got['items'] === 'number' &&
          (got['metadata'] === undefined || isJsonObject(got['metadata'])),
        {
          says: 'Events are sent as an EventList with items.',
          expected: `${type}, with items`,
          got: found,
          at: 'events',
        },
      )
    }
    yield* precondition(allEvents(history).length > 0, 'no events have come')
  }),
]
