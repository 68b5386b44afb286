// Checks whom node agents let use their servers (suites/setups/agents.ts).

import fc from 'fast-check'
import { apiTokens } from '../../../fixtures/objects/agents.ts'
import { agentSetups } from '../../../properties/dsl/agent-names.ts'
import { benchOf } from '../../../properties/dsl/agent-steps.ts'
import { caseName, scenarioWith } from '../../../properties/dsl/steps.ts'
import { exchangeAt } from '../../../properties/history/history.ts'
import type { History } from '../../../properties/history/history.ts'
import {
  anyRefusal,
  precondition,
  refusalWith,
  verify,
} from '../../../properties/history/observation.ts'
import { answers, askedOf } from '../../../properties/laws/agents/at-the-api.ts'
import { agentIn } from '../../../properties/laws/agents/bench-answers.ts'
import { requireBench } from '../../../properties/laws/agents/pods-at-the-runtime.ts'
import { isReusedFor, requireAnswer, reviewsIn } from '../../../properties/laws/agents/reviews.ts'
import { example, property } from '../../check.ts'
import type { PropertyOptions } from '../../check.ts'

const reviewing = benchOf(agentSetups.reviewing)
const trusting = benchOf(agentSetups.trusting)
const inUnknownMode = benchOf(agentSetups.inUnknownMode)

const path = '/metrics'
const asked = { server: 'serving' as const, path }
const isAnswered = { isAnswered: true }
const withToken = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })

const tokenReviews = '/tokenreviews'
const accessReviews = '/subjectaccessreviews'

/** Sends nine requests, three in each `ms`, over more than twice `ms`. */
const often = (ms: number) => ({ times: 9, everyMs: ms / 3 })
const tokenMs = 1_000
// Two such requests at the same time may both cause a review.
const once: PropertyOptions = { scenariosMax: 1 }

/** A caller with the name of the case, who may do everything or nothing. */
const caller = (groups: string[] = []) => ({
  certificate: { name: caseName('caller'), groups, by: 'authority' as const },
})
const powerful = ['system:masters']

