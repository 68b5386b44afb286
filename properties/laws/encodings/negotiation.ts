// Judges the media types of answers and their contents.

import { mediaTypeOf } from '../../../fixtures/client/media-types.ts'
import { mediaOf } from '../../../fixtures/dialects/dialect.ts'
import type { MediaWord } from '../../../fixtures/dialects/dialect.ts'
import type { Exchange, History } from '../../history/history.ts'
import {
  answerSummary,
  exchangeAt,
  roleContentOf,
  bodyValueAt,
  isFinalRefusal,
  isSuccess,
} from '../../history/history.ts'
import { isAllowedOutcome, negotiate } from '../../models/negotiation.ts'
import type { NegotiationOutcome, Representation } from '../../models/negotiation.ts'
import {
  anyRefusal,
  applicable,
  precondition,
  refusalWith,
  verify,
} from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { isUnread } from '../../history/unread-objects.ts'
import { objectForms } from '../../dsl/term.ts'
import { requireSuccess } from '../preconditions.ts'
import { requireFinalAnswer } from '../status.ts'

/** Returns the media type of an answer without parameters. */
export const answerMediaType = ({ answer }: Exchange): string | undefined =>
  mediaTypeOf(answer?.headers['content-type'])?.type

/** Reports whether an answer has the media type and its body matches it. */
const isIn = (history: History, exchange: Exchange, word: MediaWord): boolean =>
  answerMediaType(exchange) === mediaOf(history.context.dialect)[word] &&
  exchange.answer?.undecodable === undefined &&
  exchange.answer?.body !== undefined

/** Describes the status and media type of an answer for reports. */
export const describeForm = (exchange: Exchange): string =>
  `${answerSummary(exchange)} as ${exchange.answer?.headers['content-type'] ?? 'no media type'}` +
  (exchange.answer?.undecodable === undefined ? '' : ` (${exchange.answer.undecodable})`)

/** The answer has the media type. */
export const answerIsIn = (
  history: History,
  exchange: Exchange,
  word: MediaWord,
  says: string,
): Observation =>
  verify(isIn(history, exchange, word), {
    says,
    expected: mediaOf(history.context.dialect)[word],
    got: describeForm(exchange),
    at: exchange,
  })

/** ENC-001: without media types, JSON is written and read. */
export function* jsonIsTheDefault(history: History): Generator<Observation> {
  yield* requireSuccess(history, 'object', 'get', 'list')
  const says = 'Without Accept, the response is JSON.'
  for (const label of ['object', 'get', 'list']) {
    yield answerIsIn(history, exchangeAt(history, label), 'json', says)
  }
  const unnamed = yield* requireFinalAnswer(history, 'unnamed')
  const content = roleContentOf(history, 'main', unnamed.answer?.body)
  yield verify(isSuccess(unnamed) && content === 'unnamed', {
    says: 'A body without Content-Type is read as JSON.',
    expected: 'the object as it was sent',
    got: isSuccess(unnamed) ? content : answerSummary(unnamed),
    at: unnamed,
  })
}

/** ENC-002: a JSON body is accepted and answered as JSON with the same content. */
export function* jsonServesEveryType(history: History): Generator<Observation> {
  yield* requireFinalAnswer(history, 'create')
  for (const exchange of history.exchanges) {
    // A server may lack types other than those of the roles, or require other objects of them.
    // How it refuses requests for types that it lacks is judged by other rows.
    const status = exchange.answer?.status ?? 0
    if (!exchange.about && status >= 400 && status !== 406 && status !== 415) continue
    yield* requireFinalAnswer(history, exchange.step)
    yield verify(isSuccess(exchange) && isIn(history, exchange, 'json'), {
      says: 'A built-in type is read and written as JSON.',
      expected: 'success as application/json',
      got: describeForm(exchange),
      at: exchange,
    })
  }
  const [sent, got] = [exchangeAt(history, 'create'), exchangeAt(history, 'get')]
  const wanted = sent.about && contentSent(history, sent)
  const found = sent.about && roleContentOf(history, sent.about.role, got.answer?.body)
  yield verify(found === wanted, {
    says: 'An object written as JSON is returned with the same content.',
    expected: wanted,
    got: found,
    at: got,
  })
}

