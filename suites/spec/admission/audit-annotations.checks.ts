// Checks the annotations of webhooks in audit events.

import { precondition, verify } from '../../../properties/history/observation.ts'
import {
  annotationsOf,
  requireAnnotated,
} from '../../../properties/laws/audit/annotated-requests.ts'
import {
  annotated,
  annotation,
  webhookName,
} from '../../../properties/scenarios/audit/annotating-webhook.ts'
import { example } from '../../check.ts'

export default [
  example('ADM-025', annotated, function* (history) {
    yield* requireAnnotated(history)
    const own = annotationsOf(history).filter(([, value]) => value === annotation.value)
    yield* precondition(own.length > 0, 'the annotation of the webhook is not recorded')
    for (const [key] of own)
      yield verify(key.startsWith(webhookName) && key.includes(annotation.key), {
        says: 'The key of an audit annotation begins with the name of the webhook.',
        expected: `${webhookName}/${annotation.key}`,
        got: key,
        at: 'annotated',
      })
  }),
]
