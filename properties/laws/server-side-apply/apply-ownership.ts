// Laws of who owns what, as genuine servers record it: after any writes the object, its owners and
// every conflict are as the model has them.

import type { History } from '../../history/history.ts'
import { answered, read, succeeded, version } from '../../history/history.ts'
import { holder } from '../../models/field-shapes.ts'
import type { Fields, Shape } from '../../models/field-shapes.ts'
import { pathText } from '../../models/field-paths.ts'
import { ownerOf } from '../../models/ownership.ts'
import type { Conflict, Owners } from '../../models/ownership.ts'
import { given, holds } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { entriesOf, shapeOfRole, stateIn, story } from './apply-story.ts'
import type { Told } from './apply-story.ts'
import { differenceOf, sidesOf } from '../differences.ts'
import { causesOf } from '../status.ts'
import { valueAt } from '../../dsl/term.ts'

/** Every apply is refused that would take a field of another manager, and no other write is. */
export function* conflictsAreForetold(history: History, shape?: Shape): Generator<Observation> {
  for (const { write, foretold } of yield* story(history, shape)) {
    const isConflict = foretold.did === 'conflict'
    yield holds(succeeded(write) !== isConflict, {
      says: 'An apply conflicts where it changes what another manager owns, and nowhere else.',
      expected: isConflict ? `conflicts: ${fieldTexts(foretold.conflicts).join(', ')}` : 'success',
      got: answered(write),
      at: write,
    })
    if (foretold.did === 'conflict') yield* namesItsCauses(write, foretold.conflicts)
  }
}

function* namesItsCauses(write: Told['write'], conflicts: Conflict[]): Generator<Observation> {
  yield holds(write.answer?.status === 409 && read(write, '/reason') === 'Conflict', {
    says: 'A conflict of managers is answered 409 Conflict.',
    expected: '409 Conflict',
    got: answered(write),
    at: write,
  })
  const causes = causesOf(write).map(cause => ({
    reason: String(valueAt(cause, '/reason')),
    field: String(valueAt(cause, '/field')),
    message: String(valueAt(cause, '/message')),
  }))
  const wanted = fieldTexts(conflicts)
  const found = causes.map(({ field }) => field).toSorted()
  yield holds(wanted.join(' ') === found.join(' '), {
    says: 'A conflict names every field that is in conflict, once for each owner.',
    expected: wanted,
    got: found,
    at: write,
  })
  for (const { owner, path } of conflicts) {
    const { manager } = ownerOf(owner)
    const isNamed = causes.some(
      ({ reason, field, message }) =>
        reason === 'FieldManagerConflict' &&
        field === pathText(path) &&
        message.includes(JSON.stringify(manager)),
    )
    yield holds(isNamed, {
      says: 'The cause of a conflict names the field and who owns it.',
      expected: `FieldManagerConflict of ${pathText(path)} with ${JSON.stringify(manager)}`,
      got: causes,
      at: write,
    })
  }
}

const fieldTexts = (conflicts: Conflict[]): string[] =>
  conflicts.map(({ path }) => pathText(path)).toSorted()

/** Each write leaves the object with the values that the model foretells. */
export function* valuesAreForetold(history: History, shape?: Shape): Generator<Observation> {
  for (const told of yield* story(history, shape)) {
    yield* cameOut(told)
    if (told.foretold.did === 'conflict') continue
    const followed = shape ?? shapeOfRole(history, told.write)
    const { fields } = stateIn(told.after, followed)
    const wanted = told.foretold.state.fields
    const difference = differenceOf(textsOf(wanted), textsOf(fields))
    yield holds(difference === undefined, {
      says: 'An apply changes what it names, drops what nobody names any more, and nothing else.',
      ...sidesOf(difference),
      at: told.write,
    })
  }
}

/** Each write leaves the record of ownership that the model foretells, in its answer and in a get. */
export function* ownersAreForetold(history: History, shape?: Shape): Generator<Observation> {
  for (const told of yield* story(history, shape)) {
    yield* cameOut(told)
    if (told.foretold.did === 'conflict') continue
    const followed = shape ?? shapeOfRole(history, told.write)
    for (const shown of [told.write, told.after]) {
      const wanted = ownershipOf(told.foretold.state.owners)
      const difference = differenceOf(wanted, ownershipOf(stateIn(shown, followed).owners))
      yield holds(difference === undefined, {
        says: 'The record of ownership follows every write.',
        ...sidesOf(difference),
        at: shown,
      })
    }
  }
}

/** A conflict changes nothing; a write that changes nothing keeps version, record and times. */
export function* idleWritesLeaveNoTrace(history: History, shape?: Shape): Generator<Observation> {
  for (const told of yield* story(history, shape)) {
    yield* cameOut(told)
    const { write, before, after, foretold } = told
    const isIdle = foretold.did === 'conflict' || !foretold.isChanged
    if (!isIdle || !before || !succeeded(before)) continue
    yield* given(succeeded(after), `${after.step} answered ${answered(after)}`)
    const says = 'A write that is refused or changes nothing keeps the version and the record.'
    yield holds(version(after) === version(before), {
      says,
      expected: version(before),
      got: version(after),
      at: write,
    })
    const [was, is] = [before, after].map(({ answer }) => entriesOf(answer?.body))
    const difference = differenceOf(was, is)
    yield holds(difference === undefined, { says, ...sidesOf(difference), at: write })
  }
}

/** The write was carried out, or refused, as foretold. */
function* cameOut({ write, foretold }: Told): Generator<Observation> {
  const isForetold = succeeded(write) === (foretold.did === 'write')
  yield* given(isForetold, `${write.step} answered ${answered(write)}, not as foretold`)
}

/** Values by the texts of their places. */
export const textsOf = (fields: Fields = new Map()): Record<string, unknown> =>
  Object.fromEntries(
    [...fields].flatMap(([path, value]) => (value === holder ? [] : [[pathText(path), value]])),
  )

/** For each owner the texts of its fields, so that a difference can be read. */
export const ownershipOf = (owners: Owners): Record<string, Record<string, true>> =>
  Object.fromEntries(
    [...owners].map(([key, paths]) => {
      const { operation, manager, subresource = '' } = ownerOf(key)
      const fields = [...paths].map(path => [pathText(path), true] as const)
      return [`${operation} ${manager} ${subresource}`.trim(), Object.fromEntries(fields)]
    }),
  )
