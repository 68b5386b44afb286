// Checks which writes increase `metadata.generation`, and from which value.

import type { History } from '../../../properties/history/history.ts'
import { exchangeAt, bodyValueAt, hasStep, isSuccess } from '../../../properties/history/history.ts'
import { requireSuccess } from '../../../properties/laws/preconditions.ts'
import { applicable, precondition, verify } from '../../../properties/history/observation.ts'
import type { Observation } from '../../../properties/history/observation.ts'
import { rebuiltBody, writableRoles } from '../../../properties/scenarios/updates.ts'
import type { Role } from '../../../fixtures/objects/tested-types.ts'
import type { RequestStep } from '../../../properties/dsl/scenario.ts'
import type { Term } from '../../../properties/dsl/term.ts'
import {
  updateFrom,
  create,
  editTerm,
  fromAnswer,
  get,
  caseName,
  put,
} from '../../../properties/dsl/steps.ts'
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

/**
 * PUTs of new content (`control` to `ahead`) and one of the same content (`same`). They send the
 * stored generation, none, an old one and one that is too high.
 */
const writesWithGeneration = (role: Role): RequestStep[] => [
  get(`object ${role}`, role, caseName('x')),
  ...(
    [
      ['control', 'object', 'second', fromAnswer(`object ${role}`, generation)],
      ['none', 'control', 'third', undefined],
      ['old', 'none', 'fourth', fromAnswer(`object ${role}`, generation)],
      ['ahead', 'old', 'fifth', 99],
      ['same', 'ahead', 'fifth', 98],
    ] as const
  ).map(([as, of, content, sent]) => writeWithGeneration(role, { as, of, content, sent })),
]

type GenerationWrite = { as: string; of: string; content: string; sent: Term | undefined }

const writeWithGeneration = (role: Role, { as, of, content, sent }: GenerationWrite) =>
  put(
    `${as} ${role}`,
    role,
    caseName('x'),
    editTerm(
      rebuiltBody(role, 'x', `${of} ${role}`, content),
      sent === undefined ? {} : { [generation]: sent },
    ),
  )

/**
 * The stored generation counts, not the one that is sent. Some types have a generation that never
 * changes: the control shows whether it grows. As each PUT requires the version of the one before,
 * no other write can come between them.
 */
function* storedGenerationCounts(history: History): Generator<Observation> {
  const generationAt = (label: string): unknown =>
    hasStep(history, label) ? bodyValueAt(exchangeAt(history, label), generation) : undefined
  const counted = judgedRoles.filter(role => typeof generationAt(`object ${role}`) === 'number')
  yield* applicable(counted.length > 0, 'no tested type has a generation')
  for (const role of counted) {
    const labels = ['control', 'none', 'old', 'ahead', 'same'].map(label => `${label} ${role}`)
    yield* requireSuccess(history, `created ${role}`, `object ${role}`, ...labels)
    const [control = '', ...others] = labels
    let stored = Number(generationAt(control))
    const step = stored - Number(generationAt(`object ${role}`))
    yield* precondition(step === 0 || step === 1, 'a PUT of the stored generation changed it')
    for (const label of others) {
      stored += label.startsWith('same') ? 0 : step
      yield verify(generationAt(label) === stored, {
        says: 'A PUT counts from the stored generation, whatever generation it sends.',
        expected: stored,
        got: generationAt(label) ?? 'nothing',
        at: label,
      })
    }
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
  example(
    'K8S-OBJ-025',
    [
      ...judgedRoles.map(role => create(`created ${role}`, role, 'x', { content: 'first' })),
      ...judgedRoles.flatMap(writesWithGeneration),
    ],
    storedGenerationCounts,
  ),
]
