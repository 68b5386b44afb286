// Holds the state of a scenario that is being performed, and records its requests.

import { TransportError } from '../../fixtures/client/client.ts'
import { decodeBody, encodeBody } from '../../fixtures/client/bodies.ts'
import type { Client, WireAnswer, WireRequest } from '../../fixtures/client/client.ts'
import { mediaOf } from '../../fixtures/dialects/dialect.ts'
import { apiVersionOf, resourcePath, sampleObject } from '../../fixtures/objects/tested-types.ts'
import type { Environment } from './environment.ts'
import { healthReportOf } from '../history/health-report.ts'
import { isSuccess } from '../history/history.ts'
import type { Exchange, Answer, History } from '../history/history.ts'
import { streamView } from './open-stream.ts'
import type { OpenStream } from './open-stream.ts'
import type { RequestBody, PathTemplate, RequestStep } from '../dsl/scenario.ts'
import { DanglingReference, fillTerm } from '../dsl/term.ts'
import { fillBodyTerm } from '../dsl/fallback.ts'
import { fillQueryTerm } from '../dsl/future-version.ts'
import type { HoleValues, Json } from '../dsl/term.ts'

// Limit for all bodies of one history, far more than any scenario needs.
const historyBytesMax = 64 * 1024 * 1024

/** The state of a scenario that is being performed. */
export type ExecutionContext = {
  history: History
  environment: Environment
  fillings: HoleValues
  signal: AbortSignal
  /** The opened streams, by label. */
  streams: Map<string, OpenStream>
  /** Watches without an answer so far. `opened` resolves when the answer begins. */
  opening: { step: string; opened: Promise<void> }[]
  over: AbortController
  /** Counts bytes of bodies. Returns false when the history has reached its limit. */
  hasRoom(bytes: number): boolean
}

/** Creates a context with an empty history. */
export function createExecutionContext(
  environment: Environment,
  signal: AbortSignal,
): ExecutionContext {
  const prefix = environment.nextPrefix()
  const history: History = {
    exchanges: [],
    context: {
      dialect: environment.dialect,
      apiDomain: environment.apiDomain,
      ordered: environment.ordered,
      prefix,
      namespaces: environment.namespaces,
      types: environment.types,
    },
  }
  const fillings: HoleValues = {
    seen: label => answerSeen(history, label),
    name: logical => prefix + logical,
    namespace: index => environment.namespaces[index] ?? `${environment.namespaces[0]}-${index}`,
    sample: (role, name, content, status) =>
      sampleObject(environment.types[role], environment.run, name, content, status),
    word: (word, role) =>
      word === 'apiVersion' ? apiVersionOf(environment.types[role]) : environment.types[role][word],
    group: name => `${name}.${environment.apiDomain}`,
    media: word => mediaOf(environment.dialect)[word],
    checks: label => checksSeen(history, label),
    failing: () => environment.controls.failHealthCheck?.check,
    hosts: () => environment.hosts?.(),
  }
  let bytes = 0
  const hasRoom = (more: number) => (bytes += more) <= historyBytesMax
  return {
    history,
    environment,
    fillings,
    signal,
    streams: new Map(),
    opening: [],
    over: new AbortController(),
    hasRoom,
  }
}

/**
 * If several exchanges have one label, the last successful one counts, so that writes to one object
 * can share a label.
 */
function answerSeen(history: History, label: string): unknown {
  const labelled = history.exchanges.filter(one => one.step === label)
  const last = labelled.findLast(isSuccess) ?? labelled.at(-1)
  return last?.stream ? streamView(last.stream) : last?.answer?.body
}

/** Returns the names of the health checks that an answer lists, whatever their outcome. */
function checksSeen(history: History, label: string): string[] {
  const exchange = history.exchanges.findLast(one => one.step === label)
  return exchange ? healthReportOf(exchange).checks.map(line => line.check) : []
}

/** Adds an exchange to the history before its request is sent. */
export function beginExchange(
  request: RequestStep,
  { history }: ExecutionContext,
  lane: number | undefined,
): Exchange {
  const exchange: Exchange = {
    step: request.as,
    ...(lane === undefined ? {} : { lane }),
    request: {
      method: request.method,
      path: '',
      query: {},
      headers: {},
      who: request.who ?? 'admin',
      ...(request.server === undefined ? {} : { server: request.server }),
    },
    sentAt: performance.now(),
    answeredAt: 0,
  }
  history.exchanges.push(exchange)
  return exchange
}

/** Calls `act` and records its failure: a dangling reference, a broken connection, a limit. */
export async function recordProblems(exchange: Exchange, act: () => Promise<void>): Promise<void> {
  try {
    await act()
  } catch (problem) {
    if (!(problem instanceof DanglingReference || problem instanceof TransportError)) throw problem
    exchange.problem = problem.message
  }
}

