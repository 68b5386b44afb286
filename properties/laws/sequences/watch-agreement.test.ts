import { expect, it } from 'vitest'
import type { Exchange, Item } from '../../history/history.ts'
import { exchangeOf, historyOfExchanges } from '../../history/test-history.ts'
import { observationTexts } from '../../history/test-writes.ts'
import { watchAgreesWithAnswers } from './watch-agreement.ts'

const about = { role: 'core' as const, namespace: 'own' }
const itemAt = (version: string, annotations?: object): Item => ({
  metadata: {
    name: 't-0-x',
    namespace: 'own',
    uid: 'u1',
    creationTimestamp: 'then',
    resourceVersion: version,
    ...(annotations ? { annotations } : {}),
  },
})

const a = { a: 'one' }

/** Judges a create, a patch and a removal of one object, with a watch that shows these events. */
const judged = (...events: [type: string, object: Item][]): string[] => {
  const write = (method: string, sentAt: number, status: number, answer: unknown, body?: object) =>
    exchangeOf(`${method} at ${sentAt}`, status, answer, {
      sentAt,
      answeredAt: sentAt + 5,
      about: method === 'POST' ? about : { ...about, name: 't-0-x' },
      request: {
        method,
        path: '/somewhere',
        ...(method === 'PATCH'
          ? { headers: { 'content-type': 'application/merge-patch+json' } }
          : {}),
        ...(body ? { body: JSON.stringify(body) } : {}),
      },
    })
  const watch: Exchange = {
    ...exchangeOf('all', 200, undefined, { about }),
    stream: {
      frames: events.map(([type, object], index) => ({
        receivedAt: index,
        document: { type, object },
      })),
      separators: ['\n'],
      rest: '',
    },
  }
  const wait = exchangeOf('all shows marker', 0, undefined, {
    request: { method: 'wait', path: '' },
  })
  return observationTexts(
    watchAgreesWithAnswers({ removesBlindly: false })(
      historyOfExchanges(
        watch,
        write('POST', 10, 201, itemAt('1'), { metadata: { name: 't-0-x' } }),
        write('PATCH', 20, 200, itemAt('2', a), { metadata: { annotations: a } }),
        write('DELETE', 30, 200, {}),
        wait,
      ),
    ),
  )
}

const added: [string, Item] = ['ADDED', itemAt('1')]
const modified: [string, Item] = ['MODIFIED', itemAt('2', a)]
const deleted: [string, Item] = ['DELETED', itemAt('3', a)]

const once = 'A watch delivers each change of an object once, in order.'

it('holds for a watch that shows each change', () => {
  expect(judged(added, modified, deleted)).toEqual(['held'])
})

it.each<[wrong: string, events: [string, Item][], says: string]>([
  ['a change that is not told', [added, deleted], once],
  ['an end that is not told', [added, modified], once],
  ['a change that is told twice', [added, modified, modified, deleted], once],
  ['a change that is told as a creation', [added, ['ADDED', itemAt('2', a)], deleted], once],
  [
    'an object without its change',
    [added, ['MODIFIED', itemAt('2')], deleted],
    'An event has its object as the change left it, or as it was when it was deleted.',
  ],
  [
    'another version',
    [added, ['MODIFIED', itemAt('4', a)], deleted],
    'An event has the version of the change.',
  ],
  [
    'an event of nothing',
    [added, modified, deleted, deleted],
    'A watch delivers nothing but the changes.',
  ],
])('is broken by %s', (_, events, says) => {
  expect(judged(...events)).toContain(says)
})
