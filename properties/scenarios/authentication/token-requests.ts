// Builds requests with tokens to the server of the setup `issuers` (suites/setups). Each asks who
// one is.

import { callsPath, logPath } from '../../../fixtures/objects/tokens.ts'
import type { PollStep, RequestStep } from '../../dsl/scenario.ts'
import { issuersHost, onSetup } from '../../dsl/setup-names.ts'
import { rawRequest } from '../../dsl/steps.ts'
import type { Term, TokenHole } from '../../dsl/term.ts'

/** The claims of a token and other properties, apart from its issuer. */
export type TokenDescription = Omit<TokenHole, '$token'>

const setupOfIssuers = 'issuers'

const reviewPath: Term = {
  $join: ['/apis/', { $group: 'authentication' }, '/v1/selfsubjectreviews'],
}

/** Asks the server of the setup who the sender of a token is. */
export const withToken = (as: string, issuer: string, more: TokenDescription = {}): RequestStep =>
  rawRequest(as, 'POST', reviewPath, {
    body: {
      apiVersion: { $join: [{ $group: 'authentication' }, '/v1'] },
      kind: 'SelfSubjectReview',
    },
    who: 'anonymous',
    server: onSetup(setupOfIssuers),
    headers: { authorization: { $join: ['Bearer ', { $token: issuer, ...more }] } },
  })

/**
 * The same until it succeeds, as a control: a server may need a moment after its start to fetch the
 * keys of an issuer.
 */
export const withGoodToken = (
  as: string,
  issuer: string,
  more: TokenDescription = {},
): PollStep => ({
  poll: withToken(as, issuer, more),
  shows: { kind: 'SelfSubjectReview' },
})

/** Reads what the host of issuers has recorded (`calls`). */
export const hostCalls: RequestStep = rawRequest('calls', 'GET', callsPath, {
  who: 'anonymous',
  server: issuersHost,
})

/** Reads the log of the server (`log`). */
export const serverLog: RequestStep = rawRequest('log', 'GET', logPath(setupOfIssuers), {
  who: 'anonymous',
  server: issuersHost,
})
