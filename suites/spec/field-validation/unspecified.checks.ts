// Records answers to unusual bodies and parameters where the specification is silent.

import { exchangeAt, bodyValueAt, isSuccess } from '../../../properties/history/history.ts'
import type { Exchange, History } from '../../../properties/history/history.ts'
import { notesAnswers, notesOf } from '../../../properties/laws/notes.ts'
import { recordAnswer } from '../../../properties/history/observation.ts'
import type { Observation } from '../../../properties/history/observation.ts'
import type { RequestStep } from '../../../properties/dsl/scenario.ts'
import { validAndDuplicateFields } from '../../../properties/scenarios/field-validation/duplicate-fields.ts'
import { parameterLevels } from '../../../properties/scenarios/field-validation/field-validation.ts'
import { unknownName } from '../../../properties/history/sent-fields.ts'
import { create, get, list, caseName, deleteObject } from '../../../properties/dsl/steps.ts'
import { patch } from '../../../properties/dsl/write-steps.ts'
import { warningsOf } from '../../../properties/history/warnings.ts'
import { example } from '../../check.ts'

const asking = (request: RequestStep, fieldValidation: string): RequestStep => ({
  ...request,
  query: { ...request.query, fieldValidation },
})

const doubled = { role: 'main', doubled: ['annotations'], unknown: 0 } as const

function* notesTheKeptValue(history: History): Generator<Observation> {
  const kept = bodyValueAt(exchangeAt(history, 'after Ignore'), '/metadata/annotations/written')
  const what = kept === 'first' || kept === 'second' ? `the ${kept} value` : 'neither value'
  yield recordAnswer(`of a duplicate field ${what} stays`)
}

const twoWrong = { '/metadata/labels': 'not a map', '/metadata/finalizers': 'not a list' }
const twoInvalid = {
  '/metadata/labels': { 'not a key!': 'x' },
  '/metadata/annotations': { 'no key either!': 'x' },
}

/** Describes how many of the two invalid fields a refusal names. */
function faultsNamed({ answer, request }: Exchange): string {
  const fields = ['labels', 'annotations', 'finalizers'].filter(field =>
    answer?.text.includes(field),
  )
  const body = request.body ?? ''
  const sent = fields.filter(field => body.includes(`"${field}"`))
  return `${answer?.status ?? 'no answer'}, ${sent.length} of two errors named`
}

/** Describes the status of an answer and its number of warnings. */
function outcome(exchange: Exchange): string {
  const { answer } = exchange
  if (!answer) return 'no answer'
  const warnings = warningsOf(exchange).length
  return `${answer.status}${isSuccess(exchange) ? `, ${warnings} warnings` : ''}`
}

const name = unknownName(0)
const patchBodies: Record<string, Pick<Parameters<typeof patch>[3], 'type' | 'body'>> = {
  'JSON patch to an unknown field': {
    type: 'json',
    body: [{ op: 'add', path: `/metadata/${name}`, value: 'x' }],
  },
  'JSON patch with an unknown member': {
    type: 'json',
    body: [{ op: 'add', path: '/metadata/labels/a', value: 'x', [name]: 'y' }],
  },
  'JSON patch with a duplicate member': {
    type: 'json',
    body: { $text: '[{"op":"add","op":"add","path":"/metadata/labels/b","value":"x"}]' },
  },
  'merge patch with a duplicate field': {
    type: 'merge',
    body: { $text: '{"metadata":{"labels":{"c":"x"},"labels":{"c":"y"}}}' },
  },
  'strategic merge patch of an unknown field': {
    type: 'strategic',
    body: { metadata: { [name]: 'x' } },
  },
}

const patches: RequestStep[] = parameterLevels.flatMap(level =>
  Object.entries(patchBodies).map(([words, body]) =>
    asking(patch(`${words} at ${level}`, 'main', caseName('x'), body), level),
  ),
)

export default [
  example(
    'VALID-018',
    validAndDuplicateFields({ ...doubled, verb: 'POST' }, ['Ignore']),
    notesTheKeptValue,
  ),
  example(
    'VALID-020',
    [
      create('two wrong types', 'main', 'x', { set: twoWrong }),
      create('two invalid values', 'main', 'y', { set: twoInvalid }),
    ],
    notesOf(faultsNamed, 'two wrong types', 'two invalid values'),
  ),
  example(
    'VALID-021',
    [
      asking(create('fieldValidation=strict', 'main', 'a'), 'strict'),
      asking(create('fieldValidation=Foo', 'main', 'b'), 'Foo'),
      asking(create('fieldValidation=', 'main', 'c'), ''),
    ],
    notesAnswers('fieldValidation=strict', 'fieldValidation=Foo', 'fieldValidation='),
  ),
  example(
    'VALID-022',
    [
      create('object', 'main', 'x'),
      asking(get('get at Strict', 'main', caseName('x')), 'Strict'),
      asking(get('get at Foo', 'main', caseName('x')), 'Foo'),
      asking(list('list at Foo', 'main'), 'Foo'),
      asking(deleteObject('delete at Foo', 'main', caseName('x')), 'Foo'),
    ],
    notesAnswers('get at Strict', 'get at Foo', 'list at Foo', 'delete at Foo'),
  ),
  example(
    'VALID-025',
    [create('object', 'main', 'x', { set: { '/metadata/labels/a': 'b' } }), ...patches],
    notesOf(outcome, ...patches.map(({ as }) => as)),
  ),
]
