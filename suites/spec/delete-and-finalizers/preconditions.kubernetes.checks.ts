// Deletes on conditions that do not hold: what genuine servers do where the specification is silent.

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import type { History } from '../../../properties/history/history.ts'
import { answered, at, read } from '../../../properties/history/history.ts'
import { done } from '../../../properties/laws/premises.ts'
import { refusesWith } from '../../../properties/laws/status.ts'
import { given, holds } from '../../../properties/history/observation.ts'
import type { Observation } from '../../../properties/history/observation.ts'
import type { Scenario } from '../../../properties/dsl/scenario.ts'
import { removeWith } from '../../../properties/scenarios/delete-and-finalizers/delete-options.ts'
import { writableRoles } from '../../../properties/scenarios/updates.ts'
import { create, get, named, seen, steps, versionOf } from '../../../properties/dsl/steps.ts'
import type { Term } from '../../../properties/dsl/term.ts'
import { property } from '../../check.ts'

const strangeUid = '11111111-2222-4333-8444-555555555555'

const unmet: Record<string, Term>[] = [
  { uid: strangeUid },
  { uid: seen('other', '/metadata/uid') },
  { resourceVersion: versionOf('other') },
  { uid: seen('object', '/metadata/uid'), resourceVersion: versionOf('other') },
]

/** A delete whose preconditions do not hold (`fault`), and one whose do (`twin`). */
const deletes = (): Arbitrary<Scenario> =>
  fc
    .record({ role: fc.constantFrom(...writableRoles), preconditions: fc.constantFrom(...unmet) })
    .map(({ role, preconditions }) =>
      steps(
        create('object', role, 'x'),
        create('other', role, 'y'),
        removeWith('fault', role, 'x', { preconditions }),
        get('after', role, named('x')),
        removeWith('twin', role, 'y', { preconditions: { uid: seen('other', '/metadata/uid') } }),
      ),
    )

function* deletesNothing(history: History): Generator<Observation> {
  yield* done(history, 'object', 'other', 'twin')
  const [object, other] = [at(history, 'object'), at(history, 'other')]
  for (const pointer of ['/metadata/uid', '/metadata/resourceVersion'])
    yield* given(read(object, pointer) !== read(other, pointer), 'two objects share uid or version')
  const wanted = { code: 409, reason: 'Conflict' }
  const says = 'A DELETE whose preconditions do not hold is answered 409 Conflict.'
  yield* refusesWith(history, 'fault', wanted, says)
  const after = at(history, 'after')
  yield holds(read(after, '/metadata/uid') === read(object, '/metadata/uid'), {
    says: 'A DELETE whose preconditions do not hold deletes nothing.',
    expected: 'the object',
    got: answered(after),
    at: after,
  })
}

export default [property('K8S-DEL-015', deletes(), deletesNothing)]
