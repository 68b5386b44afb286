// Laws of server-side apply that hold in any dialect: what is applied is stored, and who wants what
// somebody else has set is refused.

import type { Exchange, History, Item } from '../../history/history.ts'
import { answered, at, read, refused, succeeded } from '../../history/history.ts'
import { fieldsOf, holder } from '../../models/field-shapes.ts'
import type { Shape } from '../../models/field-shapes.ts'
import { pathText } from '../../models/field-paths.ts'
import { given, holds } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { story } from './apply-story.ts'
import { accepts, decided, findsNothing, refuses } from '../decisions.ts'
import { isLeftAlone } from '../left-alone.ts'
import { done } from '../premises.ts'

const texts: Shape = { each: 'whole' }

/** What a scenario of any type speaks of: the maps of metadata, and the content. */
function sharedShape(history: History, { about }: Exchange): Shape {
  const { content } = history.words.types[about?.role ?? 'main']
  const below = content
    .split('/')
    .slice(1)
    .reduceRight<Shape>((shape, name) => ({ fields: { [name]: shape } }), 'whole')
  const { metadata: _, ...fields } = (below as { fields: { [name: string]: Shape } }).fields
  // A content in metadata is an annotation, which the maps hold.
  return { fields: { ...fields, metadata: { fields: { labels: texts, annotations: texts } } } }
}

/** An apply is accepted, and a look behind it finds every value that it names. */
export function* isStored(
  history: History,
  label: string,
  looked: string,
  says: string,
): Generator<Observation> {
  yield* accepts(history, label, says)
  yield* holdsWhatWasApplied(history, label, looked, says)
}

export function* holdsWhatWasApplied(
  history: History,
  label: string,
  looked: string,
  says: string,
): Generator<Observation> {
  const [exchange, after] = [at(history, label), yield* decided(history, looked)]
  const shape = sharedShape(history, exchange)
  const wanted = fieldsOf(JSON.parse(exchange.request.body ?? 'null'), shape)
  const found = fieldsOf(after.answer?.body, shape)
  for (const [path, value] of wanted) {
    if (value === holder) continue
    yield holds(succeeded(after) && found.get(path) === value, {
      says,
      expected: `${pathText(path)}: ${JSON.stringify(value)}`,
      got: succeeded(after) ? found.get(path) : answered(after),
      at: after,
    })
  }
}

/** APPLY-001: what was not there is there behind an apply, under its name. */
export function* createsAnAbsentObject(history: History, suffix: string): Generator<Observation> {
  const says = 'An apply on an unused name creates the object.'
  const absent = yield* decided(history, `absent${suffix}`)
  yield* given(refused(absent), `absent${suffix} answered ${answered(absent)}`)
  yield* isStored(history, `applied${suffix}`, `look${suffix}`, says)
  const [applied, look] = [at(history, `applied${suffix}`), at(history, `look${suffix}`)]
  yield holds(read(look, '/metadata/name') === applied.about?.name, {
    says,
    expected: applied.about?.name,
    got: read(look, '/metadata/name'),
    at: look,
  })
}

/** APPLY-002: what an apply names is changed, and what others set is kept. */
export function* mergesIntoWhatIsThere(history: History, suffix: string): Generator<Observation> {
  const says = 'An apply on an existing object merges what it names and keeps what others own.'
  yield* done(history, `object${suffix}`)
  yield* isStored(history, `applied${suffix}`, `look${suffix}`, says)
  yield* holdsWhatWasApplied(history, `object${suffix}`, `look${suffix}`, says)
  const [object, look] = [at(history, `object${suffix}`), at(history, `look${suffix}`)]
  const uid = read(object, '/metadata/uid')
  yield holds(read(look, '/metadata/uid') === uid, {
    says,
    expected: `the object with uid ${String(uid)}`,
    got: read(look, '/metadata/uid'),
    at: look,
  })
}

/** An apply is refused and nothing is made; the twin, whose `look` finds it, is sound. */
export function* refusedCreatesNothing(
  history: History,
  label: string,
  looked: string,
  says: string,
): Generator<Observation> {
  yield* refuses(history, label, says)
  yield* findsNothing(history, looked, says)
}

/** APPLY-010: an apply of other values than another manager's is refused and changes nothing. */
export function* conflictChangesNothing(history: History): Generator<Observation> {
  const says = 'An apply that would change what another manager owns fails and changes nothing.'
  yield* done(history, 'object', 'before', 'after')
  yield* accepts(history, 'apart', 'An apply of fields that nobody owns is no conflict.')
  yield* refuses(history, 'conflict', says)
  yield* nothingChanged(history, 'conflict', says)
}

