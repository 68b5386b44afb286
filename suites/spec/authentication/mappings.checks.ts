// Checks which authentication configurations are valid: validation rules and mappings of claims.

import { validAuthentication } from '../../../properties/models/config/authentication.ts'
import { extraKeys } from '../../../properties/scenarios/configuration/authentication-files.ts'
import {
  withFields,
  refusedCase,
  acceptedCase,
  withoutFields,
} from '../../../properties/scenarios/configuration/configuration.ts'
import type { Term } from '../../../properties/dsl/term.ts'
import { documentCheck, drawnDocumentCheck } from '../../configuration-checks.ts'

const rules = 'jwt[0].claimValidationRules'
const mappings = 'jwt[0].claimMappings'
const username = `${mappings}.username`
const extra = `${mappings}.extra`
const userRule = 'jwt[0].userValidationRules[0].expression'

const emailOnly: Record<string, Term> = { [username]: { expression: 'claims.email' } }
const verified = 'claims.email_verified'
const named = (key: string) => ({ key, valueExpression: 'claims.team' })

export default [
  documentCheck(
    'AUTHN-050',
    'The expression of a rule for claims compiles and is a boolean.',
    validAuthentication,
    acceptedCase(withFields({ [`${rules}[1].expression`]: "claims.aud == 'cluster'" })),
    refusedCase(withFields({ [`${rules}[1].expression`]: 'claims.aud ==' })),
    refusedCase(withFields({ [`${rules}[1].expression`]: "'cluster'" })),
    refusedCase(withFields({ [`${rules}[1].expression`]: 'token.aud == 1' })),
  ),
  documentCheck(
    'AUTHN-052',
    'A rule for claims has a claim with its value or an expression, not both.',
    validAuthentication,
    refusedCase(
      withFields({ [`${rules}[0].expression`]: 'true' }, `${rules}[0].requiredValue`),
      `${rules}[0]`,
    ),
    refusedCase(withFields({ [`${rules}[1].requiredValue`]: 'one' }), `${rules}[1].requiredValue`),
  ),
  documentCheck(
    'AUTHN-054',
    '`username` is required, with a claim or an expression.',
    validAuthentication,
    refusedCase(withoutFields(username)),
    refusedCase(withFields({ [username]: {} })),
    acceptedCase(withFields({ [username]: { expression: 'claims.sub' } })),
  ),
  documentCheck(
    'AUTHN-057',
    '`groups` by a claim have a prefix, which may be empty.',
    validAuthentication,
    refusedCase(withoutFields(`${mappings}.groups.prefix`)),
    acceptedCase(withFields({ [`${mappings}.groups.prefix`]: '' })),
  ),
  documentCheck(
    'AUTHN-061',
    'A claim that is mapped has a prefix, which may be empty.',
    validAuthentication,
    refusedCase(withoutFields(`${username}.prefix`)),
    acceptedCase(withFields({ [`${username}.prefix`]: 'oidc:' })),
  ),
  documentCheck(
    'AUTHN-063',
    'A mapping by claim and prefix has no expression.',
    validAuthentication,
    refusedCase(withFields({ [`${username}.expression`]: 'claims.sub' }), username),
    refusedCase(
      withFields({ [`${mappings}.groups.expression`]: 'claims.groups' }),
      `${mappings}.groups`,
    ),
    refusedCase(
      withFields({ [username]: { prefix: 'a:', expression: 'claims.sub' } }),
      `${username}.prefix`,
      username,
    ),
  ),
  documentCheck(
    'AUTHN-064',
    '`uid` is mapped from a claim or an expression, not from both.',
    validAuthentication,
    refusedCase(withFields({ [`${mappings}.uid.expression`]: 'claims.uid' }), `${mappings}.uid`),
    acceptedCase(withFields({ [`${mappings}.uid`]: { expression: 'claims.uid' } })),
  ),
  documentCheck(
    'AUTHN-065',
    'Neither claim nor prefix has a default.',
    validAuthentication,
    refusedCase(withoutFields(`${username}.claim`), username, `${username}.claim`),
    refusedCase(withFields({ [username]: { claim: 'sub' } }), `${username}.prefix`),
  ),
  documentCheck(
    'AUTHN-066',
    '`key` of an extra attribute is required.',
    validAuthentication,
    refusedCase(withoutFields(`${extra}[0].key`)),
  ),
  documentCheck(
    'AUTHN-067',
    '`key` of an extra attribute is in lower case.',
    validAuthentication,
    refusedCase(withFields({ [`${extra}[0].key`]: 'example.org/Team' })),
    acceptedCase(withFields({ [`${extra}[0].key`]: 'example.org/team-7' })),
  ),
  drawnDocumentCheck(
    'AUTHN-068',
    '`key` of an extra attribute is a subdomain, a slash and a path.',
    extraKeys(),
  ),
  documentCheck(
    'AUTHN-069',
    'No two extra attributes have the same `key`.',
    validAuthentication,
    refusedCase(
      withFields({
        [extra]: [named('example.org/a'), named('example.org/b'), named('example.org/a')],
      }),
      `${extra}[2].key`,
      `${extra}[0].key`,
      extra,
    ),
    acceptedCase(withFields({ [extra]: [named('example.org/a'), named('example.org/b')] })),
  ),
  documentCheck(
    'AUTHN-074',
    'A username from `claims.email` needs `claims.email_verified`.',
    validAuthentication,
    refusedCase(withFields(emailOnly), `${username}.expression`),
    refusedCase(
      withFields({
        [username]: { expression: "claims.email.startsWith('a') ? claims.email : 'b'" },
      }),
      `${username}.expression`,
    ),
    acceptedCase(withFields({ [username]: { expression: 'claims.mail' } })),
  ),
  documentCheck(
    'AUTHN-075',
    '`claims.email_verified` may be used in the username, an extra attribute or a rule for claims.',
    validAuthentication,
    acceptedCase(
      withFields({ [username]: { expression: `${verified} ? claims.email : 'nobody'` } }),
    ),
    acceptedCase(
      withFields({ ...emailOnly, [`${extra}[0].valueExpression`]: `string(${verified})` }),
    ),
    acceptedCase(withFields({ ...emailOnly, [`${rules}[1].expression`]: `${verified} == true` })),
  ),
  documentCheck(
    'AUTHN-076',
    'A rule for users has an expression, which compiles and is a boolean.',
    validAuthentication,
    refusedCase(withoutFields(userRule)),
    refusedCase(withFields({ [userRule]: 'user.username.' })),
    refusedCase(withFields({ [userRule]: 'user.username' })),
    acceptedCase(
      withFields({ [userRule]: "user.username != ''" }, 'jwt[0].userValidationRules[0].message'),
    ),
  ),
]
