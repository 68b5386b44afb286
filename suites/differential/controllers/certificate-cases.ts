// What the controllers of certificate requests do.

import { webcrypto } from 'node:crypto'
import * as x509 from '@peculiar/x509'
import type { Body, ControlledServer, ControllerCase } from './controlled-server.ts'

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
const requests = '/apis/certificates.k8s.io/v1/certificatesigningrequests'
const nodeName = [{ O: ['system:nodes'] }, { CN: ['system:node:one'] }]
const clientUsages = ['digital signature', 'client auth']
const clientSigner = 'kubernetes.io/kube-apiserver-client'
const nodeSigner = 'kubernetes.io/kube-apiserver-client-kubelet'
const servingSigner = 'kubernetes.io/kubelet-serving'

type Wanted = {
  readonly signer: string
  readonly subject: x509.JsonName
  readonly usages: readonly string[]
  readonly seconds?: number
  /** A condition that the administrator sets. */
  readonly decision?: 'Approved' | 'Denied'
  readonly names?: x509.JsonGeneralNames
}

/** Creates a certificate request, and returns what becomes of it. */
const certificateCase = (name: string, wanted: Wanted): ControllerCase => ({
  name,
  async run(server) {
    const path = `${requests}/${name.replace(/[^a-z]+/g, '-')}`
    const refusal = await createRequest(path, wanted, server)
    if (refusal !== undefined) return refusal
    if (wanted.decision === 'Approved' || wanted.signer === nodeSigner)
      return outcomeOf(await server.readUntil(path, isOver))
    // A later request has its certificate, so the controllers have seen this one.
    await createRequest(`${path}-later`, { ...wanted, ...approvedClient }, server)
    await server.readUntil(`${path}-later`, ({ status }) => status?.certificate !== undefined)
    return outcomeOf((await server.send('GET', path)).body)
  },
})

const approvedClient = { signer: clientSigner, usages: clientUsages, decision: 'Approved' } as const

/** Creates and decides a request. Returns the message of a refusal; undefined if there is none. */
async function createRequest(
  path: string,
  { signer, subject, usages, seconds, decision, names }: Wanted,
  { send }: ControlledServer,
): Promise<string | undefined> {
  x509.cryptoProvider.set(webcrypto as never)
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const request = await x509.Pkcs10CertificateRequestGenerator.create({
    name: subject,
    keys: keys as never,
    signingAlgorithm: algorithm,
    ...(names && { extensions: [new x509.SubjectAlternativeNameExtension(names)] }),
  })
  const created = await send('POST', requests, {
    metadata: { name: path.slice(requests.length + 1) },
    spec: {
      request: Buffer.from(request.toString('pem')).toString('base64'),
      signerName: signer,
      usages,
      ...(seconds !== undefined && { expirationSeconds: seconds }),
    },
  })
  if (created.status !== 201) return String(created.body.message)
  if (decision === undefined) return undefined
  const condition = { type: decision, status: 'True', reason: 'Asked', message: 'as asked' }
  const decided = await send('PUT', `${path}/approval`, {
    ...created.body,
    status: { conditions: [condition] },
  })
  return decided.status === 200 ? undefined : String(decided.body.message)
}

const isOver = ({ status }: Body): boolean =>
  status?.certificate !== undefined ||
  (status?.conditions ?? []).some((one: Body) => one.type === 'Failed')

const outcomeOf = ({ status }: Body) => ({
  // Messages are for people, and differ.
  conditions: (status?.conditions ?? []).map((one: Body) => [one.type, one.status, one.reason]),
  certificate: status?.certificate && describeCertificate(status.certificate),
})

function describeCertificate(base64: string): object {
  const certificate = new x509.X509Certificate(Buffer.from(base64, 'base64').toString())
  const { notBefore, notAfter } = certificate
  const constraints = certificate.getExtension(x509.BasicConstraintsExtension)
  const names = certificate.getExtension(x509.SubjectAlternativeNameExtension)
  return {
    // A genuine signer sorts the parts of the subject.
    subject: certificate.subject.split(', ').toSorted(),
    issuer: certificate.issuer,
    // The times are whole seconds, and their distance may differ by one.
    minutes: Math.round((notAfter.getTime() - notBefore.getTime()) / 60_000),
    backdatedMinutes: Math.round((Date.now() - notBefore.getTime()) / 60_000),
    usages: certificate.getExtension(x509.KeyUsagesExtension)?.usages,
    purposes: certificate.getExtension(x509.ExtendedKeyUsageExtension)?.usages,
    isAuthority: constraints?.ca ?? false,
    names: names?.names.toJSON() ?? [],
  }
}

export const certificateCases: readonly ControllerCase[] = [
  certificateCase('a node gets a client certificate', {
    signer: nodeSigner,
    subject: nodeName,
    usages: clientUsages,
  }),
  certificateCase('a node gets a short client certificate', {
    signer: nodeSigner,
    subject: nodeName,
    usages: [...clientUsages, 'key encipherment'],
    seconds: 600,
  }),
  certificateCase('a client certificate for longer than the signer permits', {
    signer: clientSigner,
    subject: [{ CN: ['ann'] }, { O: ['testers'] }],
    usages: clientUsages,
    seconds: 7 * 86_400,
    decision: 'Approved',
  }),
  certificateCase('an undecided request stays', {
    signer: clientSigner,
    subject: [{ CN: ['ben'] }],
    usages: clientUsages,
  }),
  certificateCase('a denied request gets no certificate', {
    signer: clientSigner,
    subject: [{ CN: ['cay'] }],
    usages: clientUsages,
    decision: 'Denied',
  }),
  certificateCase('a serving certificate with names', {
    signer: servingSigner,
    subject: nodeName,
    usages: ['digital signature', 'server auth'],
    decision: 'Approved',
    names: [
      { type: 'dns', value: 'one.example' },
      { type: 'ip', value: '10.1.2.3' },
    ],
  }),
  certificateCase('a serving certificate without names', {
    signer: servingSigner,
    subject: nodeName,
    usages: ['digital signature', 'server auth'],
    decision: 'Approved',
  }),
  certificateCase('a node certificate with a wrong organization', {
    signer: nodeSigner,
    subject: [{ O: ['others'] }, { CN: ['system:node:one'] }],
    usages: clientUsages,
    decision: 'Approved',
  }),
  certificateCase('a client certificate with usages of servers', {
    signer: clientSigner,
    subject: [{ CN: ['dan'] }],
    usages: ['digital signature', 'server auth'],
    decision: 'Approved',
  }),
  certificateCase('a signer that nobody runs', {
    signer: 'example.com/signer',
    subject: [{ CN: ['eve'] }],
    usages: clientUsages,
  }),
]
