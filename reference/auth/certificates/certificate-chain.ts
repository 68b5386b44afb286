// Verifies that one of some authorities has issued a client certificate.

import type { X509Certificate } from 'node:crypto'

import type { ClientCertificates } from '../../api/request.ts'

/**
 * Returns why none of the authorities vouches for a client; undefined if one does. TLS has checked
 * one path of the chain (lengths, name constraints, algorithms), to any authority of the server.
 * This finds out whether a path leads to one of these authorities now: a server has other
 * authorities for other purposes, the list may have changed, and a certificate may have expired
 * since the connection began.
 */
export function chainFault(
  { chain, fault }: ClientCertificates,
  authorities: readonly X509Certificate[],
  nowMs: number,
): string | undefined {
  const [own, ...sent] = chain
  if (fault !== undefined) return fault
  if (!own) return 'no certificate'
  if (!isCurrent(own, nowMs)) return `expected a certificate that is valid now, ${validity(own)}`
  if (!isForClients(own)) return 'expected the extended key usage clientAuth'
  return isIssued(own, sent, authorities, nowMs) ? undefined : 'signed by an unknown authority'
}

/** Searches a path of valid signatures from a certificate to an authority. */
function isIssued(
  own: X509Certificate,
  sent: readonly X509Certificate[],
  authorities: readonly X509Certificate[],
  nowMs: number,
): boolean {
  if (authorities.some(({ fingerprint256 }) => fingerprint256 === own.fingerprint256)) return true
  const reached = new Set([own])
  // The set grows while it is traversed. Each certificate is visited once.
  for (const next of reached) {
    const hasIssued = (one: X509Certificate) =>
      isAuthority(one, nowMs) && next.checkIssued(one) && next.verify(one.publicKey)
    if (authorities.some(hasIssued)) return true
    for (const issuer of sent.filter(hasIssued)) reached.add(issuer)
  }
  return false
}

const isAuthority = (certificate: X509Certificate, nowMs: number): boolean =>
  certificate.ca && isCurrent(certificate, nowMs) && isForClients(certificate)

const isCurrent = ({ validFrom, validTo }: X509Certificate, nowMs: number): boolean =>
  Date.parse(validFrom) <= nowMs && nowMs <= Date.parse(validTo)

const validity = ({ validFrom, validTo }: X509Certificate): string =>
  `got one from ${validFrom} to ${validTo}`

const clientAuth = '1.3.6.1.5.5.7.3.2'
const anyUsage = '2.5.29.37.0'

/** A certificate without the extension may be used for everything. */
const isForClients = ({ keyUsage }: X509Certificate): boolean => {
  // Node returns the extended key usages, and undefined without the extension; its types omit the
  // latter.
  const usages = keyUsage as string[] | undefined
  return usages === undefined || usages.includes(clientAuth) || usages.includes(anyUsage)
}
