// Builds a watch that is requested with one or the other value of the parameter.

import type { WatchForm } from '../../../fixtures/objects/watch-form.ts'
import type { Step } from '../../dsl/scenario.ts'
import { create, list, waitLonger, awaitVersion, versionFrom, watch } from '../../dsl/steps.ts'

/** A watch that starts before a create and must show it. */
export const watchOneCreate = (form: WatchForm): Step[] => [
  create('before', 'main', 'before'),
  list('start', 'main'),
  watch('watch', 'main', { resourceVersion: versionFrom('start'), query: { watch: form } }),
  create('object', 'main', 'object'),
  waitLonger(awaitVersion('watch', 'object')),
]
