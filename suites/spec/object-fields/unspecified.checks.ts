// Records answers about metadata where the specification is silent.

import {
  answerSummary,
  exchangeAt,
  bodyValueAt,
  isSuccess,
} from '../../../properties/history/history.ts'
import type { Exchange, History } from '../../../properties/history/history.ts'
import { notesOf } from '../../../properties/laws/notes.ts'
import { requireSuccess } from '../../../properties/laws/preconditions.ts'
import { recordAnswer } from '../../../properties/history/observation.ts'
import type { Observation } from '../../../properties/history/observation.ts'
import { create, caseName, deleteObject } from '../../../properties/dsl/steps.ts'
import type { Role, Term } from '../../../properties/dsl/term.ts'
import { example } from '../../check.ts'

const knownFields = [
  'name',
  'generateName',
  'namespace',
  'uid',
  'resourceVersion',
  'creationTimestamp',
  'deletionTimestamp',
  'finalizers',
  'labels',
  'annotations',
]

function* furtherFields(history: History): Generator<Observation> {
  yield* requireSuccess(history, 'object')
  const fields = Object.keys(
    (bodyValueAt(exchangeAt(history, 'object'), '/metadata') ?? {}) as object,
  )
  const further = fields.filter(field => !knownFields.includes(field)).sort()
  yield recordAnswer(`metadata also holds ${further.join(', ') || 'nothing'}`)
}

const fakes: Record<string, Term> = {
  uid: '00000000-0000-4000-8000-000000000000',
  creationTimestamp: '2001-01-01T00:00:00Z',
  deletionTimestamp: '2001-01-01T00:00:00Z',
  resourceVersion: '1',
}

const fateOf = (exchange: Exchange): string => {
  if (!isSuccess(exchange)) return answerSummary(exchange)
  return bodyValueAt(exchange, `/metadata/${exchange.step}`) === fakes[exchange.step]
    ? 'kept'
    : 'not kept'
}

const roles: Role[] = ['main', 'core', 'cluster']

export default [
  example('OBJ-034', [create('object', 'main', 'x')], furtherFields),
  example(
    'OBJ-035',
    Object.entries(fakes).map(([field, fake]) =>
      create(field, 'main', `x-${field.toLowerCase()}`, { set: { [`/metadata/${field}`]: fake } }),
    ),
    notesOf(fateOf, ...Object.keys(fakes)),
  ),
  example(
    'OBJ-036',
    roles.flatMap(role => [
      create(`a sample of ${role}`, role, 'x'),
      deleteObject(`its removal (${role})`, role, caseName('x')),
    ]),
    notesOf(
      exchange => (isSuccess(exchange) ? 'accepted' : answerSummary(exchange)),
      ...roles.flatMap(role => [`a sample of ${role}`, `its removal (${role})`]),
    ),
  ),
]
