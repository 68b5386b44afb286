// Deletes what a case created, so that the next one finds its namespaces empty.

import type { Client, WireAnswer, WireRequest } from '../../fixtures/client/client.ts'
import { resourcePath } from '../../fixtures/objects/probe-types.ts'
import type { Environment } from './environment.ts'
import { foreignItems, isOwnItem, itemsOf, bodyValueAt, isSuccess } from '../history/history.ts'
import type { Exchange, History, Item } from '../history/history.ts'
import type { Role } from '../../fixtures/objects/probe-types.ts'

type State = {
  /** It was given finalizers, which nobody but us will take away. */
  isHeld?: boolean
  /** It may have been made unreadable, so that it goes by force alone. */
  isCorrupt?: boolean
}

type Made = State & { role: Role; namespace?: string; name: string }

/** The option by which a delete removes what cannot be read. */
export const forceDeleteOptions = { ignoreStoreReadErrorWithClusterBreakingPotential: true }

/** Best effort: what it misses is swept by the run label at the end of the run. */
export async function cleanUp(history: History, environment: Environment): Promise<void> {
  const made = new Map<string, Made>()
  for (const exchange of history.exchanges)
    for (const one of madeBy(exchange, history).filter(made => isOurs(made, history))) {
      const key = `${one.role}/${one.namespace}/${one.name}`
      const isHeld = made.get(key)?.isHeld || /"finalizers"/.test(exchange.request.body ?? '')
      made.set(key, { ...one, isHeld })
    }
  const isCorrupt = history.exchanges.some(({ request }) => request.method === 'corrupt')
  await Promise.all(
    [...made.values()].map(one => deleteCreatedObject({ ...one, isCorrupt }, environment)),
  )
  const byPath = [...madeByPath(history)]
  const [definitions, others] = [true, false].map(isOf =>
    byPath.filter(([path]) => definitionPath.test(path) === isOf),
  )
  for (const [paths = [], discardOne] of [
    [others, discardAt],
    [definitions, discardDefinition],
  ] as const)
    await Promise.all(
      paths.map(async ([path, isTried]) => {
        if (!isTried || (await isThere(path, environment))) await discardOne({ path }, environment)
      }),
    )
}

const definitionPath = /\/customresourcedefinitions\/[^/]+$/

/**
 * A definition goes with its objects, for which the server holds it a while by a finalizer of its
 * own: without that they would stay behind unseen.
 */
async function discardDefinition(
  { path }: { path: string },
  { clients: { admin } }: Pick<Environment, 'clients'>,
): Promise<void> {
  await answerTo(admin, { method: 'DELETE', path })
}

/**
 * The paths of objects that no role stands for: they were created at paths of their own. What was
 * only tried there should not be found.
 */
function madeByPath({ exchanges, words }: History): Map<string, boolean> {
  const paths = new Map<string, boolean>()
  for (const exchange of exchanges) {
    const { path } = exchange.request
    const name = nameIn(exchange)
    if (!isCreating(exchange) || exchange.about || !String(name).startsWith(words.prefix)) continue
    const [place = '', query] = path.split('?')
    const own = isApply(exchange) ? place : `${place}/${encodeURIComponent(String(name))}`
    const isTried = new URLSearchParams(query).has('dryRun')
    paths.set(own, isTried && (paths.get(own) ?? true))
  }
  return paths
}

const isCreating = (exchange: Exchange): boolean =>
  exchange.request.method === 'POST' || isApply(exchange)

const isApply = ({ request }: Exchange): boolean =>
  request.method === 'PATCH' &&
  String(request.headers['content-type']).startsWith('application/apply-patch+')

async function isThere(path: string, { clients: { admin } }: Environment): Promise<boolean> {
  const answer = await answerTo(admin, { method: 'GET', path })
  return answer === undefined || answer.status !== 404
}

/** Deletes one object, emptying its finalizers if it has any. */
export const deleteCreatedObject = (
  { role, namespace, name, ...state }: Made,
  environment: Pick<Environment, 'clients' | 'types'>,
): Promise<void> =>
  discardAt({ path: resourcePath(environment.types[role], namespace, name), ...state }, environment)

