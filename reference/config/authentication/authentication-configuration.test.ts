import { expect, test } from 'vitest'
import { editDocument, type DocumentEdits, findingsIn } from '../test-documents.ts'

const good = {
  apiVersion: 'apiserver.cluster.example/v1beta1',
  kind: 'AuthenticationConfiguration',
  jwt: [
    {
      issuer: { url: 'https://one.example', audiences: ['api'] },
      claimValidationRules: [{ claim: 'hd', requiredValue: 'one' }],
      claimMappings: {
        username: { claim: 'sub', prefix: '' },
        groups: { expression: 'claims.groups' },
        extra: [{ key: 'one.example/team', valueExpression: 'claims.team' }],
      },
      userValidationRules: [{ expression: "!user.username.startsWith('system:')" }],
    },
    {
      issuer: {
        url: 'https://two.example/path',
        discoveryURL: 'https://two.example/discovery',
        audiences: ['api', 'web'],
        audienceMatchPolicy: 'MatchAny',
      },
      claimValidationRules: [{ expression: 'claims.email_verified == true' }],
      claimMappings: { username: { expression: 'claims.email' }, uid: { claim: 'sub' } },
    },
  ],
  anonymous: { enabled: true, conditions: [{ path: '/livez' }] },
}

const genuine = { ...good, apiVersion: 'apiserver.config.k8s.io/v1beta1' }

test.each([
  ['cluster', 'apiserver.cluster.example/v1alpha1'],
  ['cluster', 'apiserver.cluster.example/v1beta1'],
  ['kubernetes', 'apiserver.config.k8s.io/v1alpha1'],
  ['kubernetes', 'apiserver.config.k8s.io/v1beta1'],
  ['kubernetes', 'apiserver.config.k8s.io/v1'],
] as const)('the dialect %s accepts %s', (dialect, apiVersion) => {
  expect(findingsIn({ ...good, apiVersion }, dialect)).toEqual([])
})

test('an unknown version is refused', () => {
  const later = { ...good, apiVersion: 'apiserver.cluster.example/v2' }

  expect(findingsIn(later, 'cluster')).toEqual(['apiVersion Unsupported value'])
})

const issuer = 'jwt.0.issuer'
const mappings = 'jwt.0.claimMappings'
const rule = 'jwt.0.claimValidationRules.0'