function* nothingChanged(history: History, label: string, says: string): Generator<Observation> {
  const [before, after] = ['before', 'after'].map(look => at(history, look).answer?.body as Item)
  const sent: unknown = JSON.parse(at(history, label).request.body ?? 'null')
  if (before) yield* isLeftAlone({ before, after, sent }, { says, at: label })
}

/** Of what an apply names, nothing has changed. Who owns it, later applies tell. */
function* nothingNamedChanged(
  history: History,
  label: string,
  says: string,
): Generator<Observation> {
  const exchange = at(history, label)
  const shape = sharedShape(history, exchange)
  const named = fieldsOf(JSON.parse(exchange.request.body ?? 'null'), shape)
  const [before, after] = ['before', 'after'].map(look =>
    fieldsOf(at(history, look).answer?.body, shape),
  )
  for (const path of named.keys())
    yield holds(before?.get(path) === after?.get(path), {
      says,
      expected: `${pathText(path)}: ${String(before?.get(path))}`,
      got: String(after?.get(path)),
      at: label,
    })
}

/** APPLY-012: force carries the apply out, and its fields are the forcing manager's from then on. */
export function* forceMovesOwnership(history: History): Generator<Observation> {
  const says = 'A forced apply is carried out over conflicts.'
  yield* done(history, 'object')
  const conflict = yield* decided(history, 'conflict')
  yield* given(refused(conflict), `conflict answered ${answered(conflict)}`)
  yield* isStored(history, 'forced', 'after', says)
  yield* refuses(history, 'lost', 'Who lost a field to a forced apply is in conflict from then on.')
  yield* holdsWhatWasApplied(history, 'forced', 'final', says)
  yield* accepts(history, 'kept', 'What a forced apply took is its own manager’s from then on.')
}

/** APPLY-014: two managers may want the same value, and then own it both. */
export function* equalValuesAreShared(history: History): Generator<Observation> {
  const says = 'Two managers may apply the same value to a field.'
  yield* done(history, 'object', 'before', 'after')
  yield* isStored(history, 'second', 'before', says)
  yield* refuses(history, 'alone', 'A field that two managers share is not changed by one of them.')
  yield* nothingChanged(history, 'alone', 'A field that two managers share stays as it is.')
}

/** APPLY-008: whose a field is follows from all applies before, and decides on the next one. */
export function* ownershipDecides(history: History): Generator<Observation> {
  const says = 'Who set a field is known from all applies so far, and decides on the next one.'
  const [first] = history.exchanges
  const told = yield* story(history, first && sharedShape(history, first))
  for (const { write, after, foretold } of told) {
    const isConflict = foretold.did === 'conflict'
    yield holds(isConflict ? refused(write) : succeeded(write), {
      says,
      expected: isConflict ? 'a refusal (4xx): the fields of others would change' : 'success',
      got: answered(write),
      at: write,
    })
    if (!isConflict) yield* holdsWhatWasApplied(history, write.step, after.step, says)
  }
}

/** PATH-024: on an absent name an apply is a create, which the right to patch alone does not allow. */
export function* appliedAsCreateOrPatch(history: History): Generator<Observation> {
  yield* done(history, 'twin', 'before', 'after')
  const asPatch = 'An apply of what is there counts as a patch.'
  yield* accepts(history, 'patch', asPatch)
  yield* refuses(history, 'create', asPatch)
  yield* nothingChanged(history, 'create', asPatch)
  const asCreate = 'An apply of what is not there counts as a create.'
  yield* refusedCreatesNothing(history, 'absent', 'nothing', asCreate)
}

/** DRY-025: a dry apply answers the merged object or the conflict, and leaves nothing behind. */
export function* dryApplyLeavesNoTrace(history: History): Generator<Observation> {
  yield* done(history, 'object', 'before', 'after')
  const says = 'A dry apply answers the merged object, or the conflict.'
  for (const label of ['dry new', 'dry forced', 'dry create'])
    yield* isStored(history, label, label, says)
  yield* holdsWhatWasApplied(history, 'object', 'dry new', says)
  yield* refuses(history, 'dry conflict', says)
  const trace = 'A dry apply stores no values.'
  for (const label of ['dry new', 'dry conflict', 'dry forced'])
    yield* nothingNamedChanged(history, label, trace)
  yield* findsNothing(history, 'nothing', trace)
  yield* accepts(history, 'unowned', 'A dry apply gives nobody a field.')
  yield* accepts(history, 'own', 'A dry apply, forced as it may be, takes no field from anybody.')
  yield* accepts(history, 'twin', 'A dry apply does not take a name.')
}
