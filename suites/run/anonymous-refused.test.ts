import { expect, it } from 'vitest'
import authentication from '../spec/authentication/anonymous.checks.ts'
import { environmentWhere } from '../test-environment.ts'
import { runCheck } from './run-check.ts'

const options = {
  seed: 1,
  scenarios: 1,
  checkMs: 10_000,
  shrinkMs: 0,
  signal: new AbortController().signal,
  onHistory: () => {},
}

it.each([
  ['inapplicable', { anonymous: 401, bad: 401 }],
  ['pass', { anonymous: 403, bad: 401 }],
  ['fail', { anonymous: 200, bad: 200 }],
])('AUTHN-002 is %s on a server that answers %j', async (verdict, answers) => {
  const check = authentication.find(({ id }) => id === 'AUTHN-002')
  if (!check) throw new Error('there is no such check')
  const as = (status: number) => {
    const { admin: client } = environmentWhere(() => status).clients
    if (!client) throw new Error('the environment has no client')
    return client
  }
  const clients = { anonymous: as(answers.anonymous), 'bad-token': as(answers.bad) }
  const admin = environmentWhere(() => 200)
  const environment = { ...admin, clients: { ...admin.clients, ...clients } }

  expect(await runCheck(check, environment, options)).toMatchObject({ verdict })
})
