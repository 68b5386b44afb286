import { expect, it } from 'vitest'

import { drawCommand } from './commands.ts'
import { createRandomSource } from './draw.ts'
import { comparableExchange } from './exchange.ts'
import { drawRequest } from './requests.ts'

const many = 2000

const requests = (seed: number, count = many) => {
  const draw = createRandomSource(seed)
  return Array.from({ length: count }, () => drawRequest(draw))
}

const commands = (seed: number, count = many) => {
  const draw = createRandomSource(seed)
  return Array.from({ length: count }, () => drawCommand(draw))
}

it('generates the same for the same seed, and different requests for another', () => {
  expect(requests(7, 50)).toEqual(requests(7, 50))
  expect(commands(7, 50)).toEqual(commands(7, 50))
  expect(requests(7, 50)).not.toEqual(requests(8, 50))
  expect(commands(7, 50)).not.toEqual(commands(8, 50))
})

it('never writes: each write is a dry run or has a fault', () => {
  const dry = /[?&]dryRun=(All|all|x)|"dryRun":\["All"\]/
  for (const { method, path, body = '' } of requests(1)) {
    if (method !== 'GET') expect(`${path} ${body}`).toMatch(dry)
  }
  const reading = ['get', 'describe', 'auth']
  for (const { args } of commands(1)) {
    if (!reading.includes(args[0] ?? '')) expect(args).toContain('--dry-run=server')
  }
})

it('covers all methods, types, patch types and verbs', () => {
  const drawn = requests(1)
  const types = new Set(drawn.map(({ headers }) => headers['content-type']))

  expect(new Set(drawn.map(({ method }) => method))).toEqual(
    new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
  )
  expect([...types].filter(type => type?.includes('patch'))).toHaveLength(4)
  expect(new Set(commands(1).map(({ args }) => args[0])).size).toBeGreaterThanOrEqual(10)
})

it('ignores random values and messages for people in a comparison', () => {
  const answer = (message: string, uid: string, status = 422) => ({
    status,
    type: 'application/json',
    warnings: [],
    text: JSON.stringify({ kind: 'Status', code: status, message, details: { uid } }),
  })
  const [one, other] = ['1'.repeat(8), '2'.repeat(8)].map(
    start => `${start}-1111-1111-1111-111111111111`,
  )

  expect(comparableExchange(answer('a', `${one}`))).toBe(
    comparableExchange(answer('a', `${other}`)),
  )
  expect(comparableExchange(answer('a', ''))).not.toBe(comparableExchange(answer('b', '')))
  const words = ['Pod in version "v1" cannot be handled as a Pod: x', 'body: JSON, offset 1']
  expect(comparableExchange(answer(`${words[0]}`, ''))).toBe(
    comparableExchange(answer(`${words[1]}`, '')),
  )
  expect(comparableExchange(answer(`${words[0]}`, '', 400))).not.toBe(
    comparableExchange(answer(`${words[1]}`, '')),
  )
})

it('compares field owners regardless of the order of their times', () => {
  const owner = (manager: string, second: number) => ({
    manager,
    time: `2030-01-01T00:00:0${second}Z`,
  })
  const answer = (...managedFields: object[]) => ({
    status: 200,
    type: 'application/json',
    warnings: [],
    text: JSON.stringify({ metadata: { managedFields } }),
  })
  const one = comparableExchange(answer(owner('a', 1), owner('b', 1)))

  expect(comparableExchange(answer(owner('b', 1), owner('a', 2)))).toBe(one)
  expect(comparableExchange(answer(owner('b', 1), owner('c', 2)))).not.toBe(one)
})
