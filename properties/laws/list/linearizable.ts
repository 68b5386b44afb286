// L1: acknowledged writes and most recent reads are linearizable: each took effect at one point
// between its request and its answer. The law searches for an order. Only concurrent requests can
// be ordered in more than one way, so the search stays small.

import type { Role } from '../../../fixtures/objects/tested-types.ts'
import type { Exchange, History, Item } from '../../history/history.ts'
import { isOwnItem, itemsOf, itemKey, isSuccess, resourceVersionOf } from '../../history/history.ts'
import { precondition, verify, noOtherWriter } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { valueAt } from '../../dsl/term.ts'
import { isItem } from '../../history/own-items.ts'

/** The version of each object that exists, by key. */
type State = ReadonlyMap<string, unknown>

/**
 * One request as a transition between states. `act` returns undefined if the state cannot give this
 * answer.
 */
type Operation = {
  by: Exchange
  act(state: State): State | undefined
  /** The answer does not show whether it took effect: it may do so at any later time, or never. */
  isOptional: boolean
}

// Two lanes of ten requests have 121 interleaving points. A history with more than `visitsMax`
// points is not judged.
const visitsMax = 20_000

/** One order of all writes and of the reads without a version explains every answer. */
export const historyIsLinearizable = () =>
  function* (history: History): Generator<Observation> {
    const [role] = history.exchanges.flatMap(({ about }) => about?.role ?? [])
    if (role === undefined) return
    const operations = operationsOf(history, role)
    const issued = new Set(
      operations.filter(({ by }) => isWrite(by)).map(({ by }) => resourceVersionOf(by)),
    )
    const doubtful = new Set(
      operations
        .filter(({ isOptional }) => isOptional)
        .map(({ by }) => keyAsked(by, by.request.body)),
    )
    for (const { by } of operations)
      for (const item of [...(itemsOf(by) ?? []), ...objectIn(by)].filter(one =>
        isOwnItem(history, one),
      ))
        yield* noOtherWriter(
          doubtful.has(itemKey(item)) || issued.has(item.metadata['resourceVersion']),
          `no write of this case gave ${itemKey(item)} its version`,
        )
    const found = search(operations)
    yield* precondition(found !== 'too many', `there are more than ${visitsMax} orders to try`)
    if (found === 'too many') return
    yield verify(found.longest === operations.length, {
      says: 'One order of the writes and the newest reads, each between its request and its response, explains every response.',
      expected: `an order of all ${operations.length} requests`,
      got: whyNoOrder(found),
      at: found.stuck[0]?.by ?? 'nothing',
    })
  }

type Found = { longest: number; stuck: Operation[]; state: State }

/**
 * Explains why no order exists. A successful stale PUT is a separate fault (WRITE-009), and reports
 * use this text to name it.
 */
function whyNoOrder({ longest, stuck, state }: Found): string {
  const steps = stuck.map(({ by }) => by.step).join(', ')
  const isStale = stuck.length > 0 && stuck.every(({ by }) => isStalePut(by, state))
  return isStale
    ? `${steps}: a PUT with a stale resourceVersion succeeded`
    : `an order of at most ${longest} of them; none continues with ${steps}`
}

function isStalePut(by: Exchange, state: State): boolean {
  const { method, body } = by.request
  const key = keyAsked(by, body)
  const basedOn = valueAt(parsed(body), '/metadata/resourceVersion')
  const current = key === undefined ? undefined : state.get(key)
  return (
    method === 'PUT' &&
    isSuccess(by) &&
    basedOn !== undefined &&
    current !== undefined &&
    !isVersion(current, basedOn)
  )
}

/** Searches all orders that agree with real time and visits each point once. */
function search(operations: Operation[]): Found | 'too many' {
  const seen = new Set<string>()
  let best: Found = { longest: -1, stuck: [], state: new Map() }
  const open: { done: Set<Operation>; state: State }[] = [{ done: new Set(), state: new Map() }]
  for (let point = open.pop(); point; point = open.pop()) {
    const { done, state } = point
    const name = nameOf(operations, done, state)
    if (seen.has(name)) continue
    seen.add(name)
    if (seen.size > visitsMax) return 'too many'
    const left = operations.filter(one => !done.has(one))
    if (left.every(({ isOptional }) => isOptional))
      return { longest: operations.length, stuck: [], state }
    const next = left.filter(one => !left.some(other => isBefore(other, one)))
    if (done.size > best.longest) best = { longest: done.size, stuck: next, state }
    for (const operation of next) {
      const after = operation.act(state)
      if (after) open.push({ done: new Set([...done, operation]), state: after })
    }
  }
  return best
}

const isBefore = (a: Operation, b: Operation): boolean =>
  !a.isOptional && a.by.answeredAt < b.by.sentAt