const contentSent = (history: History, { request, about }: Exchange): unknown =>
  about && roleContentOf(history, about.role, JSON.parse(request.body ?? 'null'))

/** Returns the representation of an answer: its media type, and the form of its object. */
function wayOf(exchange: Exchange): Representation {
  const form = objectForms.find(one => one === bodyValueAt(exchange, '/kind'))
  return { type: answerMediaType(exchange) ?? '', ...(form ? { form } : {}) }
}

type Asked = { exchange: Exchange; law: NegotiationOutcome }

/**
 * Returns each read with an Accept header and its allowed outcomes, given the representations that
 * the server has shown.
 */
function requestsAsked(history: History): Asked[] {
  const ways = history.exchanges.filter(one => isWay(one) && isSuccess(one)).map(wayOf)
  const served = { ways, group: `meta.${history.context.apiDomain}` }
  const reads = history.exchanges.filter(({ step }) => step.startsWith('read '))
  return reads.map(exchange => ({
    exchange,
    law: negotiate(exchange.request.headers['accept'], served),
  }))
}

const isWay = ({ step }: Exchange): boolean => step.startsWith('way ')

function named({ exchange, law }: Asked) {
  const shown = law.shown.map(({ type, form }) => [type, form ?? []].flat().join(' ')).join(', ')
  return {
    expected: shown
      ? `${shown} for ${exchange.request.headers['accept']}`
      : refusalWith(406, `for ${exchange.request.headers['accept']}`),
    got: describeForm(exchange),
    at: exchange,
  }
}

/** ENC-005: a successful answer has a media type that the header lists. */
export function* answerIsOfAcceptedType(history: History): Generator<Observation> {
  yield* requireSuccess(history, 'object', 'way json plain')
  for (const exchange of history.exchanges.filter(one => isWay(one) && isSuccess(one))) {
    const { accept } = exchange.request.headers
    yield verify(answerMediaType(exchange) === mediaTypeOf(accept ?? undefined)?.type, {
      says: 'A response has the only media type that the request accepts.',
      expected: accept,
      got: describeForm(exchange),
      at: exchange,
    })
  }
  for (const one of requestsAsked(history)) {
    if (!isSuccess(one.exchange) || one.law.isUnknown) continue
    const status = one.exchange.answer?.status ?? 0
    yield verify(isAllowedOutcome(one.law, { status, way: wayOf(one.exchange) }), {
      says: 'The Content-Type of a response is one of those listed in Accept.',
      ...named(one),
    })
  }
}

/** ENC-006: a header that lists a served type is not refused. */
export function* acceptedFallbackIsServed(history: History): Generator<Observation> {
  yield* requireSuccess(history, 'object', 'way json plain')
  for (const one of requestsAsked(history)) {
    if (one.law.mayRefuse) continue
    yield* requireFinalAnswer(history, one.exchange.step)
    const isRefused = one.exchange.answer?.status === 406
    // The object may be missing because its create was rightly refused.
    if (!isSuccess(one.exchange) && !isRefused) continue
    yield verify(!isRefused, {
      says: 'A request whose Accept lists a supported media type is not refused with 406.',
      ...named(one),
    })
  }
}

