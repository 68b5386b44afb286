// Checks what a server that was started with an authentication file does with tokens. The file is
// that of the setup `issuers` (suites/setups/authentication.ts).

import fc from 'fast-check'
import { standardSubject } from '../../../fixtures/objects/tokens.ts'
import {
  areUsers,
  isUser,
  refusesCredentials,
  requireAccepted,
} from '../../../properties/laws/authentication/who-one-is.ts'
import {
  serverLog,
  withGoodToken,
  withToken,
} from '../../../properties/scenarios/authentication/token-requests.ts'
import type { TokenDescription } from '../../../properties/scenarios/authentication/token-requests.ts'
import { bodyValueAt, exchangeAt, hasStep } from '../../../properties/history/history.ts'
import { applicable, verify } from '../../../properties/history/observation.ts'
import type { Step } from '../../../properties/dsl/scenario.ts'
import { scenarioWith } from '../../../properties/dsl/steps.ts'
import type { Term } from '../../../properties/dsl/term.ts'
import { inTurn } from '../../../properties/laws/in-turn.ts'
import { example, property } from '../../check.ts'
import type { Check } from '../../check.ts'
import type { Id } from '../../generated/catalogue.ts'

const allUsers = 'system:authenticated'

/** Tokens of one issuer that differ from a good one in what the rule is about. */
const refused = (
  id: Id,
  says: string,
  issuer: string,
  good: TokenDescription,
  ...bad: TokenDescription[]
): Check => {
  const labels = bad.map((_, index) => `token ${index + 1}`)
  return example(
    id,
    [
      withGoodToken('twin', issuer, good),
      ...bad.map((token, index) => withToken(labels[index] ?? '', issuer, token)),
    ],
    refusesCredentials(says, 'twin', ...labels),
  )
}

const claims = (members: Record<string, Term>): TokenDescription => ({ claims: members })
const without = (...names: string[]): TokenDescription => ({ without: names })
const iss = (...parts: Term[]): TokenDescription => claims({ iss: { $join: parts } })

const audiences = ['one', 'two', 'three', 'four']
const accepted = ['one', 'two']

// The message of a claim rule in the setup, and how it begins.
const begin = 'touchstone: '
const message = `${begin}\${claims.level} is not there`

const attribute = (name: string): string => `touchstone.example/${name}`

