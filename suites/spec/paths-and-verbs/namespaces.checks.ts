import { answered, at, itemsOf, read, succeeded } from '../../../properties/history/history.ts'
import type { History } from '../../../properties/history/history.ts'
import { done } from '../../../properties/laws/premises.ts'
import { decided } from '../../../properties/laws/decisions.ts'
import { given, holds } from '../../../properties/history/observation.ts'
import type { Observation } from '../../../properties/history/observation.ts'
import { raw } from '../../../properties/dsl/steps.ts'
import { example } from '../../check.ts'

const listed = raw('list', 'GET', '/api/v1/namespaces')
const single = raw('get', 'GET', { $join: ['/api/v1/namespaces/', { $namespace: 0 }] })

// The run has made the namespaces that the case works in, if the server makes any.
function* listsNamespaces(history: History): Generator<Observation> {
  const list = yield* decided(history, 'list')
  const kind = read(list, '/kind')
  const names = (itemsOf(list) ?? []).map(item => item.metadata['name'])
  const missing = history.words.namespaces.filter(name => !names.includes(name))
  if (kind === 'NamespaceList' && missing.length > 0) yield* given(isThere(history), notThere)
  const without = missing.length > 0 && isThere(history) ? [missing.join(', ')] : []
  yield holds(kind === 'NamespaceList' && missing.length === 0, {
    says: 'GET /api/v1/namespaces answers the NamespaceList.',
    expected: 'a NamespaceList with every namespace of the run',
    got: succeeded(list) ? [kind, ...without].join(' without ') : answered(list),
    at: list,
  })
}

function* answersTheNamespace(history: History): Generator<Observation> {
  const get = yield* decided(history, 'get')
  const [kind, name] = [read(get, '/kind'), read(get, '/metadata/name')]
  const [wanted] = history.words.namespaces
  yield* given(succeeded(get) || isListed(history), notThere)
  yield holds(kind === 'Namespace' && name === wanted, {
    says: 'GET /api/v1/namespaces/<name> answers that Namespace.',
    expected: `Namespace ${wanted}`,
    got: succeeded(get) ? `${String(kind)} ${String(name)}` : answered(get),
    at: get,
  })
}

const notThere = 'the namespace of the run is neither read nor listed: it could not be made'

const isListed = (history: History): boolean =>
  (itemsOf(at(history, 'list')) ?? []).some(
    item => item.metadata['name'] === history.words.namespaces[0],
  )

const isThere = (history: History): boolean => isListed(history) || succeeded(at(history, 'get'))

function* isInNoNamespace(history: History): Generator<Observation> {
  yield* done(history, 'get', 'list')
  const inList = itemsOf(at(history, 'list'))?.find(
    item => item.metadata['name'] === history.words.namespaces[0],
  )
  yield* given(inList !== undefined, 'the list of namespaces lacks that of the run')
  for (const got of [
    read(at(history, 'get'), '/metadata/namespace'),
    inList?.metadata['namespace'],
  ]) {
    yield holds(got === undefined || got === null || got === '', {
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