/** ENC-012: the media type of the answer does not depend on that of the request body. */
export function* acceptIsIndependentOfContentType(history: History): Generator<Observation> {
  const alone = ['twin', 'read'].map(label => exchangeAt(history, label))
  const isLacking = ({ answer }: Exchange) => answer?.status === 406 || answer?.status === 415
  const { yaml } = mediaOf(history.context.dialect)
  const isYaml = ({ request: { headers }, answer }: Exchange) =>
    headers[answer?.status === 406 ? 'accept' : 'content-type'] === yaml
  yield* precondition(
    !alone.some(one => isLacking(one) && isYaml(one)),
    'the server does not support YAML in both directions (ENC-003, ENC-004)',
  )
  // Some types lack an encoding such as Protobuf.
  yield* applicable(
    !alone.some(one => isLacking(one) || isUnread(one)),
    'its types have no other encodings whose content the harness can decode',
  )
  yield* requireSuccess(history, 'twin', 'read')
  for (const label of ['cross create', 'cross update']) {
    const exchange = yield* requireFinalAnswer(history, label)
    yield* precondition(
      exchange.answer?.status !== 409,
      `another writer changed the object before the ${label}`,
    )
    const word = wordOf(history, exchange)
    const says = 'The response has the accepted encoding, whatever the encoding of the body.'
    yield answerIsIn(history, exchange, word, says)
    const { about } = exchange
    if (!about) return
    const content = roleContentOf(history, about.role, exchange.answer?.body)
    yield verify(isSuccess(exchange) && content === contentSent(history, exchange), {
      says: 'The response has the object that was sent.',
      expected: contentSent(history, exchange),
      got: isSuccess(exchange) ? content : answerSummary(exchange),
      at: exchange,
    })
  }
}

/** Returns the media word of the only media type that a request accepts. */
function wordOf(history: History, { request }: Exchange): MediaWord {
  const words = Object.entries(mediaOf(history.context.dialect)) as [MediaWord, string][]
  return words.find(([, type]) => type === request.headers['accept'])?.[0] ?? 'json'
}

/** ENC-043: the answers to writes have the accepted media type. */
export function* writesFollowAccept(history: History): Generator<Observation> {
  yield* requireSuccess(history, 'object', 'read')
  for (const label of ['create', 'update', 'patch', 'delete']) {
    yield* requireSuccess(history, label)
    const exchange = exchangeAt(history, label)
    const says = 'The response to a write has the accepted media type.'
    yield answerIsIn(history, exchange, wordOf(history, exchange), says)
  }
}

/** ENC-029: a media type whose feature gate is off is not acceptable. */
export function* gatedMediaTypeIsNotAcceptable(history: History): Generator<Observation> {
  yield* requireSuccess(history, 'object', 'twin')
  for (const label of ['get', 'list']) {
    const exchange = yield* requireFinalAnswer(history, label)
    yield verify(exchange.answer?.status === 406, {
      says: 'A request that accepts only CBOR is refused with 406 while its feature gate is off.',
      expected: refusalWith(406),
      got: describeForm(exchange),
      at: exchange,
    })
  }
}

/** ENC-030: a body in a media type whose feature gate is off is refused, and stores nothing. */
export function* gatedBodyIsRefused(history: History): Generator<Observation> {
  yield* requireSuccess(history, 'twin', 'updated')
  for (const label of ['create', 'update']) {
    const exchange = yield* requireFinalAnswer(history, label)
    yield verify(isFinalRefusal(exchange), {
      says: 'A CBOR body is refused while its feature gate is off.',
      expected: anyRefusal('4xx'),
      got: answerSummary(exchange),
      at: exchange,
    })
  }
  const [created, updated] = [
    yield* requireFinalAnswer(history, 'created'),
    exchangeAt(history, 'updated'),
  ]
  yield verify(created.answer?.status === 404, {
    says: 'A refused body creates nothing.',
    expected: refusalWith(404),
    got: answerSummary(created),
    at: created,
  })
  yield verify(bodyValueAt(updated, '/metadata/annotations/a') === undefined, {
    says: 'A refused body changes nothing.',
    expected: 'the object as it was',
    got: bodyValueAt(updated, '/metadata/annotations'),
    at: updated,
  })
}
