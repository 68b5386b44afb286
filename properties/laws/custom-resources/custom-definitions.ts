// Laws of the lives of definitions; for their labels see scenarios/custom-definitions.ts.

import type { History } from '../../history/history.ts'
import { at, read, succeeded, version } from '../../history/history.ts'
import { given, holds } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { valueAt } from '../../dsl/term.ts'
import { defined, isAnswered, shows } from './custom-answers.ts'
import { keptOf, toldByEither } from './custom-watches.ts'
import { done } from '../premises.ts'
import { refusesWith } from '../status.ts'

type Condition = { type: string; status: string }

const conditionsIn = (definition: unknown): Condition[] =>
  (valueAt(definition, '/status/conditions') as Condition[] | null | undefined) ?? []

const isTrue = (definition: unknown, type: string): boolean =>
  conditionsIn(definition).some(one => one.type === type && one.status === 'True')

/** K8S-CR-001: once it is established a definition stays so. */
export function* establishedOnce(history: History): Generator<Observation> {
  yield* done(history, 'type', 'touched')
  const established = at(history, 'type established')
  yield holds(isTrue(read(established, ''), 'Established'), {
    says: 'A sound definition is established.',
    expected: 'Established is True',
    got: conditionsIn(read(established, '')),
    at: established,
  })
  const watch = yield* toldByEither(history, 'watch', 'shows touched')
  const shown = (watch.stream?.frames ?? []).map(({ document }) => valueAt(document, '/object'))
  const touched = version(at(history, 'touched'))
  const hasCome = shown.some(one => valueAt(one, '/metadata/resourceVersion') === touched)
  yield* given(hasCome, 'the watch did not come so far')
  const first = shown.findIndex(one => isTrue(one, 'Established'))
  const later = [...shown.slice(Math.max(first, 0)), read(at(history, 'type afterwards'), '')]
  const flap = later.find(one => !isTrue(one, 'Established') || !isTrue(one, 'NamesAccepted'))
  yield holds(flap === undefined, {
    says: 'An established definition stays established, and its names accepted.',
    expected: 'Established and NamesAccepted are True',
    got: conditionsIn(flap),
    at: watch,
  })
}

/** K8S-CR-002: an established type is served. */
export function* isServed(history: History): Generator<Observation> {
  yield* defined(history, 'type established')
  yield* isAnswered(history, 'served', 200, 'An established type is served.')
  const group = read(at(history, 'type'), '/spec/group')
  const list = { kind: 'WidgetList', apiVersion: `${String(group)}/v1`, items: [] }
  yield* shows(history, 'served', list, 'The list of a type is of the kind that it names.')
}

const verbs = ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch']

/** K8S-CR-003: discovery lists a type by all its names, with its verbs and subresources. */
export function* isListed(history: History): Generator<Observation> {
  yield* defined(history, 'type established')
  const listed = at(history, 'listed')
  const says = 'Discovery lists a custom type by its names, with its verbs and subresources.'
  const plural = String(read(at(history, 'type'), '/spec/names/plural'))
  const [resource, status] = [plural, `${plural}/status`].map(name => {
    const all = (read(listed, '/resources') ?? []) as Record<string, unknown>[]
    return all.find(one => one['name'] === name) ?? {}
  })
  const expected = {
    singularName: 'one',
    namespaced: true,
    kind: 'Widget',
    shortNames: ['wdg', 'wdgt'],
    categories: ['touchstone', 'things'],
  }
  for (const [name, wanted] of Object.entries(expected)) {
    const got = resource?.[name]
    yield holds(JSON.stringify(got) === JSON.stringify(wanted), {
      says,
      expected: { [name]: wanted },
      got,
      at: listed,
    })
  }
  yield sameVerbs(resource, verbs)
  yield sameVerbs(status, ['get', 'patch', 'update'])

  function sameVerbs(one: Record<string, unknown> | undefined, wanted: string[]): Observation {
    const got = ((one?.['verbs'] ?? []) as string[]).toSorted()
    const isSame = got.join() === wanted.join()
    return holds(isSame, { says, expected: wanted, got, at: listed })
  }
}

/** K8S-CR-004: versions are listed by how stable they are, and the first one is preferred. */
export function* versionsAreOrdered(history: History): Generator<Observation> {
  yield* defined(history, 'type established')
  const wanted = ['v10', 'v1', 'v1beta1', 'v2alpha1']
  const says = 'The served versions of a group are listed from the most stable one, the preferred.'
  const own = read(at(history, 'type'), '/spec/group')
  const all = (read(at(history, 'groups'), '/groups') ?? []) as unknown[]
  const inList = all.find(one => valueAt(one, '/name') === own)
  for (const [label, group] of [
    ['grouped', read(at(history, 'grouped'), '')],
    ['groups', inList],
  ] as const) {
    const versions = (valueAt(group, '/versions') ?? []) as unknown[]
    const got = versions.map(one => String(valueAt(one, '/version')))
    const preferred = valueAt(group, '/preferredVersion/version')
    yield holds(got.join() === wanted.join() && preferred === wanted[0], {
      says,
      expected: `${wanted.join(', ')}; preferred ${wanted[0]}`,
      got: `${got.join(', ')}; preferred ${String(preferred)}`,
      at: label,
    })
  }
}

