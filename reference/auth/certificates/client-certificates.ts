// Authenticates requests by client certificates.

import type { RequestAuthenticator } from '../../api/authentication.ts'
import type { Parts } from '../../parts/parts.ts'
import { chainFault } from './certificate-chain.ts'
import { userOfCertificate } from './certificate-user.ts'

/** A certificate without a common name names no user: it counts as none. */
export const clientCertificates: RequestAuthenticator<
  Pick<Parts, 'clientAuthorities' | 'clock' | 'dialect'>
> = {
  kind: 'client certificates',
  authenticate: async (http, { clientAuthorities, clock, dialect }) => {
    const sent = http.clientCertificates?.()
    const own = sent?.chain[0]
    if (!clientAuthorities || !sent || !own) return undefined
    const fault = chainFault(sent, clientAuthorities.current(), clock.now())
    if (fault !== undefined) return { fault }
    return userOfCertificate(own, { keepsCredentialId: dialect.showsCredentials })
  },
}
