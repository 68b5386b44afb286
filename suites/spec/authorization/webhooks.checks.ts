// Checks what a server asks webhooks about requests, and what it makes of their answers
// (suites/setups/authorization.ts).

import fc from 'fast-check'
import {
  type AccessAnswer,
  type AccessRoute,
  type AccessUser,
  accessUserPrefix,
  briefTtlMs,
  matchedGroup,
} from '../../../fixtures/objects/access-reviews.ts'
import { exchangeAt } from '../../../properties/history/history.ts'
import type { History } from '../../../properties/history/history.ts'
import { precondition, recordAnswer, verify } from '../../../properties/history/observation.ts'
import type { Observation } from '../../../properties/history/observation.ts'
import {
  areDecided,
  isKeptFor,
  isRefused,
  listOfNamespaces,
  receivedReviews,
  requireAllowed,
  requireAuthorization,
  wasAskedAbout,
} from '../../../properties/laws/authorization/webhook-decisions.ts'
import { inTurn } from '../../../properties/laws/in-turn.ts'
import {
  namespacesPath,
  readReviews,
  requestBy,
  untilReady,
  waitSeconds,
} from '../../../properties/scenarios/authorization/access-requests.ts'
import type { Step } from '../../../properties/dsl/scenario.ts'
import { scenarioWith } from '../../../properties/dsl/steps.ts'
import { example, property } from '../../check.ts'

const user = (route: AccessRoute, first: AccessAnswer, next: AccessAnswer): AccessUser => ({
  route,
  first,
  next,
})

type Decision = 'allowed' | 'refused'

/** A decision that an answer of the webhook or its absence must lead to. */
type Expected = [AccessUser, Decision]

const labelOf = (one: AccessUser): string => accessUserPrefix(one)

const requestsOf = (all: readonly Expected[]): Step[] =>
  all.map(([one]) => requestBy(labelOf(one), one))

const decisionsOf = (says: string, all: readonly Expected[]) =>
  areDecided(says, Object.fromEntries(all.map(([one, wanted]) => [labelOf(one), wanted])))

const decisions = ['allow', 'deny', 'none'] as const

// Without any decision, the outcome is not specified (AUTHZ-041).
const orders = decisions.flatMap(first =>
  decisions
    .filter(next => first !== 'none' || next !== 'none')
    .map((next): Expected => {
      const decisive = first === 'none' ? next : first
      return [user('no-opinion', first, next), decisive === 'allow' ? 'allowed' : 'refused']
    }),
)

const asked = user('deny', 'allow', 'deny')
const askedInOld = user('old', 'allow', 'deny')

const kept = (one: AccessUser) =>
  fc
    .constantFrom(namespacesPath, `${namespacesPath}/default/configmaps`)
    .map(path =>
      scenarioWith(
        untilReady,
        requestBy('first', one, { path }),
        requestBy('second', one, { path }),
        readReviews('early', one),
        ...waitSeconds(briefTtlMs / 1000 + 2),
        requestBy('third', one, { path }),
        readReviews('late', one),
      ),
    )

const silent: Expected[] = [
  [user('brief-deny', 'silence', 'allow'), 'refused'],
  [user('brief-no-opinion', 'silence', 'allow'), 'allowed'],
]
// Much longer than the timeout of a second, and shorter than any default.
const patienceMs = 10_000

const unreachable: Expected[] = [
  [user('unreachable-deny', 'allow', 'allow'), 'refused'],
  [user('unreachable-no-opinion', 'allow', 'allow'), 'allowed'],
  [user('deny', 'refusal', 'allow'), 'refused'],
  [user('no-opinion', 'refusal', 'allow'), 'allowed'],
]

const otherVersions: Expected[] = [
  [user('deny', 'version', 'allow'), 'refused'],
  [user('old', 'version', 'allow'), 'refused'],
]

const malformedAnswers = ['text', 'kind', 'list', 'empty'] as const

const onPath = { path: '/version' }
const ofCondition = {
  deny: user('condition-deny', 'allow', 'allow'),
  noOpinion: user('condition-no-opinion', 'deny', 'allow'),
}

const inGroup = user('groups', 'allow', 'deny')
const outsideGroup = user('groups', 'allow', 'deny')

