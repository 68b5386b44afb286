// Requirements from whose text genuine servers depart. Their rules apply only in the dialect
// `cluster`. The rules of genuine servers are declared next to them with `onlyIn: 'kubernetes'`.

import type { DialectName } from '../api/dialect.ts'
import type { RequirementId } from './config-rules.ts'

export const departures: { readonly [requirement: RequirementId]: string } = {
  'AUTHN-009': 'a configuration without jwt is accepted: authenticators may be added later',
  'AUTHN-021': 'a configuration without anonymous is accepted: the flag then applies',
  'AUTHN-023': 'without enabled, anonymous access is off',
  'AUTHN-024': 'the path of a condition may be empty; it then matches no request',
  'AUTHZ-010': 'names may have dots',
  'AUTHZ-025': 'required only with match conditions',
  'ADM-036': 'an entry without a name is accepted and has no effect',
  'ADM-037': 'an entry for an unknown plug-in is accepted and has no effect',
  'AUDIT-050': 'patterns of resources are not compared',
  'ENCR-009': 'wildcards of different entries may overlap if the wider one is later',
  'ENCR-019': 'AES-CBC takes keys of 16 and 24 bytes, too',
  'EGRESS-003': 'a configuration without selections is accepted and has no effect',
  'EGRESS-026': 'the path of a socket is not checked',
}

type Conditional = {
  readonly requirement: RequirementId
  readonly onlyIn?: DialectName
}

/** Whether a part of a declaration applies in a dialect. */
export const appliesIn = (
  { requirement, onlyIn }: Conditional,
  { dialect }: { readonly dialect: DialectName },
): boolean =>
  (onlyIn === undefined || onlyIn === dialect) &&
  !(dialect === 'kubernetes' && Object.hasOwn(departures, requirement))
