// Valid documents of AuthenticationConfiguration.

import { configDocument } from './documents.ts'

const claimMappings = {
  username: { claim: 'sub', prefix: '' },
  groups: { claim: 'groups', prefix: 'oidc:' },
  uid: { claim: 'uid' },
  extra: [{ key: 'example.org/team', valueExpression: 'claims.team' }],
}

/** Returns the nth authenticator. Each has a distinct issuer. */
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

/** A document that sets every member. */
export const validAuthentication = configDocument(
  ['apiserver', 'v1beta1', 'AuthenticationConfiguration'],
  {
    jwt: [whole],
    anonymous,
  },
)

/** Returns a document with this many authenticators. */
export const authenticationWith = (count: number) => ({
  ...validAuthentication,
  jwt: Array.from({ length: count }, (_, nth) => validAuthenticator(nth)),
})
