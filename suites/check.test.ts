import fc from 'fast-check'
import { expect, it } from 'vitest'
import { advance, compact, expire, raw, steps, together, walk } from '../properties/steps.ts'
import { example, needsOf, property } from './check.ts'

const as = (who: 'admin' | 'limited' | 'anonymous') => raw('a', 'GET', '/', { who })

it('reads what an example needs off its steps, wherever they stand, once each', () => {
  const scenario = steps(
    as('admin'),
    walk(as('limited'), [[as('anonymous')]]),
    together([as('limited')], [raw('b', 'GET', '/', { door: 'Gate=true' })]),
    compact('c'),
    expire('d'),
    advance('e', 1),
  )

  expect(needsOf(scenario)).toEqual([
    'compact',
    'expire',
    'advance',
    'identity limited',
    'identity anonymous',
    'door Gate=true',
  ])
  expect(example('PAGE-001', [advance('e', 1)], () => []).needs).toEqual(['advance'])
  expect(
    example('PAGE-001', [as('admin')], () => [], { needs: ['feature disposable'] }).needs,
  ).toEqual(['feature disposable'])
})

it('asks of a target no more than it can be told beside a question', () => {
  const asking = (...names: string[]) => ({
    as: 'taken 1',
    accepts: { files: [], beside: Object.fromEntries(names.map(name => [name, 'true'])) },
  })

  expect(needsOf(steps(asking()))).toEqual(['accepts'])
  expect(needsOf(steps(asking('--anonymous-auth')))).toEqual(['accepts'])
  expect(needsOf(steps(asking('lenient'), asking('swap', 'vm.panic_on_oom')))).toEqual([
    'accepts',
    'feature lenient-configuration',
    'feature described-machine',
  ])
})

it('runs alone what uses a control, and nothing else', () => {
  const none = fc.constant(steps())

  expect(example('PAGE-001', [compact('a')], () => []).alone).toBe(true)
  expect(example('PAGE-001', [as('limited')], () => []).alone).toBe(false)
  expect(property('PAGE-004', none, () => [], { needs: ['expire'] }).alone).toBe(true)
  expect(property('PAGE-004', none, () => [], { needs: ['identity limited'] }).alone).toBe(false)
  expect(property('PAGE-004', none, () => [])).toMatchObject({ needs: [], observationsMin: 1 })
})
