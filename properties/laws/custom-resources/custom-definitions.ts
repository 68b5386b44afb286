// Judges the life cycle of definitions. The labels are in scenarios/custom-definitions.ts.

import type { History } from '../../history/history.ts'
import {
  answerSummary,
  exchangeAt,
  bodyValueAt,
  isSuccess,
  resourceVersionOf,
} from '../../history/history.ts'
import { anyRefusal, precondition, verify } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { valueAt } from '../../dsl/term.ts'
import { requireEstablishedTypes, hasStatusCode, answerIncludes } from './custom-answers.ts'
import { watchesNotExpired, firstWatchThatDelivered } from './custom-watches.ts'
import { requireSuccess } from '../preconditions.ts'
import { requireFinalAnswer, statusSays } from '../status.ts'

type Condition = { type: string; status: string }

const conditionsIn = (definition: unknown): Condition[] =>
  (valueAt(definition, '/status/conditions') as Condition[] | null | undefined) ?? []

const isTrue = (definition: unknown, type: string): boolean =>
  conditionsIn(definition).some(one => one.type === type && one.status === 'True')

/** K8S-CR-001: an established definition stays established. */
export function* establishedStays(history: History): Generator<Observation> {
  yield* requireSuccess(history, 'type', 'touched')
  const established = exchangeAt(history, 'type established')
  yield verify(isTrue(bodyValueAt(established, ''), 'Established'), {
    says: 'A valid CRD becomes established.',
    expected: 'Established is True',
    got: conditionsIn(bodyValueAt(established, '')),
    at: established,
  })
  const watch = yield* firstWatchThatDelivered(history, 'watch', 'shows touched')
  const shown = (watch.stream?.frames ?? []).map(({ document }) => valueAt(document, '/object'))
  const touched = resourceVersionOf(exchangeAt(history, 'touched'))
  const hasCome = shown.some(one => valueAt(one, '/metadata/resourceVersion') === touched)
  yield* precondition(hasCome, 'the watch did not deliver that change')
  const first = shown.findIndex(one => isTrue(one, 'Established'))
  const later = [
    ...shown.slice(Math.max(first, 0)),
    bodyValueAt(exchangeAt(history, 'type afterwards'), ''),
  ]
  const flap = later.find(one => !isTrue(one, 'Established') || !isTrue(one, 'NamesAccepted'))
  yield verify(flap === undefined, {
    says: 'An established CRD stays established, with its names accepted.',
    expected: 'Established and NamesAccepted are True',
    got: conditionsIn(flap),
    at: watch,
  })
}

/** K8S-CR-002: an established type is served. */
export function* establishedTypeIsServed(history: History): Generator<Observation> {
  yield* requireEstablishedTypes(history, 'type established')
  yield* hasStatusCode(history, 'served', 200, 'The custom type of an established CRD is served.')
  const group = bodyValueAt(exchangeAt(history, 'type'), '/spec/group')
  const list = { kind: 'WidgetList', apiVersion: `${String(group)}/v1`, items: [] }
  yield* answerIncludes(
    history,
    'served',
    list,
    'Lists of a custom type have the list kind that its CRD names.',
  )
}

const verbs = ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch']

