// Defines histories: the requests and answers of a scenario, in order. A judge sees nothing else,
// so a history that was saved as JSON can be judged again without a server.

import type { Envelope, Integers } from '../../fixtures/client/bodies.ts'
import type { Gzip } from '../../fixtures/client/gzip.ts'
import type { Identity } from '../dsl/scenario.ts'
import type { TestedType, Role } from '../../fixtures/objects/tested-types.ts'
import { valueAt } from '../dsl/term.ts'

/** A recorded answer. */
export type Answer = {
  status: number
  headers: Record<string, string>
  /** The body as text; empty for CBOR and Protobuf. */
  text: string
  /** The bytes of a binary body, in base64. */
  base64?: string
  /** The body decoded by its Content-Type to a JSON value; undefined if it does not decode. */
  body: unknown
  /** The digits of integers beyond 2^53 in the body, by JSON pointer. */
  integers?: Integers
  /** The envelope of a Protobuf body. */
  envelope?: Envelope
  /** Set if the body was compressed. The other fields describe the decompressed body. */
  gzip?: Gzip
  /** Why the body does not match its Content-Type or Content-Encoding. */
  undecodable?: string
}

/** A document of a watch. A correct server sends `{type, object}`. */
export type Frame = {
  /** When its last byte arrived, in milliseconds of the clock of `sentAt`. */
  receivedAt: number
  document: unknown
  /** As in an answer. The envelope is that of the object. */
  integers?: Integers
  envelope?: Envelope
  undecodable?: string
}

/** The data that a watch has delivered so far. */
export type Stream = {
  frames: Frame[]
  /** The distinct texts between the documents. */
  separators: string[]
  /**
   * The data after the last complete document: empty, unless a document was cut off or is
   * malformed. Base64 if the documents are binary.
   */
  rest: string
  /**
   * How the stream ended: the client closed it, the server ended it, or it broke. Absent while it
   * is open.
   */
  end?: { at: number; how: 'closed' | 'ended' | 'broken'; problem?: string }
}

/** A recorded request with its answer, its stream or its problem. */
export type Exchange = {
  /** The label of the step. Later chunks of a paged list are `label#1`, `label#2`, … */
  step: string
  /** The lane of a concurrent step, if the request is in one. */
  lane?: number
  request: {
    method: string
    /** Path and query as sent. */
    path: string
    query: Record<string, string>
    /** Null for a default header that was omitted. */
    headers: Record<string, string | null>
    /**
     * The body as JSON text, even if it was sent in another encoding, or the literal text that was
     * sent.
     */
    body?: string
    /** The bytes that were sent, in base64, if `body` is not what was sent. */
    bytes?: string
    who: Identity
    /** Index of the endpoint that it was sent to, if the service has several; 0 is the first. */
    endpoint?: number
    /** The other server that it was sent to, as in the step. */
    server?: string
  }
  /** The object or collection that the request addresses, for judges that count objects. */
  about?: { role: Role; namespace?: string; name?: string }
  /** Milliseconds of a monotonic clock. */
  sentAt: number
  answeredAt: number
  answer?: Answer
  /**
   * The stream of a watch that was answered with success. `answeredAt` is then the time when the
   * answer began.
   */
  stream?: Stream
  /** Why there is no answer: a dangling reference, a broken connection, a limit. */
  problem?: string
}

/** A recorded history and the names that it was performed with. */
export type History = {
  exchanges: Exchange[]
  context: HistoryContext
  /** Why this history cannot be judged: a control of the target failed, or time ran out. */
  spoiled?: string
}

/** The facts that judges know about the target and about the names of the case. */
export type HistoryContext = {
  dialect: string
  apiDomain: string
  /** The prefix of all names of this case. */
  prefix: string
  namespaces: string[]
  types: Record<Role, TestedType>
  /** Whether versions of one type are decimal integers that may be compared. */
  ordered: boolean
}

/** An object in an answer; of its members only `metadata` is known to exist. */
export type Item = { metadata: Record<string, unknown> } & Record<string, unknown>

/**
 * The message when a judge refers to a step that the history lacks, because the scenario was cut.
 */
export const noSuchStep = 'the history has no step'

/**
 * Thrown if a judge needs a step that the history does not contain. Shrinking may have removed it.
 */
export class NoSuchStep extends RangeError {
  override name = 'NoSuchStep'
}

/**
 * Returns the exchange of a step.
 * @throws NoSuchStep for a label that the history does not contain
 */
export function exchangeAt(history: History, label: string): Exchange {
  const exchange = history.exchanges.find(one => one.step === label)
  if (!exchange) throw new NoSuchStep(`${noSuchStep} ${label}`)
  return exchange
}

export const hasStep = (history: History, label: string): boolean =>
  history.exchanges.some(one => one.step === label)

/**
 * Returns the roles whose objects the history addresses, or all roles if it addresses none. A
 * server may lack the types of roles that no request addressed.
 */
