import { expect, it } from 'vitest'
import { staleListIn } from './stale-lists.ts'
import { exchangeOf } from './test-history.ts'
import {
  acknowledgedWrite,
  historyOfWrites,
  listAnswer,
  listedObject as listed,
} from './test-writes.ts'

const uid = (name: string, version: string) => {
  const { metadata } = listed(name, version)
  return { metadata: { ...metadata, uid: `uid of ${name}` } }
}
const [a3, a5, b4] = [uid('a', '3'), uid('a', '5'), uid('b', '4')]
const written = [
  acknowledgedWrite(a3),
  acknowledgedWrite(b4),
  acknowledgedWrite(a5, { basedOn: '3' }),
]

const staleIn = (...given: Parameters<typeof listAnswer>) =>
  staleListIn(historyOfWrites([...written, listAnswer(...given)], { ordered: true }))

it('finds a list that is older than an acknowledged update', () => {
  expect(staleIn('seen', [a3, b4], { version: '4' })).toMatchObject({
    list: { step: 'seen' },
    version: '4',
    written: '5',
  })
})

it('finds a list that lacks an object', () => {
  expect(staleIn('seen', [a3], { version: '3' })).toMatchObject({ written: '4' })
  expect(staleIn('seen', [], { version: '2' })).toMatchObject({ written: '3' })
})

it.each([
  ['is as new as the writes', [a5, b4], { version: '5' }],
  ['shows the writes, but has the version of another state', [a5, b4], { version: '1' }],
  ['asks for an earlier state', [a3, b4], { version: '4', query: { resourceVersion: '4' } }],
  ['is of another namespace', [], { version: '2', namespace: 'n0' }],
  ['has no version', [], { version: '' }],
])('does not report a list that %s', (_which, items, more) => {
  expect(staleIn('seen', items, more)).toBeUndefined()
})

it('reports nothing if versions are opaque', () => {
  const history = historyOfWrites([...written, listAnswer('seen', [], { version: '1' })])

  expect(staleListIn(history)).toBeUndefined()
})

it('compares requests that are given as paths only within one collection', () => {
  const custom = '/apis/a.example/v1/namespaces/n/widgets'
  const staleAfter = (path: string, collection = custom) => {
    const { context } = historyOfWrites([], { ordered: true })
    const request = { method: 'POST', path }
    const created = exchangeOf('created', 201, a5, { request })
    const empty = { kind: 'WidgetList', metadata: { resourceVersion: '1' }, items: [] }
    const list = exchangeOf('seen', 200, empty, { request: { path: collection }, sentAt: 2 })
    return staleListIn({ exchanges: [created, list], context })
  }

  expect(staleAfter(custom)).toMatchObject({ written: '5' })
  expect(staleAfter(`${custom}/a/status`)).toMatchObject({ written: '5' })
  expect(staleAfter('/apis/b.example/v1/definitions')).toBeUndefined()
  expect(staleAfter(`${custom}-of-others`)).toBeUndefined()
  const inNamespace = '/api/v1/namespaces/n/configmaps'
  expect(staleAfter(inNamespace, '/api/v1/namespaces')).toBeUndefined()
})
