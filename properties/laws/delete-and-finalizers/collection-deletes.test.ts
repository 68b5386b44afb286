import { expect, test } from 'vitest'
import { exchangeOf, historyOfExchanges } from '../../history/test-history.ts'
import { observationTexts } from '../../history/test-writes.ts'
import { collectionIsDeleted, objectsWithFinalizersAreMarked } from './collection-deletes.ts'
import { namespaceContentsAreDeleted } from './namespace-deletion.ts'
import { optionsAreAccepted } from './delete-options.ts'

const objectOf = (uid: string, isMarked = false) => ({
  metadata: {
    name: `t-0-${uid}`,
    namespace: 'own',
    uid,
    ...(isMarked && { deletionTimestamp: 'now' }),
  },
})
const list = (step: string, ...items: object[]) => exchangeOf(step, 200, { metadata: {}, items })

const history = (after: object[], elsewhere: object[] = [objectOf('b')], status = 200) =>
  historyOfExchanges(
    exchangeOf('one', 200, objectOf('one')),
    exchangeOf('bystander', 200, objectOf('b')),
    exchangeOf('all deleted', status),
    list('after', ...after),
    list('elsewhere', ...elsewhere),
  )

test('a deleted collection is removed or marked, and other objects stay', () => {
  const judge = (...given: Parameters<typeof history>): string[] =>
    observationTexts(collectionIsDeleted('one')(history(...given)))

  expect(judge([])).toEqual(['held'])
  expect(judge([objectOf('one', true)])).toEqual(['held'])
  expect(judge([objectOf('one')])).toContain(
    'The deletion of a collection deletes each of its objects.',
  )
  expect(judge([], [])).toContain('The deletion of a collection leaves other collections alone.')
  expect(judge([], [], 405)).toContain('The deletion of a collection is served.')
  expect(judge([], [], 500)).toEqual(['preconditionUnmet'])
})

test('objects with finalizers in a deleted collection are marked', () => {
  const judge = (...after: object[]): string[] =>
    observationTexts(objectsWithFinalizersAreMarked('one')(history(after)))
  const says =
    'An object with finalizers stays, with a deletionTimestamp, when its collection is deleted.'

  expect(judge(objectOf('one', true))).toEqual(['held'])
  expect(judge(objectOf('one'))).toContain(says)
  expect(judge()).toContain(says)
})

test('deleting a namespace deletes its objects and no others', () => {
  const judge = (gone: number, kept: number): string[] =>
    observationTexts(
      namespaceContentsAreDeleted(
        historyOfExchanges(
          exchangeOf('namespace gone', 200),
          exchangeOf('namespace kept', 200),
          exchangeOf('made gone main 0', 200, objectOf('g')),
          exchangeOf('made kept main 0', 200, objectOf('k')),
          exchangeOf('deleted', 200),
          exchangeOf('gone main 0', gone, objectOf('g')),
          exchangeOf('kept main 0', kept, objectOf('k')),
        ),
      ),
    )

  expect(judge(404, 200)).toEqual(['held'])
  expect(judge(200, 200)).toContain('Deleting a namespace deletes the objects in it.')
  expect(judge(404, 404)).toContain(
    'Deleting a namespace does not delete objects in other namespaces.',
  )
})

test('an option may be in the body or in the query', () => {
  const options: [string, string[]][] = [
    ['two', ['two body', 'two query']],
    ['one', ['one body']],
  ]
  const judge = (inBody: number, inQuery: number, alone: number): string[] => {
    const objects = ['two body', 'two query', 'one body'].map(step =>
      exchangeOf(`object ${step}`, 200),
    )
    const request = { body: '{}' }
    return observationTexts(
      optionsAreAccepted(options)(
        historyOfExchanges(
          ...objects,
          exchangeOf('two body', inBody, {}, { request }),
          exchangeOf('two query', inQuery),
          exchangeOf('one body', alone, {}, { request }),
        ),
      ),
    )
  }
  const says = 'A DELETE accepts each of the delete options.'

  expect(judge(200, 400, 200)).toEqual(['held'])
  expect(judge(400, 200, 400)).toEqual(['held'])
  expect(judge(400, 400, 200)).toEqual([says])
  expect(judge(200, 200, 400)).toContain(says)
})
