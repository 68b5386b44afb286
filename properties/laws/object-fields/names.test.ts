import { expect, it } from 'vitest'
import { exchangeOf, historyOfExchanges } from '../../history/test-history.ts'
import { observationTexts } from '../../history/test-writes.ts'
import { nameIsFree, nameIsGenerated } from './names.ts'

const says = 'The name is free.'
const different = 'Objects that share a name are different objects.'
const x = { name: 't-0-x', namespace: 'own' }

const lease = (metadata: object) => ({ kind: 'Lease', metadata })
const secret = (metadata: object) => ({ kind: 'Secret', metadata })

const judge = (taken: object, free: object, status = 201) =>
  observationTexts(
    nameIsFree(
      historyOfExchanges(
        exchangeOf('taken', 201, taken),
        exchangeOf('free', status, free),
        exchangeOf('twin', 201, {}),
      ),
      { taken: 'taken', free: 'free', twin: 'twin', says },
    ),
  )

it.each([
  [['held'], lease({ ...x, uid: 'u' }), lease({ ...x, uid: 'v' })],
  [['held', different], lease({ ...x, uid: 'u' }), secret({ ...x, uid: 'u' })],
  [['held'], lease(x), lease({ ...x, namespace: 'own0' })],
  [['held'], lease(x), secret(x)],
  [['held', different], lease(x), lease(x)],
])('a second object with a name: %s', (wanted, taken, free) => {
  expect(judge(taken, free)).toEqual(wanted)
})

it('fails a refused name if objects have no uids', () => {
  expect(judge(lease(x), { kind: 'Status' }, 409)).toContain(says)
})

it('finds an object without uid by its generated name', () => {
  const judgeRead = (read: object) =>
    observationTexts(
      nameIsGenerated(
        historyOfExchanges(
          exchangeOf('generated', 201, lease(x)),
          exchangeOf('twin', 201, {}),
          exchangeOf('read', 200, lease(read)),
        ),
        { generated: 'generated', twin: 'twin', reading: 'read' },
      ),
    )

  expect(judgeRead(x)).toEqual(['held'])
  expect(judgeRead({ ...x, name: 't-0-y' })).toEqual([
    'held',
    'An object can be read by its generated name.',
  ])
})

it.each([
  ['a refusal', 201, 500, 'A create with only generateName succeeds with a generated name.'],
  ['no refusal if every create is refused', 500, 500, 'preconditionUnmet'],
  ['no request to retry', 201, 503, 'preconditionUnmet'],
])('blames %s of a create without a name', (_, twin, generated, first) => {
  const history = historyOfExchanges(
    exchangeOf('twin', twin, lease(x)),
    exchangeOf('generated', generated, {}),
    exchangeOf('read', 404, {}),
  )
  const steps = { generated: 'generated', twin: 'twin', reading: 'read' }

  expect(observationTexts(nameIsGenerated(history, steps))[0]).toBe(first)
})