/**
 * Returns a request with its holes filled, and the client that sends it.
 * @throws DanglingReference
 */
export async function resolveRequest(
  exchange: Exchange,
  request: RequestStep,
  execution: ExecutionContext,
): Promise<{ client: Client; wire: WireRequest }> {
  // Tokens of a setup can be signed only once its hosts have started.
  const client = await clientFor(exchange.request, execution.environment)
  address(exchange, request, execution)
  if (!client)
    throw new DanglingReference(`the target defines no credentials for ${exchange.request.who}`)
  exchange.sentAt = performance.now()
  const turn = execution.history.exchanges.indexOf(exchange) % client.endpoints
  if (client.endpoints > 1) exchange.request.endpoint = turn
  const { method, path, headers, body: text, bytes } = exchange.request
  const body = bytes === undefined ? text : Buffer.from(bytes, 'base64')
  return { client, wire: { method, path, headers, turn, ...(body === undefined ? {} : { body }) } }
}

async function clientFor({ who, server }: Exchange['request'], environment: Environment) {
  if (server === undefined) return environment.clients[who]
  if (!environment.otherClient)
    throw new DanglingReference(
      `no target file defines the alternate configuration ${server} under \`alternates\``,
    )
  return environment.otherClient(server, who)
}

/** Fills the holes of a request and stores the result in its exchange. */
function address(
  exchange: Exchange,
  request: RequestStep,
  { environment, fillings }: ExecutionContext,
): void {
  const query = Object.entries(request.query ?? {}).map(([key, term]): [string, string] => [
    key,
    fillQueryTerm(term, fillings, environment),
  ])
  const search = new URLSearchParams(query).toString()
  const { path, about } = pathTo(request.to, environment, fillings)
  exchange.request.path = search === '' ? path : `${path}?${search}`
  exchange.request.query = Object.fromEntries(query)
  if (about) exchange.about = about
  const headers = Object.entries(request.headers ?? {}).map(([name, term]) => {
    const value = fillTerm(term, fillings)
    return [name, value === null ? null : String(value)] as const
  })
  exchange.request.headers = Object.fromEntries(headers)
  if (request.body !== undefined) addBody(exchange.request, request.body, fillings)
}

function addBody(to: Exchange['request'], body: RequestBody, fillings: HoleValues): void {
  if (isOf(body, '$text')) to.body = String(fillBodyTerm(body.$text, fillings))
  else if (isOf(body, '$base64')) to.bytes = body.$base64
  else if (isOf(body, '$as')) {
    const value = fillBodyTerm(body.$value, fillings)
    to.body = JSON.stringify(value)
    to.bytes = encoded(value, body).toString('base64')
    to.headers = { 'content-type': fillings.media(body.$as), ...to.headers }
  } else to.body = JSON.stringify(fillBodyTerm(body, fillings))
}

const isOf = <Key extends '$text' | '$base64' | '$as'>(
  body: RequestBody,
  key: Key,
): body is Extract<RequestBody, Record<Key, unknown>> =>
  typeof body === 'object' && body !== null && key in body

function encoded(value: Json, { $as, envelope }: Extract<RequestBody, { $as: unknown }>): Buffer {
  try {
    return encodeBody(value, $as, envelope)
  } catch (problem) {
    // A shrunk scenario may contain a value that the encoding cannot represent. Such a request is
    // not sent.
    if (!(problem instanceof TypeError)) throw problem
    throw new DanglingReference(`no body in ${$as}: ${problem.message}`, { cause: problem })
  }
}

function pathTo(
  to: PathTemplate,
  environment: Environment,
  fillings: HoleValues,
): { path: string; about?: NonNullable<Exchange['about']> } {
  if ('path' in to) return { path: String(fillTerm(to.path, fillings)) }

  const type = environment.types[to.role]
  const namespace =
    type.namespaced && to.namespace !== 'all' ? fillings.namespace(to.namespace ?? 0) : undefined
  const name = to.name === undefined ? undefined : String(fillTerm(to.name, fillings))
  return {
    path: resourcePath(type, namespace, name, to.subresource),
    about: {
      role: to.role,
      ...(namespace === undefined ? {} : { namespace }),
      ...(name === undefined ? {} : { name }),
    },
  }
}

/** Converts an answer to the form of histories. */
export function toRecordedAnswer({ bytes, headers, status, gzip, fault }: WireAnswer): Answer {
  const packing = gzip ? { gzip } : {}
  if (fault === undefined)
    return { status, headers, ...decodeBody(bytes, headers['content-type']), ...packing }
  return {
    status,
    headers,
    text: '',
    base64: bytes.toString('base64'),
    body: undefined,
    undecodable: fault,
  }
}
