// Asks a webhook who the bearer of a token is.

import type { RefusedCredentials, TokenBearer, TokenWebhook } from '../../api/authentication.ts'
import { isJsonObject, type JsonObject } from '../../api/object.ts'
import type { User } from '../../api/request.ts'
import { jsonObjectIn } from '../webhooks/json-answer.ts'
import type { PostAnswer } from '../webhooks/post-review.ts'
import { type PostContext, postRepeatedly } from '../webhooks/post-repeatedly.ts'

/** What a webhook says about a token. Undefined: it is nobody's. */
export type Review = TokenBearer | RefusedCredentials | undefined

/** The audiences of a review: the requested ones, and those of this server. */
export type ReviewedToken = {
  readonly token: string
  readonly audiences: readonly string[]
  readonly serverAudiences: readonly string[]
}

export type ReviewContext = Omit<PostContext, 'firstDelayMs'> & {
  readonly webhook: TokenWebhook
  /** The group of the reviews. */
  readonly group: string
}

// As in genuine servers.
const firstDelayMs = 500

/** Posts a TokenReview. Rejects with an Error without the token if there is no review. */
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
  const answer = await postRepeatedly(review, { ...context, firstDelayMs })
  return reviewIn(answer, apiVersion, wanted)
}

function reviewIn(
  { text }: PostAnswer,
  apiVersion: string,
  { token, audiences, serverAudiences }: ReviewedToken,
): Review {
  const review = jsonObjectIn(text)
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
