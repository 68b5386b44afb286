// Checks where a server finds the keys of an issuer, and which documents it believes. The server is
// that of the setup `issuers` (suites/setups/authentication.ts).

import {
  recordedCalls,
  refusesCredentials,
  requireAccepted,
} from '../../../properties/laws/authentication/who-one-is.ts'
import { inTurn } from '../../../properties/laws/in-turn.ts'
import {
  hostCalls,
  withGoodToken,
  withToken,
} from '../../../properties/scenarios/authentication/token-requests.ts'
import type { History } from '../../../properties/history/history.ts'
import { precondition, verify } from '../../../properties/history/observation.ts'
import type { Observation } from '../../../properties/history/observation.ts'
import type { Step } from '../../../properties/dsl/scenario.ts'
import { example } from '../../check.ts'

const discoveryOf = (issuer: string): string => `${issuer}/.well-known/openid-configuration`

export default [
  example(
    'AUTHN-036',
    [withGoodToken('twin', '/plain'), ...afterRequest(discoveryOf('/liar'), '/liar')],
    inTurn(
      refusesCredentials(
        'A token is refused if the discovery document names another issuer.',
        'twin',
        'token',
      ),
      wasRequested(discoveryOf('/liar')),
    ),
  ),
  example('AUTHN-037', [withGoodToken('token', '/plain'), hostCalls], function* (history) {
    const { calls } = yield* recordedCalls(history)
    yield* precondition(
      calls.some(path => path.startsWith('/plain')),
      'the server requested nothing of the issuer',
    )
    yield verify(calls.includes(discoveryOf('/plain')), {
      says: 'The discovery document is below the URL of the issuer.',
      expected: discoveryOf('/plain'),
      got: calls,
      at: 'calls',
    })
  }),
  example('AUTHN-038', [withGoodToken('twin', '/elsewhere'), hostCalls], function* (history) {
    yield* requireAccepted(history, 'twin')
    const { calls } = yield* recordedCalls(history)
    const says = 'discoveryURL is used as it is, instead of the place below the issuer.'
    const [wanted, other] = ['/odd/place/of/discovery', discoveryOf('/elsewhere')]
    yield verify(calls.includes(wanted) && !calls.includes(other), {
      says,
      expected: wanted,
      got: calls,
      at: 'calls',
    })
  }),
  example(
    'AUTHN-041',
    [withGoodToken('twin', '/elsewhere'), ...afterRequest('/renamed-discovery', '/renamed')],
    inTurn(
      refusesCredentials(
        'A token is refused if the document at discoveryURL does not name the URL of the issuer.',
        'twin',
        'token',
      ),
      wasRequested('/renamed-discovery'),
    ),
  ),
  example(
    'AUTHN-043',
    [
      withGoodToken('twin', '/plain'),
      withToken('first', '/untrusted'),
      withToken('token', '/untrusted'),
      hostCalls,
    ],
    function* (history) {
      const { calls, failedHandshakes } = yield* recordedCalls(history)
      yield* precondition(
        failedHandshakes > 0 || calls.includes(discoveryOf('/untrusted')),
        'the server did not connect to the issuer',
      )
      yield* refusesCredentials(
        'Without certificateAuthority, an issuer with a private authority is not trusted.',
        'twin',
        'token',
      )(history)
      yield verify(!calls.includes(discoveryOf('/untrusted')), {
        says: 'Without certificateAuthority, the authorities of the system are used.',
        expected: 'a failed handshake',
        got: discoveryOf('/untrusted'),
        at: 'calls',
      })
    },
  ),
]

/**
 * A token of an issuer after its discovery document was requested: before, a server may refuse all
 * of its tokens. A server may request the document with the first token.
 */
function afterRequest(path: string, issuer: string): Step[] {
  return [
    withToken('first', issuer),
    { poll: hostCalls, shows: { calls: [path] } },
    withToken('token', issuer),
  ]
}

/** The host of issuers has recorded a request, so that the refusal has the reason of the rule. */
function wasRequested(path: string) {
  return function* (history: History): Generator<Observation> {
    const { calls } = yield* recordedCalls(history)
    yield* precondition(calls.includes(path), `the server did not request ${path}`)
  }
}
