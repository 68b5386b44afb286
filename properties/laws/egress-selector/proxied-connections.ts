// Judges through which proxies a server connects (scenarios/egress-selector/proxied-webhooks.ts).

import type { EgressProxyName } from '../../../fixtures/objects/egress.ts'
import type { History } from '../../history/history.ts'
import { answerSummary, bodyValueAt, exchangeAt, isSuccess } from '../../history/history.ts'
import { applicable, precondition, verify } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import type { Registration } from '../../scenarios/egress-selector/proxied-webhooks.ts'

type Connect = { proxy: string; target: string }

function* connectsAt(history: History, label: string): Generator<Observation, Connect[]> {
  const exchange = exchangeAt(history, label)
  const connects = bodyValueAt(exchange, '/connects')
  yield* precondition(Array.isArray(connects), `${label} returned ${answerSummary(exchange)}`)
  return connects as Connect[]
}

/**
 * A webhook is registered, and was called: its object was refused, since nothing answers for it.
 */
function* requireCalled(history: History, hook: Registration): Generator<Observation> {
  for (const label of hook === 'service'
    ? ['create service', 'register service']
    : [`register ${hook}`]) {
    const exchange = exchangeAt(history, label)
    yield* applicable(exchange.answer?.status !== 404, `the server has no place for ${label}`)
    yield* precondition(isSuccess(exchange), `${label} returned ${answerSummary(exchange)}`)
  }
  const call = exchangeAt(history, `call ${hook}`)
  const status = call.answer?.status ?? 0
  yield* precondition(
    call.problem === undefined && status >= 400,
    `the webhook is not called: ${answerSummary(call)}`,
  )
}

const connectsOf = (history: History, hook: Registration, connects: readonly Connect[]) =>
  connects.filter(({ target }) => target.startsWith(`${history.context.prefix}${hook}.`))

/** Connections to a webhook pass a proxy, and no other one. */
export const passesProxy = (says: string, hook: Registration, proxy: EgressProxyName) =>
  function* (history: History): Generator<Observation> {
    yield* requireCalled(history, hook)
    const connects = connectsOf(history, hook, yield* connectsAt(history, 'connects'))
    yield verify(connects.length > 0 && connects.every(one => one.proxy === proxy), {
      says,
      expected: `connections to the webhook through the proxy ${proxy}`,
      got: connects[0] ?? 'none through a proxy',
      at: `call ${hook}`,
    })
  }

/** A proxy that nobody known vouches for is not used. The same proxy with its authority is. */
export function* refusesUnknownProxy(history: History): Generator<Observation> {
  yield* requireCalled(history, 'service')
  yield* requireCalled(history, 'url')
  const connects = yield* connectsAt(history, 'connects')
  yield* precondition(
    connectsOf(history, 'service', connects).length > 0,
    'no connection has come through the proxy whose authority is known',
  )
  const got = connectsOf(history, 'url', connects)
  yield verify(got.length === 0, {
    says: 'Without `caBundle` the authorities of the system vouch for the proxy.',
    expected: 'no connection through a proxy of another authority',
    got: got[0] ?? 'none',
    at: 'call url',
  })
}

/** Connections to an issuer pass no proxy, although other connections do. */
export function* reachesIssuerDirectly(history: History): Generator<Observation> {
  yield* requireCalled(history, 'url')
  const connects = yield* connectsAt(history, 'connects')
  yield* precondition(
    connectsOf(history, 'url', connects).length > 0,
    'no connection has come through a proxy',
  )
  const token = exchangeAt(history, 'token')
  const got = yield* connectsAt(history, 'issuer connects')
  // The issuer may be unreachable directly, but is not asked through a proxy.
  yield* precondition(
    got.length > 0 || isSuccess(token),
    `the token is not accepted: ${answerSummary(token)}`,
  )
  yield verify(got.length === 0, {
    says: 'Connections to issuers do not use the proxies.',
    expected: 'no connection to the issuer through a proxy',
    got: got[0] ?? 'none',
    at: 'token',
  })
}
