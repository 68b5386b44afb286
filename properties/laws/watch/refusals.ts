// Watches that cannot be: they are refused, in whatever way a watch can be.

import type { Exchange, History } from '../../history/history.ts'
import { answered, at, refused } from '../../history/history.ts'
import { given, holds } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { changesOf, documentsOf, isError } from '../../history/streams.ts'
import { decided } from '../decisions.ts'

/** The sound twins were answered with streams that tell something of the case's objects. */
export function* streamed(history: History, ...labels: string[]): Generator<Observation> {
  for (const label of labels) {
    const { stream } = at(history, label)
    yield* given(stream !== undefined, `${label} answered ${answered(at(history, label))}`)
    const isTold = stream !== undefined && changesOf(history, stream).length > 0
    yield* given(isTold, `${label} delivered nothing`)
  }
}

/** A watch is refused with a 4xx, or its one event is an error. */
export function* watchIsRefused(
  history: History,
  label: string,
  says: string,
): Generator<Observation> {
  const watch = yield* decided(history, label)
  yield holds(refused(watch) || isRefusedInStream(watch), {
    says,
    expected: 'a refusal (4xx)',
    got: watch.stream ? 'a stream' : answered(watch),
    at: watch,
  })
}

function isRefusedInStream({ stream }: Exchange): boolean {
  const [first] = documentsOf(stream)
  return first !== undefined && isError(first)
}
