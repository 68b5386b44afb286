// Laws of what dry runs leave behind: nothing. For the labels see scenarios/dry-run-mixes.ts.

import type { Exchange, History, Item } from '../../history/history.ts'
import {
  answered,
  at,
  has,
  itemsOf,
  keyOf,
  ownItems,
  refused,
  succeeded,
} from '../../history/history.ts'
import { given, holds } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { changesOf, toldText } from '../../history/streams.ts'
import { valueAt } from '../../dsl/term.ts'
import { askedBy } from './dry-runs.ts'
import { isLeftAlone } from '../left-alone.ts'
import { done, listed } from '../premises.ts'
import { caughtUp } from '../watch/story.ts'
import { watchAt } from '../watch/told.ts'

const stock = ['object-plain', 'object-held', 'deleted', 'object-going']

const dryRuns = (history: History): Exchange[] =>
  history.exchanges.filter(({ request }) => request.query['dryRun'] === 'All')

/** The dry runs were answered, and some of them were carried out: others may be refused. */
function* someWereProcessed(history: History): Generator<Observation> {
  const all = dryRuns(history)
  const lost = all.find(one => !succeeded(one) && !refused(one))
  yield* given(!lost, `${lost?.step} answered ${lost ? answered(lost) : ''}`)
  yield* given(all.some(succeeded), 'no dry run was carried out')
}

/** DRY-011: lists and gets show the same before and after each dry run, with the same versions. */
export function* leavesNoTrace(history: History): Generator<Observation> {
  yield* done(history, ...stock)
  yield* someWereProcessed(history)
  for (const dry of dryRuns(history)) {
    const number = Number(dry.step.slice('dry '.length))
    if (!has(history, `look ${number}`) || !has(history, `look ${number + 1}`)) continue
    const looks = [at(history, `look ${number}`), at(history, `look ${number + 1}`)] as const
    yield* listed(history, ...looks)
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
  const [had, has] = [before, after].map(items => items.map(keyOf).toSorted().join(' '))
  yield holds(had === has, { says, expected: had, got: has, at: dry })
  for (const item of before) {
    const now = after.find(one => keyOf(one) === keyOf(item))
    const [was, is] = [item, now].map(one => one?.metadata['deletionTimestamp'] ?? null)
    yield holds(was !== null || is === null, { says, expected: 'a live object', got: is, at: dry })
    yield* isLeftAlone({ before: item, after: now, sent: askedBy(dry) }, { says, at: dry.step })
  }
}

/** A get after all dry runs finds the instance that one before them found. */
function* isStillThere(history: History, after: Exchange): Generator<Observation> {
  const before = at(history, after.step.replace('after', 'before'))
  yield* done(history, before.step)
  const [was, is] = [before, after].map(({ answer }) => valueAt(answer?.body, '/metadata/uid'))
  yield* given(succeeded(after) || refused(after), `${after.step} answered ${answered(after)}`)
  yield holds(succeeded(after) && is === was, {
    says: 'After a dry run no get shows an effect.',
    expected: `the object with uid ${String(was)}`,
    got: succeeded(after) ? is : answered(after),
    at: after,
  })
}

/** DRY-012: of the objects that nobody has changed, a watch tells nothing but the real create. */
export function* causesNoEvent(history: History): Generator<Observation> {
  yield* done(history, ...stock, 'marker', 'start', 'final')
  yield* someWereProcessed(history)
  yield* caughtUp(history, 'watch shows marker')
  const { stream } = yield* watchAt(history, 'watch')
  const marker = keyOf(at(history, 'marker').answer?.body as Item)
  const told = changesOf(history, stream).filter(({ key }) => key !== marker)
  const [first] = told
  const [was, is] = ['start', 'final'].map(label => versionIn(at(history, label), first?.key))
  yield* given(
    was === is,
    `${String(first?.key)} was changed: a dry run was stored (DRY-011), or another writer was at work`,
  )
  yield holds(told.length === 0, {
    says: 'A dry run causes no event in a watch.',
    expected: 'the real create alone',
    got: told.map(one => toldText(history, one)),
    at: 'watch',
  })
}

const versionIn = (list: Exchange, key: string | undefined): unknown =>
  itemsOf(list)?.find(item => keyOf(item) === key)?.metadata['resourceVersion']