const refused: readonly [by: string, at: string, edits: DocumentEdits][] = [
  ['AUTHN-009', 'jwt', { jwt: undefined }],
  ['AUTHN-009', 'jwt', { jwt: 'none' }],
  ['de facto', 'jwt', { jwt: Array.from({ length: 65 }, (_, index) => numbered(index)) }],
  ['AUTHN-013', 'jwt[1].issuer.url', { [`jwt.1.issuer.url`]: 'https://one.example' }],
  ['AUTHN-021', 'anonymous', { anonymous: undefined }],
  ['AUTHN-023', 'anonymous.enabled', { anonymous: {} }],
  ['AUTHN-023', 'anonymous.enabled', { 'anonymous.enabled': 'true' }],
  ['AUTHN-024', 'anonymous.conditions[0].path', { 'anonymous.conditions': [{}] }],
  ['de facto', 'anonymous.conditions', { 'anonymous.enabled': false }],
  ['AUTHN-029', 'jwt[0].issuer', { [issuer]: undefined }],
  ['AUTHN-030', 'jwt[0].claimMappings', { [mappings]: undefined }],
  ['AUTHN-031', 'jwt[0].claimValidationRules', { 'jwt.0.claimValidationRules': 'none' }],
  ['AUTHN-033', 'jwt[0].issuer.url', { [`${issuer}.url`]: undefined }],
  ['AUTHN-033', 'jwt[0].issuer.url', { [`${issuer}.url`]: '' }],
  ['AUTHN-034', 'jwt[0].issuer.url', { [`${issuer}.url`]: 'http://one.example' }],
  ['AUTHN-034', 'jwt[0].issuer.url', { [`${issuer}.url`]: 'https://me@one.example' }],
  ['AUTHN-034', 'jwt[0].issuer.url', { [`${issuer}.url`]: 'https://one.example?a' }],
  ['AUTHN-034', 'jwt[0].issuer.url', { [`${issuer}.url`]: 'https://one.example#a' }],
  ['AUTHN-034', 'jwt[0].issuer.url', { [`${issuer}.url`]: 'https://' }],
  ['AUTHN-034', 'jwt[0].issuer.url', { [`${issuer}.url`]: 'https://one.example/%zz' }],
  [
    'AUTHN-039',
    'jwt[0].issuer.discoveryURL',
    { [`${issuer}.discoveryURL`]: 'https://one.example' },
  ],
  [
    'AUTHN-040',
    'jwt[1].issuer.discoveryURL',
    {
      [`${issuer}.discoveryURL`]: 'https://one.example/d',
      'jwt.1.issuer.discoveryURL': 'https://one.example/d',
    },
  ],
  ['AUTHN-042', 'jwt[0].issuer.certificateAuthority', { [`${issuer}.certificateAuthority`]: 'x' }],
  ['AUTHN-044', 'jwt[0].issuer.audiences', { [`${issuer}.audiences`]: [] }],
  ['AUTHN-044', 'jwt[0].issuer.audiences', { [`${issuer}.audiences`]: undefined }],
  ['de facto', 'jwt[0].issuer.audiences[0]', { [`${issuer}.audiences`]: [''] }],
  ['de facto', 'jwt[1].issuer.audiences[1]', { 'jwt.1.issuer.audiences': ['api', 'api'] }],
  [
    'de facto',
    'jwt[1].issuer.audienceMatchPolicy',
    { 'jwt.1.issuer.audienceMatchPolicy': undefined },
  ],
  [
    'de facto',
    'jwt[1].issuer.audienceMatchPolicy',
    { 'jwt.1.issuer.audienceMatchPolicy': 'MatchAll' },
  ],
  [
    'AUTHN-050',
    'jwt[0].claimValidationRules[0].expression',
    { [rule]: { expression: 'claims.a' } },
  ],
  ['AUTHN-050', 'jwt[0].claimValidationRules[0].expression', { [rule]: { expression: '1 +' } }],
  ['AUTHN-052', 'jwt[0].claimValidationRules[0]', { [`${rule}.expression`]: 'true' }],
  [
    'AUTHN-052',
    'jwt[0].claimValidationRules[0].requiredValue',
    { [rule]: { expression: 'true', requiredValue: 'a' } },
  ],
  ['de facto', 'jwt[0].claimValidationRules[0]', { [rule]: {} }],
  ['de facto', 'jwt[0].claimValidationRules[0].message', { [`${rule}.message`]: 'no' }],
  ['AUTHN-054', 'jwt[0].claimMappings.username', { [`${mappings}.username`]: undefined }],
  ['AUTHN-054', 'jwt[0].claimMappings.username', { [`${mappings}.username`]: {} }],
  ['AUTHN-057', 'jwt[0].claimMappings.groups.prefix', { [`${mappings}.groups`]: { claim: 'g' } }],
  [
    'AUTHN-061',
    'jwt[0].claimMappings.username.prefix',
    { [`${mappings}.username`]: { claim: 's' } },
  ],
  [
    'AUTHN-063',
    'jwt[0].claimMappings.username',
    { [`${mappings}.username.expression`]: 'claims.sub' },
  ],
  ['AUTHN-063', 'jwt[0].claimMappings.groups.prefix', { [`${mappings}.groups.prefix`]: '' }],
  ['AUTHN-064', 'jwt[1].claimMappings.uid', { 'jwt.1.claimMappings.uid.expression': 'claims.sub' }],
  ['AUTHN-066', 'jwt[0].claimMappings.extra[0].key', { [`${mappings}.extra.0.key`]: '' }],
  ['AUTHN-067', 'jwt[0].claimMappings.extra[0].key', { [`${mappings}.extra.0.key`]: 'One.com/a' }],
  ['AUTHN-068', 'jwt[0].claimMappings.extra[0].key', { [`${mappings}.extra.0.key`]: 'team' }],
  ['AUTHN-068', 'jwt[0].claimMappings.extra[0].key', { [`${mappings}.extra.0.key`]: '-a/team' }],
  ['AUTHN-068', 'jwt[0].claimMappings.extra[0].key', { [`${mappings}.extra.0.key`]: 'a.b/a b' }],
  [
    'AUTHN-069',
    'jwt[0].claimMappings.extra[1].key',
    {
      [`${mappings}.extra.1`]: { key: 'one.example/team', valueExpression: 'claims.a' },
    },
  ],
  [
    'de facto',
    'jwt[0].claimMappings.extra[0].valueExpression',
    { [`${mappings}.extra.0.valueExpression`]: '5' },
  ],
  ['AUTHN-074', 'jwt[1].claimMappings.username.expression', { 'jwt.1.claimValidationRules': [] }],
  ['AUTHN-076', 'jwt[0].userValidationRules[0].expression', { 'jwt.0.userValidationRules': [{}] }],
  [
    'AUTHN-076',
    'jwt[0].userValidationRules[0].expression',
    { 'jwt.0.userValidationRules': [{ expression: 'user.name == ""' }] },
  ],
]

