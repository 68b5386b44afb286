import { apiVersionOf } from '../../../fixtures/objects/tested-types.ts'
import { exchangeAt, itemsOf, bodyValueAt } from '../../../properties/history/history.ts'
import type { History } from '../../../properties/history/history.ts'
import { requireAllSuccess } from '../../../properties/laws/decisions.ts'
import { notesAnswers } from '../../../properties/laws/notes.ts'
import {
  applicable,
  precondition,
  verify,
  recordAnswer,
} from '../../../properties/history/observation.ts'
import type { Observation } from '../../../properties/history/observation.ts'
import { writesAndReads } from '../../../properties/scenarios/object-lifecycles.ts'
import { create, get, list, caseName } from '../../../properties/dsl/steps.ts'
import type { RequestStep } from '../../../properties/dsl/scenario.ts'
import type { Role } from '../../../properties/dsl/term.ts'
import { example, property } from '../../check.ts'

const createAndGet = (role: Role): RequestStep[] => [
  create(`create of ${role}`, role, `of-${role}`),
  get(`get of ${role}`, role, caseName(`of-${role}`)),
]

function* carriesItsKind(history: History): Generator<Observation> {
  yield* requireAllSuccess(history)
  for (const exchange of history.exchanges) {
    const wanted = exchange.about && history.context.types[exchange.about.role].kind
    const got = bodyValueAt(exchange, '/kind')
    yield verify(got === wanted, {
      says: 'Every object has the kind of its type.',
      expected: wanted,
      got: JSON.stringify(got) ?? 'nothing',
      at: exchange,
    })
  }
}

function* carriesItsVersion(history: History, says: string): Generator<Observation> {
  yield* requireAllSuccess(history)
  for (const exchange of history.exchanges) {
    if (!exchange.about) continue
    const wanted = apiVersionOf(history.context.types[exchange.about.role])
    const got = bodyValueAt(exchange, '/apiVersion')
    yield verify(got === wanted, {
      says,
      expected: wanted,
      got: JSON.stringify(got) ?? 'nothing',
      at: exchange,
    })
  }
}

const ofGroups = 'The apiVersion of an object of a named group is <group>/<version> of its path.'
const ofCore = 'The apiVersion of a core object is only the version.'

function* typeFieldsOfItems(history: History): Generator<Observation> {
  const type = history.context.types.main
  const item = itemsOf(exchangeAt(history, 'list'))?.[0]
  yield* precondition(item !== undefined, 'the list is empty')
  const words = (field: 'kind' | 'apiVersion', wanted: string): string => {
    if (item?.[field] === undefined) return `no ${field}`
    return item[field] === wanted ? `the right ${field}` : `a wrong ${field}`
  }
  yield recordAnswer(
    `items carry ${words('kind', type.kind)} and ${words('apiVersion', apiVersionOf(type))}`,
  )
}

export default [
  example(
    'OBJ-001',
    [...createAndGet('main'), ...createAndGet('core'), ...createAndGet('cluster')],
    carriesItsKind,
  ),
  property('OBJ-002', writesAndReads(), function* (history) {
    const [first] = history.exchanges
    const role = first?.about?.role ?? 'main'
    const { group, resource } = history.context.types[role]
    yield* applicable(group !== '', `${resource} is in the core group`)
    yield* carriesItsVersion(history, ofGroups)
  }),
  example(
    'OBJ-003',
    [...createAndGet('core'), get('get of a namespace', 'namespaces', { $namespace: 0 })],
    history => carriesItsVersion(history, ofCore),
  ),
  example('OBJ-004', [create('object', 'main', 'x'), list('list', 'main')], typeFieldsOfItems),
  example(
    'OBJ-005',
    [
      create('another kind', 'main', 'a', { set: { '/kind': { $word: 'kind', of: 'core' } } }),
      create('another apiVersion', 'main', 'b', {
        set: { '/apiVersion': { $word: 'apiVersion', of: 'core' } },
      }),
      create('neither kind nor apiVersion', 'main', 'c', { drop: ['/kind', '/apiVersion'] }),
    ],
    notesAnswers('another kind', 'another apiVersion', 'neither kind nor apiVersion'),
  ),
]
