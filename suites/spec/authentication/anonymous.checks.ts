// Checks requests without credentials, and with wrong ones, on servers that were started with
// authentication files (suites/setups/authentication.ts).

import type { History } from '../../../properties/history/history.ts'
import { answerSummary, exchangeAt } from '../../../properties/history/history.ts'
import {
  applicable,
  precondition,
  refusalWith,
  verify,
} from '../../../properties/history/observation.ts'
import type { Observation } from '../../../properties/history/observation.ts'
import { requireDecision } from '../../../properties/laws/decisions.ts'
import { onSetup } from '../../../properties/dsl/setup-names.ts'
import type { RequestStep } from '../../../properties/dsl/scenario.ts'
import { list, rawRequest } from '../../../properties/dsl/steps.ts'
import { example } from '../../check.ts'

const accepting = 'issuers'
const onSomePaths = 'anonymous on some paths'
const refusing = 'no anonymous requests'

const anonymously = (as: string, path: string, setup: string): RequestStep =>
  rawRequest(as, 'GET', path, { who: 'anonymous', server: onSetup(setup) })

const listOn = (as: string, setup: string): RequestStep =>
  list(as, 'core', { limit: 1, who: 'anonymous', server: onSetup(setup) })

const paths = ['/livez', '/readyz', '/version', '/api', '/apis', '/touchstone-nothing']

/** A response shows that a request passed authentication, or that it did not. */
function* passes(
  history: History,
  label: string,
  wanted: boolean,
  says: string,
): Generator<Observation> {
  const exchange = yield* requireDecision(history, label)
  yield verify((exchange.answer?.status !== 401) === wanted, {
    says,
    expected: wanted ? 'no 401' : refusalWith(401),
    got: answerSummary(exchange),
    at: exchange,
  })
}

const requireStatus = (history: History, label: string, isRefused: boolean) => {
  const exchange = exchangeAt(history, label)
  return precondition(
    (exchange.answer?.status === 401) === isRefused && exchange.answer !== undefined,
    `${label} returned ${answerSummary(exchange)}`,
  )
}

export default [
  example(
    'AUTHN-001',
    [listOn('accepted', accepting), listOn('refused', refusing)],
    function* (history) {
      yield* requireStatus(history, 'refused', true)
      yield* passes(
        history,
        'accepted',
        true,
        'A request without credentials is anonymous if such requests are accepted.',
      )
    },
  ),
  example(
    'AUTHN-002',
    [
      list('anonymous', 'core', { limit: 1, who: 'anonymous' }),
      list('bad', 'core', { limit: 1, who: 'bad-token' }),
    ],
    function* (history) {
      const anonymous = exchangeAt(history, 'anonymous')
      yield* applicable(
        anonymous.answer?.status !== 401,
        'the server accepts no requests without credentials',
      )
      yield* precondition(anonymous.answer !== undefined, 'anonymous got no response')
      yield* passes(
        history,
        'bad',
        false,
        'A request with rejected credentials is refused, and is not anonymous.',
      )
    },
  ),
  example(
    'AUTHN-025',
    [
      anonymously('condition', '/livez', onSomePaths),
      anonymously('other path', '/readyz', onSomePaths),
      listOn('resource', onSomePaths),
    ],
    function* (history) {
      yield* passes(
        history,
        'condition',
        true,
        'An anonymous request to a listed path is accepted.',
      )
      for (const label of ['other path', 'resource'])
        yield* passes(history, label, false, 'Anonymous requests to other paths are refused.')
    },
  ),
  example(
    'AUTHN-026',
    [
      ...paths.map(path => anonymously(`get ${path}`, path, accepting)),
      listOn('resource', accepting),
      listOn('refused', refusing),
    ],
    function* (history) {
      yield* requireStatus(history, 'refused', true)
      for (const label of [...paths.map(path => `get ${path}`), 'resource'])
        yield* passes(
          history,
          label,
          true,
          'Without conditions, anonymous requests are accepted on all paths.',
        )
    },
  ),
]
