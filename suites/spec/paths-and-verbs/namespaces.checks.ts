import {
  answerSummary,
  exchangeAt,
  itemsOf,
  bodyValueAt,
  isSuccess,
} from '../../../properties/history/history.ts'
import type { History } from '../../../properties/history/history.ts'
import { requireSuccess } from '../../../properties/laws/preconditions.ts'
import { requireDecision } from '../../../properties/laws/decisions.ts'
import { precondition, verify } from '../../../properties/history/observation.ts'
import type { Observation } from '../../../properties/history/observation.ts'
import { rawRequest } from '../../../properties/dsl/steps.ts'
import { example } from '../../check.ts'

const listed = rawRequest('list', 'GET', '/api/v1/namespaces')
const single = rawRequest('get', 'GET', { $join: ['/api/v1/namespaces/', { $namespace: 0 }] })

// The list of namespaces contains those of the case. The run has created them if the server
// supports this.
function* listsNamespaces(history: History): Generator<Observation> {
  const list = yield* requireDecision(history, 'list')
  const kind = bodyValueAt(list, '/kind')
  const names = (itemsOf(list) ?? []).map(item => item.metadata['name'])
  const missing = history.context.namespaces.filter(name => !names.includes(name))
  if (kind === 'NamespaceList' && missing.length > 0)
    yield* precondition(isThere(history), notThere)
  const without = missing.length > 0 && isThere(history) ? [missing.join(', ')] : []
  yield verify(kind === 'NamespaceList' && missing.length === 0, {
    says: 'GET /api/v1/namespaces returns the NamespaceList.',
    expected: 'a NamespaceList with every namespace of the run',
    got: isSuccess(list) ? [kind, ...without].join(' without ') : answerSummary(list),
    at: list,
  })
}

function* answersTheNamespace(history: History): Generator<Observation> {
  const get = yield* requireDecision(history, 'get')
  const [kind, name] = [bodyValueAt(get, '/kind'), bodyValueAt(get, '/metadata/name')]
  const [wanted] = history.context.namespaces
  yield* precondition(isSuccess(get) || isListed(history), notThere)
  yield verify(kind === 'Namespace' && name === wanted, {
    says: 'GET /api/v1/namespaces/<name> returns that Namespace.',
    expected: `Namespace ${wanted}`,
    got: isSuccess(get) ? `${String(kind)} ${String(name)}` : answerSummary(get),
    at: get,
  })
}

const notThere = 'the namespace of the run is neither read nor listed: it could not be made'

const isListed = (history: History): boolean =>
  (itemsOf(exchangeAt(history, 'list')) ?? []).some(
    item => item.metadata['name'] === history.context.namespaces[0],
  )

const isThere = (history: History): boolean =>
  isListed(history) || isSuccess(exchangeAt(history, 'get'))

function* isInNoNamespace(history: History): Generator<Observation> {
  yield* requireSuccess(history, 'get', 'list')
  const inList = itemsOf(exchangeAt(history, 'list'))?.find(
    item => item.metadata['name'] === history.context.namespaces[0],
  )
  yield* precondition(inList !== undefined, 'the list of namespaces lacks that of the run')
  for (const got of [
    bodyValueAt(exchangeAt(history, 'get'), '/metadata/namespace'),
    inList?.metadata['namespace'],
  ]) {
    yield verify(got === undefined || got === null || got === '', {
      says: 'A namespace has no metadata.namespace.',
      expected: 'nothing',
      got,
      at: 'get',
    })
  }
}

export default [
  example('PATH-034', [listed, single], listsNamespaces),
  example('PATH-035', [single, listed], answersTheNamespace),
  example('PATH-036', [single, listed], isInNoNamespace),
]
