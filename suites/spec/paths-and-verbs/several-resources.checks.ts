// Checks that only list, watch and deletecollection act on several resources in one request.

import {
  exchangeAt,
  itemsOf,
  ownItems,
  bodyValueAt,
  isFinalRefusal,
} from '../../../properties/history/history.ts'
import type { History, Item } from '../../../properties/history/history.ts'
import { requireSuccess, requireLists } from '../../../properties/laws/preconditions.ts'
import { requireDecision, refusesRequest } from '../../../properties/laws/decisions.ts'
import { objectsAreLeftAlone } from '../../../properties/laws/errors/effects-of-errors.ts'
import { verify } from '../../../properties/history/observation.ts'
import type { Observation } from '../../../properties/history/observation.ts'
import {
  create,
  editTerm,
  list,
  caseName,
  put,
  sampleTerm,
  fromAnswer,
} from '../../../properties/dsl/steps.ts'
import type { RequestStep } from '../../../properties/dsl/scenario.ts'
import type { Role, Term } from '../../../properties/dsl/term.ts'
import { example } from '../../check.ts'

const listOf = (...items: Term[]): Term => ({
  apiVersion: { $word: 'apiVersion', of: 'main' },
  kind: { $join: [{ $word: 'kind', of: 'main' }, 'List'] },
  metadata: {},
  items,
})
const [b, c] = [sampleTerm('main', 'b'), sampleTerm('main', 'c')]
const annotated = (of: string, change: string): Term =>
  editTerm(fromAnswer(of, ''), { '/metadata/annotations': { change } })
const newA = annotated('object', 'several')
const severalBodies: RequestStep[] = [
  create('post of a list', 'main', undefined, { body: listOf(b, c) }),
  create('post of an array', 'main', undefined, { body: [b, c] }),
  put('put of a list', 'main', caseName('a'), listOf(newA, b)),
  put('put of an array', 'main', caseName('a'), [newA, b]),
]

function* writesOneResource(history: History): Generator<Observation> {
  yield* requireSuccess(history, 'created', 'object')
  for (const { as } of severalBodies) {
    yield* refusesRequest(history, as, 'A body of several resources is refused.')
  }
  const [before, after] = [exchangeAt(history, 'before'), exchangeAt(history, 'after')]
  yield* requireLists(history, before, after)
  const asked = exchangeAt(history, 'put of a list')
  const body = JSON.parse(asked.request.body ?? 'null') as { items: Item[] }
  yield* objectsAreLeftAlone(
    { before: ownItems(history, before), after: ownItems(history, after) },
    {
      sent: body.items[0],
      says: 'A body of several resources creates and changes nothing.',
    },
    asked,
  )
}

// A PUT is sent only where all objects that it could change belong to this case.
const everyStatus = (role: Role, methods: string[]) =>
  ['*', ''].flatMap(name =>
    methods.map(method => ({
      as: `${method} of ${role} at name '${name}'`,
      method,
      to: { role, name, subresource: 'status' },
      ...(method === 'PUT' ? { body: sampleTerm(role) } : {}),
    })),
  )
const tries = [...everyStatus('main', ['GET', 'PUT']), ...everyStatus('namespaces', ['GET'])]

function* reachesOneSubresource(history: History): Generator<Observation> {
  yield* requireSuccess(history, 'one', 'two')
  const objects = ['one', 'two'].map(label =>
    String(bodyValueAt(exchangeAt(history, label), '/metadata/name')),
  )
  for (const { as, to } of tries) {
    const exchange = yield* requireDecision(history, as)
    const text = exchange.answer?.text ?? ''
    const names = to.role === 'namespaces' ? history.context.namespaces : objects
    const shown = names.filter(name => text.includes(`"${name}"`))
    // A server may take the path without a name for that of the collection.
    const isPlainList = to.name === '' && itemsOf(exchange) !== undefined
    yield verify(isFinalRefusal(exchange) || isPlainList || shown.length < 2, {
      says: 'No path acts on a subresource of several resources.',
      expected: 'the data of one object at most',
      got: shown,
      at: exchange,
    })
  }
}

export default [
  example(
    'PATH-011',
    [create('one', 'main', 'one'), create('two', 'main', 'two'), ...tries],
    reachesOneSubresource,
  ),
  example(
    'PATH-027',
    [
      create('created', 'main', 'a'),
      put('object', 'main', caseName('a'), annotated('created', 'one')),
      list('before', 'main'),
      ...severalBodies,
      list('after', 'main'),
    ],
    writesOneResource,
  ),
]
