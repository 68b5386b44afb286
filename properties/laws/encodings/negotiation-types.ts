// Judges that a body matches its Content-Type.

import { bodyEncodingOf } from '../../../fixtures/client/media-types.ts'
import type { Exchange, History } from '../../history/history.ts'
import { verify } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { describeForm, answerMediaType } from './negotiation.ts'
import { requireSuccess } from '../preconditions.ts'

/** ENC-039: each answer with a body has a Content-Type, and the body matches it. */
export function* bodiesMatchContentType(history: History): Generator<Observation> {
  yield* requireSuccess(history, 'object')
  for (const exchange of history.exchanges) {
    const { answer } = exchange
    // A proxy may have sent a request to retry.
    if (!answer || !hasBody(exchange) || [429, 503, 504].includes(answer.status)) continue
    yield verify(answerMediaType(exchange) !== undefined, {
      says: 'A response with a body has a Content-Type.',
      expected: 'a Content-Type',
      got: describeForm(exchange),
      at: exchange,
    })
    yield verify(answer.undecodable === undefined && !isDocumentInDisguise(exchange), {
      says: 'A body has the format of its Content-Type.',
      expected: answer.headers['content-type'],
      got: `${answer.undecodable ?? 'a document'}: ${answer.text}`,
      at: exchange,
    })
  }
}

const hasBody = ({ answer }: Exchange): boolean =>
  answer !== undefined && (answer.text !== '' || answer.base64 !== undefined)

/** Reports whether a body is a JSON document of the API with another Content-Type. */
const isDocumentInDisguise = ({ answer }: Exchange): boolean =>
  bodyEncodingOf(answer?.headers['content-type']) === undefined &&
  typeof answer?.body === 'object' &&
  answer.body !== null &&
  'kind' in answer.body
