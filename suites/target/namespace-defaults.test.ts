import { expect, onTestFinished, test } from 'vitest'
import { secretInEachNamespace } from '../../fixtures/partial-servers/secret-in-each-namespace.ts'
import { openTarget } from '../../fixtures/targets/open.ts'
import { namespaceDefaultNames, otherItems } from '../../properties/history/history.ts'
import { historyOfWrites, listAnswer, listedObject } from '../../properties/history/test-writes.ts'
import { commonNames, withNamespaceDefaults } from './namespace-defaults.ts'

test('objects that a server creates in each namespace are learned and cleaned up', async () => {
  const { url, close } = await secretInEachNamespace.start()
  onTestFinished(close)
  const target = await openTarget(url, {})
  onTestFinished(target.close)

  const { types } = await withNamespaceDefaults(target, new AbortController().signal)

  expect([types.core.namespaceDefaults, types.main.namespaceDefaults]).toEqual([
    ['default-token'],
    [],
  ])
  const namespaces = (await (await fetch(`${url}/api/v1/namespaces`)).json()) as { items: [] }
  expect(namespaces.items).toHaveLength(1)
})

test('a generated name is learned without its random suffix', () => {
  expect(
    commonNames(['ca.crt', 'default-token-x7k2p', 'mine'], ['ca.crt', 'default-token-b9q4z']),
  ).toEqual(['ca.crt', 'default-token-*'])
  expect(commonNames([], ['late'])).toEqual([])
})

test('a learned object is not attributed to another writer', () => {
  const token = { metadata: { name: 'default-token-x', namespace: 'n', resourceVersion: '1' } }
  const items = [listedObject('a', '2'), token as ReturnType<typeof listedObject>]
  const history = historyOfWrites([listAnswer('list', items)])
  const [list] = history.exchanges
  if (!list) throw new Error('no list')

  expect(otherItems(history, list)).toEqual([token])
  history.context.types = {
    ...history.context.types,
    main: { ...history.context.types.main, namespaceDefaults: ['default-token-*'] },
  }
  expect(namespaceDefaultNames(history, list)).toEqual(['default-token-*'])
  expect(otherItems(history, list)).toEqual([])
})
