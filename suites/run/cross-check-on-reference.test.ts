import { expect, it, onTestFinished } from 'vitest'
import { defaultTypes } from '../../fixtures/objects/tested-types.ts'
import { dialects } from '../../fixtures/dialects/dialect.ts'
import { referenceTarget } from '../../fixtures/targets/reference-target.ts'
import type { Target } from '../../fixtures/targets/target.ts'
import { exchangeAt } from '../../properties/history/history.ts'
import type { History } from '../../properties/history/history.ts'
import { precondition, verify } from '../../properties/history/observation.ts'
import { list, scenarioWith } from '../../properties/dsl/steps.ts'
import { example } from '../check.ts'
import { createReferenceCrossChecker } from './cross-check-on-reference.ts'

const scenario = scenarioWith(list('list', 'main'))
const listIs = (status: number) =>
  example('PAGE-001', scenario.steps, (history: History) => [
    verify(exchangeAt(history, 'list').answer?.status === status, {
      says: 'It is so.',
      expected: status,
      got: exchangeAt(history, 'list').answer?.status,
      at: 'list',
    }),
  ])

it('performs cases with the terms and types of the target', async () => {
  const types = defaultTypes('k8s.io')
  const configmaps = { ...types.main, group: '', resource: 'configmaps', kind: 'ConfigMap' }
  const like = { ...(await opened()), dialect: dialects.kubernetes, apiDomain: 'k8s.io' }
  const { crossCheck } = crossChecking({ ...like, types: { ...types, main: configmaps } })
  const paths: string[] = []
  const watching = example('PAGE-001', scenario.steps, (history: History) => {
    paths.push(exchangeAt(history, 'list').request.path)
    return [verify(true, { says: '', expected: 1, got: 1, at: 'list' })]
  })

  expect(await crossCheck(listIs(200), scenario)).toEqual({ outcome: 'holds' })
  expect(await crossCheck(listIs(500), scenario)).toMatchObject({
    outcome: 'fails',
    broken: { expected: '500', got: '200' },
  })
  await crossCheck(watching, scenario)
  expect(paths).toEqual([
    expect.stringMatching(/^\/api\/v1\/namespaces\/touchstone-.*\/configmaps$/),
  ])
})

it('explains why a case cannot be checked', async () => {
  const target = await opened()
  const widgets = { ...target.types.main, group: 'example.org', resource: 'widgets' }
  const unmet = example('PAGE-001', scenario.steps, () => precondition(false, 'nothing to see'))

  const lacking = crossChecking({ ...target, types: { ...target.types, main: widgets } })
  const usual = crossChecking(target)

  expect(await lacking.crossCheck(listIs(200), scenario)).toEqual({
    outcome: 'not checked',
    because: 'the server has no type for the role main: it does not serve widgets',
  })
  expect(await usual.crossCheck(unmet, scenario)).toEqual({
    outcome: 'not checked',
    because: 'nothing to see',
  })
})

async function opened(): Promise<Target> {
  const target = await referenceTarget()
  onTestFinished(target.close)
  return target
}

function crossChecking(target: Target) {
  const reference = createReferenceCrossChecker(target, new AbortController().signal)
  onTestFinished(reference.close)
  return reference
}
