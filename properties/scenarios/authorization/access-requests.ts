// Builds requests to the server that asks webhooks about them (suites/setups/authorization.ts). The
// name of a user says which webhooks are asked, and what they answer.

import {
  accessReviewSetup,
  accessReviewsPath,
  type AccessUser,
  accessUserPrefix,
} from '../../../fixtures/objects/access-reviews.ts'
import type { PollStep, RequestStep } from '../../dsl/scenario.ts'
import { issuersHost, onSetup } from '../../dsl/setup-names.ts'
import { caseName, rawRequest } from '../../dsl/steps.ts'
import type { Term } from '../../dsl/term.ts'
import { untilLaterSecondThan } from '../../dsl/write-steps.ts'

/** A request of a user: a list of namespaces unless it has another method and path. */
export type AccessRequest = {
  method?: string
  path?: string
  body?: Term
  groups?: string[]
}

export const namespacesPath = '/api/v1/namespaces'

const server = onSetup(accessReviewSetup)

const nameOf = (user: AccessUser): Term => ({
  $join: [accessUserPrefix(user), caseName('user')],
})

/** A request of a user, with a token of the issuer that the server trusts. */
export const requestBy = (
  as: string,
  user: AccessUser,
  { method = 'GET', path = namespacesPath, body, groups }: AccessRequest = {},
): RequestStep =>
  rawRequest(as, method, path, {
    who: 'anonymous',
    server,
    headers: {
      authorization: {
        $join: [
          'Bearer ',
          {
            $token: '/access',
            claims: { sub: nameOf(user), ...(groups && { groups }) },
            // A genuine server shows the id of a token to webhooks, so that reviews would differ.
            without: ['jti'],
          },
        ],
      },
    },
    ...(body !== undefined && { body }),
  })

/** A user whom all webhooks allow everything. */
const admitted: AccessUser = { route: 'no-opinion', first: 'allow', next: 'allow' }

/**
 * A request that a webhook allows, as soon as it succeeds (`ready`): a server may need a moment
 * after its start to fetch the keys of the issuer.
 */
export const untilReady: PollStep = { poll: requestBy('ready', admitted) }

/** Reads what the webhooks were asked about a user. */
export const readReviews = (as: string, user: AccessUser): RequestStep =>
  rawRequest(
    as,
    'GET',
    { $join: [`${accessReviewsPath}/`, nameOf(user)] },
    { who: 'anonymous', server: issuersHost },
  )

/** Waits until the clock of the server is `seconds` later, at least one second less. */
export const waitSeconds = (seconds: number): (RequestStep | PollStep)[] => {
  const read = (as: string) => rawRequest(as, 'GET', '/version', { server })
  return [
    read('wait 0'),
    ...Array.from({ length: seconds }, (_, index) =>
      untilLaterSecondThan(`wait ${index}`, read(`wait ${index + 1}`)),
    ),
  ]
}
