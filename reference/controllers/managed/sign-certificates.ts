// Signs approved certificate requests with the authority of the cluster.

import { createPrivateKey, randomBytes, webcrypto, X509Certificate } from 'node:crypto'

import type { ClusterSigning } from '../../api/controller-settings.ts'
import { type ApiObject, objectIn } from '../../api/object.ts'
import { loadX509, readCertificateRequest } from '../../lib/certificate-request.ts'
import type { Controller, Parts } from '../../parts/parts.ts'
import { updateObject } from '../controller-writes.ts'
import { keyOf, placeOf } from '../object-keys.ts'
import { startReconciler } from '../reconciler.ts'
import {
  certificateRequestType,
  clusterSignerOf,
  conditionOf,
  isIssued,
  requestTextOf,
  usagesOf,
  withCondition,
} from './certificate-requests.ts'
import { signingFault } from './node-certificates.ts'

const minuteMs = 60_000
const standardBackdateMs = 5 * minuteMs
const shortestMs = 10 * minuteMs
/** A shorter validity counts from the issue, a longer one from the beginning. */
const shortMs = 8 * 60 * minuteMs

/** Starts the controller `certificatesigningrequest-signing-controller`. */
export function startCertificateSigning(signing: ClusterSigning, parts: Parts): Controller {
  const resource = certificateRequestType(parts)
  return startReconciler(
    {
      name: 'certificatesigningrequest-signing-controller',
      follows: { requests: { resource, keysOf: request => [keyOf(request)] } },
      reconcile: async (key, known) => {
        const request = known.requests.get(placeOf(key))
        if (!resource || !request || !isWaiting(request)) return undefined
        const signer = clusterSignerOf(request, parts)
        if (!signer) return undefined
        const content = await readCertificateRequest(requestTextOf(request))
        const fault = content
          ? signingFault(signer, content, usagesOf(request))
          : 'the request cannot be read'
        const now = parts.clock.now()
        const certificate = fault === undefined && (await issue(request, signing, now))
        const failure = {
          type: 'Failed' as const,
          reason: 'SignerValidationFailure',
          message: fault ?? '',
        }
        const settle = (current: ApiObject): ApiObject =>
          certificate
            ? { ...current, status: { ...objectIn(current.status), certificate } }
            : withCondition(current, failure, now)
        await updateObject(
          { resource, subresource: 'status', ...placeOf(key) },
          current => (isWaiting(current) ? settle(current) : current),
          parts,
        )
        return undefined
      },
    },
    parts,
  )
}

const isWaiting = (request: ApiObject): boolean =>
  conditionOf(request, 'Approved') !== undefined &&
  conditionOf(request, 'Denied') === undefined &&
  conditionOf(request, 'Failed') === undefined &&
  !isIssued(request)

/** Returns the certificate of a request: its PEM text in base64. */
async function issue(
  request: ApiObject,
  { certificate, key, durationMs, backdateMs = standardBackdateMs }: ClusterSigning,
  now: number,
): Promise<string> {
  const x509 = await loadX509()
  const asked = new x509.Pkcs10CertificateRequest(requestTextOf(request))
  const authority = new x509.X509Certificate(certificate)
  const { algorithm, signingKey } = await importKey(key)
  const { expirationSeconds } = objectIn(request.spec)
  const validMs = validityMs(expirationSeconds, durationMs)
  const endOfAuthority = Date.parse(new X509Certificate(certificate).validTo)
  const end = Math.min(now + validMs - (validMs < shortMs ? 0 : backdateMs), endOfAuthority)
  const names = asked.getExtension('2.5.29.17')
  const { flags, purposes } = keyUsagesOf(usagesOf(request), x509.KeyUsageFlags)
  const issued = await x509.X509CertificateGenerator.create({
    serialNumber: Buffer.concat([Buffer.of(1), randomBytes(15)]).toString('hex'),
    subject: asked.subject,
    issuer: authority.subject,
    notBefore: new Date(now - backdateMs),
    notAfter: new Date(end),
    publicKey: asked.publicKey,
    signingKey: signingKey as never,
    signingAlgorithm: algorithm,
    extensions: [
      new x509.KeyUsagesExtension(flags, true),
      ...(purposes.length > 0 ? [new x509.ExtendedKeyUsageExtension(purposes)] : []),
      new x509.BasicConstraintsExtension(false, undefined, true),
      await x509.AuthorityKeyIdentifierExtension.create(authority.publicKey),
      ...(names ? [names] : []),
    ],
  })
  return Buffer.from(`${issued.toString('pem')}\n`).toString('base64')
}

/**
 * Returns how long a certificate is valid: as long as asked, but no longer than the longest
 * validity (CM-060) and no shorter than ten minutes.
 */
export function validityMs(expirationSeconds: unknown, durationMs: number): number {
  if (typeof expirationSeconds !== 'number') return durationMs
  return Math.min(durationMs, Math.max(shortestMs, expirationSeconds * 1000))
}

const clientAuth = '1.3.6.1.5.5.7.3.2'
const purposesByUsage: { readonly [usage: string]: string } = {
  any: '2.5.29.37.0',
  'server auth': '1.3.6.1.5.5.7.3.1',
  'client auth': clientAuth,
  'code signing': '1.3.6.1.5.5.7.3.3',
  'email protection': '1.3.6.1.5.5.7.3.4',
  's/mime': '1.3.6.1.5.5.7.3.4',
  timestamping: '1.3.6.1.5.5.7.3.8',
  'ocsp signing': '1.3.6.1.5.5.7.3.9',
}

type Flags = { readonly [name: string]: number | string }

const flagsByUsage: { readonly [usage: string]: string } = {
  signing: 'digitalSignature',
  'digital signature': 'digitalSignature',
  'content commitment': 'nonRepudiation',
  'key encipherment': 'keyEncipherment',
  'key agreement': 'keyAgreement',
  'data encipherment': 'dataEncipherment',
  'cert sign': 'keyCertSign',
  'crl sign': 'cRLSign',
  'encipher only': 'encipherOnly',
  'decipher only': 'decipherOnly',
}

function keyUsagesOf(usages: readonly string[], flagsByName: object) {
  const values = flagsByName as Flags
  let flags = 0
  for (const usage of usages) flags |= Number(values[flagsByUsage[usage] ?? ''] ?? 0)
  return { flags, purposes: usages.flatMap(usage => purposesByUsage[usage] ?? []) }
}

/** @throws Error if it is no key of a supported kind */
async function importKey(pem: string) {
  const key = createPrivateKey(pem)
  const der = key.export({ type: 'pkcs8', format: 'der' })
  const algorithm =
    key.asymmetricKeyType === 'ec'
      ? {
          name: 'ECDSA',
          namedCurve: curveOf(key.asymmetricKeyDetails?.namedCurve),
          hash: 'SHA-256',
        }
      : { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }
  const signingKey = await webcrypto.subtle.importKey('pkcs8', der, algorithm, false, ['sign'])
  return { algorithm, signingKey }
}

function curveOf(name: string | undefined): string {
  const known: { readonly [name: string]: string } = {
    prime256v1: 'P-256',
    secp384r1: 'P-384',
    secp521r1: 'P-521',
  }
  const curve = known[name ?? '']
  if (curve !== undefined) return curve
  throw new Error(`expected a key of the curve P-256, P-384 or P-521, got ${name ?? 'none'}`)
}