export default [
  refused(
    'AUTHN-014',
    'A token with a wrong signature is refused.',
    '/plain',
    {},
    { key: 'foreign' },
  ),
  refused('AUTHN-015', 'A token without iss is refused.', '/plain', {}, without('iss')),
  refused('AUTHN-016', 'A token without aud is refused.', '/plain', {}, without('aud')),
  refused('AUTHN-017', 'A token without exp is refused.', '/plain', {}, without('exp')),
  refused(
    'AUTHN-018',
    'A token without the claim of the user name is refused.',
    '/plain',
    {},
    without('sub'),
  ),
  refused('AUTHN-019', 'An expired token is refused.', '/plain', {}, { lifeSeconds: -60 }),
  refused(
    'AUTHN-032',
    'A user is refused for whom one of the validation rules is false.',
    '/ruled',
    claims({ level: 1, sub: 'third' }),
    claims({ level: 1, sub: 'first' }),
    claims({ level: 1, sub: 'second' }),
  ),
  refused(
    'AUTHN-035',
    'A token whose iss is not exactly the URL of the issuer is refused.',
    '/plain',
    {},
    iss({ $host: '/plain' }, '/'),
    iss({ $host: '/Plain' }),
    iss('https://127.0.0.1:1/plain'),
  ),
  property(
    'AUTHN-045',
    fc.oneof(fc.subarray(audiences, { minLength: 1 }), fc.constantFrom(...audiences)).map(aud => {
      const isShared = [aud].flat().some(one => accepted.includes(one))
      return scenarioWith(
        withGoodToken('twin', '/audiences', claims({ aud: accepted })),
        withToken(isShared ? 'accepted' : 'refused', '/audiences', claims({ aud })),
      )
    }),
    function* (history) {
      yield* requireAccepted(history, 'twin')
      if (hasStep(history, 'accepted'))
        yield* areUsers('twin', 'A token with one accepted audience is accepted.', {
          accepted: { username: standardSubject },
        })(history)
      else
        yield* refusesCredentials(
          'A token without an accepted audience is refused.',
          'twin',
          'refused',
        )(history)
    },
  ),
  refused(
    'AUTHN-048',
    'A claim must have exactly the required value.',
    '/required',
    claims({ tenant: '1' }),
    claims({ tenant: '2' }),
    {},
    claims({ tenant: 1 }),
  ),
  refused(
    'AUTHN-049',
    'A claim without a required value must be present and empty.',
    '/present',
    claims({ tenant: '' }),
    {},
    claims({ tenant: 'one' }),
  ),
  example(
    'AUTHN-051',
    [
      withGoodToken('twin', '/ruled', claims({ level: 1, sub: 'third' })),
      withToken('token', '/ruled'),
      serverLog,
    ],
    function* (history) {
      yield* refusesCredentials(
        'A claim rule that is false refuses the token.',
        'twin',
        'token',
      )(history)
      const lines = bodyValueAt(exchangeAt(history, 'log'), '/lines')
      const found = Array.isArray(lines) ? lines.map(String).filter(one => one.includes(begin)) : []
      yield* applicable(found.length > 0, 'the log does not show why tokens are refused')
      yield verify(
        found.some(line => line.includes(message)),
        {
          says: 'The message of a rule is used as it is.',
          expected: `a line with ${message}`,
          got: found[0],
          at: 'log',
        },
      )
    },
  ),
  // A genuine server reads null as an empty string, so null is not sent.
  refused(
    'AUTHN-055',
    'A user name that is not a single string is refused.',
    '/plain',
    {},
    ...[7, true, [standardSubject], {}].map(sub => claims({ sub })),
  ),
  example(
    'AUTHN-056',
    ['/claims', '/expressions'].flatMap((issuer): Step[] => [
      withGoodToken(`twin ${issuer}`, issuer, claims({ uid: 'u' })),
      withToken(`text ${issuer}`, issuer, claims({ groups: 'a', uid: 'u' })),
      withToken(`list ${issuer}`, issuer, claims({ groups: ['a', 'b'], uid: 'u' })),
      withToken(`number ${issuer}`, issuer, claims({ groups: 7, uid: 'u' })),
    ]),
    inTurn(
      ...['/claims', '/expressions'].flatMap(issuer => [
        areUsers(`twin ${issuer}`, 'Groups are a string or an array of strings.', {
          [`text ${issuer}`]: { groups: ['a'] },
          [`list ${issuer}`]: { groups: ['a', 'b'] },
        }),
        refusesCredentials(
          'Groups of another type are refused.',
          `twin ${issuer}`,
          `number ${issuer}`,
        ),
      ]),
    ),
  ),
  example(
    'AUTHN-058',
    [
      withGoodToken('twin', '/claims', claims({ groups: 'a', uid: 'u' })),
      withToken('claim []', '/claims', claims({ groups: [], uid: 'u' })),
      withToken('claim null', '/claims', claims({ groups: null, uid: 'u' })),
      withGoodToken('other twin', '/expressions', claims({ groups: 'a' })),
      withToken('expression []', '/expressions', claims({ groups: [] })),
      withToken("expression ''", '/expressions', claims({ groups: '' })),
      withToken('expression null', '/expressions', claims({ groups: null })),
    ],
    function* (history) {
      yield* requireAccepted(history, 'twin', 'other twin')
      const labels = ['claim []', 'claim null', 'expression []', "expression ''", 'expression null']
      for (const label of labels)
        yield* isUser(
          history,
          label,
          { groups: [allUsers], otherGroups: ['', 'a'] },
          'Empty values of groups count as absent.',
        )
    },
  ),
  example(
    'AUTHN-059',
    [
      withGoodToken('twin', '/plain'),
      withGoodToken('text', '/claims', claims({ uid: 'u-1' })),
      withToken('number', '/claims', claims({ uid: 7 })),
      withToken('list', '/claims', claims({ uid: ['u-1'] })),
      withGoodToken('text by expression', '/expressions', claims({ uid: 'u-2' })),
      withToken('number by expression', '/expressions', claims({ uid: 7 })),
    ],
    inTurn(
      areUsers('twin', 'The uid is a single string.', {
        text: { uid: 'u-1' },
        'text by expression': { uid: 'u-2' },
      }),
      refusesCredentials('A uid that is not a string is refused.', 'text', 'number', 'list'),
      refusesCredentials(
        'A uid that is not a string is refused.',
        'text by expression',
        'number by expression',
      ),
    ),
  ),
  example(
    'AUTHN-060',
    [
      withGoodToken('twin', '/expressions'),
      withToken('token', '/expressions', claims({ one: 'a', two: 'b' })),
    ],
    areUsers('twin', 'Every mapping of extra attributes gives one attribute.', {
      token: { extra: { [attribute('one')]: ['a'], [attribute('two')]: ['b'] } },
    }),
  ),
  example(
    'AUTHN-062',
    [
      withGoodToken('plain', '/plain'),
      withGoodToken('prefixed', '/prefixed', claims({ groups: ['a', 'b'] })),
    ],
    areUsers('plain', 'A prefix is put before the value, and an empty one adds nothing.', {
      prefixed: {
        username: `oidc:${standardSubject}`,
        groups: ['oidc:a', 'oidc:b'],
        otherGroups: ['a', 'b'],
      },
      plain: { username: standardSubject },
    }),
  ),
  example(
    'AUTHN-070',
    [
      withGoodToken('twin', '/expressions'),
      withToken('text', '/expressions', claims({ one: 'a' })),
      withToken('list', '/expressions', claims({ one: ['a', 'b'] })),
      withToken('number', '/expressions', claims({ one: 7 })),
    ],
    inTurn(
      areUsers('twin', 'A value expression gives a string or an array of strings.', {
        text: { extra: { [attribute('one')]: ['a'] } },
        list: { extra: { [attribute('one')]: ['a', 'b'] } },
      }),
      refusesCredentials('Extra values of another type are refused.', 'twin', 'number'),
    ),
  ),
  example(
    'AUTHN-071',
    [
      withGoodToken('twin', '/expressions', claims({ one: 'a', two: 'b' })),
      withToken("''", '/expressions', claims({ one: '', two: 'b' })),
      withToken('[]', '/expressions', claims({ one: [], two: 'b' })),
      withToken('null', '/expressions', claims({ one: null, two: 'b' })),
    ],
    function* (history) {
      yield* requireAccepted(history, 'twin')
      for (const label of ["''", '[]', 'null'])
        yield* isUser(
          history,
          label,
          { extra: { [attribute('one')]: null, [attribute('two')]: ['b'] } },
          'Empty extra values count as absent.',
        )
    },
  ),
  example(
    'AUTHN-072',
    [
      withGoodToken('twin', '/expressions'),
      withToken('token', '/expressions', claims({ one: ['a', '', 'b'] })),
    ],
    areUsers('twin', 'Empty strings are dropped from arrays of extra values.', {
      token: { extra: { [attribute('one')]: ['a', 'b'] } },
    }),
  ),
]
