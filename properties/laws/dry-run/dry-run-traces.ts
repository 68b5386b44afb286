// Judges that dry runs leave no trace. The labels are in scenarios/dry-run-mixes.ts.

import type { Exchange, History, Item } from '../../history/history.ts'
import {
  answerSummary,
  exchangeAt,
  hasStep,
  itemsOf,
  itemKey,
  ownItems,
  isFinalRefusal,
  isSuccess,
} from '../../history/history.ts'
import { precondition, verify } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { ownChangeEvents, eventText } from '../../history/watch-events.ts'
import { valueAt } from '../../dsl/term.ts'
import { requestedState } from './dry-runs.ts'
import { objectIsUnchanged } from '../unchanged-objects.ts'
import { requireSuccess, requireLists } from '../preconditions.ts'
import { requireCaughtUp } from '../watch/interpreted-watch.ts'
import { requireWatch } from '../watch/watch-stream.ts'

const stock = ['object-plain', 'object-held', 'deleted', 'object-going']

const dryRuns = (history: History): Exchange[] =>
  history.exchanges.filter(({ request }) => request.query['dryRun'] === 'All')

/** The precondition that all dry runs were answered and some succeeded. Others may be refused. */
function* someWereProcessed(history: History): Generator<Observation> {
  const all = dryRuns(history)
  const lost = all.find(one => !isSuccess(one) && !isFinalRefusal(one))
  yield* precondition(!lost, `${lost?.step} returned ${lost ? answerSummary(lost) : ''}`)
  yield* precondition(all.some(isSuccess), 'no dry run was carried out')
}

/**
 * DRY-011: lists and gets show the same objects at the same versions before and after each dry run.
 */
export function* dryRunLeavesNoTrace(history: History): Generator<Observation> {
  yield* requireSuccess(history, ...stock)
  yield* someWereProcessed(history)
  for (const dry of dryRuns(history)) {
    const number = Number(dry.step.slice('dry '.length))
    if (!hasStep(history, `look ${number}`) || !hasStep(history, `look ${number + 1}`)) continue
    const looks = [
      exchangeAt(history, `look ${number}`),
      exchangeAt(history, `look ${number + 1}`),
    ] as const
    yield* requireLists(history, ...looks)
    yield* isSame(dry, { before: ownItems(history, looks[0]), after: ownItems(history, looks[1]) })
  }
  for (const after of history.exchanges.filter(({ step }) => step.startsWith('after ')))
    yield* isStillThere(history, after)
}

const says = 'After a dry run no list shows an effect, and no stored version has changed.'

function* isSame(
  dry: Exchange,
  { before, after }: { before: Item[]; after: Item[] },
): Generator<Observation> {
  const [had, has] = [before, after].map(items => items.map(itemKey).toSorted().join(' '))
  yield verify(had === has, { says, expected: had, got: has, at: dry })
  for (const item of before) {
    const now = after.find(one => itemKey(one) === itemKey(item))
    const [was, is] = [item, now].map(one => one?.metadata['deletionTimestamp'] ?? null)
    yield verify(was !== null || is === null, { says, expected: 'a live object', got: is, at: dry })
    yield* objectIsUnchanged(
      { before: item, after: now, sent: requestedState(dry) },
      { says, at: dry.step },
    )
  }
}

/** A get after all dry runs returns the same instance as one before them. */
function* isStillThere(history: History, after: Exchange): Generator<Observation> {
  const before = exchangeAt(history, after.step.replace('after', 'before'))
  yield* requireSuccess(history, before.step)
  const [was, is] = [before, after].map(({ answer }) => valueAt(answer?.body, '/metadata/uid'))
  yield* precondition(
    isSuccess(after) || isFinalRefusal(after),
    `${after.step} returned ${answerSummary(after)}`,
  )
  yield verify(isSuccess(after) && is === was, {
    says: 'After a dry run no get shows an effect.',
    expected: `the object with uid ${String(was)}`,
    got: isSuccess(after) ? is : answerSummary(after),
    at: after,
  })
}

/** DRY-012: a watch shows no event of unchanged objects except for the real create. */
export function* dryRunCausesNoEvent(history: History): Generator<Observation> {
  yield* requireSuccess(history, ...stock, 'marker', 'start', 'final')
  yield* someWereProcessed(history)
  yield* requireCaughtUp(history, 'watch shows marker')
  const { stream } = yield* requireWatch(history, 'watch')
  const marker = itemKey(exchangeAt(history, 'marker').answer?.body as Item)
  const events = ownChangeEvents(history, stream).filter(({ key }) => key !== marker)
  const [first] = events
  const [was, is] = ['start', 'final'].map(label =>
    versionIn(exchangeAt(history, label), first?.key),
  )
  yield* precondition(
    was === is,
    `${String(first?.key)} was changed: a dry run was stored (DRY-011), or another writer was at work`,
  )
  yield verify(events.length === 0, {
    says: 'A dry run causes no event in a watch.',
    expected: 'the real create alone',
    got: events.map(one => eventText(history, one)),
    at: 'watch',
  })
}

const versionIn = (list: Exchange, key: string | undefined): unknown =>
  itemsOf(list)?.find(item => itemKey(item) === key)?.metadata['resourceVersion']
