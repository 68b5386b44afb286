// Which interesting states a history reached, counted in the report: a run that never saw a
// second chunk has said little about chunks, whatever its verdicts.

import type { Exchange, History, Stream } from './history.ts'
import { read, succeeded } from './history.ts'
import { valueAt } from './term.ts'

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
  if (exchange.stream) yield* streamStates(exchange, exchange.stream)
  else if (
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
  const match = query['resourceVersionMatch'] ?? 'unset'
  yield `list: match ${match}, ${paging}, version ${versionClass(query)}`
  if (
    typeof read(exchange, '/metadata/continue') === 'string' &&
    read(exchange, '/metadata/continue') !== ''
  )
    yield 'list: incomplete'
  if ('labelSelector' in query || 'fieldSelector' in query) yield 'list: with a selector'
  const items = read(exchange, '/items')
  if (Array.isArray(items) && items.length === 0) yield 'list: empty'
}

function* streamStates({ request, about }: Exchange, stream: Stream): Generator<string> {
  const { query } = request
  const start = query['sendInitialEvents'] === 'true' ? 'initial events' : 'events'
  yield `watch: ${start} from version ${versionClass(query)}`
  if ('labelSelector' in query || 'fieldSelector' in query) yield 'watch: with a selector'
  if (about && about.namespace === undefined) yield 'watch: the whole collection'
  for (const type of new Set(stream.frames.map(frame => valueAt(frame.document, '/type'))))
    yield `watch: ${String(type)}`
  if (stream.frames.length === 0) yield 'watch: without an event'
  yield `watch: ${stream.end?.how ?? 'open'}`
}

const versionClass = ({ resourceVersion }: Record<string, string>): string =>
  resourceVersion === undefined ? 'unset' : resourceVersion === '0' ? '0' : 'other'

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
