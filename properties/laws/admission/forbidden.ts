// Judges refusals by admission plug-ins.

import { answerSummary, bodyValueAt } from '../../history/history.ts'
import type { History } from '../../history/history.ts'
import { refusalWith, verify } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { requireDecision } from '../decisions.ts'

/** A write is refused with 403 Forbidden, and the message contains these texts. */
export function* isForbidden(
  history: History,
  label: string,
  { says, texts }: { says: string; texts: readonly string[] },
): Generator<Observation> {
  const write = yield* requireDecision(history, label)
  const reason = bodyValueAt(write, '/reason')
  yield verify(write.answer?.status === 403 && reason === 'Forbidden', {
    says,
    expected: refusalWith(403, 'Forbidden'),
    got: answerSummary(write),
    at: write,
  })
  const message = String(bodyValueAt(write, '/message'))
  for (const text of texts)
    yield verify(message.includes(text), {
      says: 'The message of the refusal says why.',
      expected: text,
      got: message,
      at: write,
    })
}
