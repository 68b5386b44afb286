// Checks the events of a server (suites/setups/audit.ts).

import fc from 'fast-check'
import { auditNamespaces } from '../../../fixtures/objects/audit.ts'
import type { RequestStep } from '../../../properties/dsl/scenario.ts'
import { caseName, scenarioWith } from '../../../properties/dsl/steps.ts'
import type { Term } from '../../../properties/dsl/term.ts'
import {
  answerSummary,
  bodyValueAt,
  exchangeAt,
  hasStep,
  isSuccess,
} from '../../../properties/history/history.ts'
import type { History } from '../../../properties/history/history.ts'
import { precondition, verify } from '../../../properties/history/observation.ts'
import type { Observation } from '../../../properties/history/observation.ts'
import {
  allEvents,
  eachEvent,
  eventsOf,
  isObject,
  lastEventOf,
  memberOf,
  requireEvents,
  requireSuccess,
} from '../../../properties/laws/audit/recorded-events.ts'
import {
  microTimesAreInOrder,
  stagesAreDistinct,
} from '../../../properties/laws/audit/event-members.ts'
import {
  audited,
  configMap,
  configMaps,
  controls,
  createAuditNamespace,
  marker,
  readEvents,
  readEventsOf,
  whoAmI,
} from '../../../properties/scenarios/audit/audited-requests.ts'
import { example, property } from '../../check.ts'

/** The user all of whose requests are recorded. It has no rights. */
const user = 'everything'
const one = configMaps('one', 'x')
const many = configMaps('one')

const get: RequestStep = audited('get', 'GET', one, { user })
const list: RequestStep = audited('list', 'GET', many, { user })
const path: RequestStep = audited('path', 'GET', '/livez', { user })
const review = whoAmI('review', user)
const several = [get, list, path, review]
const labelsOf = (steps: readonly RequestStep[]): string[] => steps.map(({ as }) => as)

/** Requests that are recorded, and their events. */
const scenario = (...steps: RequestStep[]) => [
  ...controls,
  ...steps,
  readEvents(marker, ...labelsOf(steps)),
]

/** A choice of requests, in any order. */
const choiceOf = (...steps: RequestStep[]) =>
  fc.shuffledSubarray(steps, { minLength: 2 }).map(some => scenarioWith(...scenario(...some)))

/** The requests of a scenario that the user has sent. */
const sent = (history: History, steps: readonly RequestStep[]): string[] =>
  labelsOf(steps).filter(label => hasStep(history, label))

/** A request of each verb. */
const verbs: { [verb: string]: RequestStep } = {
  get,
  list,
  watch: audited('watch', 'GET', many, { user, query: { watch: '1', timeoutSeconds: '1' } }),
  create: audited('create', 'POST', many, { user, body: configMap('x') }),
  update: audited('update', 'PUT', one, { user, body: configMap('x') }),
  patch: audited('patch', 'PATCH', one, {
    user,
    body: { data: {} },
    headers: { 'content-type': 'application/merge-patch+json' },
  }),
  delete: audited('delete', 'DELETE', one, { user }),
  deletecollection: audited('deletecollection', 'DELETE', many, { user }),
}

const { metadata } = auditNamespaces
const watch = audited('watch', 'GET', configMaps(metadata), {
  query: { watch: 'true', timeoutSeconds: '1' },
})
const missing = audited('missing', 'GET', configMaps(metadata, caseName('none')))

const text = (value: unknown): boolean => typeof value === 'string' && value !== ''

/** Values of the member `query` that have to be sent as they are. */
const queries: Record<string, Term>[] = [
  {},
  { pretty: 'false' },
  { pretty: 'true', fieldManager: 'a,b/c' },
  { labelSelector: 'a in (b,c),!d' },
]

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

const lease: Term = {
  $join: ['/apis/', { $group: 'coordination' }, '/v1/namespaces/one/leases/x'],
}

const namesOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.map(String).toSorted() : []

const oddPath = configMaps('one', caseName('odd'))

