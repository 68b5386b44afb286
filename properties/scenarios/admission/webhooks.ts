// Builds scenarios about admission webhooks: writes whose reviews are recorded one by one, and
// wrong answers.

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import type { Stub } from '../../../fixtures/objects/web-stubs.ts'
import type { RequestStep, Scenario, Step } from '../../dsl/scenario.ts'
import { caseName, deleteObject, fromAnswer, get, put, scenarioWith } from '../../dsl/steps.ts'
import {
  allowing,
  createProbe,
  createForWebhooks,
  installHook,
  readCalls,
  setStubs,
} from '../../dsl/webhook-steps.ts'
import { patch } from '../../dsl/write-steps.ts'
import type { HookKind, HookOptions } from '../../dsl/webhook-steps.ts'

/** Empties the record, sends a write (`LABEL`), and reads the record (`LABEL calls`). */
export const reviewed = (write: RequestStep, ...stubs: Stub[]): Step[] => [
  setStubs(`stubs for ${write.as}`, 'a', ...(stubs.length > 0 ? stubs : [allowing])),
  write,
  readCalls(`${write.as} calls`, 'a'),
]

/** Installs the webhook `a`, which allows everything, and sends writes, each with its record. */
export const reviewedWrites = (
  writes: RequestStep[],
  options: HookOptions = {},
  kind: HookKind = 'validating',
): Step[] => [
  createProbe('a'),
  ...installHook('a', kind, options),
  ...writes.flatMap(write => reviewed(write)),
]

/**
 * Creates objects while the webhook answers wrongly (`wrong 0`, `wrong 1`, …), and one that it
 * allows (`right`).
 */
export const wrongAnswers = (kind: HookKind, ...wrong: Stub[]): Step[] => [
  createProbe('a'),
  ...installHook('a', kind),
  ...wrong.flatMap((stub, index) => [
    ...reviewed(createForWebhooks(`wrong ${index}`, 'core', `wrong-${index}`), stub),
    get(`wrong ${index} stored`, 'core', caseName(`wrong-${index}`)),
  ]),
  ...reviewed(createForWebhooks('right', 'core', 'right')),
]

/** Generates writes (`write 0`, …) that two webhooks review. */
export const writesOfTwoHooks = (): Arbitrary<Scenario> =>
  fc
    .integer({ min: 2, max: 4 })
    .map(count =>
      scenarioWith(
        createProbe('a', 'b'),
        ...installHook('a', 'validating'),
        ...installHook('b', 'validating'),
        ...Array.from({ length: count }, (_, index) =>
          createForWebhooks(`write ${index}`, 'core', `w${index}`, ['a', 'b']),
        ),
        readCalls('calls of a', 'a'),
        readCalls('calls of b', 'b'),
      ),
    )

const name = caseName('x')
const change = '/metadata/annotations/touchstone~1change'

/** Generates writes of one object (`write 0` creates it), each with its record. */
export const chainsOfWrites = (): Arbitrary<Scenario> =>
  fc
    .record({
      changes: fc.array(fc.constantFrom('patch', 'put'), { minLength: 1, maxLength: 3 }),
      isDeleted: fc.boolean(),
    })
    .map(({ changes, isDeleted }) => {
      const changing = changes.map((how, index) => {
        const as = `write ${index + 1}`
        const annotations = { 'touchstone/change': as }
        return how === 'patch'
          ? patch(as, 'core', name, { type: 'merge', body: { metadata: { annotations } } })
          : put(as, 'core', name, {
              $edit: fromAnswer(`write ${index}`, ''),
              set: index === 0 ? { '/metadata/annotations': annotations } : { [change]: as },
            })
      })
      const deletion = deleteObject(`write ${changes.length + 1}`, 'core', name)
      const created = createForWebhooks('write 0', 'core', 'x')
      return scenarioWith(
        ...reviewedWrites([created, ...changing, ...(isDeleted ? [deletion] : [])]),
      )
    })
