// What genuine servers make of Accept, gzip and `pretty` where the specification is silent.

import type { MediaWord } from '../../../fixtures/dialects/dialect.ts'
import {
  areLaidOut,
  comeIn,
  packsWhatIsLong,
  refusedIn,
} from '../../../properties/laws/encodings/negotiation-defacto.ts'
import { accepting, media, withHeaders } from '../../../properties/dsl/media-steps.ts'
import type { Request } from '../../../properties/dsl/scenario.ts'
import { longObject } from '../../../properties/scenarios/encodings/negotiation-compression.ts'
import { create, edited, get, leave, list, named } from '../../../properties/dsl/steps.ts'
import { sample, untilEvents, versionOf, watch } from '../../../properties/dsl/steps.ts'
import type { Term } from '../../../properties/dsl/term.ts'
import type { Check, Need } from '../../check.ts'
import { example } from '../../check.ts'
import type { Id } from '../../generated/catalogue.ts'

const [json, yaml, protobuf] = [media('json'), media('yaml'), media('protobuf')]
const inProtobuf: { needs: Need[] } = { needs: ['feature protobuf'] }
const weighed = (type: Term, weight: string): Term => ({ $join: [type, `;q=${weight}`] })

/** Gets with Accept headers, and the encodings in which they are to be answered. */
function chooses(id: Id, says: string, asked: [MediaWord, ...Term[]][]): Check {
  const gets = asked.map(([, ...types], index) =>
    get(`get ${index}`, 'main', named('x'), { headers: accepting(...types) }),
  )
  const wanted = Object.fromEntries(asked.map(([word], index) => [`get ${index}`, word]))
  const needs = asked.some(one => one.includes(protobuf)) ? inProtobuf : {}
  return example(id, [create('object', 'main', 'x'), ...gets], comeIn(says, wanted), needs)
}

const gzip = (request: Request): Request => withHeaders(request, { 'accept-encoding': 'gzip' })

/** Requests that are refused, each for another reason. */
const refusals = (as: string): Request[] => [
  get(`missing ${as}`, 'main', named('none')),
  create(`taken ${as}`, 'main', 'x'),
  { ...create(`unreadable ${as}`, 'main', 'y'), body: { $text: '{' } },
  create(`of no type ${as}`, 'main', 'y', { headers: { 'content-type': 'a/b' } }),
  get(`denied ${as}`, 'main', named('x'), { who: 'limited' }),
  get(`of a stranger ${as}`, 'main', named('x'), { who: 'bad-token' }),
]

const encoded = (['yaml', 'protobuf'] as const).map(word => ({
  word,
  steps: refusals(word).map(request => withHeaders(request, accepting(media(word)))),
}))

const unserved = accepting('application/x-unknown')
const toNobody = refusals('for nobody')
  .filter(({ as }) => /^(missing|denied|of a stranger)/.test(as))
  .map(request => withHeaders(request, unserved))

const tools = ['curl/8.5', 'Wget/1.21', 'Mozilla/5.0'].map(tool =>
  get(tool, 'main', named('x'), { headers: { 'user-agent': tool } }),
)
const flags = ['true', '1', 'false'].map(pretty =>
  get(pretty, 'main', named('x'), { query: { pretty } }),
)

export default [
  chooses('K8S-ENC-001', 'The type of the greatest weight is taken, then the first.', [
    ['yaml', yaml, json],
    ['json', json, yaml],
    ['protobuf', protobuf, yaml, json],
    ['json', weighed(yaml, '0.5'), json],
    ['yaml', weighed(json, '0.1'), weighed(yaml, '0.2')],
    ['json', weighed(json, '0.2'), weighed(yaml, '0.1')],
    ['yaml', 'application/x-unknown', weighed(json, '0.8'), weighed(yaml, '0.9')],
  ]),
  chooses('K8S-ENC-002', 'Any type is JSON, and comes after those that are named.', [
    ['json', '*/*'],
    ['json', 'application/x-unknown', '*/*'],
    ['yaml', '*/*', yaml],
    ['yaml', weighed(yaml, '0.9'), weighed('*/*', '0.1')],
  ]),
  example(
    'K8S-ENC-003',
    ['charset=utf-8', 'unknown=1'].flatMap((parameter, index) => [
      create(`create ${index}`, 'main', `x${index}`, {
        headers: { 'content-type': `application/json; ${parameter}` },
      }),
      get(`get ${index}`, 'main', named(`x${index}`), {
        headers: { accept: `application/yaml;${parameter}` },
      }),
    ]),
    comeIn('Parameters of media types change nothing.', {
      'create 0': 'json',
      'create 1': 'json',
      'get 0': 'yaml',
      'get 1': 'yaml',
    }),
  ),
  example(
    'K8S-ENC-004',
    [create('object', 'main', 'x'), ...encoded.flatMap(({ steps }) => steps)],
    refusedIn(
      'A refusal comes in the encoding that is accepted.',
      Object.fromEntries(encoded.flatMap(({ word, steps }) => steps.map(({ as }) => [as, word]))),
    ),
    inProtobuf,
  ),
  example(
    'K8S-ENC-005',
    [create('object', 'main', 'x'), ...toNobody],
    refusedIn(
      'Who accepts nothing that is served is refused in JSON.',
      Object.fromEntries(toNobody.map(({ as }) => [as, 'json'])),
    ),
  ),
  example(
    'K8S-ENC-006',
    [
      gzip(longObject('short', 'main', 'a', { bytes: 100_000 })),
      gzip(longObject('long', 'main', 'b', { bytes: 150_000 })),
      ...['a', 'b'].map(name => gzip(get(`get of ${name}`, 'main', named(name)))),
      gzip(list('list', 'main')),
      gzip({
        ...create('error', 'main', 'c'),
        body: edited(sample('main', 'c'), {
          '/metadata/labels': { long: { $repeat: 'no label ', times: 20_000 } },
        }),
      }),
      watch('watch', 'main', {
        resourceVersion: versionOf('short'),
        headers: { 'accept-encoding': 'gzip' },
      }),
      untilEvents('watch', 1),
      leave('watch'),
    ],
    packsWhatIsLong,
    { needs: ['feature response-compression'] },
  ),
  example(
    'K8S-ENC-007',
    [create('object', 'main', 'x'), get('bare', 'main', named('x')), ...flags, ...tools],
    areLaidOut({
      bare: 'compact',
      true: 'indented',
      1: 'indented',
      false: 'compact',
      'curl/8.5': 'indented',
      'Wget/1.21': 'indented',
      'Mozilla/5.0': 'indented',
    }),
  ),
]
