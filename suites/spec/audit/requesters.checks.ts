// Checks what events say of who sends a request (suites/setups/audit.ts).

import fc from 'fast-check'
import { auditNamespaces } from '../../../fixtures/objects/audit.ts'
import { caseName, scenarioWith } from '../../../properties/dsl/steps.ts'
import {
  answerSummary,
  bodyValueAt,
  exchangeAt,
  isSuccess,
} from '../../../properties/history/history.ts'
import { applicable, precondition, verify } from '../../../properties/history/observation.ts'
import {
  allEvents,
  eachEvent,
  lastEventOf,
  memberOf,
  requireEvents,
  requireSuccess,
} from '../../../properties/laws/audit/recorded-events.ts'
import {
  audited,
  configMaps,
  controls,
  createAuditNamespace,
  readEventsOf,
  reviewed,
  whoAmI,
} from '../../../properties/scenarios/audit/audited-requests.ts'
import {
  everybody,
  get,
  one,
  recorded,
} from '../../../properties/scenarios/audit/recorded-requests.ts'
import { example, property } from '../../check.ts'
import { isJsonObject, isText } from '../../../properties/dsl/term.ts'

const { metadata } = auditNamespaces

const namesOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.map(String).toSorted() : []

const oddPath = configMaps('one', caseName('odd'))

const forwarded = '192.0.2.7'

export default [
  example(
    'AUDIT-011',
    recorded(whoAmI('review', everybody, { groups: ['first', 'second'] })),
    function* (history) {
      yield* requireSuccess(history, 'review')
      const expected = bodyValueAt(exchangeAt(history, 'review'), '/status/userInfo')
      yield* precondition(isJsonObject(expected), 'the review does not say who the user is')
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
      ...recorded(
        audited('plain', 'GET', configMaps(metadata)),
        audited('impersonating', 'GET', configMaps(metadata), {
          headers: { 'impersonate-user': 'somebody-else' },
        }),
        reviewed('review as somebody', { headers: { 'impersonate-user': 'somebody-else' } }),
      ),
    ],
    function* (history) {
      // A user without rights is refused, which is no sign that there is no impersonation.
      const status = exchangeAt(history, 'impersonating').answer?.status
      yield* precondition(
        isSuccess(exchangeAt(history, 'plain')) && status !== undefined && status < 500,
        `impersonation returned ${answerSummary(exchangeAt(history, 'impersonating'))}`,
      )
      const acted = exchangeAt(history, 'review as somebody')
      yield* applicable(
        bodyValueAt(acted, '/status/userInfo/username') === 'somebody-else',
        `the administrator cannot act as another user: the review returned ${answerSummary(acted)}`,
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
    recorded(
      get,
      audited('forwarded', 'GET', one, {
        user: everybody,
        headers: { 'x-forwarded-for': forwarded },
      }),
    ),
    function* (history) {
      const says = 'sourceIPs has the addresses of the client and of the proxies.'
      yield* eachEvent(history, ['get'], says, ({ sourceIPs }) => ({
        ok: Array.isArray(sourceIPs) && sourceIPs.length > 0 && sourceIPs.every(isText),
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
          user: everybody,
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
    { scenariosMax: 3 },
  ),
]