function numbered(index: number) {
  return editDocument(good.jwt[0] ?? {}, { 'issuer.url': `https://${index}.example` })
}

test.each(refused)('reports %s at %s', (requirement, at, edits) => {
  expect(findingsIn(editDocument(good, edits), 'cluster')).toEqual([`${at} ${requirement}`])
})

test.each([
  ['in the username expression', { username: { expression: username() } }, []],
  ['in an extra attribute', { username: { expression: 'claims.email' }, extra: verified() }, []],
] as const)('email_verified may be read %s (AUTHN-075)', (_where, claimMappings, rules) => {
  const document = editDocument(good, {
    'jwt.1.claimMappings': claimMappings,
    'jwt.1.claimValidationRules': rules,
  })

  expect(findingsIn(document, 'cluster')).toEqual([])
})

function username() {
  return 'claims.?email_verified.orValue(true) ? claims.email : claims.sub'
}

function verified() {
  return [{ key: 'a.b/c', valueExpression: 'string(claims.email_verified)' }]
}

test('claims and prefixes have no defaults (AUTHN-065)', () => {
  const nameless = editDocument(good, { [`${mappings}.username`]: { claim: 'sub' } })

  expect(findingsIn(nameless, 'cluster')).toEqual([
    'jwt[0].claimMappings.username.prefix AUTHN-061',
  ])
})

test('anonymous is refused in combination with the corresponding flag (AUTHN-003)', () => {
  const options = { clusterSettings: { anonymousAuthFlag: true } }

  expect(findingsIn(good, 'cluster', options)).toEqual(['anonymous AUTHN-003'])
  expect(
    findingsIn(editDocument(genuine, { anonymous: undefined }), 'kubernetes', options),
  ).toEqual([])
})

test.each([
  ['no jwt and no anonymous', { jwt: undefined, anonymous: undefined }],
  ['anonymous without enabled', { anonymous: {} }],
  [
    'a mapping whose type shows only when it runs',
    { [`${mappings}.username`]: { expression: '1' } },
  ],
])('a genuine server accepts %s', (_what, edits) => {
  expect(findingsIn(editDocument(genuine, edits), 'kubernetes')).toEqual([])
})

test('a genuine server reserves its own domains', () => {
  const document = editDocument(genuine, { [`${mappings}.extra.0.key`]: 'a.k8s.io/team' })

  expect(findingsIn(document, 'kubernetes')).toEqual(['jwt[0].claimMappings.extra[0].key de facto'])
})

test('trailing slashes make a different URL, but not for a genuine server', () => {
  const edits = { [`${issuer}.discoveryURL`]: 'https://one.example//' }
  const same = { [`${issuer}.discoveryURL`]: 'https://one.example' }

  expect(findingsIn(editDocument(good, edits), 'cluster')).toEqual([])
  expect(findingsIn(editDocument(genuine, edits), 'kubernetes')).toEqual([
    'jwt[0].issuer.discoveryURL de facto',
  ])
  expect(findingsIn(editDocument(genuine, same), 'kubernetes')).toEqual([
    'jwt[0].issuer.discoveryURL AUTHN-039',
  ])
})