/** K8S-CR-003: discovery lists a type with all its names, its verbs and its subresources. */
export function* establishedTypeIsListed(history: History): Generator<Observation> {
  yield* requireEstablishedTypes(history, 'type established')
  const listed = exchangeAt(history, 'listed')
  const says = 'Discovery lists a custom type with its names, verbs and subresources.'
  const plural = String(bodyValueAt(exchangeAt(history, 'type'), '/spec/names/plural'))
  const [resource, status] = [plural, `${plural}/status`].map(name => {
    const all = (bodyValueAt(listed, '/resources') ?? []) as Record<string, unknown>[]
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
    yield verify(JSON.stringify(got) === JSON.stringify(wanted), {
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
    return verify(isSame, { says, expected: wanted, got, at: listed })
  }
}

/** K8S-CR-004: versions are listed by stability, and the first one is preferred. */
export function* versionsAreListedByStability(history: History): Generator<Observation> {
  yield* requireEstablishedTypes(history, 'type established')
  const wanted = ['v10', 'v1', 'v1beta1', 'v2alpha1']
  const says =
    'Discovery lists the served versions of a group from most to least stable and prefers the first.'
  const own = bodyValueAt(exchangeAt(history, 'type'), '/spec/group')
  const all = (bodyValueAt(exchangeAt(history, 'groups'), '/groups') ?? []) as unknown[]
  const inList = all.find(one => valueAt(one, '/name') === own)
  for (const [label, group] of [
    ['grouped', bodyValueAt(exchangeAt(history, 'grouped'), '')],
    ['groups', inList],
  ] as const) {
    const versions = (valueAt(group, '/versions') ?? []) as unknown[]
    const got = versions.map(one => String(valueAt(one, '/version')))
    const preferred = valueAt(group, '/preferredVersion/version')
    yield verify(got.join() === wanted.join() && preferred === wanted[0], {
      says,
      expected: `${wanted.join(', ')}; preferred ${wanted[0]}`,
      got: `${got.join(', ')}; preferred ${String(preferred)}`,
      at: label,
    })
  }
}

/** K8S-CR-005: omitted fields of a definition get defaults. */
export function* definitionNamesAreDefaulted(history: History): Generator<Observation> {
  yield* requireEstablishedTypes(history, 'type established')
  const plural = bodyValueAt(exchangeAt(history, 'type'), '/spec/names/plural')
  const names = { plural, singular: 'widget', kind: 'Widget', listKind: 'WidgetList' }
  const says =
    'A CRD gets defaults for its names and conversion, and its status has the accepted names and stored versions.'
  yield* answerIncludes(
    history,
    'type',
    { spec: { names, conversion: { strategy: 'None' } } },
    says,
  )
  const status = { acceptedNames: names, storedVersions: ['v1'] }
  yield* answerIncludes(history, 'type established', { status }, says)
}

/** K8S-CR-006: a removed type is neither served nor listed. */
export function* removedTypeLeavesNothing(history: History): Generator<Observation> {
  yield* requireSuccess(history, 'type', 'served', 'listed', 'removed')
  yield* hasStatusCode(history, 'gone', 404, 'A deleted CRD is removed.')
  yield* hasStatusCode(history, 'unserved', 404, 'The type of a removed CRD is not served.')
  yield* hasStatusCode(
    history,
    'unlisted',
    404,
    'A group whose CRDs are all removed is not listed in discovery.',
  )
}

/** K8S-CR-007: the objects of a deleted type are removed before it, and watches show this. */
export function* removedTypeDeletesItsObjects(history: History): Generator<Observation> {
  yield* requireSuccess(history, 'type', 'object', 'removed', 'type anew')
  yield* requireEstablishedTypes(history, 'type anew established')
  const uid = bodyValueAt(exchangeAt(history, 'object'), '/metadata/uid')
  // The server ends the watches of a removed type, and may end any watch before.
  const { sentAt } = exchangeAt(history, 'removed')
  const watches = (yield* watchesNotExpired(history, 'fate')).map(({ stream }) => stream)
  const isOpen = watches.some(stream => (stream?.end?.at ?? Infinity) > sentAt)
  yield* precondition(isOpen, 'the watches ended before the CRD was deleted')
  const frames = watches.flatMap(stream => stream?.frames ?? [])
  const isSeen = frames.some(
    ({ document }) =>
      valueAt(document, '/type') === 'DELETED' && valueAt(document, '/object/metadata/uid') === uid,
  )
  yield verify(isSeen, {
    says: 'A watch delivers the deletion of the objects of a deleted CRD.',
    expected: `DELETED for ${String(uid)}`,
    got: frames.map(({ document }) => valueAt(document, '/type')),
    at: 'fate',
  })
  const anew = exchangeAt(history, 'served anew')
  yield* precondition(isSuccess(anew), 'the type is not served again')
  const left = (bodyValueAt(anew, '/items') ?? []) as unknown[]
  yield verify(left.length === 0, {
    says: 'A CRD that is created again has no objects of the deleted one.',
    expected: 'no items',
    got: left.map(one => valueAt(one, '/metadata/name')),
    at: anew,
  })
}

/** K8S-CR-008: a deleted type accepts no new objects while it waits for objects with finalizers. */
export function* removedTypeWaitsForItsObjects(history: History): Generator<Observation> {
  yield* requireSuccess(history, 'type', 'held', 'twin', 'removed')
  const waiting = yield* requireFinalAnswer(history, 'waiting')
  yield verify(isSuccess(waiting) && isTrue(bodyValueAt(waiting, ''), 'Terminating'), {
    says: 'A deleted CRD stays Terminating while finalizers hold objects of its type.',
    expected: 'Terminating is True',
    got: isSuccess(waiting) ? conditionsIn(bodyValueAt(waiting, '')) : waiting.answer?.status,
    at: waiting,
  })
  yield* lateCreateIsRefused(history)
  yield* hasStatusCode(
    history,
    'still there',
    200,
    'The objects that finalizers hold can still be read.',
  )
  yield* requireSuccess(history, 'freed')
  yield* hasStatusCode(
    history,
    'gone',
    404,
    'A terminating CRD is removed when its last object is removed.',
  )
}

// Genuine servers before 1.34 use the code of an operation that a resource does not support.
const terminatingReasons: Record<number, string> = { 403: 'Forbidden', 405: 'MethodNotAllowed' }

function* lateCreateIsRefused(history: History): Generator<Observation> {
  const late = yield* requireFinalAnswer(history, 'late')
  const code = late.answer?.status ?? 0
  yield verify(code in terminatingReasons, {
    says: 'A create of an object of a terminating CRD is refused.',
    expected: anyRefusal('403 Forbidden, or 405 MethodNotAllowed'),
    got: answerSummary(late),
    at: late,
  })
  yield* statusSays(history, 'late', { code, reason: terminatingReasons[code] ?? null })
}

/**
 * K8S-CR-009: of two types with one kind, the later one is not served until the first is removed.
 */
export function* conflictingNamesAreNotAccepted(history: History): Generator<Observation> {
  yield* requireEstablishedTypes(history, 'type established')
  yield* requireSuccess(history, 'other', 'refused', 'removed')
  const says = 'A CRD with a name that is in use is neither accepted nor established.'
  const refused = bodyValueAt(exchangeAt(history, 'refused'), '')
  const isRefused = conditionsIn(refused).some(
    one => one.type === 'NamesAccepted' && one.status === 'False',
  )
  yield verify(isRefused && !isTrue(refused, 'Established'), {
    says,
    expected: 'NamesAccepted is False, and Established is not True',
    got: conditionsIn(refused),
    at: 'refused',
  })
  yield* hasStatusCode(history, 'unserved', 404, 'A type whose names are in use is not served.')
  yield* requireEstablishedTypes(history, 'first')
  yield* hasStatusCode(
    history,
    'served',
    200,
    'A type is served when its names are no longer in use.',
  )
}
