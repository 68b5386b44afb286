import { expect, test } from 'vitest'
import { exchangeOf, historyOfExchanges } from '../../history/test-history.ts'
import { observationTexts } from '../../history/test-writes.ts'
import { sharedFieldsStay } from './shared-fields.ts'

const shared = { created: 'one', updated: 'two', merged: 'two', alone: 'one' }

const judge = (after: Record<string, string>, patch = 200, look: Record<string, string> = shared) =>
  observationTexts(
    sharedFieldsStay(
      historyOfExchanges(
        ...['created', 'applied', 'updated', 'merged', 'shared', 'look', 'omitted', 'after'].map(
          label =>
            exchangeOf(
              `${label} core`,
              label === 'merged' ? patch : 200,
              { metadata: { annotations: label === 'look' ? look : after } },
              { about: { role: 'core' } },
            ),
        ),
      ),
    ),
  )

const stays = 'A field that an apply omits stays if another manager owns it by an update.'

test('fields that another manager owns stay, and others are removed', () => {
  const { alone, ...others } = shared

  expect(new Set(judge(others))).toEqual(new Set(['held']))
  expect(judge({ ...others, alone })).toContain(
    'A field that an apply omits is removed if no other manager owns it.',
  )
  for (const key of ['created', 'updated', 'merged'])
    expect(judge({ ...others, [key]: 'lost' })).toContain(stays)
})

test('the field of a patch is not judged if the patch is not served', () => {
  const { merged: _, alone: _alone, ...others } = shared

  expect(new Set(judge(others, 415))).toEqual(new Set(['held']))
  expect(judge(others, 403)).toEqual(['preconditionUnmet'])
})

test('fields without their values before the last apply show nothing', () => {
  expect(judge({}, 200, {})).toEqual(['preconditionUnmet'])
})
