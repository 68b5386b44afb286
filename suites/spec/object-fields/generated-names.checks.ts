import { exchangeAt, bodyValueAt } from '../../../properties/history/history.ts'
import type { History } from '../../../properties/history/history.ts'
import {
  generatedNamesAreDistinct,
  nameIsGenerated,
} from '../../../properties/laws/object-fields/names.ts'
import { requireSuccess } from '../../../properties/laws/preconditions.ts'
import { recordAnswer } from '../../../properties/history/observation.ts'
import type { Observation } from '../../../properties/history/observation.ts'
import {
  createGenerated,
  generatedNames,
} from '../../../properties/scenarios/object-fields/names.ts'
import { create, get, nameFrom, caseName } from '../../../properties/dsl/steps.ts'
import { example, property } from '../../check.ts'

function* formOfTheName(history: History): Generator<Observation> {
  yield* requireSuccess(history, 'generated')
  const created = exchangeAt(history, 'generated')
  const [name, base] = [bodyValueAt(created, '/metadata/name'), `${history.context.prefix}g-`]
  const isPrefixed = typeof name === 'string' && name.startsWith(base)
  yield recordAnswer(
    isPrefixed
      ? `the name is generateName and ${name.length - base.length} more characters`
      : 'the name does not begin with generateName',
  )
}

function* whichNameWins(history: History): Generator<Observation> {
  yield* requireSuccess(history, 'both')
  const name = bodyValueAt(exchangeAt(history, 'both'), '/metadata/name')
  yield recordAnswer(name === `${history.context.prefix}x` ? 'name wins' : 'generateName wins')
}

export default [
  example(
    'OBJ-012',
    [
      create('twin', 'main', 'x'),
      createGenerated('generated', 'main', caseName('g-')),
      get('read', 'main', nameFrom('generated')),
    ],
    history => nameIsGenerated(history, { generated: 'generated', twin: 'twin', reading: 'read' }),
  ),
  property('OBJ-013', generatedNames(), generatedNamesAreDistinct),
  example('OBJ-014', [createGenerated('generated', 'main', caseName('g-'))], formOfTheName),
  example(
    'OBJ-015',
    [create('both', 'main', 'x', { set: { '/metadata/generateName': caseName('g-') } })],
    whichNameWins,
  ),
]
