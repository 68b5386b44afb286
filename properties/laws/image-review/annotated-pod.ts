// Judges the annotations of image reviews in audit events
// (scenarios/image-review/annotated-pod.ts).

import { imageAnnotation } from '../../../fixtures/objects/image-annotations.ts'
import type { History } from '../../history/history.ts'
import { precondition, verify } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { lastEventOf, requireEvents } from '../audit/recorded-events.ts'
import { requireAdmitted } from './reviewed-pods.ts'
import { isJsonObject } from '../../dsl/term.ts'

/** The key of the annotation has a prefix (IMG-012). */
export function* annotationHasPrefix(history: History): Generator<Observation> {
  yield* requireAdmitted(history, 'annotated', 'plain')
  yield* requireEvents(history, 'annotated', 'plain')
  const isOfReview = ([, value]: [string, unknown]) => value === imageAnnotation.value
  // The control: the value comes from the review.
  yield* precondition(
    !annotationsOf(history, 'plain').some(isOfReview),
    'a pod whose review has no annotation has it too',
  )
  const own = annotationsOf(history, 'annotated').filter(isOfReview)
  yield* precondition(own.length > 0, 'the annotation of the review is not recorded')
  for (const [key] of own)
    yield verify(key !== imageAnnotation.key && key.endsWith(imageAnnotation.key), {
      says: 'The key of an annotation of a review has a prefix in the audit event.',
      expected: `a prefix and ${imageAnnotation.key}`,
      got: key,
      at: 'annotated',
    })
}

function annotationsOf(history: History, label: string): [string, unknown][] {
  const found = lastEventOf(history, label)?.['annotations']
  return isJsonObject(found) ? Object.entries(found) : []
}