/** Requests of a user who may do nothing, and what webhooks see of them. */
const askedRequests = [
  { method: 'GET', path: namespacesPath, is: listOfNamespaces },
  { method: 'GET', path: '/version', is: { path: '/version', verb: 'get' } },
  { method: 'GET', path: '/apis', is: { path: '/apis', verb: 'get' } },
  {
    method: 'GET',
    path: `${namespacesPath}/default/configmaps/one`,
    is: { verb: 'get', resource: 'configmaps', namespace: 'default', name: 'one' },
  },
  {
    method: 'DELETE',
    path: `${namespacesPath}/default/configmaps/two`,
    is: { verb: 'delete', resource: 'configmaps', namespace: 'default', name: 'two' },
  },
  {
    method: 'GET',
    path: `${namespacesPath}/default/configmaps`,
    is: { verb: 'list', resource: 'configmaps', namespace: 'default' },
  },
  {
    method: 'GET',
    path: `${namespacesPath}/other/secrets`,
    is: { verb: 'list', resource: 'secrets', namespace: 'other' },
  },
]
const denied = user('plain', 'none', 'deny')

export default [
  property(
    'AUTHZ-005',
    fc
      .shuffledSubarray(orders, { minLength: orders.length })
      .map(some => scenarioWith(untilReady, ...requestsOf(some))),
    function* (history) {
      const sent = orders.filter(([one]) =>
        history.exchanges.some(({ step }) => step === labelOf(one)),
      )
      yield* decisionsOf(
        'Authorizers are asked in their order, and the first decision counts.',
        sent,
      )(history)
    },
    { scenariosMax: 2, observationsMin: 16 },
  ),
  example(
    'AUTHZ-007',
    [
      untilReady,
      requestBy('list', asked),
      requestBy('path', asked, onPath),
      readReviews('reviews', asked),
    ],
    function* (history) {
      yield* requireAllowed(history, 'ready', 'list', 'path')
      yield* wasAskedAbout(history, {
        reviews: 'reviews',
        webhook: 'first',
        says: 'An authorizer of type Webhook is asked about requests.',
        requests: [listOfNamespaces, { path: onPath.path, verb: 'get' }],
      })
    },
  ),
  property(
    'AUTHZ-015',
    kept(user('kept-if-allowed', 'allow', 'deny')),
    isKeptFor(briefTtlMs, 'allowed'),
    { scenariosMax: 1, observationsMin: 2 },
  ),
  property(
    'AUTHZ-017',
    kept(user('kept-if-denied', 'deny', 'allow')),
    isKeptFor(briefTtlMs, 'refused'),
    { scenariosMax: 1, observationsMin: 2 },
  ),
  example(
    'AUTHZ-021',
    [untilReady, requestBy('slow', user('deny', 'slow', 'deny')), ...requestsOf(silent)],
    inTurn(
      areDecided('A webhook that answers within its timeout decides.', { slow: 'allowed' }),
      decisionsOf(
        'If a webhook does not answer within its timeout, the failure policy decides.',
        silent,
      ),
      function* (history) {
        for (const [one] of silent) {
          const { sentAt, answeredAt, step } = exchangeAt(history, labelOf(one))
          yield verify(answeredAt - sentAt < patienceMs, {
            says: 'A webhook that does not answer counts as failed after its timeout.',
            expected: `an answer within ${patienceMs} ms, for a timeout of one second`,
            got: `${Math.round(answeredAt - sentAt)} ms`,
            at: step,
          })
        }
      },
    ),
  ),
  example(
    'AUTHZ-023',
    [
      untilReady,
      requestBy('v1', asked),
      requestBy('v1beta1', askedInOld),
      ...requestsOf(otherVersions),
      readReviews('reviews of v1', asked),
      readReviews('reviews of v1beta1', askedInOld),
    ],
    inTurn(
      areDecided('A review of the configured version is accepted.', {
        v1: 'allowed',
        v1beta1: 'allowed',
      }),
      hasVersion('v1'),
      hasVersion('v1beta1'),
      decisionsOf('A review of another version counts as malformed.', otherVersions),
    ),
  ),
  example(
    'AUTHZ-029',
    [untilReady, ...requestsOf(unreachable)],
    decisionsOf('If a webhook cannot be called, the failure policy decides.', unreachable),
  ),
  property(
    'AUTHZ-030',
    fc
      .shuffledSubarray([...malformedAnswers], { minLength: malformedAnswers.length })
      .map(some => scenarioWith(untilReady, ...requestsOf(some.flatMap(malformed)))),
    function* (history) {
      const sent = malformedAnswers
        .flatMap(malformed)
        .filter(([one]) => history.exchanges.some(({ step }) => step === labelOf(one)))
      yield* decisionsOf(
        'If the answer of a webhook is malformed, the failure policy decides.',
        sent,
      )(history)
    },
    { scenariosMax: 2, observationsMin: 16 },
  ),
  example(
    'AUTHZ-031',
    [
      untilReady,
      requestBy('resource under Deny', ofCondition.deny),
      requestBy('path under Deny', ofCondition.deny, onPath),
      requestBy('resource under NoOpinion', ofCondition.noOpinion),
      requestBy('path under NoOpinion', ofCondition.noOpinion, onPath),
    ],
    inTurn(
      areDecided('A webhook is called if its condition is true.', {
        'resource under Deny': 'allowed',
        'resource under NoOpinion': 'refused',
      }),
      areDecided('If a condition cannot be evaluated, the failure policy decides.', {
        'path under Deny': 'refused',
        'path under NoOpinion': 'allowed',
      }),
    ),
  ),
  example(
    'AUTHZ-036',
    [
      untilReady,
      requestBy('in the group', inGroup, { groups: [matchedGroup] }),
      requestBy('outside of the group', outsideGroup, { groups: ['touchstone:other'] }),
      readReviews('reviews of v1beta1', inGroup),
    ],
    function* (history) {
      const versions = yield* versionsAt(history, 'reviews of v1beta1')
      // The review must be sent in another version than v1; otherwise this shows nothing about the
      // version that conditions see.
      yield* precondition(
        versions.every(one => !String(one).endsWith('/v1')),
        'the webhook received a review of v1',
      )
      yield* areDecided('Match conditions see the v1 form of the review, whatever is sent.', {
        'in the group': 'allowed',
        'outside of the group': 'refused',
      })(history)
    },
  ),
  property(
    'AUTHZ-037',
    fc
      .shuffledSubarray(askedRequests, { minLength: 3 })
      .map(some =>
        scenarioWith(
          untilReady,
          ...some.map(request => requestBy(requestLabel(request), denied, request)),
          readReviews('reviews', denied),
        ),
      ),
    function* (history) {
      yield* requireAllowed(history, 'ready')
      const sent = askedRequests.filter(request =>
        history.exchanges.some(({ step }) => step === requestLabel(request)),
      )
      for (const request of sent) {
        const { answer, step } = exchangeAt(history, requestLabel(request))
        yield* precondition(
          answer !== undefined && ![401, 429, 503].includes(answer.status),
          `${step} did not reach the authorizers`,
        )
      }
      yield* wasAskedAbout(history, {
        reviews: 'reviews',
        webhook: 'next',
        says: 'A webhook without match conditions is asked about all requests.',
        requests: sent.map(({ is }) => is),
      })
    },
    { scenariosMax: 3, observationsMin: 9 },
  ),
  example(
    'AUTHZ-040',
    [untilReady, requestBy('mixed', user('two-conditions', 'allow', 'deny'))],
    recordsDecision('mixed', 'a true and a false match condition, and an allowing webhook'),
  ),
  example(
    'AUTHZ-041',
    [untilReady, requestBy('undecided', user('no-opinion', 'none', 'none'))],
    recordsDecision('undecided', 'a request that no authorizer decides on'),
  ),
]

