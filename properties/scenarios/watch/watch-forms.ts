// A watch that is requested by one value of the parameter or the other.

import type { WatchForm } from '../../../fixtures/objects/watch-form.ts'
import type { Step } from '../../dsl/scenario.ts'
import { create, list, patiently, untilShown, versionOf, watch } from '../../dsl/steps.ts'

/** A watch from before a create, which it is waited to show. */
export const oneWatched = (form: WatchForm): Step[] => [
  create('before', 'main', 'before'),
  list('start', 'main'),
  watch('watch', 'main', { resourceVersion: versionOf('start'), query: { watch: form } }),
  create('object', 'main', 'object'),
  patiently(untilShown('watch', 'object')),
]
