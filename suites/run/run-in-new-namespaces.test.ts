import { expect, it } from 'vitest'
import type { Environment } from '../../properties/perform/environment.ts'
import type { Verdict } from '../verdict.ts'
import { environmentWhere } from '../test-environment.ts'
import { renewableEnvironment } from './run-in-new-namespaces.ts'

const base = environmentWhere(() => 200)
const nth = (renewals: number): Environment => ({ ...base, namespaces: [`own-${renewals}`] })
const passed: Verdict = { id: 'LIST-001', verdict: 'pass', cases: 1, observations: 1 }
const unread: Verdict = { ...passed, verdict: 'inconclusive', hadFailedReads: true }

/** A check whose reads fail in these namespaces. */
const failingIn =
  (...bad: string[]) =>
  async ({ namespaces }: Environment): Promise<Verdict> =>
    bad.includes(namespaces[0] ?? '') ? unread : passed

it('repeats a check in new namespaces if its reads failed, and keeps them', async () => {
  const environment = renewableEnvironment(nth(0), async renewals => nth(renewals))
  const seen: (string | undefined)[] = []

  expect(await environment.runCheck(failingIn('own-0'))).toEqual(passed)
  await environment.runCheck(async ({ namespaces }) => {
    seen.push(namespaces[0])
    return passed
  })
  expect(seen).toEqual(['own-1'])
})

it('repeats a check if its lists contain an object of an earlier check', async () => {
  const environment = renewableEnvironment(nth(0), async renewals => nth(renewals))
  const left: Verdict = { ...passed, verdict: 'inconclusive', hadOtherWriter: true }

  expect(
    await environment.runCheck(async ({ namespaces }) =>
      namespaces[0] === 'own-0' ? left : passed,
    ),
  ).toEqual(passed)
})

it('renews an environment after a check that left an object without a name', async () => {
  const environment = renewableEnvironment(nth(0), async renewals => nth(renewals))
  const seen: (string | undefined)[] = []
  const leaving = async ({ namespaces }: Environment): Promise<Verdict> => {
    seen.push(namespaces[0])
    return { ...passed, leftNameless: true }
  }

  for (let count = 0; count < 3; count++) await environment.runCheck(leaving)
  expect(seen).toEqual(['own-0', 'own-1', 'own-2'])
})

it('counts failed reads in vain apart from other writers', async () => {
  const environment = renewableEnvironment(nth(0), async renewals => nth(renewals))
  const other: Verdict = { ...passed, verdict: 'inconclusive', hadOtherWriter: true }

  for (let count = 0; count < 3; count++) await environment.runCheck(async () => unread)
  const inFirst: Verdict[] = [other, passed]
  expect(await environment.runCheck(async () => inFirst.shift() ?? passed)).toEqual(passed)
})

it('gives up if new namespaces did not help twice, or are refused', async () => {
  let created = 0
  const renew = async (renewals: number) => {
    created++
    return nth(renewals)
  }
  const environment = renewableEnvironment(nth(0), renew)
  const never = async () => unread

  for (let count = 0; count < 4; count++) expect(await environment.runCheck(never)).toEqual(unread)
  expect(created).toBe(2)

  const refused = renewableEnvironment(nth(0), () => Promise.reject(new Error('no')))
  expect(await refused.runCheck(failingIn('own-0'))).toEqual(unread)
})

it('renews an environment eight times at most', async () => {
  const environment = renewableEnvironment(nth(0), async renewals => nth(renewals))

  for (let count = 0; count < 8; count++)
    expect(await environment.runCheck(failingIn(`own-${count}`))).toEqual(passed)
  expect(await environment.runCheck(failingIn('own-8'))).toEqual(unread)
})
