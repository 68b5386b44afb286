// Checks the forms of credentials on a server that was started with an authentication file and
// authorities of client certificates (suites/setups/authentication.ts).

import {
  clientCertificatesSetup,
  withCertificate,
} from '../../../fixtures/objects/client-certificates.ts'
import type { ClientCertificateSpec } from '../../../fixtures/objects/client-certificates.ts'
import { standardSubject } from '../../../fixtures/objects/tokens.ts'
import { answerSummary, exchangeAt } from '../../../properties/history/history.ts'
import { precondition } from '../../../properties/history/observation.ts'
import { isUser, requireAccepted } from '../../../properties/laws/authentication/who-one-is.ts'
import { withToken } from '../../../properties/scenarios/authentication/token-requests.ts'
import type { RequestStep } from '../../../properties/dsl/scenario.ts'
import { onSetup } from '../../../properties/dsl/setup-names.ts'
import { example } from '../../check.ts'

const server = onSetup(clientCertificatesSetup)
const asClient = (by: ClientCertificateSpec['by']) =>
  onSetup(withCertificate(clientCertificatesSetup, { user: standardSubject, by }))

const withoutToken = (as: string, alternate: string): RequestStep => ({
  ...withToken(as, '/plain'),
  headers: {},
  alternate,
})

export default [
  example(
    'AUTHN-005',
    [
      {
        until: { ...withToken('token', '/plain'), alternate: server },
        shows: { kind: 'SelfSubjectReview' },
      },
      withoutToken('nothing', server),
      withoutToken('foreign', asClient('foreign authority')),
      withoutToken('certificate', asClient('authority')),
    ],
    function* (history) {
      yield* requireAccepted(history, 'token')
      // Otherwise the server does not need the credentials, and they show nothing.
      for (const label of ['nothing', 'foreign']) {
        const exchange = exchangeAt(history, label)
        yield* precondition(
          exchange.answer?.status === 401,
          `${label}: a request without valid credentials returned ${answerSummary(exchange)}`,
        )
      }
      yield* isUser(
        history,
        'token',
        { username: standardSubject },
        'A client may authenticate by a bearer token.',
      )
      yield* isUser(
        history,
        'certificate',
        { username: standardSubject },
        'A client may authenticate by a certificate and its key, as the user of the common name.',
      )
    },
  ),
]