const nameOf = (operations: Operation[], done: Set<Operation>, state: State): string =>
  operations.map(one => (done.has(one) ? '1' : '0')).join('') +
  [...state]
    .map(([key, issued]) => `${key}=${String(issued)}`)
    .sort()
    .join(' ')

/** Returns the requests for a type whose answers a total order must explain. */
function operationsOf(history: History, role: Role): Operation[] {
  return history.exchanges
    .filter(({ about, request }) => about?.role === role && request.path !== '')
    .flatMap((by): Operation[] => {
      const act = actionOf(history, by)
      const isOptional = isWrite(by) && (!by.answer || by.answer.status >= 500)
      return act ? [{ by, act, isOptional }] : []
    })
}

const isWrite = ({ request }: Exchange): boolean =>
  ['POST', 'PUT', 'DELETE'].includes(request.method)

/** The unknown version that a write without an answer produced. */
const unseen = Symbol('a version that no answer showed')

function actionOf(history: History, by: Exchange): Operation['act'] | undefined {
  const { method, body } = by.request
  if (isWrite(by)) return writeOf(by, method, body)
  if (method !== 'GET' || by.stream || (by.request.query['resourceVersion'] ?? '') !== '')
    return undefined
  if ('continue' in by.request.query || 'labelSelector' in by.request.query) return undefined
  if (by.about?.name !== undefined) return readOf(by)
  return isSuccess(by) && !valueAt(by.answer?.body, '/metadata/continue')
    ? listOf(history, by)
    : undefined
}

/**
 * Returns the precondition and the effect of a write. A refusal means that the precondition was not
 * met.
 */
function writeOf(
  by: Exchange,
  method: string,
  body: string | undefined,
): Operation['act'] | undefined {
  const key = keyAsked(by, body)
  if (key === undefined) return undefined
  const basedOn = valueAt(parsed(body), '/metadata/resourceVersion')
  const isReady = (state: State) =>
    method === 'POST'
      ? !state.has(key)
      : state.has(key) && (basedOn === undefined || isVersion(state.get(key), basedOn))
  const status = by.answer?.status ?? 500
  if (status >= 500) return state => (isReady(state) ? put(state, key, method, unseen) : undefined)
  if (isSuccess(by)) {
    const issued = resourceVersionOf(by)
    return state => {
      // A PUT without a change keeps the version.
      if (method === 'PUT' && isVersion(state.get(key), issued)) return state
      return isReady(state) ? put(state, key, method, issued) : undefined
    }
  }
  // Refusals for other reasons are no evidence about the state.
  if (status !== 409 && status !== 404) return undefined
  return state => (isReady(state) ? undefined : state)
}

function put(state: State, key: string, method: string, issued: unknown): State {
  const next = new Map(state)
  if (method === 'DELETE') next.delete(key)
  else next.set(key, issued)
  return next
}

/** A get shows the current version, or no object. */
function readOf(by: Exchange): Operation['act'] | undefined {
  const key = `${by.about?.namespace ?? ''}/${by.about?.name ?? ''}`
  if (by.answer?.status === 404) return state => (state.has(key) ? undefined : state)
  if (!isSuccess(by)) return undefined
  return state => (isVersion(state.get(key), resourceVersionOf(by)) ? state : undefined)
}

/** A list shows all objects in its scope, each at its current version. */
function listOf(history: History, by: Exchange): Operation['act'] | undefined {
  const items = itemsOf(by) ?? []
  const shown = new Map(
    items.filter(item => isOwnItem(history, item)).map(item => [itemKey(item), versionIn(item)]),
  )
  const namespace = by.about?.namespace
  const isInScope = (key: string) => namespace === undefined || key.startsWith(`${namespace}/`)
  return state => {
    const there = [...state].filter(([key]) => isInScope(key))
    const isSame =
      there.length === shown.size &&
      there.every(([key, issued]) => isVersion(issued, shown.get(key)))
    return isSame ? state : undefined
  }
}

const isVersion = (there: unknown, shown: unknown): boolean =>
  there === unseen ? shown !== undefined : there === shown

const versionIn = (item: Item): unknown => item.metadata['resourceVersion']

/** Returns the key of the object that a request names or sends. */
function keyAsked({ about }: Exchange, body: string | undefined): string | undefined {
  const name = about?.name ?? valueAt(parsed(body), '/metadata/name')
  return typeof name === 'string' ? `${about?.namespace ?? ''}/${name}` : undefined
}

function objectIn(exchange: Exchange): Item[] {
  const { body } = exchange.answer ?? {}
  return isItem(body) && isSuccess(exchange) && exchange.request.method === 'GET' ? [body] : []
}

function parsed(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    // The body was not JSON, so it named nothing.
    return undefined
  }
}
