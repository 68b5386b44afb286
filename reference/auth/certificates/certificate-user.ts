import type { X509Certificate } from 'node:crypto'

import type { RefusedCredentials } from '../../api/authentication.ts'
import type { User } from '../../api/request.ts'

// The attribute of a subject with the uid of the user.
const uidAttribute = '1.3.6.1.4.1.57683.2'

const credentialIdKey = 'authentication.kubernetes.io/credential-id'

/**
 * Returns the user of a client certificate: the last common name, and the organizations as groups.
 * Undefined without a common name. More than one uid, or an empty one, is refused. With
 * `keepsCredentialId` the user has an extra attribute with the fingerprint, as in genuine servers.
 */
export function userOfCertificate(
  certificate: X509Certificate,
  { keepsCredentialId }: { keepsCredentialId: boolean },
): User | RefusedCredentials | undefined {
  const subject = subjectOf(certificate)
  const name = commonNameOf(certificate)
  if (name === '') return undefined
  const uids = valuesOf(subject[uidAttribute])
  if (uids.length > 1) return { fault: `expected one uid, got ${uids.length}` }
  if (uids[0] === '') return { fault: 'expected a uid that is not empty' }
  const id = certificate.fingerprint256.replaceAll(':', '').toLowerCase()
  return {
    name,
    uid: uids[0] ?? '',
    groups: valuesOf(subject['O']),
    ...(keepsCredentialId && { extra: { [credentialIdKey]: [`X509SHA256=${id}`] } }),
  }
}

/** Returns the last common name of a certificate; empty if it has none. */
export const commonNameOf = (certificate: X509Certificate): string =>
  valuesOf(subjectOf(certificate)['CN']).at(-1) ?? ''

/** Values that occur several times are a list. */
const subjectOf = (certificate: X509Certificate) =>
  certificate.toLegacyObject().subject as unknown as {
    readonly [attribute: string]: string | readonly string[] | undefined
  }

const valuesOf = (values: string | readonly string[] = []): readonly string[] =>
  typeof values === 'string' ? [values] : values
