// Checks the bodies of refusals: their form, reason, encoding and retry delay.

import type { Exchange, History } from '../../../properties/history/history.ts'
import { exchangeAt, bodyValueAt } from '../../../properties/history/history.ts'
import { notesGrouped, notesOf, bodyShape } from '../../../properties/laws/notes.ts'
import { recordAnswer } from '../../../properties/history/observation.ts'
import type { Observation } from '../../../properties/history/observation.ts'
import type { RequestStep } from '../../../properties/dsl/scenario.ts'
import {
  updateFrom,
  create,
  get,
  list,
  caseName,
  rawRequest,
  concurrently,
} from '../../../properties/dsl/steps.ts'
import { example } from '../../check.ts'

const lead = [
  create('object', 'main', 'one'),
  updateFrom('newer', 'main', 'object', { '/metadata/annotations': { change: 'newer' } }),
]
const refusals: RequestStep[] = [
  get('missing object', 'main', caseName('two')),
  create('taken name', 'main', 'one'),
  updateFrom('stale PUT', 'main', 'object', { '/metadata/annotations': { change: 'stale' } }),
  create('unreadable body', 'main', undefined, { body: { $text: 'not json' } }),
  create('create without a name', 'main', undefined),
  list('Exact without a version', 'main', { match: 'Exact' }),
  list('nothing acceptable', 'main', { headers: { accept: 'application/x-nothing' } }),
  create('unknown content type', 'main', 'two', {
    headers: { 'content-type': 'application/x-nothing' },
  }),
  rawRequest('unknown path', 'GET', '/touchstone/nothing'),
]
const labels = refusals.map(({ as }) => as)

const reasonOf = (exchange: Exchange): string =>
  `${exchange.answer?.status ?? 'no answer'} ` +
  String(bodyValueAt(exchange, '/reason') ?? 'without a reason')

const encodingOf = ({ answer }: Exchange): string =>
  answer ? `${answer.status} as ${answer.headers['content-type'] ?? 'no media type'}` : 'no answer'

const yaml = { accept: 'application/yaml' }
const nothing = { accept: 'application/x-nothing' }
const atOnce = Array.from({ length: 20 }, (_, index) =>
  get(`read ${index}`, 'main', caseName('one')),
)

function* notesThePace(history: History): Generator<Observation> {
  const slowed = atOnce
    .map(({ as }) => exchangeAt(history, as))
    .filter(one => one.answer?.status === 429)
  const hasWait = slowed.some(one => one.answer?.headers['retry-after'] !== undefined)
  if (slowed.length === 0) yield recordAnswer('none of 20 concurrent reads was rate limited')
  else
    yield recordAnswer(
      `reads at once are refused by 429 ${hasWait ? 'with' : 'without'} Retry-After`,
    )
}

export default [
  example('ERR-012', [...lead, ...refusals], notesGrouped(bodyShape, ...labels)),
  example('ERR-013', [...lead, ...refusals], notesOf(reasonOf, ...labels)),
  example(
    'ERR-018',
    [create('object', 'main', 'one'), concurrently(...atOnce.map(one => [one]))],
    notesThePace,
  ),
  example(
    'ERR-019',
    [
      get('missing object, YAML', 'main', caseName('two'), { headers: yaml }),
      get('missing object, nothing acceptable', 'main', caseName('two'), { headers: nothing }),
      rawRequest('unknown path, YAML', 'GET', '/touchstone/nothing', { headers: yaml }),
    ],
    notesOf(
      encodingOf,
      'missing object, YAML',
      'missing object, nothing acceptable',
      'unknown path, YAML',
    ),
  ),
]
