// Checks that a list shows one state of the collection.

import { encodedContent } from '../../../fixtures/objects/tested-types.ts'
import {
  answerSummary,
  roleContentOf,
  ownItems,
  isSuccess,
} from '../../../properties/history/history.ts'
import type { Exchange, History } from '../../../properties/history/history.ts'
import { requireLists } from '../../../properties/laws/preconditions.ts'
import { eachRead } from '../../../properties/laws/list/reads.ts'
import { precondition, verify } from '../../../properties/history/observation.ts'
import type { Observation } from '../../../properties/history/observation.ts'
import { alternatingCounters, counterPointer } from '../../../properties/scenarios/list/counters.ts'
import { valueAt } from '../../../properties/dsl/term.ts'
import { property } from '../../check.ts'

function* showsOneTurn(history: History, list: Exchange): Generator<Observation> {
  yield* requireLists(history, list)
  const counts = { leader: -1, follower: -1 }
  for (const item of ownItems(history, list)) {
    const text = String(valueAt(item, counterPointer))
    const [turn, number] = text.split(' ')
    yield* precondition(turn === 'leader' || turn === 'follower', `no counter: ${text}`)
    counts[turn as 'leader'] = Number(number)

    const role = list.about?.role ?? 'main'
    const content = roleContentOf(history, role, item)
    yield verify(content === encodedContent(history.context.types[role], text), {
      says: 'A list never contains half of a write: values that one write set are listed together.',
      expected: `both ${text}`,
      got: `${text} with ${String(content)}`,
      at: list,
    })
  }
  const { leader, follower } = counts
  yield verify(leader === follower || leader === follower + 1, {
    says: 'A list shows one state: of two counters set in turn, the first is equal or one ahead.',
    expected: 'the leader as far as the follower, or one ahead',
    got: `the leader at ${leader}, the follower at ${follower}`,
    at: list,
  })
}

function* showsOneState(history: History): Generator<Observation> {
  for (const write of history.exchanges.filter(one => one.request.method !== 'GET'))
    yield* precondition(isSuccess(write), `${write.step} returned ${answerSummary(write)}`)
  yield* eachRead(showsOneTurn)(history)
}

export default [property('LIST-040', alternatingCounters(), showsOneState)]
