// Checks the answer to a write against a state, and returns the state after the write.

import { ExpectedRefusal } from '../../history/observation.ts'
import type { TestedType } from '../../../fixtures/objects/tested-types.ts'
import type { Exchange, History, Item } from '../../history/history.ts'
import { answerSummary, isFinalRefusal, isSuccess } from '../../history/history.ts'
import { valueAt } from '../../dsl/term.ts'
import { firstDifference, differenceSides } from '../../models/json-differences.ts'
import { deleteEffect } from './deletions.ts'
import { writeEffect } from './effects.ts'
import type { RequestEffect, WriteEffect } from './effects.ts'
import { keysInScope, listFault } from './reads.ts'
import { stateAfter, isRuleFault } from './state.ts'
import type { SequenceChange, RuleFault, SequenceState } from './state.ts'
import { fillServerChosen, serverChosen, modelObjectOf } from './model-object.ts'
import type { ModelObject } from './model-object.ts'
import { isItem } from '../../history/own-items.ts'

/** Known behaviour of a server beyond the model. */
export type ServerBehavior = {
  /**
   * Whether a request that removes an object does so even if the object was changed or removed
   * since the server read it, and so may lose a write: an open fault of genuine servers
   * (kubernetes/kubernetes#77988).
   */
  removesBlindly: boolean
}

export type WriteContext = { history: History; server: ServerBehavior }

/**
 * Returns the state after a write to one object, or a fault if its answer contradicts the state.
 */
export function stateAfterWrite(
  state: SequenceState,
  by: Exchange,
  { history, server }: WriteContext,
): SequenceState | RuleFault {
  const key = keyAsked(by)
  const found = state.objects.get(key)
  const type = history.context.types[by.about?.role ?? 'main']
  const isOrdered = history.context.ordered
  const next = afterEffect(state, { key, by, isOrdered, effect: effectOn(found, by, type) })
  if (!isRuleFault(next) || !server.removesBlindly) return next
  for (const { before } of overlapping(state, key, by)) {
    const effect = effectOn(before, by, type)
    const blind = afterEffect(state, { key, by, isOrdered, effect })
    if (effect.does === 'remove' && !isRuleFault(blind)) return found ? blind : state
  }
  return next
}

function keyAsked({ about, request }: Exchange): string {
  const name = about?.name ?? valueAt(JSON.parse(request.body ?? 'null'), '/metadata/name')
  return `${about?.namespace ?? ''}/${String(name)}`
}

const effectOn = (found: ModelObject | undefined, by: Exchange, type: TestedType): RequestEffect =>
  by.request.method === 'DELETE' ? deleteEffect(found, optionsOf(by)) : writeEffect(by, found, type)

/** Returns the changes of an object since a request was sent. */
const overlapping = (
  { changes }: SequenceState,
  key: string,
  { sentAt }: Exchange,
): SequenceChange[] =>
  changes.filter(one => one.key === key && one.by !== 'collector' && one.by.answeredAt > sentAt)

type Written<Done> = { key: string; effect: Done; by: Exchange; isOrdered: boolean }

function afterEffect(
  state: SequenceState,
  written: Written<RequestEffect>,
): SequenceState | RuleFault {
  const { key, effect, by } = written
  if (effect.does === 'refuse') {
    const { says, codes } = effect
    const isRight = isFinalRefusal(by) && codes.includes(by.answer?.status ?? 0)
    const expected = new ExpectedRefusal(
      codes.join(' or '),
      codes.length === 1 ? codes[0] : undefined,
    )
    return isRight ? state : { says, expected, got: answerSummary(by) }
  }
  if (!isSuccess(by))
    return {
      says: 'A valid write succeeds.',
      expected: 'success',
      got: answerSummary(by),
    }
  // The answer to a removal may be a Status instead of the object.
  if (by.request.method !== 'DELETE' || effect.does !== 'remove')
    return afterShown(state, { ...written, effect })
  return isDry(by) ? state : stateAfter(state, { key, effect, version: undefined, by })
}

