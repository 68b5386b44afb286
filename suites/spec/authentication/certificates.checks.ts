// Checks the forms of credentials on a server that was started with an authentication file and
// authorities of client certificates (suites/setups/authentication.ts).

import {
  clientCertificatesSetup,
  withCertificate,
} from '../../../fixtures/objects/client-certificates.ts'
import type { ClientCertificateSpec } from '../../../fixtures/objects/client-certificates.ts'
import { standardSubject } from '../../../fixtures/objects/tokens.ts'
import { answerSummary, exchangeAt } from '../../../properties/history/history.ts'
import type { History } from '../../../properties/history/history.ts'
import { precondition } from '../../../properties/history/observation.ts'
import type { Observation } from '../../../properties/history/observation.ts'
import {
  isSomebody,
  isUser,
  refusesCredentials,
  requireAccepted,
} from '../../../properties/laws/authentication/who-one-is.ts'
import { withToken } from '../../../properties/scenarios/authentication/token-requests.ts'
import type { RequestStep } from '../../../properties/dsl/scenario.ts'
import { onSetup } from '../../../properties/dsl/setup-names.ts'
import { example } from '../../check.ts'

const server = onSetup(clientCertificatesSetup)
const asClient = (by: ClientCertificateSpec['by']) =>
  onSetup(withCertificate(clientCertificatesSetup, { user: standardSubject, by }))

const withoutToken = (as: string, server: string): RequestStep => ({
  ...withToken(as, '/plain'),
  headers: {},
  server,
})

const certificate = withoutToken('certificate', asClient('authority'))

/** The precondition that the server requires credentials. Otherwise they have no effect. */
function* requireUnauthorized(history: History, label: string): Generator<Observation> {
  const exchange = exchangeAt(history, label)
  yield* precondition(
    exchange.answer?.status === 401,
    `${label}: a request without valid credentials returned ${answerSummary(exchange)}`,
  )
}

export default [
  example(
    'AUTHN-005',
    [
      {
        poll: { ...withToken('token', '/plain'), server },
        shows: { kind: 'SelfSubjectReview' },
      },
      withoutToken('nothing', server),
      certificate,
    ],
    function* (history) {
      yield* requireAccepted(history, 'token')
      yield* requireUnauthorized(history, 'nothing')
      yield* isUser(
        history,
        'token',
        { username: standardSubject },
        'A client may authenticate by a bearer token.',
      )
      yield* isSomebody(
        history,
        'certificate',
        'A client may authenticate by a certificate and its key.',
      )
    },
  ),
  example(
    'K8S-AUTHN-001',
    [
      withoutToken('nothing', server),
      certificate,
      withoutToken('foreign', asClient('foreign authority')),
    ],
    function* (history) {
      yield* requireUnauthorized(history, 'nothing')
      yield* isUser(
        history,
        'certificate',
        { username: standardSubject },
        'The user name of a client certificate is its common name.',
      )
      yield* refusesCredentials(
        'A certificate of another authority is refused with 401.',
        'certificate',
        'foreign',
      )(history)
    },
  ),
]
