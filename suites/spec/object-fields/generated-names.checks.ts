import { at, read } from '../../../properties/history/history.ts'
import type { History } from '../../../properties/history/history.ts'
import {
  generatedNamesAreDistinct,
  nameIsGenerated,
} from '../../../properties/laws/object-fields/names.ts'
import { done } from '../../../properties/laws/premises.ts'
import { noted } from '../../../properties/history/observation.ts'
import type { Observation } from '../../../properties/history/observation.ts'
import {
  createGenerated,
  generatedNames,
} from '../../../properties/scenarios/object-fields/names.ts'
import { create, get, nameOf, named } from '../../../properties/dsl/steps.ts'
import { example, property } from '../../check.ts'

function* formOfTheName(history: History): Generator<Observation> {
  yield* done(history, 'generated')
  const created = at(history, 'generated')
  const [name, base] = [read(created, '/metadata/name'), `${history.words.prefix}g-`]
  const isPrefixed = typeof name === 'string' && name.startsWith(base)
  yield noted(
    isPrefixed
      ? `the name is generateName and ${name.length - base.length} more characters`
      : 'the name does not begin with generateName',
  )
}

function* whichNameWins(history: History): Generator<Observation> {
  yield* done(history, 'both')
  const name = read(at(history, 'both'), '/metadata/name')
  yield noted(name === `${history.words.prefix}x` ? 'name wins' : 'generateName wins')
}

export default [
  example(
    'OBJ-012',
    [
      create('twin', 'main', 'x'),
      createGenerated('generated', 'main', named('g-')),
      get('read', 'main', nameOf('generated')),
    ],
    history => nameIsGenerated(history, { generated: 'generated', twin: 'twin', reading: 'read' }),
  ),
  property('OBJ-013', generatedNames(), generatedNamesAreDistinct),
  example('OBJ-014', [createGenerated('generated', 'main', named('g-'))], formOfTheName),
  example(
    'OBJ-015',
    [create('both', 'main', 'x', { set: { '/metadata/generateName': named('g-') } })],
    whichNameWins,
  ),
]
