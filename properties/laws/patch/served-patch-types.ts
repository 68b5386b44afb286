// Finds out which patch types a server serves. A server may refuse a patch type with 415 as long as
// the rule is not about that type.

import type { History } from '../../history/history.ts'

/** The labels of valid patches and of the patches that the rule is about. */
export type TestedPatches = { controls: string[]; tested: string[] }

/**
 * Returns the given patches without those of media types that are not served: the valid patch of
 * the same type (its positive control) was refused with 415. If no control or no tested patch would
 * remain, returns all, and the refused control is an unmet precondition.
 */
export function patchesOfServedTypes(history: History, all: TestedPatches): TestedPatches {
  const unserved = all.controls
    .filter(label => isUnsupportedMediaType(history, label))
    .map(label => mediaTypeAt(history, label))
  const isServed = (label: string) => !unserved.includes(mediaTypeAt(history, label))
  const controls = all.controls.filter(isServed)
  const tested = all.tested.filter(isServed)
  return controls.length > 0 && tested.length > 0 ? { controls, tested } : all
}

/** Returns the labels of the patches that were not refused with 415, or all if each one was. */
export function servedPatches(history: History, labels: string[]): string[] {
  const served = labels.filter(label => !isUnsupportedMediaType(history, label))
  return served.length > 0 ? served : labels
}

const unsupportedMediaType = 415

/** Shrinking may have removed the step. */
export const isUnsupportedMediaType = (history: History, label: string): boolean =>
  history.exchanges.some(
    ({ step, answer }) => step === label && answer?.status === unsupportedMediaType,
  )

const mediaTypeAt = (history: History, label: string): string | null | undefined =>
  history.exchanges.find(({ step }) => step === label)?.request.headers['content-type']
