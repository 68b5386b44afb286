// Checks how genuine servers interpret Accept, gzip and `pretty` where the specification is silent.

import type { MediaWord } from '../../../fixtures/dialects/dialect.ts'
import { answerSummary, exchangeAt, isSuccess } from '../../../properties/history/history.ts'
import type { History } from '../../../properties/history/history.ts'
import { precondition } from '../../../properties/history/observation.ts'
import type { Observation } from '../../../properties/history/observation.ts'
import {
  jsonIsLaidOut,
  succeedsInMediaType,
  longAnswersAreCompressed,
  isRefusedInMediaType,
} from '../../../properties/laws/encodings/negotiation-defacto.ts'
import { acceptHeader, mediaTypeTerm, withHeaders } from '../../../properties/dsl/media-steps.ts'
import type { RequestStep } from '../../../properties/dsl/scenario.ts'
import { longObject } from '../../../properties/scenarios/encodings/negotiation-compression.ts'
import {
  create,
  editTerm,
  get,
  closeStream,
  list,
  caseName,
} from '../../../properties/dsl/steps.ts'
import { sampleTerm, awaitEventCount, versionFrom, watch } from '../../../properties/dsl/steps.ts'
import type { Term } from '../../../properties/dsl/term.ts'
import type { Check, Need } from '../../check.ts'
import { example } from '../../check.ts'
import type { Id } from '../../generated/catalogue.ts'

const [json, yaml, protobuf] = [
  mediaTypeTerm('json'),
  mediaTypeTerm('yaml'),
  mediaTypeTerm('protobuf'),
]
const inProtobuf: { needs: Need[] } = { needs: ['feature protobuf'] }
const weighed = (type: Term, weight: string): Term => ({ $join: [type, `;q=${weight}`] })

/** A check that sends gets with Accept headers and expects the given encoding for each. */
function chooses(id: Id, says: string, asked: [MediaWord, ...Term[]][]): Check {
  const gets = asked.map(([, ...types], index) =>
    get(`get ${index}`, 'main', caseName('x'), { headers: acceptHeader(...types) }),
  )
  const wanted = Object.fromEntries(asked.map(([word], index) => [`get ${index}`, word]))
  const needs = asked.some(one => one.includes(protobuf)) ? inProtobuf : {}
  const inYaml = get('in yaml', 'main', caseName('x'), { headers: acceptHeader(yaml) })
  const succeeds = succeedsInMediaType(says, wanted)
  return example(
    id,
    [create('object', 'main', 'x'), inYaml, ...gets],
    function* (history) {
      yield* requireYaml(history)
      yield* succeeds(history)
    },
    needs,
  )
}

/** The precondition that the server serves YAML to a client that accepts nothing else. */
function* requireYaml(history: History): Generator<Observation> {
  const alone = exchangeAt(history, 'in yaml')
  const isYaml = isSuccess(alone) && (alone.answer?.headers['content-type'] ?? '').includes('yaml')
  yield* precondition(isYaml, `the server serves no YAML (ENC-004): ${answerSummary(alone)}`)
}

const gzip = (request: RequestStep): RequestStep =>
  withHeaders(request, { 'accept-encoding': 'gzip' })

/** Requests that are refused, each for a different reason. */
const refusals = (as: string): RequestStep[] => [
  get(`missing ${as}`, 'main', caseName('none')),
  create(`taken ${as}`, 'main', 'x'),
  { ...create(`unreadable ${as}`, 'main', 'y'), body: { $text: '{' } },
  create(`of no type ${as}`, 'main', 'y', { headers: { 'content-type': 'a/b' } }),
  get(`denied ${as}`, 'main', caseName('x'), { who: 'limited' }),
  get(`of a stranger ${as}`, 'main', caseName('x'), { who: 'bad-token' }),
]

const encoded = (['yaml', 'protobuf'] as const).map(word => ({
  word,
  steps: refusals(word).map(request => withHeaders(request, acceptHeader(mediaTypeTerm(word)))),
}))

