import { expect, test } from 'vitest'
import { exchangeOf, historyOfExchanges } from '../../history/test-history.ts'
import { observationTexts } from '../../history/test-writes.ts'
import { readsAreConverted } from './conversions.ts'

const type = { apiVersion: 'apiextensions.k8s.io/v1', spec: { group: 'g' } }
const object = (version: string, spec: object) => ({
  apiVersion: `g/${version}`,
  metadata: { name: 'x' },
  spec,
})
const old = object('v1', { size: 's', note: 'n' })
const shown = object('v2', { amount: 's', note: 'n' })

type Given = { defined?: number; control?: number; calls?: object[]; inV2?: object }

/** Judges reads of a server that answers the control with a status after some calls. */
const judged = ({ defined = 201, control = 200, calls = [{}], inV2 = shown }: Given) =>
  observationTexts(
    readsAreConverted(
      historyOfExchanges(
        exchangeOf('type', defined, type),
        exchangeOf('type established', 200),
        exchangeOf('v1 is served', 200),
        exchangeOf('v2 is served', 200),
        exchangeOf('control', 201),
        exchangeOf('control in v2', control),
        exchangeOf('control calls', 200, { calls }),
        exchangeOf('created', 201, old),
        exchangeOf('in v1', 200, old),
        exchangeOf('in v2', 200, inV2),
        exchangeOf('list in v2', 200, { items: [inV2] }),
      ),
    ),
  )

test('reads show what the webhook returned', () => {
  const says = 'The webhook converts objects to v2.'

  expect(new Set(judged({}))).toEqual(new Set(['held']))
  expect(judged({ inV2: object('v2', {}) })).toContain(says)
  expect(judged({ inV2: object('v2', { amount: 's', note: 'n', size: 's' }) })).toContain(says)
})

test('the rule does not apply to a server that refuses the strategy', () => {
  expect(judged({ defined: 422 })[0]).toBe('notApplicable')
  expect(judged({ defined: 503 })[0]).toBe('preconditionUnmet')
})

test('the rule does not apply if the server cannot reach the webhook', () => {
  expect(judged({ control: 500, calls: [] })[0]).toBe('notApplicable')
})

test('a server that returns objects without a webhook call violates the rule', () => {
  expect(judged({ calls: [], inV2: object('v2', {}) })).toContain(
    'The webhook converts objects to v2.',
  )
})