export function rolesIn<Some extends string>(history: History, roles: readonly Some[]): Some[] {
  const isThere = (role: Some) => history.exchanges.some(({ about }) => about?.role === role)
  return roles.some(isThere) ? roles.filter(isThere) : [...roles]
}

/** Returns all chunks of a paged list, in order. */
export const chunksOf = (history: History, label: string): Exchange[] =>
  history.exchanges.filter(one => one.step === label || one.step.startsWith(`${label}#`))

export const isSuccess = (exchange: Exchange): boolean =>
  exchange.answer !== undefined && exchange.answer.status >= 200 && exchange.answer.status < 300

/** Reports whether the answer is any 4xx except 429, which asks the client to retry. */
export const isFinalRefusal = (exchange: Exchange): boolean =>
  exchange.answer !== undefined &&
  exchange.answer.status >= 400 &&
  exchange.answer.status < 500 &&
  exchange.answer.status !== 429

/** Returns the value at a JSON pointer in the answer's body. */
export const bodyValueAt = (exchange: Exchange, pointer: string): unknown =>
  valueAt(exchange.answer?.body, pointer)

export const resourceVersionOf = (exchange: Exchange): unknown =>
  bodyValueAt(exchange, '/metadata/resourceVersion')

/** Returns a short text for an answer, such as `404 NotFound`, `201` or `nothing (timeout)`. */
export function answerSummary(exchange: Exchange): string {
  if (!exchange.answer) return `nothing (${exchange.problem ?? 'unknown'})`
  const reason = bodyValueAt(exchange, '/reason')
  return typeof reason === 'string'
    ? `${exchange.answer.status} ${reason}`
    : `${exchange.answer.status}`
}

/** Returns the items of a list answer, or undefined if it is not a list. */
export function itemsOf(exchange: Exchange): Item[] | undefined {
  const items = bodyValueAt(exchange, '/items')
  if (!Array.isArray(items) || !isSuccess(exchange)) return undefined
  return items.every(isItem) ? items : undefined
}

/** Returns the items that this case created. Other items are no evidence. */
export const ownItems = (history: History, exchange: Exchange): Item[] =>
  (itemsOf(exchange) ?? []).filter(item => isOwnItem(history, item))

/**
 * Returns the items in the case's namespaces that neither this case nor the server itself created.
 * If there are any, another client writes there.
 */
export const otherItems = (history: History, exchange: Exchange): Item[] =>
  (itemsOf(exchange) ?? []).filter(
    item =>
      !isOwnItem(history, item) &&
      (history.context.namespaces.includes(String(item.metadata['namespace'])) ||
        isOfWholeCluster(history, exchange)) &&
      !isNamespaceDefault(history, exchange, item),
  )

/** With a cluster-scoped main type a case has no place that only it uses. */
const isOfWholeCluster = ({ context }: History, { about }: Exchange): boolean =>
  (about?.role === 'main' || about?.role === 'core') && !context.types[about.role].namespaced

/** Returns the items that the server itself created in the case's namespaces. */
export const namespaceDefaultItems = (history: History, exchange: Exchange): Item[] =>
  (itemsOf(exchange) ?? []).filter(
    item => !isOwnItem(history, item) && isNamespaceDefault(history, exchange, item),
  )

const isNamespaceDefault = (history: History, exchange: Exchange, { metadata }: Item): boolean =>
  namespaceDefaultNames(history, exchange).some(name => isName(name, metadata['name']))

/**
 * Returns the names of objects that the server itself creates in a namespace, for the type listed.
 * See `TestedType`.
 */
export function namespaceDefaultNames({ context }: History, { about }: Exchange): string[] {
  const types = about ? [context.types[about.role]] : Object.values(context.types)
  return types.flatMap(({ namespaceDefaults = [] }) => namespaceDefaults)
}

const isName = (name: string, given: unknown): boolean =>
  name.endsWith('*') ? String(given).startsWith(name.slice(0, -1)) : given === name

export const isOwnItem = (history: History, item: Item): boolean =>
  String(item.metadata['name']).startsWith(history.context.prefix)

/** Returns `namespace/name`, the identity of an item within its collection. */
export const itemKey = (item: Item): string =>
  `${String(item.metadata['namespace'] ?? '')}/${String(item.metadata['name'])}`

/** Returns an item's name without the case's prefix, as scenarios and reports write it. */
export const logicalName = (history: History, item: Item): string =>
  String(item.metadata['name']).slice(history.context.prefix.length)

/** Returns the content text of an object of a role (see `TestedType.content`). */
export const roleContentOf = (history: History, role: Role, object: unknown): unknown =>
  valueAt(object, history.context.types[role].content)

const isItem = (item: unknown): item is Item =>
  typeof item === 'object' &&
  item !== null &&
  'metadata' in item &&
  typeof item.metadata === 'object' &&
  item.metadata !== null
