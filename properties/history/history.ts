// What was sent and what came back, in order: all that a judge ever sees. Saved as JSON it can be
// judged again without a server.

import type { Envelope, Integers } from '../../fixtures/client/bodies.ts'
import type { Gzip } from '../../fixtures/client/gzip.ts'
import type { Identity } from '../dsl/scenario.ts'
import type { ProbeType, Role } from '../../fixtures/objects/probe-types.ts'
import { valueAt } from '../dsl/term.ts'

export type Answer = {
  status: number
  headers: Record<string, string>
  /** The body as text; empty for CBOR and Protobuf. */
  text: string
  /** The bytes of a body that is no text. */
  base64?: string
  /** The body as JSON would have it, by its Content-Type; undefined when it does not decode. */
  body: unknown
  /** The digits of integers of the body beyond 2^53, by JSON pointer. */
  integers?: Integers
  /** Of a body in Protobuf. */
  envelope?: Envelope
  /** Of a body that came compressed; all else speaks of the unpacked one. */
  gzip?: Gzip
  /** Why the body is not what its Content-Type or Content-Encoding says. */
  undecodable?: string
}

/** A document of a watch: `{type, object}` from a server that does it right. */
export type Frame = {
  /** Milliseconds of the clock of `sentAt`: when its last byte came. */
  receivedAt: number
  document: unknown
  /** As in an answer; the envelope is that of the object. */
  integers?: Integers
  envelope?: Envelope
  undecodable?: string
}

/** What a watch delivered so far. */
export type Stream = {
  frames: Frame[]
  /** What stood between the documents, each once. */
  separators: string[]
  /**
   * What follows the last whole document: nothing, unless a document was cut or is none. Base64
   * where documents are no text.
   */
  rest: string
  /** How it ended: we left, the server ended it, or it broke. Absent while it is open. */
  end?: { at: number; how: 'closed' | 'ended' | 'broken'; problem?: string }
}

export type Exchange = {
  /** The label of the step; chunks after the first of a walk are `label#1`, `label#2`, … */
  step: string
  /** The lane of a `together`, or undefined. */
  lane?: number
  request: {
    method: string
    /** Path and query as sent. */
    path: string
    query: Record<string, string>
    /** Null where one was left out that every request has. */
    headers: Record<string, string | null>
    /** The body as JSON text, also where it was sent in another encoding; or the text as sent. */
    body?: string
    /** The bytes as they were sent, in base64, where `body` is not what was sent. */
    bytes?: string
    who: Identity
    /** Which endpoint of the service it was sent to, when there are several; 0 is the first. */
    endpoint?: number
    /** The alternate configuration that it was sent to, by its setting. */
    alternate?: string
  }
  /** What the request was about, for judges that count objects. */
  about?: { role: Role; namespace?: string; name?: string }
  /** Milliseconds of a monotonic clock. */
  sentAt: number
  answeredAt: number
  answer?: Answer
  /** Of a watch that was answered with success; `answeredAt` is then when the answer began. */
  stream?: Stream
  /** Why there is no answer: a dangling reference, a broken connection, a limit. */
  problem?: string
}

/** A recorded history and the words it was performed with. */
export type History = {
  exchanges: Exchange[]
  words: HistoryWords
  /** Why nothing can be judged by this history: a control of the target failed, or its time ran out. */
  spoiled?: string
}

/** What judges may know of the target and of the case's own names. */
export type HistoryWords = {
  dialect: string
  apiDomain: string
  /** Names of this case start so. */
  prefix: string
  namespaces: string[]
  types: Record<Role, ProbeType>
  /** Whether versions of one type are decimal integers that may be ordered. */
  ordered: boolean
}

export type Item = { metadata: Record<string, unknown> } & Record<string, unknown>

/** A judge speaks of a step that the history lacks, as a cut of its scenario does. */
export const noSuchStep = 'the history has no step'

export class NoSuchStep extends RangeError {
  override name = 'NoSuchStep'
}

/** The exchange of a step. @throws NoSuchStep for a label that the scenario does not have. */
export function exchangeAt(history: History, label: string): Exchange {
  const exchange = history.exchanges.find(one => one.step === label)
  if (!exchange) throw new NoSuchStep(`${noSuchStep} ${label}`)
  return exchange
}

export const hasStep = (history: History, label: string): boolean =>
  history.exchanges.some(one => one.step === label)

/**
 * The roles whose objects a history is about: a server may lack the types of others, of which
 * nothing was sent. All of them where there is nothing at all.
 */
