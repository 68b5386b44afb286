// Deletes the objects that a case created, so that the next case finds its namespaces empty.

import type { Client, WireAnswer, WireRequest } from '../../fixtures/client/client.ts'
import { resourcePath, runLabel } from '../../fixtures/objects/tested-types.ts'
import type { Environment } from './environment.ts'
import { otherItems, isOwnItem, itemsOf, bodyValueAt, isSuccess } from '../history/history.ts'
import type { Exchange, History, Item } from '../history/history.ts'
import type { Role } from '../../fixtures/objects/tested-types.ts'
import { escapeSegment } from '../dsl/term.ts'

type State = {
  /** A request gave it finalizers, which only the clean-up will remove. */
  mayHaveFinalizers?: boolean
  /** Its stored data may be unreadable, so that only a forced delete removes it. */
  isCorrupt?: boolean
}

type Made = State & { role: Role; namespace?: string; name: string }

/** An object that the history shows, and its run label, if any. */
type Shown = Made & { label?: unknown }

/** The delete option that removes an object whose stored data is unreadable. */
export const forceDeleteOptions = { ignoreStoreReadErrorWithClusterBreakingPotential: true }

/**
 * Deletes the objects of a history. Best effort: the sweep by run label at the end of the run
 * deletes the rest.
 */
export async function cleanUp(history: History, environment: Environment): Promise<void> {
  const made = new Map<string, Made>()
  for (const exchange of history.exchanges)
    for (const { label, ...one } of madeBy(exchange, history)) {
      if (!isOurs({ label, ...one }, history, environment)) continue
      const key = `${one.role}/${one.namespace}/${one.name}`
      const mayHaveFinalizers =
        made.get(key)?.mayHaveFinalizers || /"finalizers"/.test(exchange.request.body ?? '')
      made.set(key, { ...one, mayHaveFinalizers })
    }
  const byPath = [...madeByPath(history)]
  const [admission, definitions, others] = [isAdmission, isDefinition, isOther].map(isOf =>
    byPath.filter(([path]) => isOf(path)),
  )
  const discardAll = async (paths: [string, boolean][] = [], discardOne: typeof discardAt) => {
    const discarded = paths.map(async ([path, isTried]) => {
      if (!isTried || (await isThere(path, environment))) await discardOne({ path }, environment)
    })
    await Promise.all(discarded)
  }
  // A webhook or a policy could refuse the other deletes.
  await discardAll(admission, discardAt)
  const isCorrupt = history.exchanges.some(({ request }) => request.method === 'corrupt')
  await Promise.all(
    [...made.values()].map(one => deleteCreatedObject({ ...one, isCorrupt }, environment)),
  )
  await discardAll(others, discardAt)
  await discardAll(definitions, discardDefinition)
}

const definitionPath = /\/customresourcedefinitions\/[^/]+$/
const isDefinition = (path: string): boolean => definitionPath.test(path)
const isAdmission = (path: string): boolean =>
  /\/(?:validat|mutat)ing(?:webhookconfigurations|admissionpolic(?:ies|ybindings))\//.test(path)
const isOther = (path: string): boolean => !isDefinition(path) && !isAdmission(path)

/**
 * Deletes a definition but leaves its finalizers: the server needs its own finalizer to delete the
 * objects first. Without it they would remain stored but unreachable.
 */
async function discardDefinition(
  { path }: { path: string },
  { clients: { admin } }: Pick<Environment, 'clients'>,
): Promise<void> {
  await answerTo(admin, { method: 'DELETE', path })
}

/**
 * Returns the paths of objects outside the roles, which were created at literal paths. The value is
 * true if only dry runs created them, so that they should not exist.
 */
