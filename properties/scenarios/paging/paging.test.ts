import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isPagedListStep, isRequestStep } from '../../dsl/scenario.ts'
import type { RequestStep, Scenario } from '../../dsl/scenario.ts'
import { pagedDuringWrites } from './paging.ts'

const nameOf = ({ body }: RequestStep) =>
  (body as { $edit: { name: { $name: string } } }).$edit.name

const isInFirstNamespace = ({ to }: RequestStep) => 'namespace' in to && to.namespace === 0

const limitOf = ({ steps }: Scenario): number =>
  Number(steps.find(isPagedListStep)?.pagedList.query?.['limit'])

/** The names of the objects that the list holds, in their order. */
const listedNames = ({ steps }: Scenario): string[] =>
  steps
    .filter(isRequestStep)
    .filter(isInFirstNamespace)
    .map(step => nameOf(step).$name)
    .toSorted((a, b) => (a < b ? -1 : 1))

/** Whether the object that ends the first chunk, by name, is deleted before the second one. */
function deletesLastOfChunk(scenario: Scenario): boolean {
  const paged = scenario.steps.find(isPagedListStep)
  const last = listedNames(scenario)[limitOf(scenario) - 1]
  return (paged?.between?.[0] ?? []).some(
    step =>
      step.method === 'DELETE' &&
      isInFirstNamespace(step) &&
      JSON.stringify(step.to).includes(JSON.stringify({ $name: last })),
  )
}

it('often deletes the object that a continue token names', () => {
  const scenarios = fc.sample(pagedDuringWrites(), { numRuns: 200, seed: 1 })

  expect(scenarios.filter(deletesLastOfChunk).length).toBeGreaterThan(60)
})

it('lists more objects than the limit', () => {
  for (const scenario of fc.sample(pagedDuringWrites(), { numRuns: 200, seed: 1 }))
    expect(listedNames(scenario).length).toBeGreaterThan(limitOf(scenario))
})
