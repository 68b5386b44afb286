// Judges the envelope of Protobuf objects. The labels are in scenarios/encodings.ts.

import type { Envelope } from '../../../fixtures/client/bodies.ts'
import { bodyEncodingOf } from '../../../fixtures/client/media-types.ts'
import { apiVersionOf } from '../../../fixtures/objects/tested-types.ts'
import { withoutZeros } from '../../history/equal-meaning.ts'
import type { Exchange, History } from '../../history/history.ts'
import { exchangeAt, bodyValueAt, isSuccess } from '../../history/history.ts'
import { precondition, verify } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { acceptsRequest, requireDecision, findsNothing, refusesRequest } from '../decisions.ts'
import { firstDifference, differenceSides } from '../../models/json-differences.ts'
import { describeForm } from './negotiation.ts'
import { requireSuccess } from '../preconditions.ts'

const label = 'plain in protobuf'

/** Returns the Protobuf answer and its envelope, if it has one. */
function* enveloped(history: History): Generator<Observation, [Exchange, Envelope | undefined]> {
  yield* requireSuccess(history, 'plain', 'plain in json', label)
  const exchange = exchangeAt(history, label)
  return [exchange, exchange.answer?.envelope]
}

/** ENC-014: a Protobuf answer begins with the magic prefix and a message Unknown. */
export function* protobufBeginsWithPrefix(history: History): Generator<Observation> {
  const [exchange, envelope] = yield* enveloped(history)
  yield verify(envelope?.hasPrefix === true, {
    says: 'A Protobuf response begins with the bytes 6b 38 73 00 and a message Unknown.',
    expected: 'the four bytes',
    got: exchange.answer?.undecodable ?? 'no Protobuf',
    at: exchange,
  })
}

/** ENC-016: the envelope contains the apiVersion and the kind of the object. */
export function* envelopeNamesItsType(history: History): Generator<Observation> {
  const [exchange, envelope] = yield* enveloped(history)
  const { apiVersion, kind } = (exchangeAt(history, 'plain in json').answer?.body ??
    {}) as Envelope & {
    apiVersion?: string
    kind?: string
  }
  yield* precondition(envelope?.hasPrefix === true, 'the response is not Protobuf')
  // The type is optional. If present, it is that of the object.
  const found =
    envelope?.typeMeta && firstDifference({ apiVersion, kind }, { ...envelope.typeMeta })
  yield verify(found === undefined, {
    says: 'Field 1 of Unknown holds the apiVersion and the kind of the object.',
    ...differenceSides(found),
    at: exchange,
  })
}

/** ENC-017: field 2 contains the whole object. */
export function* envelopeHoldsTheObject(history: History): Generator<Observation> {
  const [exchange, envelope] = yield* enveloped(history)
  yield* precondition(envelope?.hasPrefix === true, 'the response is not Protobuf')
  const found = firstDifference(
    withoutZeros(exchangeAt(history, 'plain in json').answer?.body),
    withoutZeros(exchange.answer?.body),
  )
  yield verify(found === undefined && exchange.answer?.undecodable === undefined, {
    says: 'Field 2 of Unknown holds the object, serialized as a whole.',
    ...differenceSides(found),
    ...(exchange.answer?.undecodable !== undefined && { got: exchange.answer.undecodable }),
    at: exchange,
  })
}

/** ENC-018: the object is not encoded further. An absent field means no encoding. */
export function* envelopeIsNotEncodedFurther(history: History): Generator<Observation> {
  const [exchange, envelope] = yield* enveloped(history)
  yield* precondition(envelope?.hasPrefix === true, 'the response is not Protobuf')
  yield verify(!envelope?.contentEncoding && exchange.answer?.undecodable === undefined, {
    says: 'Field 3 of Unknown names the encoding of raw; a plain one has none.',
    expected: 'no contentEncoding',
    got: envelope?.contentEncoding || (exchange.answer?.undecodable ?? 'no contentEncoding'),
    at: exchange,
  })
  yield* takesWithout(history, 'contentEncoding')
}

/** ENC-019: the content type is that of Protobuf. An absent field means Protobuf. */
export const rawIsOfItsContentType = (protobufType: (history: History) => string) =>
  function* (history: History): Generator<Observation> {
    const [exchange, envelope] = yield* enveloped(history)
    yield* precondition(envelope?.hasPrefix === true, 'the response is not Protobuf')
    const type = envelope?.contentType ?? ''
    const isRight = type === '' || type === protobufType(history)
    yield verify(isRight && exchange.answer?.undecodable === undefined, {
      says: 'Field 4 of Unknown names the serialization of raw; absent means Protobuf.',
      expected: 'no contentType, or that of Protobuf',
      got: type || (exchange.answer?.undecodable ?? 'no contentType'),
      at: exchange,
    })
    yield* takesWithout(history, 'contentType')
  }

function* takesWithout(history: History, field: string): Generator<Observation> {
  yield* acceptsRequest(
    history,
    'wrapped',
    `A Protobuf body whose envelope has no ${field} is accepted.`,
  )
}

/** ENC-015: a body with the prefix and the envelope is accepted, one without the prefix is not. */
export function* prefixIsRequired(history: History): Generator<Observation> {
  const says = 'A Protobuf body has the prefix and is wrapped in Unknown.'
  yield* acceptsRequest(history, 'wrapped', says)
  yield* precondition(isSuccess(exchangeAt(history, 'wrapped')), 'no Protobuf body is accepted')
  yield* refusesRequest(history, 'bare', 'A body without the prefix is not read as Protobuf.')
  yield* findsNothing(history, 'after bare', 'A refused write stores nothing.')
}

/**
 * ENC-023: a type with Protobuf is answered in Protobuf if JSON is the fallback, any other type in
 * JSON. A type has Protobuf if it is served to a client that accepts nothing else.
 */
export function* protobufIsPreferred(history: History): Generator<Observation> {
  yield* requireSuccess(history, 'plain')
  const alone = yield* requireDecision(history, label)
  const isServed = isSuccess(alone) && alone.answer?.envelope?.hasPrefix === true
  for (const step of ['protobuf first', 'list']) {
    const exchange = yield* requireDecision(history, step)
    const isInProtobuf = exchange.answer?.envelope?.hasPrefix === true
    // An answer without a media type is another fault (ENC-001) and is read as JSON.
    const type = exchange.answer?.headers['content-type'] ?? 'application/json'
    const isInJson = bodyEncodingOf(type) === 'json' && exchange.answer?.body !== undefined
    yield verify(isSuccess(exchange) && (isServed ? isInProtobuf : isInJson), {
      says: isServed
        ? 'A type with Protobuf support returns Protobuf where JSON is only the fallback.'
        : 'A type without Protobuf support returns JSON where that is the fallback.',
      expected: isServed ? 'Protobuf' : 'JSON',
      got: describeForm(exchange),
      at: exchange,
    })
    if (!isServed) continue
    const kind = bodyValueAt(exchange, '/kind')
    const main = history.context.types.main
    const wanted = step === 'list' ? `${main.kind}List` : main.kind
    yield verify(kind === wanted && bodyValueAt(exchange, '/apiVersion') === apiVersionOf(main), {
      says: 'A Protobuf response has the requested object or list.',
      expected: wanted,
      got: kind ?? 'no kind',
      at: exchange,
    })
  }
}