/** Garbage as the answer of a webhook, under both failure policies. */
function malformed(answer: (typeof malformedAnswers)[number]): Expected[] {
  return [
    [user('deny', answer, 'allow'), 'refused'],
    [user('no-opinion', answer, 'allow'), 'allowed'],
  ]
}

function requestLabel({ method, path }: { method: string; path: string }): string {
  return `${method} ${path}`
}

/** The versions of the reviews that the first webhook has received, by the step `reviews of …`. */
function* versionsAt(history: History, label: string): Generator<Observation, unknown[]> {
  const received = yield* receivedReviews(history, label)
  return received.filter(({ webhook }) => webhook === 'first').map(({ apiVersion }) => apiVersion)
}

function hasVersion(version: string) {
  return function* (history: History): Generator<Observation> {
    const label = `reviews of ${version}`
    const got = yield* versionsAt(history, label)
    const expected = `authorization.${history.context.apiDomain}/${version}`
    yield verify(got.length > 0 && got.every(one => one === expected), {
      says: 'The review that is sent has the configured version.',
      expected,
      got,
      at: label,
    })
  }
}

function recordsDecision(label: string, what: string) {
  return function* (history: History): Generator<Observation> {
    yield* requireAllowed(history, 'ready')
    const exchange = yield* requireAuthorization(history, label)
    yield recordAnswer(`${what}: ${isRefused(exchange) ? 'refused' : 'allowed'}`)
  }
}
