// Checks which media type the server chooses for an answer by Accept, and how it reads a body by
// Content-Type.

import fc from 'fast-check'
import {
  acceptIsIndependentOfContentType,
  acceptedFallbackIsServed,
  describeForm,
  gatedMediaTypeIsNotAcceptable,
  answerIsOfAcceptedType,
  jsonIsTheDefault,
  jsonServesEveryType,
  gatedBodyIsRefused,
  writesFollowAccept,
} from '../../../properties/laws/encodings/negotiation.ts'
import { notesAnswers, notesOf } from '../../../properties/laws/notes.ts'
import {
  acceptHeader,
  mediaTypeTerm,
  withBodyEncoding,
  withHeaders,
} from '../../../properties/dsl/media-steps.ts'
import type { RequestStep } from '../../../properties/dsl/scenario.ts'
import {
  crossedEncodings,
  eachWrite,
  everyTypeInJson,
  readsOfEveryHeader,
  writesOfEveryHeader,
} from '../../../properties/scenarios/encodings/negotiation.ts'
import {
  updateFrom,
  create,
  get,
  list,
  caseName,
  deleteObject,
} from '../../../properties/dsl/steps.ts'
import type { Term } from '../../../properties/dsl/term.ts'
import type { Id } from '../../generated/catalogue.ts'
import type { Check } from '../../check.ts'
import { example, property } from '../../check.ts'

const gateShut = 'CBORServingAndStorage=false'
const unsaid = { headers: { accept: null } }

/** A check that records the answer to a get with each of the Accept headers. */
const notes = (id: Id, asked: Record<string, { accept: Term }>): Check =>
  example(
    id,
    [
      create('object', 'main', 'x'),
      ...Object.entries(asked).map(([as, headers]) => get(as, 'main', caseName('x'), { headers })),
    ],
    notesOf(describeForm, ...Object.keys(asked)),
  )

const ofUnknownType = (request: RequestStep): RequestStep =>
  withHeaders(request, { 'content-type': 'application/x-unknown' })

const broken = {
  'JSON that is truncated': '{"metadata": {',
  'YAML that is truncated': 'metadata: {',
  'YAML that is invalid': 'metadata: [a\n: b}',
}

const oddTypes = [
  'application/json; charset=utf-8',
  'application/json;unknown=1',
  'Application/JSON',
]

export default [
  example(
    'ENC-001',
    [
      create('object', 'main', 'x', unsaid),
      get('get', 'main', caseName('x'), unsaid),
      list('list', 'main', unsaid),
      create('unnamed', 'main', 'y', { content: 'unnamed', headers: { 'content-type': null } }),
    ],
    jsonIsTheDefault,
  ),
  property('ENC-002', everyTypeInJson(), jsonServesEveryType),
  property('ENC-005', readsOfEveryHeader(), answerIsOfAcceptedType, { observationsMin: 20 }),
  property(
    'ENC-006',
    fc.oneof(readsOfEveryHeader(), writesOfEveryHeader()),
    acceptedFallbackIsServed,
    // A server of JSON alone gives fewer opportunities.
    { observationsMin: 10 },
  ),
  notes('ENC-007', {
    'YAML, then JSON': acceptHeader(mediaTypeTerm('yaml'), mediaTypeTerm('json')),
    'JSON, then YAML': acceptHeader(mediaTypeTerm('json'), mediaTypeTerm('yaml')),
    'JSON with a lower weight': { accept: 'application/json;q=0.2, application/yaml;q=0.8' },
    'JSON with a higher weight': { accept: 'application/yaml;q=0.2, application/json;q=0.8' },
    'JSON with weight 0': { accept: 'application/json;q=0' },
    'JSON with weight 0, then YAML': { accept: 'application/json;q=0, application/yaml' },
  }),
  notes('ENC-008', {
    '*/*': { accept: '*/*' },
    'application/*': { accept: 'application/*' },
    'text/*': { accept: 'text/*' },
    '*/*, then YAML': { accept: '*/*, application/yaml' },
    'an empty value': { accept: '' },
  }),
  example(
    'ENC-010',
    [
      ofUnknownType(create('create', 'main', 'x')),
      create('object', 'main', 'y'),
      ofUnknownType(updateFrom('update', 'main', 'object', { '/metadata/labels': { a: 'b' } })),
      ofUnknownType(deleteObject('delete', 'main', caseName('y'), { body: {} })),
      get('get of the refused object', 'main', caseName('x')),
    ],
    notesAnswers('create', 'update', 'delete', 'get of the refused object'),
  ),
  example(
    'ENC-011',
    [
      ...Object.entries(broken).map(([as, body]) => ({
        ...create(as, 'main', 'x'),
        body: { $text: body },
        headers: {
          'content-type': as.startsWith('JSON') ? mediaTypeTerm('json') : mediaTypeTerm('yaml'),
        },
      })),
      get('get of the refused object', 'main', caseName('x')),
    ],
    notesAnswers(...Object.keys(broken), 'get of the refused object'),
  ),
  property('ENC-012', crossedEncodings(), acceptIsIndependentOfContentType),
  example(
    'ENC-029',
    [
      create('object', 'main', 'x'),
      get('twin', 'main', caseName('x'), {
        server: gateShut,
        headers: acceptHeader(mediaTypeTerm('json')),
      }),
      get('get', 'main', caseName('x'), {
        server: gateShut,
        headers: acceptHeader(mediaTypeTerm('cbor')),
      }),
      list('list', 'main', { server: gateShut, headers: acceptHeader(mediaTypeTerm('cbor')) }),
    ],
    gatedMediaTypeIsNotAcceptable,
  ),
  example(
    'ENC-030',
    [
      create('twin', 'main', 'x', { server: gateShut }),
      withBodyEncoding('cbor', create('create', 'main', 'y', { server: gateShut })),
      withBodyEncoding(
        'cbor',
        updateFrom(
          'update',
          'main',
          'twin',
          { '/metadata/annotations': { a: 'b' } },
          { server: gateShut },
        ),
      ),
      get('created', 'main', caseName('y')),
      get('updated', 'main', caseName('x')),
    ],
    gatedBodyIsRefused,
  ),
  example(
    'ENC-043',
    [
      create('object', 'main', 'x'),
      list('read', 'main', { headers: acceptHeader(mediaTypeTerm('yaml')) }),
      ...eachWrite('main').map(write => withHeaders(write, acceptHeader(mediaTypeTerm('yaml')))),
    ],
    writesFollowAccept,
  ),
  example(
    'ENC-044',
    [
      create('object', 'main', 'x'),
      ...oddTypes.flatMap((type, index) => [
        create(`body of ${type}`, 'main', `y${index}`, { headers: { 'content-type': type } }),
        get(`Accept of ${type}`, 'main', caseName('x'), { headers: { accept: type } }),
      ]),
    ],
    notesOf(describeForm, ...oddTypes.flatMap(type => [`body of ${type}`, `Accept of ${type}`])),
  ),
]
