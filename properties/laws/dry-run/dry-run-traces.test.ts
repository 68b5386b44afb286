import { describe, expect, test } from 'vitest'
import type { Exchange } from '../../history/history.ts'
import { exchangeOf, historyOfExchanges } from '../../history/test-history.ts'
import { observationTexts } from '../../history/test-writes.ts'
import { dryRunCausesNoEvent, dryRunLeavesNoTrace } from './dry-run-traces.ts'

const item = (version: string, more: Record<string, unknown> = {}, name = 'plain') => ({
  metadata: { name: `t-0-${name}`, namespace: 'own', uid: name, resourceVersion: version, ...more },
})

const stock = ['object-plain', 'object-held', 'deleted', 'object-going'].map(step =>
  exchangeOf(step, 200, item('1')),
)

const list = (step: string, ...items: object[]): Exchange =>
  exchangeOf(step, 200, { metadata: {}, items })

const dryOf = (status: number, body: unknown = { metadata: { annotations: { a: 'b' } } }) =>
  exchangeOf('dry 0', status, undefined, {
    request: { method: 'PUT', query: { dryRun: 'All' }, body: JSON.stringify(body) },
  })

describe('after a dry run', () => {
  const says = 'After a dry run no list shows an effect, and no stored version has changed.'
  const judge = (before: object[], after: object[], status = 200): string[] =>
    observationTexts(
      dryRunLeavesNoTrace(
        historyOfExchanges(
          ...stock,
          list('look 0', ...before),
          dryOf(status),
          list('look 1', ...after),
        ),
      ),
    )

  test('an unchanged list holds', () => {
    expect(judge([item('1')], [item('1')])).toEqual(['held'])
  })

  test.each([
    ['nothing', []],
    ['a new object', [item('1'), item('2', {}, 'new')]],
    ['a new version', [item('2')]],
    ['the change', [item('2', { annotations: { a: 'b' } })]],
    ['a mark', [item('2', { deletionTimestamp: 'now', other: 'change' })]],
  ])('%s breaks the rule', (_, after) => {
    expect(judge([item('1')], after)).toContain(says)
  })

  test('writes of others, or no successful dry run, are inconclusive', () => {
    expect(judge([item('1')], [item('2', { annotations: { c: 'd' } })])).toContain(
      'preconditionUnmet',
    )
    expect(judge([item('1')], [item('1')], 400)).toEqual(['preconditionUnmet'])
  })

  test('a get that no longer finds the object breaks the rule', () => {
    const history = historyOfExchanges(
      ...stock,
      dryOf(200),
      exchangeOf('before plain', 200, item('1')),
      exchangeOf('after plain', 404),
    )

    expect(observationTexts(dryRunLeavesNoTrace(history))).toEqual([
      'After a dry run no get shows an effect.',
    ])
  })
})

describe('a watch during dry runs', () => {
  const judge = (final: object[], ...objects: object[]): string[] => {
    const frames = objects.map(object => ({
      receivedAt: 1,
      document: { type: 'MODIFIED', object },
    }))
    return observationTexts(
      dryRunCausesNoEvent(
        historyOfExchanges(
          ...stock,
          list('start', item('1')),
          exchangeOf('watch', 200, undefined, { stream: { frames, separators: [], rest: '' } }),
          dryOf(200),
          exchangeOf('marker', 200, item('9', {}, 'zz-marker')),
          exchangeOf('watch shows marker', 0),
          list('final', ...final),
        ),
      ),
    )
  }
  const marker = item('9', {}, 'zz-marker')

  test('shows only the real create', () => {
    expect(judge([item('1')], marker)).toEqual(['held'])
  })

  test('shows no event for an unchanged object', () => {
    const says = 'A dry run causes no event in a watch.'

    expect(judge([item('1')], item('1'), marker)).toEqual([says])
    expect(judge([item('1')], item('5', {}, 'new-0'), marker)).toEqual([says])
  })

  test('is inconclusive if others wrote', () => {
    expect(judge([item('2')], item('2'), marker)).toEqual(['preconditionUnmet'])
  })
})