function madeByPath({ exchanges, context }: History): Map<string, boolean> {
  const paths = new Map<string, boolean>()
  for (const exchange of exchanges) {
    const { path } = exchange.request
    const name = nameIn(exchange)
    if (!isCreating(exchange) || exchange.about || !String(name).startsWith(context.prefix))
      continue
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

/** Deletes one object, and removes its finalizers if it has any. */
export const deleteCreatedObject = (
  { role, namespace, name, ...state }: Made,
  environment: Pick<Environment, 'clients' | 'types'>,
): Promise<void> =>
  discardAt({ path: resourcePath(environment.types[role], namespace, name), ...state }, environment)

async function discardAt(
  { path, mayHaveFinalizers = false, isCorrupt = false }: State & { path: string },
  { clients: { admin } }: Pick<Environment, 'clients'>,
): Promise<void> {
  let answer = await answerTo(admin, { method: 'DELETE', path })
  if (isCorrupt && mayBeRepeated(answer)) {
    const request = { method: 'DELETE', path, body: JSON.stringify(forceDeleteOptions) }
    answer = await admin?.send(request).catch(() => undefined)
  }
  const shown = parsedObject(answer?.bytes)
  // The answer of a delete may be a Status instead of the object.
  const isHidden = mayHaveFinalizers && !shown?.metadata?.['finalizers']
  const look = isHidden ? await answerTo(admin, { method: 'GET', path }) : undefined
  const body = look ? parsedObject(look.bytes) : shown
  if (!body?.metadata?.['finalizers']) return

  const { finalizers: _, ...metadata } = body.metadata
  const freed = JSON.stringify({ ...body, metadata })
  await answerTo(admin, { method: 'PUT', path, body: freed })
  // The update should remove the object (DEL-006). The second delete is for a server that keeps it.
  await answerTo(admin, { method: 'DELETE', path })
}

// The next case would find objects that this one left behind.
const triesMax = 3

/** Sends an idempotent request, and repeats it while it is lost. */
async function answerTo(
  admin: Client | undefined,
  request: WireRequest,
): Promise<WireAnswer | undefined> {
  for (let tries = 1; ; tries++) {
    const answer = await admin?.send(request).catch(() => undefined)
    if (tries >= triesMax || !mayBeRepeated(answer)) return answer
  }
}

/** Reports whether a request was neither done nor finally refused: no answer, 429, or a 5xx. */
const mayBeRepeated = (answer: WireAnswer | undefined): boolean =>
  answer === undefined || answer.status === 429 || answer.status >= 500

/**
 * Returns the objects that an exchange shows to exist: one that it created or replaced, or the
 * items of a list that this case created.
 */
function madeBy(exchange: Exchange, history: History): Shown[] {
  const { about } = exchange
  if (!about) return []
  const place = {
    role: about.role,
    ...(about.namespace === undefined ? {} : { namespace: about.namespace }),
  }
  const listed = [...(itemsOf(exchange) ?? [])].filter(item => isOwnItem(history, item))
  const strays = otherItems(history, exchange).filter(item => runLabelOf(item) !== undefined)
  const fromList = [...listed, ...strays].map(item => ({
    role: about.role,
    ...(typeof item.metadata['namespace'] === 'string'
      ? { namespace: item.metadata['namespace'] }
      : {}),
    name: String(item.metadata['name']),
  }))

  // A refused or unanswered write may have been stored all the same, a fault that some checks look
  // for.
  const writes = isCreating(exchange) || exchange.request.method === 'PUT'
  const name = isPatchOfNothing(exchange, history) ? about.name : writes && nameIn(exchange)
  return isValidObjectName(name)
    ? [...fromList, { ...place, name: String(name), label: createdLabel(exchange) }]
    : fromList
}

/** Whether a patch succeeded at a path at which no earlier exchange shows an object. */
const isPatchOfNothing = (exchange: Exchange, { exchanges }: History): boolean =>
  exchange.request.method === 'PATCH' &&
  isSuccess(exchange) &&
  !exchanges
    .slice(0, exchanges.indexOf(exchange))
    .some(
      other =>
        other.request.method !== 'PATCH' &&
        isSuccess(other) &&
        other.about?.role === exchange.about?.role &&
        nameIn(other) === exchange.about?.name,
    )

/** Reports whether a name can be used in a path. A faulty server may store a number as name. */
export const isValidObjectName = (name: unknown): boolean =>
  typeof name === 'number' || (typeof name === 'string' && name !== '')

/**
 * Reports whether an object has the case's prefix or is in its namespaces, or has the label of the
 * run and a name without it, which no object of another case has. Nothing else is ever deleted by
 * name.
 */
function isOurs(
  { name, namespace, label }: Shown,
  { context }: History,
  { run }: Pick<Environment, 'run'>,
): boolean {
  if (name.startsWith(context.prefix) || context.namespaces.includes(String(namespace))) return true
  return namespace === undefined && label === run && !name.includes(run)
}

/** The label of the object that a create has stored. */
const createdLabel = (exchange: Exchange): unknown =>
  exchange.request.method === 'POST' && isSuccess(exchange)
    ? bodyValueAt(exchange, `/metadata/labels/${escapeSegment(runLabel)}`)
    : undefined

/** Returns the name in the answer, or else the name in the request. */
const nameIn = (exchange: Exchange): unknown =>
  isSuccess(exchange)
    ? // A client may have asked for a Table of what it created.
      (bodyValueAt(exchange, '/metadata/name') ??
      bodyValueAt(exchange, '/rows/0/object/metadata/name'))
    : requestedName(exchange)

const requestedName = (exchange: Exchange): unknown =>
  exchange.about?.name ?? parsedObject(exchange.request.body)?.metadata?.['name']

function runLabelOf(item: Item): unknown {
  const labels = item.metadata['labels']
  return typeof labels === 'object' && labels !== null
    ? (labels as Record<string, unknown>)[runLabel]
    : undefined
}

function parsedObject(
  text: Buffer | string | undefined,
): { metadata?: Record<string, unknown> } | undefined {
  try {
    const value: unknown = JSON.parse(String(text))
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    // The body is not JSON, so it names no object.
    return undefined
  }
}
