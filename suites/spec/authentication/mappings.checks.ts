// Which authentication configurations are valid: the rules for claims and what is made of them.

import { authentication } from '../../../properties/models/config/authentication.ts'
import { extraKeys } from '../../../properties/scenarios/configuration/authentication-files.ts'
import {
  put,
  refused,
  taken,
  without,
} from '../../../properties/scenarios/configuration/configuration.ts'
import type { Term } from '../../../properties/dsl/term.ts'
import { documents, drawnDocuments } from '../../configuration.ts'

const rules = 'jwt[0].claimValidationRules'
const mappings = 'jwt[0].claimMappings'
const username = `${mappings}.username`
const extra = `${mappings}.extra`
const userRule = 'jwt[0].userValidationRules[0].expression'

const emailOnly: Record<string, Term> = { [username]: { expression: 'claims.email' } }
const verified = 'claims.email_verified'
const named = (key: string) => ({ key, valueExpression: 'claims.team' })

export default [
  documents(
    'AUTHN-050',
    'The expression of a rule for claims compiles and is a boolean.',
    authentication,
    taken(put({ [`${rules}[1].expression`]: "claims.aud == 'cluster'" })),
    refused(put({ [`${rules}[1].expression`]: 'claims.aud ==' })),
    refused(put({ [`${rules}[1].expression`]: "'cluster'" })),
    refused(put({ [`${rules}[1].expression`]: 'token.aud == 1' })),
  ),
  documents(
    'AUTHN-052',
    'A rule for claims has a claim with its value or an expression, not both.',
    authentication,
    refused(
      put({ [`${rules}[0].expression`]: 'true' }, `${rules}[0].requiredValue`),
      `${rules}[0]`,
    ),
    refused(put({ [`${rules}[1].requiredValue`]: 'one' }), `${rules}[1].requiredValue`),
  ),
  documents(
    'AUTHN-054',
    '`username` is required, with a claim or an expression.',
    authentication,
    refused(without(username)),
    refused(put({ [username]: {} })),
    taken(put({ [username]: { expression: 'claims.sub' } })),
  ),
  documents(
    'AUTHN-057',
    '`groups` by a claim have a prefix, which may be empty.',
    authentication,
    refused(without(`${mappings}.groups.prefix`)),
    taken(put({ [`${mappings}.groups.prefix`]: '' })),
  ),
  documents(
    'AUTHN-061',
    'A claim that is mapped has a prefix, which may be empty.',
    authentication,
    refused(without(`${username}.prefix`)),
    taken(put({ [`${username}.prefix`]: 'oidc:' })),
  ),
  documents(
    'AUTHN-063',
    'A mapping by claim and prefix has no expression.',
    authentication,
    refused(put({ [`${username}.expression`]: 'claims.sub' }), username),
    refused(put({ [`${mappings}.groups.expression`]: 'claims.groups' }), `${mappings}.groups`),
    refused(
      put({ [username]: { prefix: 'a:', expression: 'claims.sub' } }),
      `${username}.prefix`,
      username,
    ),
  ),
  documents(
    'AUTHN-064',
    '`uid` is made by a claim or an expression, not by both.',
    authentication,
    refused(put({ [`${mappings}.uid.expression`]: 'claims.uid' }), `${mappings}.uid`),
    taken(put({ [`${mappings}.uid`]: { expression: 'claims.uid' } })),
  ),
  documents(
    'AUTHN-065',
    'Neither a claim nor a prefix is assumed.',
    authentication,
    refused(without(`${username}.claim`), username, `${username}.claim`),
    refused(put({ [username]: { claim: 'sub' } }), `${username}.prefix`),
  ),
  documents(
    'AUTHN-066',
    '`key` of an extra attribute is required.',
    authentication,
    refused(without(`${extra}[0].key`)),
  ),
  documents(
    'AUTHN-067',
    '`key` of an extra attribute is in lower case.',
    authentication,
    refused(put({ [`${extra}[0].key`]: 'example.org/Team' })),
    taken(put({ [`${extra}[0].key`]: 'example.org/team-7' })),
  ),
  drawnDocuments(
    'AUTHN-068',
    '`key` of an extra attribute is a subdomain and a path behind a slash.',
    extraKeys(),
  ),
  documents(
    'AUTHN-069',
    'Each `key` of an extra attribute occurs once.',
    authentication,
    refused(
      put({ [extra]: [named('example.org/a'), named('example.org/b'), named('example.org/a')] }),
      `${extra}[2].key`,
      `${extra}[0].key`,
      extra,
    ),
    taken(put({ [extra]: [named('example.org/a'), named('example.org/b')] })),
  ),
  documents(
    'AUTHN-074',
    'A username made of `claims.email` needs `claims.email_verified`.',
    authentication,
    refused(put(emailOnly), `${username}.expression`),
    refused(
      put({ [username]: { expression: "claims.email.startsWith('a') ? claims.email : 'b'" } }),
      `${username}.expression`,
    ),
    taken(put({ [username]: { expression: 'claims.mail' } })),
  ),
  documents(
    'AUTHN-075',
    '`claims.email_verified` may stand in the username, an extra attribute or a rule for claims.',
    authentication,
    taken(put({ [username]: { expression: `${verified} ? claims.email : 'nobody'` } })),
    taken(put({ ...emailOnly, [`${extra}[0].valueExpression`]: `string(${verified})` })),
    taken(put({ ...emailOnly, [`${rules}[1].expression`]: `${verified} == true` })),
  ),
  documents(
    'AUTHN-076',
    'A rule for users has an expression, which compiles and is a boolean.',
    authentication,
    refused(without(userRule)),
    refused(put({ [userRule]: 'user.username.' })),
    refused(put({ [userRule]: 'user.username' })),
    taken(put({ [userRule]: "user.username != ''" }, 'jwt[0].userValidationRules[0].message')),
  ),
]
