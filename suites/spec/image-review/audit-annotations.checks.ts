// Checks the annotations of image reviews in audit events (suites/setups/image-reviews.ts).

import { annotationHasPrefix } from '../../../properties/laws/image-review/annotated-pod.ts'
import { annotatedPod } from '../../../properties/scenarios/image-review/annotated-pod.ts'
import { example } from '../../check.ts'

export default [example('IMG-012', annotatedPod, annotationHasPrefix)]
