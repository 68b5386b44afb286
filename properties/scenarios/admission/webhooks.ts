// Builds scenarios about admission webhooks: writes whose reviews are recorded one by one, and
// wrong answers.

import type { Play } from '../../../fixtures/objects/web-plays.ts'
import type { RequestStep, Step } from '../../dsl/scenario.ts'
import { caseName, get } from '../../dsl/steps.ts'
import {
  allowing,
  createProbe,
  createWatched,
  installHook,
  readCalls,
  setPlays,
} from '../../dsl/webhook-steps.ts'
import type { HookKind, HookOptions } from '../../dsl/webhook-steps.ts'

/** Empties the record, sends a write (`LABEL`), and reads the record (`LABEL calls`). */
export const reviewed = (write: RequestStep, ...plays: Play[]): Step[] => [
  setPlays(`plays for ${write.as}`, 'a', ...(plays.length > 0 ? plays : [allowing])),
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
export const wrongAnswers = (kind: HookKind, ...wrong: Play[]): Step[] => [
  createProbe('a'),
  ...installHook('a', kind),
  ...wrong.flatMap((play, index) => [
    ...reviewed(createWatched(`wrong ${index}`, 'core', `wrong-${index}`), play),
    get(`wrong ${index} stored`, 'core', caseName(`wrong-${index}`)),
  ]),
  ...reviewed(createWatched('right', 'core', 'right')),
]
