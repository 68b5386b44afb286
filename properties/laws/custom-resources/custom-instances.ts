// Judges the common verbs on custom objects. The labels are in scenarios/custom-instances.ts.

import type { Exchange, History } from '../../history/history.ts'
import {
  exchangeAt,
  chunksOf,
  isOwnItem,
  itemsOf,
  logicalName,
  bodyValueAt,
} from '../../history/history.ts'
import type { Item } from '../../history/history.ts'
import { verify } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { valueAt } from '../../dsl/term.ts'
import {
  canonicalText,
  requireEstablishedTypes,
  hasStatusCode,
  answerIncludes,
} from './custom-answers.ts'
import { firstWatchThatDelivered } from './custom-watches.ts'
import { requireUntouched } from '../other-writers.ts'
import { requireSuccess } from '../preconditions.ts'
import { refusesWith } from '../status.ts'

const own = (history: History, exchange: Exchange): Item[] =>
  (itemsOf(exchange) ?? []).filter(item => isOwnItem(history, item))

/**
 * K8S-CR-040: chunks of custom objects contain each object once, and have a token unless they are
 * the last.
 */
export function* chunksHoldEachCustomObject(history: History): Generator<Observation> {
  yield* requireEstablishedTypes(history, 'gadgets')
  yield* requireSuccess(
    history,
    ...[0, 1, 2, 3, 4].map(index => `object ${index}`),
    'whole',
    'page',
    'at last',
  )
  const pages = chunksOf(history, 'page')
  const whole = (itemsOf(exchangeAt(history, 'whole')) ?? []).map(canonicalText)
  for (const page of pages) yield* requireSuccess(history, page.step)
  yield* requireUntouched(history, 'whole', 'at last')
  yield verify(pages.length > 1 && pages.slice(0, -1).every(page => countOf(page) === 2), {
    says: 'A list of custom objects with a limit returns chunks of that size.',
    expected: 'chunks of two',
    got: pages.map(countOf),
    at: 'page',
  })
  const items = pages.flatMap(page => (itemsOf(page) ?? []).map(canonicalText))
  yield verify(items.join() === whole.join(), {
    says: 'The chunks of a list hold each custom object once, in the order of the whole list.',
    expected: `${whole.length} items`,
    got: `${items.length} items`,
    at: pages.at(-1) ?? 'page',
  })
  const versions = pages.map(page => bodyValueAt(page, '/metadata/resourceVersion'))
  yield verify(new Set(versions).size === 1, {
    says: 'All chunks of a list have the same resourceVersion.',
    expected: 'one version',
    got: versions,
    at: 'page',
  })
}

const countOf = (page: Exchange): number => itemsOf(page)?.length ?? -1

/** K8S-CR-041: a watch shows the changes of custom objects in order. */
export function* watchDeliversCustomChanges(history: History): Generator<Observation> {
  yield* requireEstablishedTypes(history, 'gadgets')
  yield* requireSuccess(history, 'before', 'created', 'changed', 'removed')
  const watch = yield* firstWatchThatDelivered(history, 'watch', 'has a DELETED')
  yield* requireUntouched(history, 'before', 'created', 'changed', watch.step)
  const frames = (watch.stream?.frames ?? []).filter(
    ({ document }) => valueAt(document, '/type') !== 'BOOKMARK',
  )
  const got = frames.map(({ document }) =>
    ['/type', '/object/spec/color'].map(place => String(valueAt(document, place))).join(' '),
  )
  const expected = ['ADDED red', 'MODIFIED blue', 'DELETED blue']
  yield verify(got.join() === expected.join(), {
    says: 'A watch of custom objects delivers each change once, in order.',
    expected,
    got,
    at: watch,
  })
  const written = ['created', 'changed', 'changed'].map(label =>
    bodyValueAt(exchangeAt(history, label), ''),
  )
  for (const [index, { document }] of frames.entries()) {
    // A removed object has a version that no answer contains, and possibly a deletion timestamp.
    const text = valueAt(document, '/type') === 'DELETED' ? lasting : canonicalText
    const [wanted, shown] = [written[index], valueAt(document, '/object')].map(text)
    yield verify(wanted === shown, {
      says: 'A watch shows custom objects as they were written.',
      expected: wanted,
      got: shown,
      at: watch,
    })
  }
}

