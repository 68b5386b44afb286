import { expect, it } from 'vitest'
import { exchangeOf, historyOfExchanges } from '../history/test-history.ts'
import { createdObjects } from './script-clean-up.ts'

const post = (path: string, name: string, body = '{}') =>
  exchangeOf(name, 201, { metadata: { name } }, { request: { method: 'POST', path, body } })
const gone = (path: string) => exchangeOf('gone', 200, {}, { request: { method: 'DELETE', path } })

it('finds objects created outside the namespaces of the case, the latest first', () => {
  const made = createdObjects(
    historyOfExchanges(
      post('/apis/a/v1/classes', 'x'),
      post('/apis/a/v1/classes', 'y'),
      post('/apis/a/v1/classes?dryRun=All', 'dry'),
      post('/api/v1/namespaces/own/secrets', 'inner'),
      exchangeOf('put', 201, {}, { request: { method: 'PUT', path: '/apis/a/v1/classes/z?a=b' } }),
      exchangeOf('no', 409, {}, { request: { method: 'POST', path: '/apis/a/v1/classes' } }),
      gone('/apis/a/v1/classes/y'),
    ),
  )

  expect(made).toEqual([
    { path: '/apis/a/v1/classes/z', mayHaveFinalizers: false },
    { path: '/apis/a/v1/classes/x', mayHaveFinalizers: false },
  ])
})

it('finds every object with finalizers, except those of a definition', () => {
  const held = '{"metadata":{"finalizers":["a/b"]}}'
  const definitions = '/apis/e/v1/customresourcedefinitions'
  const made = createdObjects(
    historyOfExchanges(
      post(definitions, 'types'),
      post('/api/v1/namespaces/own/secrets', 'inner', held),
      gone('/api/v1/namespaces/own/secrets/inner'),
    ),
  )

  expect(made).toEqual([
    { path: '/api/v1/namespaces/own/secrets/inner', mayHaveFinalizers: true },
    { path: `${definitions}/types`, mayHaveFinalizers: false },
  ])
})
