// Checks which writes do not increase `metadata.generation`.

import type { History } from '../../../properties/history/history.ts'
import { exchangeAt, bodyValueAt, hasStep, isSuccess } from '../../../properties/history/history.ts'
import { requireSuccess } from '../../../properties/laws/preconditions.ts'
import { verify } from '../../../properties/history/observation.ts'
import type { Observation } from '../../../properties/history/observation.ts'
import { writableRoles } from '../../../properties/scenarios/updates.ts'
import { updateFrom, create, get, caseName } from '../../../properties/dsl/steps.ts'
import { example } from '../../check.ts'

const generation = '/metadata/generation'

// Often only the type of the role `status` has a generation.
const judgedRoles = ['status', ...writableRoles] as const

/**
 * A write that changes only labels keeps the generation. No other write can come between the two,
 * because the second one requires the version of the first. Samples of the role `status` may be
 * refused, and controllers may write its objects first.
 */
function* labelsDoNotCount(history: History): Generator<Observation> {
  for (const role of judgedRoles) {
    const isWritten = (step: string) =>
      hasStep(history, step) && isSuccess(exchangeAt(history, step))
    if (role === 'status' && ![`object ${role}`, `labelled ${role}`].every(isWritten)) continue
    yield* requireSuccess(history, `object ${role}`, `labelled ${role}`)
    const before = bodyValueAt(exchangeAt(history, `object ${role}`), generation)
    const after = bodyValueAt(exchangeAt(history, `labelled ${role}`), generation)
    yield verify(after === before, {
      says: 'A write that changes only labels leaves the generation unchanged.',
      expected: before ?? 'nothing',
      got: after ?? 'nothing',
      at: `labelled ${role}`,
    })
  }
}

export default [
  example(
    'K8S-OBJ-024',
    [
      ...judgedRoles.map(role => create(`created ${role}`, role, 'x')),
      ...judgedRoles.flatMap(role => [
        get(`object ${role}`, role, caseName('x')),
        updateFrom(`labelled ${role}`, role, `object ${role}`, {
          '/metadata/labels/generation': 'a',
        }),
      ]),
    ],
    labelsDoNotCount,
  ),
]
