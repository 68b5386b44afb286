// Judges selectors: a list with a selector shows the objects that match it, and no others.

import type { Exchange, History, Item } from '../../history/history.ts'
import { answerSummary, itemKey, ownItems, isSuccess } from '../../history/history.ts'
import { precondition, verify } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { valueAt } from '../../dsl/term.ts'
import { requireCreates, requireLists } from '../preconditions.ts'

/** Judges every list with a selector against the objects as they were written before it. */
export function* listSelectsWhatMatches(history: History): Generator<Observation> {
  yield* requireCreates(history)
  const updates = history.exchanges.filter(({ request }) => request.method === 'PUT')
  for (const update of updates)
    yield* precondition(isSuccess(update), `${update.step} returned ${answerSummary(update)}`)
  for (const list of history.exchanges.filter(isSelecting)) {
    yield* requireLists(history, list)
    const { labelSelector = '', fieldSelector = '' } = list.request.query
    const wanted = objectsBefore(history, list).filter(
      item =>
        isInPlace(list, item) &&
        matchesLabels(labelSelector, labelsOf(item)) &&
        matchesFields(fieldSelector, item),
    )
    const found = ownItems(history, list)
    yield verify(namesOf(history, found) === namesOf(history, wanted), {
      says: 'A list with a selector returns exactly the objects that match.',
      expected: namesOf(history, wanted) || 'no object',
      got: namesOf(history, found) || 'no object',
      at: list,
    })
  }
}

/** Returns each object as the last write before a list returned it. */
function objectsBefore({ exchanges }: History, list: Exchange): Item[] {
  const written = exchanges
    .slice(0, exchanges.indexOf(list))
    .filter(({ request }) => ['POST', 'PUT'].includes(request.method))
    .filter(isSuccess)
    .map(({ answer }) => answer?.body as Item)
  return [...new Map(written.map(item => [itemKey(item), item])).values()]
}

const isSelecting = ({ request }: Exchange): boolean =>
  request.method === 'GET' && ('labelSelector' in request.query || 'fieldSelector' in request.query)

const isInPlace = ({ about }: Exchange, { metadata }: Item): boolean =>
  about?.namespace === undefined || metadata['namespace'] === about.namespace

const namesOf = (history: History, items: Item[]): string =>
  items
    .map(item => itemKey(item).replace(history.context.prefix, ''))
    .toSorted()
    .join(' ')

type Labels = Readonly<Record<string, unknown>>

const labelsOf = ({ metadata }: Item): Labels =>
  (metadata['labels'] as Labels | undefined) ?? ({} satisfies Labels)

/** Reports whether labels meet every requirement of a selector. */
export const matchesLabels = (selector: string, labels: Labels): boolean =>
  parts(selector).every(part => meets(part, labels))

// Commas in parentheses separate values, not requirements.
const parts = (selector: string): string[] =>
  (selector.match(/(?:[^,(]|\([^)]*\))+/g) ?? []).map(part => part.trim())

function meets(requirement: string, labels: Labels): boolean {
  const [, among, isOne, list = ''] = /^(\S+) +(in|notin) *\(([^)]*)\)$/.exec(requirement) ?? []
  if (among !== undefined) {
    const values = list.split(',').map(value => value.trim())
    return values.includes(String(labels[among])) === (isOne === 'in')
  }
  const [, key, operator, value] = /^([^\s!=]+) *(==|=|!=) *(\S*)$/.exec(requirement) ?? []
  if (key !== undefined) return (labels[key] === value) === (operator !== '!=')

  const isAbsent = requirement.startsWith('!')
  return requirement.replace(/^! */, '') in labels !== isAbsent
}

/**
 * Reports whether an object meets every term of a field selector. A missing field counts as the
 * empty text.
 */
export const matchesFields = (selector: string, item: Item): boolean =>
  parts(selector).every(part => {
    const [, path = '', operator, value] = /^([^!=]+)(==|=|!=)(.*)$/.exec(part) ?? []
    const got = valueAt(item, `/${path.replaceAll('.', '/')}`) ?? ''
    return (got === value) === (operator !== '!=')
  })
