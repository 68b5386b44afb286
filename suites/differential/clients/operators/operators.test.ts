import { expect, test } from 'vitest'
import { createClient } from '../../../../fixtures/client/client.ts'
import { referenceTarget } from '../../../../fixtures/targets/reference-target.ts'
import { comparableCustomAnswer } from '../../custom-answers.ts'
import { valueDifferences } from '../../value-differences.ts'
import { operators } from './operator-data.ts'
import { unexpectedAnswers, runOperatorLifecycle } from './compare-operators.ts'

test.each(operators)('the reference accepts and refuses the samples of $name', async operator => {
  const { connection, credentials, close } = await referenceTarget({ dialect: 'kubernetes' })
  const client = createClient(connection, credentials.admin)
  try {
    const given = await runOperatorLifecycle(client, operator)

    expect(unexpectedAnswers(given)).toEqual([])
    expect(given.length).toBeGreaterThan(20)
  } finally {
    await client.close()
    await close()
  }
})

test('every operator has valid and invalid samples', () => {
  const counts = operators.map(({ samples }) => [
    samples.filter(({ refused }) => refused === undefined).length,
    samples.filter(({ refused }) => refused !== undefined).length,
  ])

  expect(counts.filter(([accepted = 0, refused = 0]) => accepted < 2 || refused < 2)).toEqual([])
})

test('an unexpected answer is reported', () => {
  const answer = { status: 422, body: { details: { causes: [{ field: 'spec' }] } }, warnings: [] }

  expect(unexpectedAnswers([{ name: 'a', is: 'taken', answer }])).toHaveLength(1)
  expect(unexpectedAnswers([{ name: 'a', is: { refused: ['spec.b'] }, answer }])).toHaveLength(1)
  expect(unexpectedAnswers([{ name: 'a', is: { refused: ['spec'] }, answer }])).toEqual([])
})

test('differences between answers are reported by path, except in random values', () => {
  const answer = (body: object) =>
    comparableCustomAnswer({ status: 200, body: { ...body }, warnings: [] })
  const one = answer({ metadata: { uid: 'a', name: 'b' }, items: [{ c: 1 }] })
  const other = answer({ metadata: { uid: 'd', name: 'b' }, items: [{ c: 2 }] })

  expect(valueDifferences(one, other)).toEqual(['  .body.items[0].c: expected 1, got 2'])
  expect(valueDifferences(one, one)).toEqual([])
})

test('owners are compared regardless of the order of their times, if they have any', () => {
  const owner = (manager: string, time: string) => ({ operation: 'Update', manager, time })
  const answer = (...managedFields: object[]) =>
    comparableCustomAnswer({ status: 200, body: { metadata: { managedFields } }, warnings: [] })
  const one = answer(owner('a', '1'), owner('b', '1'))

  expect(valueDifferences(one, answer(owner('b', '1'), owner('a', '2')))).toEqual([])
  expect(valueDifferences(one, answer(owner('b', '1'), owner('a', '1')))).not.toEqual([])

  const scaled = { operation: 'Update', manager: 'c' }
  const timeless = answer(scaled, owner('a', '1'), owner('b', '1'))
  expect(valueDifferences(timeless, answer(scaled, owner('b', '1'), owner('a', '2')))).toEqual([])
})

test('the order of conditions counts only if it is deterministic', () => {
  const answer = (kind: string, ...types: string[]) =>
    comparableCustomAnswer({
      status: 200,
      body: { kind, status: { conditions: types.map(type => ({ type })) } },
      warnings: [],
    })
  const definition = 'CustomResourceDefinition'

  expect(valueDifferences(answer(definition, 'a', 'b'), answer(definition, 'b', 'a'))).toEqual([])
  expect(valueDifferences(answer('Widget', 'a', 'b'), answer('Widget', 'b', 'a'))).not.toEqual([])
})
