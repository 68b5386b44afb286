// Laws of dry runs: every stage but the storing. For the labels see scenarios/dry-runs.ts.

import type { Exchange, History, Item } from '../../history/history.ts'
import {
  answered,
  at,
  has,
  ownItems,
  read,
  refused,
  rolesIn,
  succeeded,
  version,
} from '../../history/history.ts'
import { given, holds } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { valueAt } from '../../dsl/term.ts'
import { decided, findsNothing } from '../decisions.ts'
import { isLeftAlone } from '../left-alone.ts'
import { done, listed } from '../premises.ts'
import { carriesContent } from '../create-and-update/writes.ts'

/**
 * A dry run is not barred: where admission with side effects would be called, it is to fail
 * (DRY-018), and that says nothing about other rules.
 */
function* notBarred(exchange: Exchange): Generator<Observation> {
  const isBarred = /admission|webhook|side.?effect/i.test(exchange.answer?.text ?? '')
  yield* given(!refused(exchange) || !isBarred, `${exchange.step}: admission forbids dry runs`)
}

/** A dry run of a sound request is carried out. */
export function* processes(history: History, label: string, says: string): Generator<Observation> {
  const exchange = yield* decided(history, label)
  yield* notBarred(exchange)
  yield holds(succeeded(exchange), {
    says,
    expected: 'success',
    got: answered(exchange),
    at: exchange,
  })
}

/** DRY-001: a dry create answers the object, and nothing is found of it. */
export function* createsNothing(history: History): Generator<Observation> {
  yield* done(history, 'twin')
  yield* processes(history, 'dry', 'A POST with dryRun=All is processed.')
  yield* carriesContent(history, 'dry', 'new', 'A POST with dryRun=All answers the object.')
  yield* nothingIsStored(history, 'A POST with dryRun=All stores nothing.')
}

/** Neither a get (`after`, where a name was answered) nor a list (`list`) shows an own object. */
export function* nothingIsStored(history: History, says: string): Generator<Observation> {
  if (at(history, 'after').request.path !== '') yield* findsNothing(history, 'after', says)
  const list = at(history, 'list')
  yield* listed(history, list)
  const found = ownItems(history, list).map(({ metadata }) => metadata['name'])
  yield holds(found.length === 0, { says, expected: 'no object', got: found, at: list })
}

// A target need not serve every type of patches.
const isUnsupported = ({ answer }: Exchange): boolean => answer?.status === 415

/** DRY-002, DRY-003: a dry change answers the changed object, and the object stays as it was. */
export const changesNothing = (words: string) =>
  function* (history: History): Generator<Observation> {
    if (isUnsupported(at(history, 'twin'))) return
    yield* done(history, 'object', 'after', 'twin')
    const isUntouched = version(at(history, 'after')) === version(at(history, 'object'))
    const isRefused = refused(at(history, 'dry'))
    yield* given(isUntouched || !isRefused, 'another writer changed the object before')
    yield* processes(history, 'dry', `A ${words} with dryRun=All is processed.`)
    const annotation = read(at(history, 'dry'), '/metadata/annotations/dry')
    yield holds(annotation === 'second', {
      says: `A ${words} with dryRun=All answers the changed object.`,
      expected: 'the annotation that was sent',
      got: annotation ?? 'nothing',
      at: 'dry',
    })
    const [before, after] = [objectOf(history, 'object'), objectOf(history, 'after')]
    const says = `A ${words} with dryRun=All stores nothing.`
    yield* isLeftAlone({ before, after, sent: askedBy(at(history, 'dry')) }, { says, at: 'dry' })
    if (has(history, 'nothing')) yield* findsNothing(history, 'nothing', says)
  }

const objectOf = (history: History, label: string): Item => at(history, label).answer?.body as Item

/** What a request asks an object to become, as its body says: of a JSON Patch what it adds. */
export function askedBy({ request }: Exchange): unknown {
  const body: unknown = JSON.parse(request.body ?? 'null')
  if (!Array.isArray(body)) return body
  const annotations = body.map(operation => valueAt(operation, '/value')).find(isMap)
  return { metadata: { annotations } }
}

const isMap = (value: unknown): boolean => typeof value === 'object' && value !== null