/** The parts of an object that its removal does not change. */
const lasting = (object: unknown): string =>
  canonicalText(
    ['/metadata/uid', '/metadata/labels', '/metadata/annotations', '/spec'].map(place =>
      valueAt(object, place),
    ),
  )

/** K8S-CR-046: a collection delete with a selector deletes the matching objects and no others. */
export function* selectedObjectsAreDeleted(history: History): Generator<Observation> {
  yield* requireEstablishedTypes(history, 'gadgets')
  yield* requireSuccess(history, ...[0, 1, 2, 3, 4].map(index => `object ${index}`), 'other')
  yield* hasStatusCode(
    history,
    'removed',
    200,
    'A DELETE of a collection of custom objects returns 200.',
  )
  const left = own(history, exchangeAt(history, 'left')).map(item => logicalName(history, item))
  yield* requireSuccess(history, 'left')
  yield verify(left.length === 0, {
    says: 'A DELETE of a collection deletes the objects that match its selector.',
    expected: 'nothing',
    got: left,
    at: 'left',
  })
  yield* hasStatusCode(
    history,
    'after',
    200,
    'A DELETE of a collection leaves the objects that do not match its selector.',
  )
}

/** K8S-CR-047: the generation counts changes outside of metadata and status. */
export function* generationCountsChanges(history: History): Generator<Observation> {
  yield* requireEstablishedTypes(history, 'gadgets')
  const expected = { object: 1, same: 1, labelled: 1, changed: 2, reported: 2, forged: 2 }
  yield* requireSuccess(history, ...Object.keys(expected))
  for (const [label, generation] of Object.entries(expected))
    yield* answerIncludes(
      history,
      label,
      { metadata: { generation } },
      'The generation grows with each change outside metadata and status.',
    )
  yield* answerIncludes(
    history,
    'reported',
    { status: { phase: 'Ready' } },
    'A write to the status subresource changes the status.',
  )
}

/** Returns the logical names of the objects of this case in a list, sorted. */
export const logicalNamesIn = (history: History, label: string): string =>
  own(history, exchangeAt(history, label))
    .map(item => logicalName(history, item))
    .toSorted()
    .join()

/** K8S-CR-049: field selectors support the fields that the definition names, and no others. */
export function* selectableFieldsSelect(history: History): Generator<Observation> {
  yield* requireEstablishedTypes(history, 'gadgets')
  yield* requireSuccess(history, 'red', 'blue', 'reds', 'not reds', 'by name')
  const expected = { reds: 'red', 'not reds': 'blue', 'by name': 'blue' }
  for (const [label, wanted] of Object.entries(expected)) {
    const got = logicalNamesIn(history, label)
    yield verify(got === wanted, {
      says: 'Field selectors support the name and the selectable fields of the CRD.',
      expected: wanted,
      got,
      at: label,
    })
  }
  const says = 'A field selector with a field that the CRD does not declare is refused with 400.'
  yield* refusesWith(history, 'by size', { code: 400, reason: 'BadRequest' }, says)
}

/**
 * K8S-CR-050: a watch with a selector for such a field shows objects appear and disappear as the
 * field changes.
 */
export function* watchFollowsSelectableField(history: History): Generator<Observation> {
  yield* requireEstablishedTypes(history, 'gadgets')
  yield* requireSuccess(history, 'red', 'blue', 'leaves', 'enters')
  const watch = yield* firstWatchThatDelivered(history, 'watch', 'shows enters')
  yield* requireUntouched(history, 'red', 'blue', 'leaves', 'enters', watch.step)
  const frames = watch.stream?.frames ?? []
  const got = frames
    .map(({ document }) => ({
      type: String(valueAt(document, '/type')),
      name: String(valueAt(document, '/object/metadata/name')).slice(history.context.prefix.length),
    }))
    .filter(({ type }) => type !== 'BOOKMARK')
    .map(({ type, name }) => `${type} ${name}`)
  const expected = ['DELETED red', 'ADDED blue']
  yield verify(got.join() === expected.join(), {
    says: 'A watch with a field selector delivers DELETED and ADDED as objects stop and start to match.',
    expected,
    got,
    at: watch,
  })
}
