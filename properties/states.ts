// Which interesting states a history reached, counted in the report: a run that never saw a
// second chunk has said little about chunks, whatever its verdicts.

import type { Exchange, History } from './history.ts'
import { read, succeeded } from './history.ts'

/** The names of the states that a history reached, with repetitions. */
export function* statesReached(history: History): Generator<string> {
  for (const exchange of history.exchanges) {
    if (exchange.request.path === '') yield `control: ${exchange.request.method}`
    else if (exchange.problem !== undefined) yield 'no answer'
    else yield* statesOf(exchange)
  }
  if (overlaps(history)) yield 'requests at the same time'
}

function* statesOf(exchange: Exchange): Generator<string> {
  const { method } = exchange.request
  const status = exchange.answer?.status ?? 0
  yield `${method} ${Math.floor(status / 100)}xx`
  if (status === 409 || status === 410 || status === 504) yield `${status}`
  if (
    method === 'GET' &&
    exchange.about &&
    exchange.about.name === undefined &&
    succeeded(exchange)
  )
    yield* listStates(exchange)
}

function* listStates(exchange: Exchange): Generator<string> {
  const { query } = exchange.request
  const paging = 'continue' in query ? 'continue' : 'limit' in query ? 'limit' : 'no limit'
  const version = query['resourceVersion']
  const versionClass = version === undefined ? 'unset' : version === '0' ? '0' : 'other'
  yield `list: match ${query['resourceVersionMatch'] ?? 'unset'}, ${paging}, version ${versionClass}`
  if (
    typeof read(exchange, '/metadata/continue') === 'string' &&
    read(exchange, '/metadata/continue') !== ''
  )
    yield 'list: incomplete'
  if ('labelSelector' in query || 'fieldSelector' in query) yield 'list: with a selector'
  const items = read(exchange, '/items')
  if (Array.isArray(items) && items.length === 0) yield 'list: empty'
}

const overlaps = ({ exchanges }: History): boolean =>
  exchanges.some((one, index) => {
    const next = exchanges[index + 1]
    return (
      next !== undefined &&
      one.lane !== undefined &&
      next.lane !== one.lane &&
      next.sentAt < one.answeredAt
    )
  })