/** Returns the state after a write whose answer shows the resulting object. */
function afterShown(
  state: SequenceState,
  { key, effect, by, isOrdered }: Written<WriteEffect>,
): SequenceState | RuleFault {
  const says = 'The response to a write has the object that results from the write.'
  const body = by.answer?.body
  if (!isItem(body)) return { says, expected: 'the object', got: answerSummary(by) }
  const { object: shown, version } = modelObjectOf(body)
  const object = fillServerChosen(effect.object, shown)
  const difference = isDry(by)
    ? firstDifference(withoutGenerated(object), withoutGenerated(shown))
    : firstDifference(object, shown)
  if (difference) return { says, ...differenceSides(difference) }
  if (isDry(by)) return state
  const known = state.objects.get(key)?.version
  const fault =
    identityFault(state, effect, shown) ??
    versionFault(state, { effect, known, version, isOrdered })
  return fault ?? stateAfter(state, { key, effect: { ...effect, object }, version, by })
}

const generated = ['uid', 'creationTimestamp', 'deletionTimestamp']

/** Returns an object without the values that are unreliable in the answer to a dry run. */
function withoutGenerated({ metadata, ...fields }: Item): Item {
  const relied = Object.entries(metadata).filter(([name]) => !generated.includes(name))
  return { ...fields, metadata: Object.fromEntries(relied) }
}

/**
 * Returns a fault if a generated value is missing on a new or marked object, or if a new object has
 * no new uid.
 */
function identityFault(
  state: SequenceState,
  { does, object }: WriteEffect,
  { metadata }: Item,
): RuleFault | undefined {
  const absent = generated.find(
    name => object.metadata[name] === serverChosen && typeof metadata[name] !== 'string',
  )
  if (absent !== undefined)
    return { says: `The server sets ${absent}.`, expected: 'a text', got: metadata[absent] }
  if (does !== 'create') return undefined
  const { uid, generation = 1 } = metadata
  if (generation !== 1)
    return { says: 'The generation of a new object is 1.', expected: 1, got: generation }
  return state.uids.has(uid)
    ? { says: 'A new object has a new uid.', expected: 'another uid', got: uid }
    : undefined
}

type Versions = { effect: WriteEffect; known: unknown; version: unknown; isOrdered: boolean }

/**
 * Returns a fault unless the version changes exactly when the object does. Removals are not
 * checked.
 */
function versionFault(
  { versions }: SequenceState,
  { effect: { does }, known, version, isOrdered }: Versions,
): RuleFault | undefined {
  if (does === 'remove') return undefined
  if (does === 'keep' && known !== undefined)
    return version === known
      ? undefined
      : { says: 'A write that changes nothing keeps the version.', expected: known, got: version }
  const isNew = typeof version === 'string' && version !== '' && !versions.has(version)
  // A version shown for the first time without a change may be older than others issued meanwhile.
  const isNewest = does === 'keep' || !isOrdered || [...versions].every(isBefore(version))
  return isNew && isNewest
    ? undefined
    : { says: 'A change gives its object a new version.', expected: 'a new one', got: version }
}

const isBefore =
  (version: unknown) =>
  (other: unknown): boolean =>
    [version, other].every(isDecimal) && BigInt(String(other)) < BigInt(String(version))

const isDecimal = (version: unknown): boolean => /^\d{1,39}$/.test(String(version))

/** Returns the state after a collection delete, which deletes each object that its answer lists. */
export function stateAfterCollectionDelete(
  state: SequenceState,
  by: Exchange,
  { history }: WriteContext,
): SequenceState | RuleFault {
  const fault = listFault(state, by, history)
  if (fault) return { ...fault, says: 'The deletion of a collection returns what it deletes.' }
  if (isDry(by)) return state
  return keysInScope(state, by).reduce((next, key) => {
    const effect = deleteEffect(next.objects.get(key), optionsOf(by))
    const isDone = effect.does === 'change' || effect.does === 'remove'
    return isDone ? stateAfter(next, { key, effect, version: undefined, by }) : next
  }, state)
}

/** Returns the options of a delete. If it has a body, the query is ignored. */
const optionsOf = ({ request }: Exchange): unknown =>
  request.body === undefined ? request.query : JSON.parse(request.body)

const isDry = (by: Exchange): boolean =>
  valueAt(by.request.method === 'DELETE' ? optionsOf(by) : by.request.query, '/dryRun') !==
  undefined
