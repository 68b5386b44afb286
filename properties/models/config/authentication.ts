// Good documents of AuthenticationConfiguration.

import { configDocument } from './documents.ts'

const claimMappings = {
  username: { claim: 'sub', prefix: '' },
  groups: { claim: 'groups', prefix: 'oidc:' },
  uid: { claim: 'uid' },
  extra: [{ key: 'example.org/team', valueExpression: 'claims.team' }],
}

/** An authenticator of a number of its own; the first one has every member. */
export const validAuthenticator = (nth: number) => ({
  issuer: { url: `https://issuer.example/${nth}`, audiences: ['cluster'] },
  claimMappings: { username: { claim: 'sub', prefix: '' } },
})

const whole = {
  issuer: { ...validAuthenticator(0).issuer, discoveryURL: 'https://discovery.example/0' },
  claimMappings,
  claimValidationRules: [
    { claim: 'tenant', requiredValue: 'one' },
    { expression: 'claims.level > 3', message: 'too low' },
  ],
  userValidationRules: [
    { expression: "!user.username.startsWith('system:')", message: 'that name is kept' },
  ],
}

const anonymous = { enabled: true, conditions: [{ path: '/livez' }] }

/** Says something in every member that it may have. */
export const validAuthentication = configDocument(
  ['apiserver', 'v1beta1', 'AuthenticationConfiguration'],
  {
    jwt: [whole],
    anonymous,
  },
)

/** With these authenticators. */
export const authenticationWith = (count: number) => ({
  ...validAuthentication,
  jwt: Array.from({ length: count }, (_, nth) => validAuthenticator(nth)),
})
