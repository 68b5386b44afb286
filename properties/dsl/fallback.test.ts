import { expect, it } from 'vitest'
import { fillBodyTerm, firstOf } from './fallback.ts'
import { fromAnswer, rawRequest, scenarioWith } from './steps.ts'
import { stepLines } from './step-text.ts'

import { DanglingReference } from './term.ts'
import type { HoleValues, Json, Term } from './term.ts'

const answers: Record<string, unknown> = {
  known: { metadata: { uid: 'u' } },
  unknown: { metadata: {} },
  hostile: { metadata: { uid: { $repeat: 'x', times: 9 } } },
}

const filled = (term: Term): Json =>
  fillBodyTerm(term, { seen: label => answers[label] } as Partial<HoleValues> as HoleValues)

const uidOr = (label: string): Term => firstOf(fromAnswer(label, '/metadata/uid'), 'other')

it('sends the first value that can be filled, at any depth', () => {
  expect(filled({ a: [uidOr('known')] })).toEqual({ a: ['u'] })
  expect(filled({ $edit: {}, set: { '/a': uidOr('unknown') } })).toEqual({ a: 'other' })
  expect(filled({ $join: ['"', uidOr('missing'), '"'] })).toBe('"other"')
  expect(filled(null)).toBeNull()
})

it('does not send a body without any of its alternatives', () => {
  const neither = firstOf(fromAnswer('a', '/b'), fromAnswer('unknown', '/metadata/uid'))

  expect(() => filled(neither)).toThrow(DanglingReference)
})

it('does not fill what a server sent', () => {
  expect(filled(uidOr('hostile'))).toEqual({ $repeat: 'x', times: 9 })
})

it('lists the alternatives in the text of a step', () => {
  const [line] = stepLines(scenarioWith(rawRequest('a', 'POST', '/', { body: uidOr('known') })))

  expect(line).toContain('known/metadata/uid, or other')
})
