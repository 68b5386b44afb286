// A watch that is requested by one value of the parameter or the other.

import type { WatchForm } from '../../../fixtures/objects/watch-form.ts'
import type { Step } from '../../dsl/scenario.ts'
import { create, list, waitLonger, awaitVersion, versionFrom, watch } from '../../dsl/steps.ts'

/** A watch from before a create, which it is waited to show. */
export const watchOneCreate = (form: WatchForm): Step[] => [
  create('before', 'main', 'before'),
  list('start', 'main'),
  watch('watch', 'main', { resourceVersion: versionFrom('start'), query: { watch: form } }),
  create('object', 'main', 'object'),
  waitLonger(awaitVersion('watch', 'object')),
]
