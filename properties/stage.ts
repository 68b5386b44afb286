// Where a scenario is being performed: its history so far, and how a request gets into it.

import { WireProblem } from '../fixtures/client/client.ts'
import type { Client, WireAnswer, WireRequest } from '../fixtures/client/client.ts'
import { apiVersionOf, pathOf, sampleOf } from '../fixtures/objects/probe-types.ts'
import type { Bench } from './bench.ts'
import { succeeded } from './history.ts'
import type { Exchange, Answer, History } from './history.ts'
import { viewOf } from './open-stream.ts'
import type { OpenStream } from './open-stream.ts'
import type { Place, Request } from './scenario.ts'
import { Dangling, fill } from './term.ts'
import type { Fillings, Term } from './term.ts'

// What one history may hold of bodies: far more than any scenario asks for.
const historyBytesMax = 64 * 1024 * 1024

/** Where a scenario is being performed. */
export type Stage = {
  history: History
  bench: Bench
  fillings: Fillings
  signal: AbortSignal
  /** The streams that were opened, by label. */
  streams: Map<string, OpenStream>
  /** Watches that are waiting for their answer, and what ends their waiting. */
  opening: { step: string; opened: Promise<void> }[]
  over: AbortController
  /** Counts bytes of bodies; false when the history holds enough of them. */
  hasRoom(bytes: number): boolean
}

/** An empty history and what fills its requests. */
export function newStage(bench: Bench, signal: AbortSignal): Stage {
  const prefix = bench.nextPrefix()
  const history: History = {
    exchanges: [],
    words: {
      dialect: bench.dialect,
      apiDomain: bench.apiDomain,
      ordered: bench.ordered,
      prefix,
      namespaces: bench.namespaces,
      types: bench.types,
    },
  }
  const fillings: Fillings = {
    seen: label => answerSeen(history, label),
    name: logical => prefix + logical,
    namespace: index => bench.namespaces[index] ?? `${bench.namespaces[0]}-${index}`,
    sample: (role, name, content) => sampleOf(bench.types[role], bench.run, name, content),
    word: (word, role) =>
      word === 'apiVersion' ? apiVersionOf(bench.types[role]) : bench.types[role][word],
    group: name => `${name}.${bench.apiDomain}`,
  }
  let bytes = 0
  const hasRoom = (more: number) => (bytes += more) <= historyBytesMax
  return {
    history,
    bench,
    fillings,
    signal,
    streams: new Map(),
    opening: [],
    over: new AbortController(),
    hasRoom,
  }
}

/**
 * Of several exchanges with one label the last that succeeded counts, so that writes to one object
 * can share a label.
 */
function answerSeen(history: History, label: string): unknown {
  const labelled = history.exchanges.filter(one => one.step === label)
  const last = labelled.findLast(succeeded) ?? labelled.at(-1)
  return last?.stream ? viewOf(last.stream) : last?.answer?.body
}

/** An exchange in the history from the moment that it is about to be sent. */
export function begin(request: Request, { history }: Stage, lane: number | undefined): Exchange {
  const exchange: Exchange = {
    step: request.as,
    ...(lane === undefined ? {} : { lane }),
    request: {
      method: request.method,
      path: '',
      query: {},
      headers: request.headers ?? {},
      who: request.who ?? 'admin',
    },
    sentAt: performance.now(),
    answeredAt: 0,
  }
  history.exchanges.push(exchange)
  return exchange
}

/** Acts, and records why it could not: a dangling reference, a broken connection, a limit. */
export async function attempted(exchange: Exchange, act: () => Promise<void>): Promise<void> {
  try {
    await act()
  } catch (problem) {
    if (!(problem instanceof Dangling || problem instanceof WireProblem)) throw problem
    exchange.problem = problem.message
  }
}

/** A request with its holes filled, and who sends it. @throws Dangling */
export function addressed(
  exchange: Exchange,
  request: Request,
  stage: Stage,
): { client: Client; wire: WireRequest } {
  const client = stage.bench.clients[exchange.request.who]
  address(exchange, request, stage)
  if (!client) throw new Dangling(`the target names no credentials of ${exchange.request.who}`)
  exchange.sentAt = performance.now()
  const turn = stage.history.exchanges.indexOf(exchange) % client.endpoints
  if (client.endpoints > 1) exchange.request.endpoint = turn
  const { method, path, headers, body } = exchange.request
  return { client, wire: { method, path, headers, turn, ...(body === undefined ? {} : { body }) } }
}

/** Fills the holes of a request and writes the result into its exchange. */
function address(exchange: Exchange, request: Request, { bench, fillings }: Stage): void {
  const query = Object.entries(request.query ?? {}).map(([key, term]): [string, string] => [
    key,
    String(fill(term, fillings)),
  ])
  const search = new URLSearchParams(query).toString()
  const { path, about } = pathTo(request.to, bench, fillings)
  exchange.request.path = search === '' ? path : `${path}?${search}`
  exchange.request.query = Object.fromEntries(query)
  if (about) exchange.about = about
  if (request.body !== undefined) exchange.request.body = bodyText(request.body, fillings)
}

function pathTo(
  to: Place,
  bench: Bench,
  fillings: Fillings,
): { path: string; about?: NonNullable<Exchange['about']> } {
  if ('path' in to) return { path: String(fill(to.path, fillings)) }

  const type = bench.types[to.role]
  const namespace =
    type.namespaced && to.namespace !== 'all' ? fillings.namespace(to.namespace ?? 0) : undefined
  const name = to.name === undefined ? undefined : String(fill(to.name, fillings))
  return {
    path: pathOf(type, namespace, name, to.subresource),
    about: {
      role: to.role,
      ...(namespace === undefined ? {} : { namespace }),
      ...(name === undefined ? {} : { name }),
    },
  }
}

function bodyText(body: Term | { $text: Term }, fillings: Fillings): string {
  const isText = typeof body === 'object' && body !== null && '$text' in body
  if (isText) return String(fill((body as { $text: Term }).$text, fillings))
  return JSON.stringify(fill(body as Term, fillings))
}

/** An answer as histories hold it. */
export function toAnswer(answer: WireAnswer): Answer {
  const text = answer.bytes.toString('utf8')
  return { status: answer.status, headers: answer.headers, text, body: parsed(text) }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Not JSON: a plain text refusal, or garbage. Judges that need a body say so.
    return undefined
  }
}