export function rolesIn<Some extends string>(history: History, roles: readonly Some[]): Some[] {
  const isThere = (role: Some) => history.exchanges.some(({ about }) => about?.role === role)
  return roles.some(isThere) ? roles.filter(isThere) : [...roles]
}

/** All chunks of a walked list, in order. */
export const chunksOf = (history: History, label: string): Exchange[] =>
  history.exchanges.filter(one => one.step === label || one.step.startsWith(`${label}#`))

export const isSuccess = (exchange: Exchange): boolean =>
  exchange.answer !== undefined && exchange.answer.status >= 200 && exchange.answer.status < 300

/** Refused on the request's own account: any 4xx but the ones that ask to come again. */
export const isFinalRefusal = (exchange: Exchange): boolean =>
  exchange.answer !== undefined &&
  exchange.answer.status >= 400 &&
  exchange.answer.status < 500 &&
  exchange.answer.status !== 429

/** A value of the answer's body by JSON pointer. */
export const bodyValueAt = (exchange: Exchange, pointer: string): unknown =>
  valueAt(exchange.answer?.body, pointer)

export const resourceVersionOf = (exchange: Exchange): unknown =>
  bodyValueAt(exchange, '/metadata/resourceVersion')

/** `404 NotFound`, `201`, `nothing (timeout)`: an answer in a few words. */
export function answerSummary(exchange: Exchange): string {
  if (!exchange.answer) return `nothing (${exchange.problem ?? 'unknown'})`
  const reason = bodyValueAt(exchange, '/reason')
  return typeof reason === 'string'
    ? `${exchange.answer.status} ${reason}`
    : `${exchange.answer.status}`
}

/** The items of a list answer; undefined when it is not a list. */
export function itemsOf(exchange: Exchange): Item[] | undefined {
  const items = bodyValueAt(exchange, '/items')
  if (!Array.isArray(items) || !isSuccess(exchange)) return undefined
  return items.every(isItem) ? items : undefined
}

/** The items that this case made. Others are foreign and say nothing. */
export const ownItems = (history: History, exchange: Exchange): Item[] =>
  (itemsOf(exchange) ?? []).filter(item => isOwnItem(history, item))

/**
 * Items in the case's namespaces that neither this case nor the server itself made: another writer
 * is at work there.
 */
export const foreignItems = (history: History, exchange: Exchange): Item[] =>
  (itemsOf(exchange) ?? []).filter(
    item =>
      !isOwnItem(history, item) &&
      (history.words.namespaces.includes(String(item.metadata['namespace'])) ||
        isOfWholeCluster(history, exchange)) &&
      !isFurnished(history, exchange, item),
  )

/** A main type without namespaces leaves a case no place of its own. */
const isOfWholeCluster = ({ words }: History, { about }: Exchange): boolean =>
  (about?.role === 'main' || about?.role === 'core') && !words.types[about.role].namespaced

/** Items that the server itself put into the case's namespaces. */
export const namespaceDefaultItems = (history: History, exchange: Exchange): Item[] =>
  (itemsOf(exchange) ?? []).filter(
    item => !isOwnItem(history, item) && isFurnished(history, exchange, item),
  )

const isFurnished = (history: History, exchange: Exchange, { metadata }: Item): boolean =>
  namespaceDefaultNames(history, exchange).some(name => isName(name, metadata['name']))

/** Names of what the server itself puts into a namespace, of the type listed: `ProbeType`. */
export function namespaceDefaultNames({ words }: History, { about }: Exchange): string[] {
  const types = about ? [words.types[about.role]] : Object.values(words.types)
  return types.flatMap(({ furnished = [] }) => furnished)
}

const isName = (name: string, given: unknown): boolean =>
  name.endsWith('*') ? String(given).startsWith(name.slice(0, -1)) : given === name

export const isOwnItem = (history: History, item: Item): boolean =>
  String(item.metadata['name']).startsWith(history.words.prefix)

/** `namespace/name`, the identity of an item within its collection. */
export const itemKey = (item: Item): string =>
  `${String(item.metadata['namespace'] ?? '')}/${String(item.metadata['name'])}`

/** An item's name without the case's prefix, as scenarios and reports write it. */
export const logicalName = (history: History, item: Item): string =>
  String(item.metadata['name']).slice(history.words.prefix.length)

/** The content text of an object of a role (see `TypeWords.content`). */
export const roleContentOf = (history: History, role: Role, object: unknown): unknown =>
  valueAt(object, history.words.types[role].content)

const isItem = (item: unknown): item is Item =>
  typeof item === 'object' &&
  item !== null &&
  'metadata' in item &&
  typeof item.metadata === 'object' &&
  item.metadata !== null
