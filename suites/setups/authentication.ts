// Servers with files of authentication. The issuers of a file are paths of one host.

import { clientCertificatesSetup } from '../../fixtures/objects/client-certificates.ts'
import { standardAudience } from '../../fixtures/objects/tokens.ts'
import { configDocument } from '../../properties/models/config/documents.ts'
import type { Term } from '../../properties/dsl/term.ts'
import type { Setup } from './setup.ts'

type Members = { [name: string]: Term }

const sub = { username: { claim: 'sub', prefix: '' } }
const groupsKey = 'groups'

const authority: Members = { certificateAuthority: { $hostAuthority: 'pem' } }

/** An authenticator of the issuer at a path, with a user name from the claim `sub`. */
const issuer = (
  path: string,
  {
    issuer: own = {},
    claimMappings = {},
    ...rules
  }: Members & { issuer?: Members; claimMappings?: Members } = {},
): Members => ({
  issuer: {
    url: { $host: path },
    ...authority,
    audiences: [standardAudience],
    ...own,
  },
  claimMappings: { ...sub, ...claimMappings },
  ...rules,
})

/** The same without the authority of the host, which the system does not trust. */
const untrusted = (path: string): Members => ({
  issuer: { url: { $host: path }, audiences: [standardAudience] },
  claimMappings: sub,
})

const extra = (key: string, valueExpression: string): Members => ({
  key: `touchstone.example/${key}`,
  valueExpression,
})

const document = (members: Members): Term =>
  configDocument(['apiserver', 'v1beta1', 'AuthenticationConfiguration'], members)

const setup = (name: string, members: Members, more: Partial<Setup> = {}): Setup => ({
  name,
  files: [{ name: 'authentication.yaml', document: document(members) }],
  flags: ['--authentication-config=authentication.yaml'],
  ...more,
})

/** The setups of authentication. */
export const authenticationSetups: Setup[] = [
  setup(
    'issuers',
    {
      jwt: [
        issuer('/plain'),
        issuer('/prefixed', {
          claimMappings: {
            username: { claim: 'sub', prefix: 'oidc:' },
            groups: { claim: groupsKey, prefix: 'oidc:' },
          },
        }),
        issuer('/claims', {
          claimMappings: {
            groups: { claim: groupsKey, prefix: '' },
            uid: { claim: 'uid' },
          },
        }),
        issuer('/expressions', {
          claimMappings: {
            username: { expression: 'claims.sub' },
            groups: { expression: 'has(claims.groups) ? claims.groups : []' },
            uid: { expression: "has(claims.uid) ? claims.uid : 'none'" },
            extra: [
              extra('one', "has(claims.one) ? claims.one : ''"),
              extra('two', "has(claims.two) ? claims.two : ''"),
            ],
          },
        }),
        issuer('/audiences', {
          issuer: { audiences: ['one', 'two'], audienceMatchPolicy: 'MatchAny' },
        }),
        issuer('/required', {
          claimValidationRules: [{ claim: 'tenant', requiredValue: '1' }],
        }),
        issuer('/present', { claimValidationRules: [{ claim: 'tenant' }] }),
        issuer('/ruled', {
          claimValidationRules: [
            {
              expression: 'has(claims.level)',
              message: 'touchstone: ${claims.level} is not there',
            },
          ],
          userValidationRules: [
            { expression: "user.username != 'first'", message: 'not the first' },
            { expression: "user.username != 'second'", message: 'not the second' },
          ],
        }),
        issuer('/liar'),
        issuer('/elsewhere', { issuer: { discoveryURL: { $host: '/odd/place/of/discovery' } } }),
        issuer('/renamed', { issuer: { discoveryURL: { $host: '/renamed-discovery' } } }),
        untrusted('/untrusted'),
      ],
      anonymous: { enabled: true },
    },
    {
      publishes: {
        '/liar/.well-known/openid-configuration': '/another',
        '/odd/place/of/discovery': '/elsewhere',
        '/renamed-discovery': '/renamed-discovery',
      },
    },
  ),
  setup('anonymous on some paths', {
    jwt: [],
    anonymous: { enabled: true, conditions: [{ path: '/livez' }] },
  }),
  setup('no anonymous requests', { jwt: [], anonymous: { enabled: false } }),
  {
    name: clientCertificatesSetup,
    files: [
      {
        name: 'authentication.yaml',
        document: document({ jwt: [issuer('/plain')], anonymous: { enabled: false } }),
      },
      { name: 'clients.pem', text: { $hostAuthority: 'pem' } },
    ],
    flags: ['--authentication-config=authentication.yaml', '--client-ca-file=clients.pem'],
  },
]
