// Laws of how a record of ownership is kept, cleared, cut and mended.

import type { History } from '../../history/history.ts'
import { at } from '../../history/history.ts'
import { pathsIn, pathText } from '../../models/field-paths.ts'
import { holds } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { ownershipOf } from './apply-ownership.ts'
import { entriesOf, ownersIn, shapeOfRole } from './apply-story.ts'
import { accepts } from '../decisions.ts'
import { differenceOf, sidesOf } from '../differences.ts'
import { done } from '../premises.ts'

/** K8S-APPLY-012: a record is kept where it is left out, and goes where it is sent empty. */
export function* recordIsKeptOrCleared(history: History): Generator<Observation> {
  const clearing = ['with none', 'with an empty entry']
  yield* done(history, 'object', 'left out', ...clearing, 'first')
  const ownersOf = function* (label: string, wanted: Record<string, string[]>, says: string) {
    yield* done(history, label)
    const look = at(history, label)
    const found = ownershipOf(ownersIn(look.answer?.body, shapeOfRole(history, look)))
    const got = Object.keys(found).toSorted()
    const names = Object.keys(wanted).toSorted()
    yield holds(names.join() === got.join(), { says, expected: names, got, at: look })
    for (const [owner, fields] of Object.entries(wanted)) {
      const missing = fields.filter(field => !found[owner]?.[field])
      yield holds(missing.length === 0, { says, expected: fields, got: found[owner], at: look })
    }
  }
  const [m, n] = ['m', 'n'].map(name => history.words.prefix + name)
  const ofM = { [`Apply ${m}`]: ['.metadata.annotations.a'] }
  const kept = 'A write without managedFields keeps the record and adds to it.'
  yield* ownersOf('kept', { ...ofM, [`Update ${n}`]: ['.metadata.annotations.b'] }, kept)
  const cleared = 'A write with empty managedFields clears the record.'
  yield* ownersOf('cleared', {}, cleared)
  const before = {
    'Update before-first-apply': ['.metadata.annotations.a', '.metadata.annotations.b'],
  }
  const followed = 'What was there before an apply is before-first-apply’s where none is recorded.'
  yield* ownersOf('followed', { ...ofM, ...before }, followed)
  yield* ownersOf('cleared again', {}, cleared)
}

/** K8S-APPLY-025: of more than ten entries of updates the oldest become one. */
export function* oldEntriesAreMerged(history: History): Generator<Observation> {
  const updates = history.exchanges.filter(({ step }) => step.startsWith('update '))
  yield* done(history, 'object', 'look', ...updates.map(({ step }) => step))
  const look = at(history, 'look')
  const entries = entriesOf(look.answer?.body).filter(({ operation }) => operation === 'Update')
  const says = 'At most ten entries are of updates; the oldest ones become ancient-changes.'
  const names = entries.map(({ manager }) => String(manager))
  yield holds(names.length === 10 && names.includes('ancient-changes'), {
    says,
    expected: 'ten entries, one of them of ancient-changes',
    got: names,
    at: look,
  })
  const owned = entries.flatMap(entry => (pathsIn(entry['fieldsV1']) ?? []).map(pathText))
  for (const { step } of updates) {
    const field = `.metadata.annotations.${step.slice('update '.length)}`
    const owners = owned.filter(one => one === field).length
    yield holds(owners === 1, { says, expected: `one owner of ${field}`, got: owners, at: look })
  }
}

/** K8S-APPLY-026: an entry without its fieldsType does no harm. */
export function* entriesNeedNoType(history: History): Generator<Observation> {
  yield* done(history, 'object', 'before', 'sent back', 'after')
  const [before, after] = ['before', 'after'].map(look => at(history, look))
  const says = 'An entry that is sent back without its fieldsType leaves the record as it was.'
  const difference = differenceOf(entriesOf(before?.answer?.body), entriesOf(after?.answer?.body))
  yield holds(difference === undefined, { says, ...sidesOf(difference), at: 'after' })
  yield* accepts(history, 'twin', 'An apply behind it is carried out.')
}