async function discardAt(
  { path, isHeld = false, isCorrupt = false }: State & { path: string },
  { clients: { admin } }: Pick<Environment, 'clients'>,
): Promise<void> {
  let answer = await answerTo(admin, { method: 'DELETE', path })
  if (isCorrupt && isLost(answer)) {
    const request = { method: 'DELETE', path, body: JSON.stringify(forceDeleteOptions) }
    answer = await admin?.send(request).catch(() => undefined)
  }
  const shown = parsedObject(answer?.bytes)
  // The answer of a delete need not be the object.
  const isHidden = isHeld && !shown?.metadata?.['finalizers']
  const look = isHidden ? await answerTo(admin, { method: 'GET', path }) : undefined
  const body = look ? parsedObject(look.bytes) : shown
  if (!body?.metadata?.['finalizers']) return

  const { finalizers: _, ...metadata } = body.metadata
  const freed = JSON.stringify({ ...body, metadata })
  await answerTo(admin, { method: 'PUT', path, body: freed })
  // It goes with its last finalizer (DEL-006); a server that keeps it is asked once more.
  await answerTo(admin, { method: 'DELETE', path })
}

// What one case leaves behind, the next one would find.
const triesMax = 3

/** The answer to a request that may be carried out twice; it is sent again while it is lost. */
async function answerTo(
  admin: Client | undefined,
  request: WireRequest,
): Promise<WireAnswer | undefined> {
  for (let tries = 1; ; tries++) {
    const answer = await admin?.send(request).catch(() => undefined)
    if (tries >= triesMax || !isLost(answer)) return answer
  }
}

/** Not done, and not refused for good: no answer, too many requests, a fault of the server. */
const isLost = (answer: WireAnswer | undefined): boolean =>
  answer === undefined || answer.status === 429 || answer.status >= 500

/** What an exchange shows to exist: an object it created or replaced, or own items of a list. */
function madeBy(exchange: Exchange, history: History): Made[] {
  const { about } = exchange
  if (!about) return []
  const place = {
    role: about.role,
    ...(about.namespace === undefined ? {} : { namespace: about.namespace }),
  }
  const listed = [...(itemsOf(exchange) ?? [])].filter(item => isOwnItem(history, item))
  const strays = foreignItems(history, exchange).filter(item => isOfThisRun(item))
  const fromList = [...listed, ...strays].map(item => ({
    role: about.role,
    ...(typeof item.metadata['namespace'] === 'string'
      ? { namespace: item.metadata['namespace'] }
      : {}),
    name: String(item.metadata['name']),
  }))

  // A refused or unanswered write may have been stored all the same: that is a fault some checks look for.
  const writes = isCreating(exchange) || exchange.request.method === 'PUT'
  const name = nameIn(exchange)
  return writes && isValidObjectName(name)
    ? [...fromList, { ...place, name: String(name) }]
    : fromList
}

/** A server may store a name that is a number, as a path it is a text. */
export const isValidObjectName = (name: unknown): boolean =>
  typeof name === 'number' || (typeof name === 'string' && name !== '')

/** Under the case's own prefix or in its own namespaces: nothing else is ever deleted by name. */
const isOurs = ({ name, namespace }: Made, { words }: History): boolean =>
  name.startsWith(words.prefix) || words.namespaces.includes(String(namespace))

/** The name that an answer gives, or else that was asked for. */
const nameIn = (exchange: Exchange): unknown =>
  isSuccess(exchange)
    ? // A client may have asked for a Table of what it created.
      (bodyValueAt(exchange, '/metadata/name') ??
      bodyValueAt(exchange, '/rows/0/object/metadata/name'))
    : requestedName(exchange)

const requestedName = (exchange: Exchange): unknown =>
  exchange.about?.name ?? parsedObject(exchange.request.body)?.metadata?.['name']

const isOfThisRun = (item: Item): boolean => {
  const labels = item.metadata['labels']
  return typeof labels === 'object' && labels !== null && 'touchstone/run' in labels
}

function parsedObject(
  text: Buffer | string | undefined,
): { metadata?: Record<string, unknown> } | undefined {
  try {
    const value: unknown = JSON.parse(String(text))
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    // Not JSON, so nothing that could name an object.
    return undefined
  }
}
