// The law that a body is what its Content-Type says.

import { encodingOf } from '../../../fixtures/client/media-types.ts'
import type { Exchange, History } from '../../history/history.ts'
import { holds } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { form, typeOf } from './negotiation.ts'
import { done } from '../premises.ts'

/** ENC-039: each answer with a body names its media type, and is of it. */
export function* bodiesAreWhatTheySay(history: History): Generator<Observation> {
  yield* done(history, 'object')
  for (const exchange of history.exchanges) {
    const { answer } = exchange
    // What asks to come again may come from somebody before the server.
    if (!answer || !hasBody(exchange) || [429, 503, 504].includes(answer.status)) continue
    yield holds(typeOf(exchange) !== undefined, {
      says: 'An answer with a body names its media type.',
      expected: 'a Content-Type',
      got: form(exchange),
      at: exchange,
    })
    yield holds(answer.undecodable === undefined && !isDocumentInDisguise(exchange), {
      says: 'A body is what its Content-Type says.',
      expected: answer.headers['content-type'],
      got: `${answer.undecodable ?? 'a document'}: ${answer.text}`,
      at: exchange,
    })
  }
}

const hasBody = ({ answer }: Exchange): boolean =>
  answer !== undefined && (answer.text !== '' || answer.base64 !== undefined)

/** A JSON document of the API that is called something else. */
const isDocumentInDisguise = ({ answer }: Exchange): boolean =>
  encodingOf(answer?.headers['content-type']) === undefined &&
  typeof answer?.body === 'object' &&
  answer.body !== null &&
  'kind' in answer.body
