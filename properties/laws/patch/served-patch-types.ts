// Finds out which patch types a server serves. A server may refuse a patch type with 415 as long as
// the rule is not about that type. Some servers return 500 or 501 instead, which counts only for
// valid patches that the rule is not about: otherwise it may be the fault.

import { isSuccess } from '../../history/history.ts'
import type { History } from '../../history/history.ts'

/** The labels of valid patches and of the patches that the rule is about. */
export type TestedPatches = { controls: string[]; tested: string[] }

/**
 * Returns the given patches without those of media types that are not served: the valid patch of
 * the same type (its positive control) was refused. If no control or no tested patch would
 * remain, returns all, and the refused control is an unmet precondition.
 */
export function patchesOfServedTypes(history: History, all: TestedPatches): TestedPatches {
  const apart = all.controls.filter(label => !all.tested.includes(label))
  const unserved = all.controls
    .filter(label => isUnsupportedMediaType(history, label) || alwaysFails(history, label, apart))
    .map(label => mediaTypeAt(history, label))
  const isServed = (label: string) => !unserved.includes(mediaTypeAt(history, label))
  const controls = all.controls.filter(isServed)
  const tested = all.tested.filter(isServed)
  return controls.length > 0 && tested.length > 0 ? { controls, tested } : all
}

/** Returns the labels of the patches of served types, or all if there is none. */
export function servedPatches(history: History, labels: string[]): string[] {
  const served = labels.filter(label => !isUnsupportedMediaType(history, label))
  return served.length > 0 ? served : labels
}

const unsupportedMediaType = 415
const serverErrors = [500, 501]

/** Whether every valid patch of a type failed with 500 or 501, while one of another succeeded. */
function alwaysFails(history: History, label: string, labels: string[]): boolean {
  const patches = history.exchanges.filter(({ step }) => labels.includes(step))
  const type = mediaTypeAt(history, label)
  const own = patches.filter(({ request }) => request.headers['content-type'] === type)
  const isFailing = own.every(({ answer }) => serverErrors.includes(answer?.status ?? 0))
  return own.length > 0 && isFailing && patches.some(isSuccess)
}

/** Shrinking may have removed the step. */
export const isUnsupportedMediaType = (history: History, label: string): boolean =>
  history.exchanges.some(
    ({ step, answer }) => step === label && answer?.status === unsupportedMediaType,
  )

const mediaTypeAt = (history: History, label: string): string | null | undefined =>
  history.exchanges.find(({ step }) => step === label)?.request.headers['content-type']