export default [
  example(
    'AGENT-141',
    [
      reviewing.untilAsked('asked', asked, isAnswered),
      reviewing.readRequests('reviews', accessReviews),
    ],
    function* (history) {
      yield* requireBench(history)
      yield* requireAnswer(history, 'asked')
      const reviews = reviewsIn(exchangeAt(history, 'reviews')).map(({ spec }) => spec)
      const found = reviews.some(
        ({ user, groups = [] }) =>
          user === 'system:anonymous' && groups.includes('system:unauthenticated'),
      )
      yield verify(found, {
        says: 'A request without credentials is reviewed as that of the anonymous user.',
        expected: 'a review of system:anonymous in system:unauthenticated',
        got: reviews.map(({ user, groups = [] }) => `${user} in ${groups.join(' ')}`).slice(0, 3),
        at: 'reviews',
      })
    },
  ),
  example(
    'AGENT-143',
    [
      reviewing.untilAsked('valid', { ...asked, ...withToken(apiTokens.agent) }, isAnswered),
      reviewing.ask('invalid', 'serving', path, withToken('token-of-nobody')),
      reviewing.readRequests('reviews', tokenReviews),
    ],
    function* (history) {
      yield* requireBench(history)
      const tokens = reviewsIn(exchangeAt(history, 'reviews')).map(({ spec }) => spec.token)
      const says = 'A bearer token is valid if a TokenReview at the API says so.'
      for (const token of [apiTokens.agent, 'token-of-nobody'])
        yield verify(tokens.includes(token), {
          says,
          expected: 'a TokenReview for each token',
          got: `${tokens.length} reviews`,
          at: 'reviews',
        })
      const isMet = (status: number) => status === 200
      yield* answers(history, 'valid', { expected: '200', isMet, says })
      const isRefused = (status: number) => status === 401
      yield* answers(history, 'invalid', { expected: refusalWith(401), isMet: isRefused, says })
    },
  ),
  property(
    'AGENT-144',
    fc.constant(
      scenarioWith(
        reviewing.untilAsked('valid', { ...asked, ...withToken(apiTokens.cached) }, isAnswered),
        reviewing.ask('asked', 'serving', path, {
          ...withToken(apiTokens.cached),
          ...often(tokenMs),
        }),
        reviewing.readRequests('reviews', tokenReviews),
      ),
    ),
    function* (history) {
      yield* requireBench(history)
      yield* requireAnswer(history, 'asked')
      yield* isReusedFor(history, 'reviews', {
        reviews: reviewsIn(exchangeAt(history, 'reviews')).filter(
          ({ spec }) => spec.token === apiTokens.cached,
        ),
        ttlMs: tokenMs,
        says: 'Answers about tokens are reused for `--authentication-token-webhook-cache-ttl`.',
      })
    },
    { ...once, alone: true },
  ),
  example(
    'AGENT-145',
    [
      trusting.untilAsked(
        'in mode AlwaysAllow',
        { ...asked, ...withToken(apiTokens.caller) },
        isAnswered,
      ),
      reviewing.untilAsked('in mode Webhook', asked, isAnswered),
      inUnknownMode.untilEnded('in another mode'),
    ],
    function* (history) {
      yield* requireBench(history)
      for (const mode of ['AlwaysAllow', 'Webhook'])
        yield verify('status' in askedOf(exchangeAt(history, `in mode ${mode}`)), {
          says: `An agent runs in the authorization mode ${mode}.`,
          expected: 'an answer of its server',
          got: 'none',
          at: `in mode ${mode}`,
        })
      const { hasEnded } = agentIn(exchangeAt(history, 'in another mode'))
      yield verify(hasEnded, {
        says: 'An agent does not run in another authorization mode.',
        expected: 'its end',
        got: 'it runs',
        at: 'in another mode',
      })
    },
  ),
  example(
    'AGENT-146',
    [
      trusting.untilAsked('asked', { ...asked, ...withToken(apiTokens.caller) }, isAnswered),
      trusting.readRequests('token reviews', tokenReviews),
      trusting.readRequests('reviews', accessReviews),
    ],
    function* (history) {
      yield* requireBench(history)
      yield* precondition(
        reviewsIn(exchangeAt(history, 'token reviews')).length > 0,
        'the caller was not authenticated at the API',
      )
      const says = 'In mode AlwaysAllow each authenticated request is allowed.'
      const isMet = (status: number) => status === 200
      yield* answers(history, 'asked', { expected: '200', isMet, says })
      const reviews = reviewsIn(exchangeAt(history, 'reviews'))
      yield verify(reviews.length === 0, {
        says: 'In mode AlwaysAllow no permission is asked.',
        expected: 'no SubjectAccessReview',
        got: `${reviews.length} of them`,
        at: 'reviews',
      })
    },
  ),
  example(
    'AGENT-147',
    [
      reviewing.untilAsked('allowed', { ...asked, ...caller(powerful) }, isAnswered),
      reviewing.ask('denied', 'serving', path, {
        certificate: { name: caseName('denied'), by: 'authority' },
      }),
      reviewing.readRequests('reviews', accessReviews),
    ],
    function* (history) {
      yield* requireBench(history)
      const says = 'In mode Webhook a SubjectAccessReview at the API decides.'
      const isMet = (status: number) => status === 200
      yield* answers(history, 'allowed', { expected: '200', isMet, says })
      const isDenied = (status: number) => status === 403
      yield* answers(history, 'denied', { expected: refusalWith(403), isMet: isDenied, says })
      const users = reviewsIn(exchangeAt(history, 'reviews')).map(({ spec }) => spec.user ?? '')
      for (const user of ['caller', 'denied'])
        yield verify(users.includes(nameOf(history, user)), {
          says,
          expected: 'a SubjectAccessReview for each caller',
          got: `${users.length} reviews`,
          at: 'reviews',
        })
    },
  ),
  isCached('AGENT-148', {
    groups: powerful,
    ttlMs: 1_000,
    says: 'Allowances are reused for `--authorization-webhook-cache-authorized-ttl`.',
  }),
  isCached('AGENT-149', {
    groups: [],
    ttlMs: 2_000,
    says: 'Denials are reused for `--authorization-webhook-cache-unauthorized-ttl`.',
  }),
  example(
    'AGENT-154',
    [
      reviewing.untilAsked('trusted', { ...asked, ...caller(powerful) }, isAnswered),
      reviewing.ask('foreign', 'serving', path, {
        certificate: { name: caseName('foreign'), groups: powerful, by: 'stranger' },
      }),
      reviewing.readRequests('reviews', accessReviews),
    ],
    function* (history) {
      yield* requireBench(history)
      const users = reviewsIn(exchangeAt(history, 'reviews')).map(({ spec }) => spec.user ?? '')
      yield verify(users.includes(nameOf(history, 'caller')), {
        says: 'A caller with a certificate of the authority has the common name as user.',
        expected: 'a review of that user',
        got: users.slice(0, 3),
        at: 'reviews',
      })
      const foreign = askedOf(exchangeAt(history, 'foreign'))
      const got = 'status' in foreign ? foreign.status : foreign.failure
      const isKnown = users.includes(nameOf(history, 'foreign'))
      yield verify(!isKnown && ('failure' in foreign || foreign.status >= 400), {
        says: 'A certificate of another authority does not authenticate.',
        expected: anyRefusal('a refusal'),
        got: `${got}${isKnown ? ', and a review of its user' : ''}`,
        at: 'foreign',
      })
    },
  ),
]

/** Verifies that decisions about a caller of certain groups are reused for their time. */
function isCached(
  id: 'AGENT-148' | 'AGENT-149',
  { groups, ttlMs, says }: { groups: string[]; ttlMs: number; says: string },
) {
  return property(
    id,
    fc.constant(
      scenarioWith(
        reviewing.untilAsked('ready', asked, isAnswered),
        reviewing.ask('asked', 'serving', path, { ...caller(groups), ...often(ttlMs) }),
        reviewing.readRequests('reviews', accessReviews),
      ),
    ),
    function* (history) {
      yield* requireBench(history)
      yield* requireAnswer(history, 'asked', groups.length > 0 ? 200 : 403)
      yield* isReusedFor(history, 'reviews', {
        reviews: reviewsIn(exchangeAt(history, 'reviews')).filter(
          ({ spec }) => spec.user === nameOf(history, 'caller'),
        ),
        ttlMs,
        says,
      })
    },
    once,
  )
}

const nameOf = ({ context }: History, logical: string): string => context.prefix + logical