const forwarded = '192.0.2.7'

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
        ok: text(level) && level !== 'Metadata',
        expected: 'the level with responses',
        got: level,
      }))
    },
    { runsMax: 3 },
  ),
  property(
    'AUDIT-004',
    choiceOf(...several),
    function* (history) {
      const labels = [marker, ...sent(history, several)]
      yield* requireEvents(history, ...labels)
      const ids = labels.map(
        label => new Set(eventsOf(history, label).map(({ auditID }) => auditID)),
      )
      for (const [index, own] of ids.entries())
        yield verify(own.size === 1 && text([...own][0]), {
          says: 'The events of one request have one auditID.',
          expected: 'one auditID',
          got: [...own],
          at: labels[index] ?? marker,
        })
      yield verify(new Set(ids.flatMap(own => [...own])).size === ids.length, {
        says: 'Requests have different auditIDs.',
        expected: `${ids.length} different auditIDs`,
        got: ids.flatMap(own => [...own]),
        at: marker,
      })
    },
    { runsMax: 3 },
  ),
  property(
    'AUDIT-005',
    choiceOf(...several),
    history =>
      eachEvent(history, sent(history, several), 'Each event has a stage.', ({ stage }) => ({
        ok: text(stage),
        expected: 'a stage',
        got: stage,
      })),
    { runsMax: 3 },
  ),
  property(
    'AUDIT-007',
    fc
      .constantFrom(get, review, path)
      .map(step => scenarioWith(createAuditNamespace('metadata'), ...scenario(step, watch))),
    function* (history) {
      yield* stagesAreDistinct(history, ...sent(history, [get, review, path]))
      yield* precondition(isSuccess(exchangeAt(history, 'watch')), 'the watch was refused')
      yield* stagesAreDistinct(history, 'watch')
    },
    { runsMax: 3 },
  ),
  property(
    'AUDIT-008',
    fc
      .constantFrom(...queries)
      .map(query =>
        scenarioWith(
          ...scenario(
            audited('one', 'GET', configMaps('one', caseName('x')), { user, query }),
            audited('many', 'GET', many, { user, query }),
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
    { runsMax: 4 },
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
    { runsMax: 5 },
  ),
  example(
    'AUDIT-010',
    scenario(path, audited('post', 'POST', '/livez', { user })),
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
  example(
    'AUDIT-011',
    scenario(whoAmI('review', user, { groups: ['first', 'second'] })),
    function* (history) {
      yield* requireSuccess(history, 'review')
      const expected = bodyValueAt(exchangeAt(history, 'review'), '/status/userInfo')
      yield* precondition(isObject(expected), 'the review does not say who the user is')
      yield* eachEvent(history, ['review'], 'user is who has sent the request.', event => ({
        ok:
          memberOf(event['user'], 'username') === memberOf(expected, 'username') &&
          String(namesOf(memberOf(event['user'], 'groups'))) ===
            String(namesOf(memberOf(expected, 'groups'))),
        expected,
        got: event['user'],
      }))
    },
  ),
  example(
    'AUDIT-012',
    [
      createAuditNamespace('metadata'),
      ...scenario(
        audited('plain', 'GET', configMaps(metadata)),
        audited('impersonating', 'GET', configMaps(metadata), {
          headers: { 'impersonate-user': 'somebody-else' },
        }),
      ),
    ],
    function* (history) {
      // A user without rights is refused, which is no sign that there is no impersonation.
      const status = exchangeAt(history, 'impersonating').answer?.status
      yield* precondition(
        isSuccess(exchangeAt(history, 'plain')) && status !== undefined && status < 500,
        `impersonation returned ${answerSummary(exchangeAt(history, 'impersonating'))}`,
      )
      yield* requireEvents(history, 'plain', 'impersonating')
      yield* eachEvent(
        history,
        ['plain'],
        'impersonatedUser is only in events of impersonated requests.',
        ({ impersonatedUser }) => ({
          ok: impersonatedUser === undefined || impersonatedUser === null,
          expected: 'no impersonatedUser',
          got: impersonatedUser,
        }),
      )
      const last = lastEventOf(history, 'impersonating')?.['impersonatedUser']
      yield verify(memberOf(last, 'username') === 'somebody-else', {
        says: 'The event of an impersonated request names the impersonated user.',
        expected: 'somebody-else',
        got: last ?? 'none',
        at: 'impersonating',
      })
    },
  ),
  example(
    'AUDIT-013',
    scenario(
      get,
      audited('forwarded', 'GET', one, {
        user,
        headers: { 'x-forwarded-for': forwarded },
      }),
    ),
    function* (history) {
      const says = 'sourceIPs has the addresses of the client and of the proxies.'
      yield* eachEvent(history, ['get'], says, ({ sourceIPs }) => ({
        ok: Array.isArray(sourceIPs) && sourceIPs.length > 0 && sourceIPs.every(text),
        expected: 'the address of the client',
        got: sourceIPs,
      }))
      yield* eachEvent(history, ['forwarded'], says, ({ sourceIPs }) => ({
        ok: Array.isArray(sourceIPs) && sourceIPs.length > 1 && sourceIPs.includes(forwarded),
        expected: `${forwarded} and the address of the connection`,
        got: sourceIPs,
      }))
    },
  ),
  property(
    'AUDIT-014',
    fc.constantFrom('Mozilla/5.0 (odd; x)', 'A/1 b/2', '!% $ Z').map(agent =>
      scenarioWith(
        ...controls,
        audited('odd', 'GET', oddPath, {
          user,
          headers: { 'user-agent': agent },
        }),
        readEventsOf(oddPath),
      ),
    ),
    function* (history) {
      const uri = exchangeAt(history, 'odd').request.path
      const own = allEvents(history).filter(({ requestURI }) => requestURI === uri)
      yield* precondition(own.length > 0, 'no audit event of the request odd has come')
      const expected = exchangeAt(history, 'odd').request.headers['user-agent']
      for (const event of own)
        yield verify(memberOf(event, 'userAgent') === expected, {
          says: 'userAgent is what the client says of itself.',
          expected,
          got: memberOf(event, 'userAgent') ?? 'none',
          at: 'odd',
        })
    },
    { runsMax: 3 },
  ),
  example('AUDIT-015', scenario(get), history =>
    eachEvent(history, ['get'], 'objectRef names the object of the request.', ({ objectRef }) => {
      const expected = { resource: 'configmaps', namespace: 'one', name: 'x', apiVersion: 'v1' }
      return {
        ok: Object.entries(expected).every(([name, value]) => memberOf(objectRef, name) === value),
        expected,
        got: objectRef,
      }
    }),
  ),
  example('AUDIT-016', scenario(list, path), function* (history) {
    yield* eachEvent(
      history,
      ['list'],
      'A list has no objectRef with a name.',
      ({ objectRef }) => ({
        ok: !text(memberOf(objectRef, 'name')),
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
      const references = events.map(({ objectRef }) => objectRef).filter(isObject)
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
    { runsMax: 4 },
  ),
  example(
    'AUDIT-018',
    scenario(get, audited('lease', 'GET', lease, { user })),
    function* (history) {
      const says = 'apiGroup is the group of the object, and empty for the core group.'
      const group = `coordination.${history.words.apiDomain}`
      yield* eachEvent(history, ['get'], says, ({ objectRef }) => ({
        ok: isObject(objectRef) && !text(objectRef['apiGroup']),
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
  property(
    'AUDIT-019',
    fc
      .shuffledSubarray([review, get, path, missing, watch], { minLength: 2 })
      .map(some => scenarioWith(createAuditNamespace('metadata'), ...scenario(...some))),
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
    { runsMax: 4 },
  ),
  property(
    'AUDIT-024',
    choiceOf(...several),
    history => microTimesAreInOrder(history, sent(history, several)),
    { runsMax: 3 },
  ),
  example('AUDIT-026', scenario(get, review), function* (history) {
    yield* requireEvents(history, 'get', 'review')
    const lists = bodyValueAt(exchangeAt(history, 'events'), '/lists')
    const type = `EventList of audit.${history.words.apiDomain}/v1`
    for (const found of Array.isArray(lists) ? (lists as unknown[]) : []) {
      const got = isObject(found) ? found : {}
      yield verify(
        `${String(got['kind'])} of ${String(got['apiVersion'])}` === type &&
          typeof got['items'] === 'number' &&
          (got['metadata'] === undefined || isObject(got['metadata'])),
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