/** K8S-CR-005: what a definition leaves open is filled in. */
export function* namesAreFilledIn(history: History): Generator<Observation> {
  yield* defined(history, 'type established')
  const plural = read(at(history, 'type'), '/spec/names/plural')
  const names = { plural, singular: 'widget', kind: 'Widget', listKind: 'WidgetList' }
  const says = 'The names of a definition are filled in, and accepted as they are.'
  yield* shows(history, 'type', { spec: { names, conversion: { strategy: 'None' } } }, says)
  const status = { acceptedNames: names, storedVersions: ['v1'] }
  yield* shows(history, 'type established', { status }, says)
}

/** K8S-CR-006: of a removed type nothing is served or listed. */
export function* leavesNothing(history: History): Generator<Observation> {
  yield* done(history, 'type', 'served', 'listed', 'removed')
  yield* isAnswered(history, 'gone', 404, 'A definition that is removed is gone.')
  yield* isAnswered(history, 'unserved', 404, 'A type whose definition is gone is not served.')
  yield* isAnswered(history, 'unlisted', 404, 'A group whose definitions are gone is not listed.')
}

/** K8S-CR-007: the objects of a type go before it does, and are seen to go. */
export function* takesObjectsAlong(history: History): Generator<Observation> {
  yield* done(history, 'type', 'object', 'removed', 'type anew')
  yield* defined(history, 'type anew established')
  const uid = read(at(history, 'object'), '/metadata/uid')
  // With its type a watch ends; before that any server may end one.
  const { sentAt } = at(history, 'removed')
  const watches = (yield* keptOf(history, 'fate')).map(({ stream }) => stream)
  const isOpen = watches.some(stream => (stream?.end?.at ?? Infinity) > sentAt)
  yield* given(isOpen, 'the watches ended before')
  const frames = watches.flatMap(stream => stream?.frames ?? [])
  const isSeen = frames.some(
    ({ document }) =>
      valueAt(document, '/type') === 'DELETED' && valueAt(document, '/object/metadata/uid') === uid,
  )
  yield holds(isSeen, {
    says: 'A watch sees the objects of a removed type go.',
    expected: `DELETED for ${String(uid)}`,
    got: frames.map(({ document }) => valueAt(document, '/type')),
    at: 'fate',
  })
  const anew = at(history, 'served anew')
  yield* given(succeeded(anew), 'the type is not served anew')
  const left = (read(anew, '/items') ?? []) as unknown[]
  yield holds(left.length === 0, {
    says: 'A type that is defined anew has no objects of the former one.',
    expected: 'no items',
    got: left.map(one => valueAt(one, '/metadata/name')),
    at: anew,
  })
}

/** K8S-CR-008: a removed type takes no new objects while it waits for those that are held. */
export function* waitsForObjects(history: History): Generator<Observation> {
  yield* done(history, 'type', 'held', 'twin', 'removed', 'freed')
  const waiting = at(history, 'waiting')
  yield holds(succeeded(waiting) && isTrue(read(waiting, ''), 'Terminating'), {
    says: 'A removed definition with objects that are held is Terminating and stays.',
    expected: 'Terminating is True',
    got: succeeded(waiting) ? conditionsIn(read(waiting, '')) : waiting.answer?.status,
    at: waiting,
  })
  const says = 'Nothing is created of a type that is being removed.'
  yield* refusesWith(history, 'late', { code: 403, reason: 'Forbidden' }, says)
  yield* isAnswered(history, 'still there', 200, 'The objects that are held can be read.')
  yield* isAnswered(history, 'gone', 404, 'When the last object is gone the definition is.')
}

/** K8S-CR-009: of two types that want one kind the later is not served until the first is gone. */
export function* namesAreGivenOnce(history: History): Generator<Observation> {
  yield* defined(history, 'type established')
  yield* done(history, 'other', 'refused', 'removed')
  const says = 'A name that is taken is not accepted, and its type not established.'
  const refused = read(at(history, 'refused'), '')
  const isRefused = conditionsIn(refused).some(
    one => one.type === 'NamesAccepted' && one.status === 'False',
  )
  yield holds(isRefused && !isTrue(refused, 'Established'), {
    says,
    expected: 'NamesAccepted is False, and Established is not True',
    got: conditionsIn(refused),
    at: 'refused',
  })
  yield* isAnswered(history, 'unserved', 404, 'A type whose names are taken is not served.')
  yield* defined(history, 'first')
  yield* isAnswered(history, 'served', 200, 'A type whose names have become free is served.')
}
