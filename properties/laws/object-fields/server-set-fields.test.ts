import { expect, it } from 'vitest'
import { exchangeOf, historyOfExchanges } from '../../history/test-history.ts'
import { observationTexts } from '../../history/test-writes.ts'
import { bodyNamespaceDefaultsToPath } from './server-set-fields.ts'

const about = { role: 'main', namespace: 'n' } as const
const created = { metadata: { name: 'x', namespace: 'n' } }

/** Judges the answers to the creates with, without and with an empty namespace in the body. */
const judge = (twin: number, absent: [number, object], empty: [number, object] = absent) =>
  observationTexts(
    bodyNamespaceDefaultsToPath(
      historyOfExchanges(
        ...['twin main', 'twin core'].map(step => exchangeOf(step, twin, created)),
        { ...exchangeOf('absent', ...absent), about },
        { ...exchangeOf('empty', ...empty), about },
      ),
    ),
  )

const violation = 'A namespace that the body omits is set from the path.'

it('accepts a namespace that is filled in', () => {
  expect(judge(201, [201, created])).not.toContain(violation)
})

it.each([
  ['stored without a namespace', [201, { metadata: { name: 'x' } }]],
  ['refused', [500, {}]],
] as const)('blames a body without a namespace that is %s', (_, answer) => {
  expect(judge(201, [...answer])).toContain(violation)
})

it('blames an empty namespace that is refused', () => {
  expect(judge(201, [201, created], [400, {}])).toContain(violation)
})

it.each([
  ['creates with a namespace are refused, too', 500, 500],
  ['the server asks to retry', 201, 429],
] as const)('blames nothing if %s', (_, twin, absent) => {
  expect(judge(twin, [absent, {}])).not.toContain(violation)
})
