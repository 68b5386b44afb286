import { expect, it } from 'vitest'
import { configKinds } from '../config/config-kinds.ts'
import { kubernetes } from '../dialects/kubernetes.ts'
import { authenticationOfFlags } from './authentication-file.ts'

const read = (text: string | undefined, anonymousAuth?: string) =>
  authenticationOfFlags(
    { text, anonymousAuth },
    { name: 'a.yaml', kinds: configKinds, dialect: kubernetes },
  )

const head = 'apiVersion: apiserver.config.k8s.io/v1beta1\nkind: AuthenticationConfiguration\n'

it('reads a valid file, and the flag for anonymous requests', () => {
  const file = `${head}jwt: []\nanonymous: { enabled: true, conditions: [{ path: /livez }] }`

  expect(read(file)).toMatchObject({
    jwt: [],
    anonymous: { enabled: true, conditions: [{ path: '/livez' }] },
  })
  expect(read(undefined)).toBeUndefined()
  expect(read(undefined, 'false')).toEqual({ anonymous: { enabled: false } })
  expect(read(`${head}jwt: []`, 'true')).toMatchObject({ jwt: [], anonymous: { enabled: true } })
})

it.each([
  [`${head}jwt: [{ issuer: { url: http://a } }]`, undefined, /a\.yaml:3:.* jwt\[0\]\.issuer\.url/],
  [`${head}jwt: []\nanonymous: { enabled: true }`, 'true', /--anonymous-auth/],
  ['apiVersion: v1\nkind: Pod', undefined, /expected/],
  ['', undefined, /expected/],
  [undefined, 'maybe', /--anonymous-auth: expected true or false, got "maybe"/],
])('refuses the file %j with the flag %s', (text, flag, message) => {
  expect(() => read(text, flag)).toThrow(message)
})
