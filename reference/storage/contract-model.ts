// Compares a whole store with a simple model: a list of all states so far.

import * as fc from 'fast-check'
import { expect } from 'vitest'
import {
  type ContractTest,
  storeKey,
  withTestStore,
  watchReader,
  changeSummaryOf,
} from './contract-test.ts'
import {
  type StoreChange,
  WriteConflict,
  type Guard,
  type RangeQuery,
  type Revision,
  type Store,
  type StoredEntry,
  type StoreWrite,
} from '../api/store.ts'

type State = ReadonlyMap<string, StoredEntry>
type Model = { states: { revision: Revision; state: State }[]; changes: StoreChange[] }

// Few keys with common prefixes, so that writes conflict and ranges have boundaries to hit.
const keys = ['g/r/a/x', 'g/r/a/y', 'g/r/ab/x', 'g/r/b/x', 'g/s//x', 'g/s//y']
const prefixes = ['', 'g/', 'g/r/', 'g/r/a', 'g/r/a/', 'g/s//', 'h/']

type Step =
  | { do: 'put' | 'remove'; key: string; guard: 'right' | 'wrong'; text: string }
  | {
      do: 'range'
      prefix: string
      after: string | undefined
      limit: number | undefined
      age: number
    }

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom('put' as const, 'remove' as const),
      key: fc.constantFrom(...keys),
      guard: fc.constantFrom('right' as const, 'right' as const, 'wrong' as const),
      text: fc.string({ maxLength: 3 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('range' as const),
      prefix: fc.constantFrom(...prefixes),
      after: fc.option(fc.constantFrom(...keys, 'g/r/a/xx', 'z'), { nil: undefined }),
      limit: fc.option(fc.nat(7), { nil: undefined }),
      age: fc.nat(9),
    }),
  },
)

const newestOf = (model: Model) => {
  const newest = model.states.at(-1)
  if (newest === undefined) throw new Error('a model has at least its first state')
  return newest
}

function guardFor(
  current: StoredEntry | undefined,
  guard: 'right' | 'wrong',
  start: Revision,
): Guard {
  if (current === undefined) return guard === 'right' ? { absent: true } : { basedOn: start }
  return guard === 'right' ? { basedOn: current.revision } : { basedOn: start }
}

async function write(
  store: Store,
  model: Model,
  step: Extract<Step, { text: string }>,
  start: Revision,
) {
  const { state } = newestOf(model)
  const previous = state.get(step.key)
  const guard = guardFor(previous, step.guard, start)
  if (step.do === 'remove' && 'absent' in guard) return
  const isRemoval = step.do === 'remove' && 'basedOn' in guard
  const wanted: StoreWrite = isRemoval
    ? { key: storeKey(step.key), guard, remove: true }
    : { key: storeKey(step.key), guard, value: Buffer.from(step.text) }
  const outcome = await store.commit(wanted).catch((refusal: unknown) => refusal)
  if (step.guard === 'wrong') {
    expect(outcome).toBeInstanceOf(WriteConflict)
    expect((outcome as WriteConflict).current).toEqual(previous)
    return
  }
  const entry = outcome as StoredEntry
  expect(entry.value.toString()).toBe(isRemoval ? previous?.value.toString() : step.text)
  expect(BigInt(entry.revision) > BigInt(newestOf(model).revision)).toBe(true)
  const next = new Map(state)
  if (isRemoval) next.delete(step.key)
  else next.set(step.key, entry)
  model.states.push({ revision: entry.revision, state: next })
  model.changes.push(
    isRemoval && previous !== undefined
      ? { type: 'remove', entry, previous }
      : { type: 'put', entry, previous },
  )
}

async function range(store: Store, model: Model, step: Extract<Step, { do: 'range' }>) {
  const then = model.states[Math.max(0, model.states.length - 1 - step.age)] ?? newestOf(model)
  const wanted: RangeQuery = {
    prefix: step.prefix,
    ...(step.after === undefined ? {} : { after: storeKey(step.after) }),
    ...(step.limit === undefined ? {} : { limit: step.limit }),
    ...(then === newestOf(model) ? {} : { revision: then.revision }),
  }
  const following = [...then.state.values()]
    .filter(({ key }) => key.startsWith(step.prefix))
    .filter(({ key }) => step.after === undefined || key > step.after)
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
  const entries = following.slice(0, step.limit)

  const page = await store.range(wanted)

  expect(page).toEqual({
    revision: then.revision,
    entries,
    remaining: following.length - entries.length,
  })
}

// All watches run in parallel, since an engine may take a while to read its history.
async function watchesAgree(store: Store, model: Model) {
  const starts = prefixes.flatMap(prefix =>
    model.states.map(({ revision }) => ({ prefix, revision })),
  )
  await Promise.all(starts.map(start => watchAgrees(store, model, start)))
}

async function watchAgrees(
  store: Store,
  model: Model,
  { prefix, revision }: { prefix: string; revision: Revision },
) {
  const expected = model.changes.filter(
    ({ entry }) => BigInt(entry.revision) > BigInt(revision) && entry.key.startsWith(prefix),
  )
  const watch = watchReader(store, prefix, revision)
  const delivered = await watch.take(expected.length)
  watch.stop()
  expect(delivered.map(changeSummaryOf)).toEqual(expected.map(changeSummaryOf))
}

export const modelTests: ContractTest[] = [
  {
    title: 'any steps give what a list of all states gives',
    run: open =>
      fc.assert(
        fc.asyncProperty(fc.array(step, { size: 'medium', maxLength: 40 }), steps =>
          withTestStore(open, async store => {
            const start = await store.revision()
            const model: Model = { states: [{ revision: start, state: new Map() }], changes: [] }
            for (const step of steps) {
              if (step.do === 'range') await range(store, model, step)
              else await write(store, model, step, start)
            }
            await watchesAgree(store, model)
          }),
        ),
        // A slow machine may have time for fewer runs only; a run that never ends fails.
        { interruptAfterTimeLimit: 20_000, timeout: 8_000 },
      ),
  },
]
