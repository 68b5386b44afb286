// Judges answers that show only the metadata of objects (scenarios/tables-with-controls.ts).

import { isDeepStrictEqual } from 'node:util'
import type { History, Item } from '../../history/history.ts'
import {
  answerSummary,
  exchangeAt,
  itemsOf,
  bodyValueAt,
  isSuccess,
  resourceVersionOf,
} from '../../history/history.ts'
import { precondition, verify } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { refusesWith } from '../status.ts'
import { exactIsKept } from './tables-rows.ts'
import { metaVersion } from './tables.ts'

/** K8S-TABLE-018: a PartialObjectMetadata has only the metadata of its object. */
export function* partialMetadataMatchesObject(history: History): Generator<Observation> {
  yield* showsMetadata(history, { partial: 'partial get', plain: 'plain get' })
  yield* showsMetadata(history, { partial: 'partial create', plain: 'plain made' })
}

function* showsMetadata(
  history: History,
  labels: { partial: string; plain: string },
): Generator<Observation> {
  const [partial, plain] = [exchangeAt(history, labels.partial), exchangeAt(history, labels.plain)]
  for (const one of [partial, plain])
    yield* precondition(isSuccess(one), `${one.step} returned ${answerSummary(one)}`)
  const isOvertaken =
    resourceVersionOf(partial) !== undefined &&
    resourceVersionOf(partial) !== resourceVersionOf(plain)
  yield* precondition(!isOvertaken, 'another writer changed the object')
  const expected = partialOf(history, plain.answer?.body as Item)
  yield verify(isDeepStrictEqual(partial.answer?.body, expected), {
    says: 'A PartialObjectMetadata has only the metadata of its object.',
    expected,
    got: partial.answer?.body,
    at: partial,
  })
}

const partialOf = (history: History, { metadata }: Item) => ({
  kind: 'PartialObjectMetadata',
  apiVersion: metaVersion(history),
  metadata,
})

/** The token of a complete list may be empty or omitted (ENV-005). */
function withoutEmptyToken(metadata: unknown): unknown {
  const { continue: token, ...others } = Object(metadata) as Record<string, unknown>
  return token === '' || token === undefined ? others : metadata
}

/**
 * K8S-TABLE-019: a PartialObjectMetadataList has its own kind, the metadata of the list, and items
 * with only metadata.
 */
export function* partialListsShowMetadata(history: History): Generator<Observation> {
  const [partial, plain] = [exchangeAt(history, 'partial list'), exchangeAt(history, 'plain list')]
  for (const one of [partial, plain])
    yield* precondition(isSuccess(one), `${one.step} returned ${answerSummary(one)}`)
  yield* exactIsKept(history, partial)
  const expected = {
    kind: 'PartialObjectMetadataList',
    apiVersion: metaVersion(history),
    metadata: withoutEmptyToken(bodyValueAt(plain, '/metadata')),
  }
  const { items, ...shown } = Object(partial.answer?.body) as Record<string, unknown>
  const head = { ...shown, metadata: withoutEmptyToken(shown['metadata']) }
  yield verify(isDeepStrictEqual(head, expected), {
    says: 'A PartialObjectMetadataList has its own kind and the metadata of the list.',
    expected,
    got: head,
    at: partial,
  })
  const objects = (itemsOf(plain) ?? []).map(item => partialOf(history, item))
  yield verify(isDeepStrictEqual(items, objects), {
    says: 'The items of a PartialObjectMetadataList have a kind and metadata alone.',
    expected: objects,
    got: items,
    at: partial,
  })
}

/** K8S-TABLE-021: a partial object is served for a single object, and a partial list for a list. */
export function* formsMatchTheRequest(history: History): Generator<Observation> {
  const form = 'PartialObjectMetadata'
  for (const label of [`${form}List of a list`, `${form} of an object`])
    yield* precondition(
      isSuccess(exchangeAt(history, label)),
      `${label} returned ${answerSummary(exchangeAt(history, label))}`,
    )
  const wanted = { code: 406, reason: 'NotAcceptable' }
  yield* refusesWith(
    history,
    `${form} of a list`,
    wanted,
    'A list as PartialObjectMetadata is refused with 406.',
  )
  yield* refusesWith(
    history,
    `${form}List of an object`,
    wanted,
    'An object as PartialObjectMetadataList is refused with 406.',
  )
}