const unserved = acceptHeader('application/x-unknown')
const toNobody = refusals('for nobody')
  .filter(({ as }) => /^(missing|denied|of a stranger)/.test(as))
  .map(request => withHeaders(request, unserved))

const tools = ['curl/8.5', 'Wget/1.21', 'Mozilla/5.0'].map(tool =>
  get(tool, 'main', caseName('x'), { headers: { 'user-agent': tool } }),
)
const flags = ['true', '1', 'false'].map(pretty =>
  get(`pretty=${pretty}`, 'main', caseName('x'), { query: { pretty } }),
)

export default [
  chooses(
    'K8S-ENC-001',
    'The media type with the highest weight is used, and the first among equals.',
    [
      ['yaml', yaml, json],
      ['json', json, yaml],
      ['protobuf', protobuf, yaml, json],
      ['json', weighed(yaml, '0.5'), json],
      ['yaml', weighed(json, '0.1'), weighed(yaml, '0.2')],
      ['json', weighed(json, '0.2'), weighed(yaml, '0.1')],
      ['yaml', 'application/x-unknown', weighed(json, '0.8'), weighed(yaml, '0.9')],
    ],
  ),
  chooses(
    'K8S-ENC-002',
    '`*/*` means JSON, and ranks after named media types of the same weight.',
    [
      ['json', '*/*'],
      ['json', 'application/x-unknown', '*/*'],
      ['yaml', '*/*', yaml],
      ['yaml', weighed(yaml, '0.9'), weighed('*/*', '0.1')],
    ],
  ),
  example(
    'K8S-ENC-003',
    ['charset=utf-8', 'unknown=1'].flatMap((parameter, index) => [
      create(`create ${index}`, 'main', `x${index}`, {
        headers: { 'content-type': `application/json; ${parameter}` },
      }),
      get(`get ${index}`, 'main', caseName(`x${index}`), {
        headers: { accept: `application/yaml;${parameter}` },
      }),
    ]),
    succeedsInMediaType('Parameters of media types have no effect.', {
      'create 0': 'json',
      'create 1': 'json',
      'get 0': 'yaml',
      'get 1': 'yaml',
    }),
  ),
  example(
    'K8S-ENC-004',
    [create('object', 'main', 'x'), ...encoded.flatMap(({ steps }) => steps)],
    isRefusedInMediaType(
      'A refusal has the accepted encoding.',
      Object.fromEntries(encoded.flatMap(({ word, steps }) => steps.map(({ as }) => [as, word]))),
    ),
    inProtobuf,
  ),
  example(
    'K8S-ENC-005',
    [create('object', 'main', 'x'), ...toNobody],
    isRefusedInMediaType(
      'A request that accepts no supported encoding is refused with a Status in JSON.',
      Object.fromEntries(toNobody.map(({ as }) => [as, 'json'])),
    ),
  ),
  example(
    'K8S-ENC-006',
    [
      gzip(longObject('short', 'main', 'a', { bytes: 100_000 })),
      gzip(longObject('long', 'main', 'b', { bytes: 150_000 })),
      ...['a', 'b'].map(name => gzip(get(`get of ${name}`, 'main', caseName(name)))),
      gzip(list('list', 'main')),
      gzip({
        ...create('error', 'main', 'c'),
        body: editTerm(sampleTerm('main', 'c'), {
          '/metadata/labels': { long: { $repeat: 'no label ', times: 20_000 } },
        }),
      }),
      watch('watch', 'main', {
        resourceVersion: versionFrom('short'),
        headers: { 'accept-encoding': 'gzip' },
      }),
      awaitEventCount('watch', 1),
      closeStream('watch'),
    ],
    longAnswersAreCompressed,
    { needs: ['feature response-compression'] },
  ),
  example(
    'K8S-ENC-007',
    [create('object', 'main', 'x'), get('bare', 'main', caseName('x')), ...flags, ...tools],
    jsonIsLaidOut({
      bare: 'compact',
      'pretty=true': 'indented',
      'pretty=1': 'indented',
      'pretty=false': 'compact',
      'curl/8.5': 'indented',
      'Wget/1.21': 'indented',
      'Mozilla/5.0': 'indented',
    }),
  ),
]