/** DRY-004, DRY-026: after a dry delete (`dry R`) the object of a role (`after R`) is live. */
export const deletesNothing = (roles: readonly string[]) =>
  function* (history: History): Generator<Observation> {
    for (const role of rolesIn(history, roles)) {
      yield* done(history, `object ${role}`, `twin ${role}`)
      yield* processes(history, `dry ${role}`, 'A DELETE with dryRun=All is processed.')
      yield* decided(history, `after ${role}`)
      yield* isLive(history, role)
    }
  }

function* isLive(history: History, role: string): Generator<Observation> {
  const says = 'A DELETE with dryRun=All leaves the object live.'
  const after = at(history, `after ${role}`)
  const before = objectOf(history, `object ${role}`)
  const mark = read(after, '/metadata/deletionTimestamp') ?? null
  yield holds(succeeded(after) && mark === null, {
    says,
    expected: 'an object without deletionTimestamp',
    got: mark ?? answered(after),
    at: after,
  })
  const rule = { says: 'A DELETE with dryRun=All stores nothing.', at: after.step }
  yield* isLeftAlone({ before, after: objectOf(history, after.step), sent: undefined }, rule)
}

/** DRY-006: what is refused in earnest, twice alike, is refused alike as a dry run. */
export function* failsAlike(history: History): Generator<Observation> {
  yield* done(history, 'object', 'twin')
  const [fault, again] = [yield* decided(history, 'fault'), yield* decided(history, 'again')]
  // A server may take for sound what others refuse.
  if (!refused(fault)) return
  const dry = yield* decided(history, 'dry')
  yield* given(!isConflict(dry) && !isConflict(fault), 'another writer changed the object')
  yield holds(dry.answer?.status === fault.answer?.status, {
    says: 'An invalid body fails in a dry run with the status of the real request.',
    expected: answered(fault),
    got: answered(dry),
    at: dry,
  })
  const messages = [fault, again, dry].map(one => read(one, '/message'))
  // Messages may tell the time, or number the requests.
  if (messages[0] !== messages[1]) return
  yield holds(messages[2] === messages[0], {
    says: 'An invalid body fails in a dry run with the message of the real request.',
    expected: messages[0],
    got: messages[2] ?? 'nothing',
    at: dry,
  })
}

const isConflict = ({ answer }: Exchange): boolean => answer?.status === 409

/** DRY-010: each dry run (`dry …`) has the status of the real request behind it (`real …`). */
export function* statusesAreEqual(history: History): Generator<Observation> {
  for (const { step } of history.exchanges.filter(one => one.step.startsWith('dry '))) {
    const word = step.slice('dry '.length)
    if (has(history, `object ${word}`)) yield* done(history, `object ${word}`)
    const [dry, real] = [yield* decided(history, step), yield* decided(history, `real ${word}`)]
    yield* notBarred(dry)
    yield* isLeftForTheReal(history, word)
    yield* isSameBase(history, word)
    yield holds(dry.answer?.status === real.answer?.status, {
      says: 'A dry run has the status of the real request.',
      expected: answered(real),
      got: answered(dry),
      at: dry,
    })
  }
}

/** What a dry run stores or removes is a fault of its own, which the real request then meets. */
function* isLeftForTheReal(history: History, word: string): Generator<Observation> {
  const between = at(history, `between ${word}`)
  yield* given(succeeded(between) || refused(between), `${between.step} was not answered`)
  const before = has(history, `object ${word}`) ? at(history, `object ${word}`) : undefined
  const isLeft = before ? version(between) === version(before) : !succeeded(between)
  const row = ofMethod[at(history, `dry ${word}`).request.method] ?? 'DRY-001'
  yield* given(isLeft, `the dry run changed what is stored, or another writer did (${row})`)
}

const ofMethod: Record<string, string> = { PUT: 'DRY-002', PATCH: 'DRY-003', DELETE: 'DRY-004' }

/** A change that is refused where its dry run was not found the object at the same version. */
function* isSameBase(history: History, word: string): Generator<Observation> {
  const [dry, real] = [at(history, `dry ${word}`), at(history, `real ${word}`)]
  const isVersioned = ['PUT', 'PATCH'].includes(real.request.method)
  if (!isVersioned || !succeeded(dry) || !refused(real) || !has(history, `after ${word}`)) return
  const [before, after] = [at(history, `object ${word}`), at(history, `after ${word}`)]
  yield* given(version(before) === version(after), 'another writer changed the object')
}
