// Asks a webhook who the bearer of a token is.

import type { RefusedCredentials, TokenBearer, TokenWebhook } from '../../api/authentication.ts'
import type { Clock } from '../../api/clock.ts'
import { isJsonObject, type JsonObject } from '../../api/object.ts'
import type { User } from '../../api/request.ts'
import type { ExchangeLimits } from '../http-exchange.ts'
import { type PostAnswer, postReview, standardPostLimits } from './post-review.ts'

/** What a webhook says about a token. Undefined: it is nobody's. */
export type Review = TokenBearer | RefusedCredentials | undefined

/** The audiences of a review: the requested ones, and those of this server. */
export type ReviewedToken = {
  readonly token: string
  readonly audiences: readonly string[]
  readonly serverAudiences: readonly string[]
}

export type ReviewContext = {
  readonly webhook: TokenWebhook
  readonly clock: Pick<Clock, 'after'>
  /** The group of the reviews. */
  readonly group: string
  /** Returns a number in [0, 1). */
  readonly random: () => number
  readonly limits?: ExchangeLimits
}

// As in genuine servers: five attempts, 0.5 s, 0.75 s, 1.125 s and 1.6875 s apart, and up to a fifth
// longer.
const attemptsMax = 5
const firstDelayMs = 500
const delayFactor = 1.5
const jitter = 0.2

// A webhook that wants more time than this gives no review, so that no request waits for hours.
const retryAfterMsMax = 30_000

/**
 * Posts a TokenReview. An attempt is repeated after a reset connection, 429, 500, 504, and any
 * failure with a `Retry-After` of up to 30 seconds. Rejects with an Error without the token if
 * there is no review.
 */
export async function reviewToken(wanted: ReviewedToken, context: ReviewContext): Promise<Review> {
  const { webhook, group } = context
  const apiVersion = `${group}/${webhook.version}`
  const { token, audiences } = wanted
  const review = {
    kind: 'TokenReview',
    apiVersion,
    metadata: {},
    spec: { token, audiences },
    status: { user: {} },
  }
  const answer = await postRepeatedly(review, context)
  return reviewIn(answer, apiVersion, wanted)
}

async function postRepeatedly(review: unknown, context: ReviewContext): Promise<PostAnswer> {
  const { webhook, clock, random, limits = standardPostLimits } = context
  let delayMs = firstDelayMs
  for (let attempt = 1; ; attempt++) {
    const found = await postReview(webhook, review, limits).catch((problem: unknown) => problem)
    const isLast = attempt === attemptsMax
    if (isAnswer(found)) {
      if (found.status >= 200 && found.status < 300) return found
      if (isLast || !isTransient(found) || (found.retryAfterMs ?? 0) > retryAfterMsMax)
        throw new Error(`expected status 200 or 201, got ${found.status}`)
    } else if (isLast || !isReset(found)) throw found
    const waitMs = delayMs * (1 + jitter * random())
    const ownMs = isAnswer(found) ? (found.retryAfterMs ?? 0) : 0
    await new Promise<void>(resolve => void clock.after(Math.max(waitMs, ownMs), resolve))
    delayMs *= delayFactor
  }
}

const isAnswer = (found: unknown): found is PostAnswer =>
  typeof found === 'object' && found !== null && 'status' in found

const isTransient = ({ status, retryAfterMs }: PostAnswer): boolean =>
  [429, 500, 504].includes(status) || retryAfterMs !== undefined

const isReset = (problem: unknown): boolean =>
  problem instanceof Error && 'code' in problem && problem.code === 'ECONNRESET'

function reviewIn(
  { text }: PostAnswer,
  apiVersion: string,
  { token, audiences, serverAudiences }: ReviewedToken,
): Review {
  const review = parsed(text)
  // A review without a type counts as the one that was requested.
  const { kind = 'TokenReview', apiVersion: version = apiVersion, status } = review
  if (kind !== 'TokenReview' || version !== apiVersion)
    throw new Error(`expected a TokenReview of ${apiVersion}, got another type`)
  const found = isJsonObject(status) ? status : {}
  const said = textsIn(found['audiences'])
  const valid = said.length > 0 ? said : serverAudiences
  const common = audiences.filter(audience => valid.includes(audience))
  if (common.length === 0) return undefined
  if (found['authenticated'] !== true) {
    const error = typeof found['error'] === 'string' ? found['error'] : ''
    // A webhook may quote the token.
    return error === '' ? undefined : { fault: error.replaceAll(token, '[token]') }
  }
  return { user: userIn(found['user']), audiences: common }
}

function parsed(text: string): JsonObject {
  try {
    const value: unknown = JSON.parse(text)
    if (isJsonObject(value)) return value
  } catch {
    // The text is not quoted, because it may contain the token.
  }
  throw new Error('expected a JSON object, got something else')
}

function userIn(given: unknown): User {
  const { username, uid, groups, extra } = isJsonObject(given) ? given : ({} as JsonObject)
  const attributes = isJsonObject(extra) ? Object.entries(extra) : []
  return {
    name: typeof username === 'string' ? username : '',
    uid: typeof uid === 'string' ? uid : '',
    groups: textsIn(groups),
    ...(attributes.length > 0 && {
      extra: Object.fromEntries(attributes.map(([key, values]) => [key, textsIn(values)])),
    }),
  }
}

const textsIn = (values: unknown): string[] =>
  Array.isArray(values) ? values.filter(value => typeof value === 'string') : []
