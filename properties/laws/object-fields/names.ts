// Laws of names: unique while an object has one, free otherwise, made by the server when asked.

import type { History, Item } from '../../history/history.ts'
import {
  answerSummary,
  exchangeAt,
  isOwnItem,
  itemsOf,
  bodyValueAt,
  isSuccess,
} from '../../history/history.ts'
import { precondition, verify } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { valueAt } from '../../dsl/term.ts'
import { requireDecision, refusesRequest } from '../decisions.ts'
import { objectIsUnchanged } from '../unchanged-objects.ts'
import { requireSuccess, requireLists } from '../preconditions.ts'
import { uidIn, requireUid } from '../paths-and-verbs/scopes.ts'
import { fieldFollowsRule } from './server-set-fields.ts'

/** A second create under a name is refused and leaves the object that has it as it was. */
export function* nameIsTaken(
  history: History,
  { before, again, after }: { before: string; again: string; after: string },
): Generator<Observation> {
  yield* requireSuccess(history, before)
  yield* refusesRequest(
    history,
    again,
    'A second create of the same name, kind and namespace fails.',
  )
  const [first, then] = [exchangeAt(history, before), yield* requireDecision(history, after)]
  const looks = {
    before: first.answer?.body as Item,
    after: isSuccess(then) ? (then.answer?.body as Item) : undefined,
    sent: JSON.parse(exchangeAt(history, again).request.body ?? 'null') as unknown,
  }
  const says = 'A second create of the same name leaves the first object unchanged.'
  yield* objectIsUnchanged(looks, { says, at: after })
}

/** OBJ-007: the same for every name of a history of `before …`, `again …`, `after …`. */
export function* namesAreTaken(history: History): Generator<Observation> {
  for (const { step } of history.exchanges) {
    if (!step.startsWith('again ')) continue
    const name = step.slice('again '.length)
    yield* requireSuccess(history, `object-${name}`)
    yield* nameIsTaken(history, { before: `before ${name}`, again: step, after: `after ${name}` })
  }
}

/** OBJ-008, OBJ-009: a name that another object has elsewhere is free here. */
export function* nameIsFree(
  history: History,
  { taken, free, twin, says }: { taken: string; free: string; twin: string; says: string },
): Generator<Observation> {
  yield* requireSuccess(history, taken, twin)
  const uid = yield* requireUid(exchangeAt(history, taken))
  const create = yield* requireDecision(history, free)
  yield verify(isSuccess(create), {
    says,
    expected: 'success',
    got: answerSummary(create),
    at: create,
  })
  yield verify(uidIn(create) !== uid, {
    says: 'Objects that share a name are different objects.',
    expected: `a uid other than ${uid}`,
    got: uidIn(create),
    at: create,
  })
}

/** OBJ-006: a create that names nothing is refused and stores nothing. */
export function* namelessIsRefused(
  history: History,
  { nameless, twin, after }: { nameless: string; twin: string; after: string },
): Generator<Observation> {
  yield* requireSuccess(history, twin)
  yield* refusesRequest(history, nameless, 'A create without name and generateName fails.')
  // A name that the server makes up does not tell whose object it is; the run's label does.
  const list = exchangeAt(history, after)
  const labels = bodyValueAt(exchangeAt(history, twin), '/metadata/labels')
  const isStray = (item: Item): boolean =>
    !isOwnItem(history, item) && JSON.stringify(item.metadata['labels']) === JSON.stringify(labels)
  const strays = (itemsOf(list) ?? []).filter(isStray).map(item => item.metadata['name'])
  if (strays.length === 0) yield* requireLists(history, list)
  yield verify(strays.length === 0, {
    says: 'A create without name and generateName stores nothing.',
    expected: 'no object',
    got: strays,
    at: list,
  })
}

/** OBJ-012: the server makes a name, under which the object can be read. */
export function* nameIsGenerated(
  history: History,
  { generated, twin, reading }: { generated: string; twin: string; reading: string },
): Generator<Observation> {
  yield* requireSuccess(history, twin)
  const create = yield* requireDecision(history, generated)
  const name = bodyValueAt(create, '/metadata/name')
  yield verify(isSuccess(create) && typeof name === 'string' && name !== '', {
    says: 'A create with only generateName succeeds with a generated name.',
    expected: 'success and a name',
    got: isSuccess(create) ? JSON.stringify(name) : answerSummary(create),
    at: create,
  })
  const uid = yield* requireUid(create)
  const stored = yield* requireDecision(history, reading)
  yield verify(uidIn(stored) === uid, {
    says: 'An object can be read by its generated name.',
    expected: uid,
    got: isSuccess(stored) ? uidIn(stored) : answerSummary(stored),
    at: stored,
  })
}

/** OBJ-013: every further create with a generateName that was accepted gets a name of its own. */
export function* generatedNamesAreDistinct(history: History): Generator<Observation> {
  const [first, ...later] = history.exchanges.filter(({ step }) => step.startsWith('generated '))
  if (!first) return
  yield* precondition(isSuccess(first), `${first.step} returned ${answerSummary(first)}`)
  const names = new Set([bodyValueAt(first, '/metadata/name')])
  for (const create of later) {
    yield* requireDecision(history, create.step)
    const name = bodyValueAt(create, '/metadata/name')
    yield verify(isSuccess(create) && !names.has(name), {
      says: 'Repeated creates with the same generateName get distinct names.',
      expected: `a name other than ${[...names].join(', ')}`,
      got: isSuccess(create) ? name : answerSummary(create),
      at: create,
    })
    names.add(name)
  }
}

// No vowels and nothing that can be mistaken for one, so that no words come about.
const suffix = /^[bcdfghjklmnpqrstvwxz2456789]{5}$/
const baseLengthMax = 58

/** K8S-OBJ-003: a generated name is generateName, cut so that five more characters fit. */
export function* generatedNameIsBaseAndSuffix(history: History): Generator<Observation> {
  yield* requireSuccess(history, 'generated')
  const { request } = exchangeAt(history, 'generated')
  const base = valueAt(JSON.parse(request.body ?? 'null'), '/metadata/generateName') as string
  const start = base.slice(0, baseLengthMax)
  yield fieldFollowsRule(history, 'generated', {
    at: '/metadata/name',
    says: 'A generated name is generateName, cut to 58 characters, and five random ones.',
    expected: `${start}, then five of bcdfghjklmnpqrstvwxz2456789`,
    is: name =>
      typeof name === 'string' && name.startsWith(start) && suffix.test(name.slice(start.length)),
  })
  yield fieldFollowsRule(history, 'generated', {
    at: '/metadata/generateName',
    says: 'An object with a generated name keeps its generateName.',
    expected: base,
    is: value => value === base,
  })
}
