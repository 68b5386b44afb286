// What controllers do, case by case. A case returns what is compared: nothing in it depends on the
// time or on generated names.

import { webcrypto } from 'node:crypto'
import * as x509 from '@peculiar/x509'
import type { Body, ControlledServer } from './controlled-server.ts'
import { endedPodsMax } from './controlled-server.ts'

export type ControllerCase = {
  readonly name: string
  readonly run: (server: ControlledServer) => Promise<unknown>
}

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

/** Creates a certificate request, and shows what becomes of it. */
const certificateCase = (name: string, wanted: Wanted): ControllerCase => ({
  name,
  async run({ send, readUntil }) {
    const { signer, subject, usages, seconds, decision, names } = wanted
    x509.cryptoProvider.set(webcrypto as never)
    const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
    const request = await x509.Pkcs10CertificateRequestGenerator.create({
      name: subject,
      keys: keys as never,
      signingAlgorithm: algorithm,
      ...(names && { extensions: [new x509.SubjectAlternativeNameExtension(names)] }),
    })
    const own = name.replace(/[^a-z]+/g, '-')
    const created = await send('POST', requests, {
      metadata: { name: own },
      spec: {
        request: Buffer.from(request.toString('pem')).toString('base64'),
        signerName: signer,
        usages,
        ...(seconds !== undefined && { expirationSeconds: seconds }),
      },
    })
    if (created.status !== 201) return created.body.message
    const type = decision ?? ''
    if (decision !== undefined) {
      const { status, body } = await send('PUT', `${requests}/${own}/approval`, {
        ...created.body,
        status: { conditions: [{ type, status: 'True', reason: 'Asked', message: 'as asked' }] },
      })
      if (status !== 200) return body.message
    }
    const isOver = ({ status }: Body) =>
      status?.certificate !== undefined ||
      status?.conditions?.some((one: Body) => one.type === 'Failed')
    const expectsEnd = decision === 'Approved' || signer === nodeSigner
    const ended = await readUntil(`${requests}/${own}`, body => !expectsEnd || isOver(body))
    return {
      // Messages are for people, and differ.
      conditions: (ended.status?.conditions ?? []).map((one: Body) => [
        one.type,
        one.status,
        one.reason,
      ]),
      certificate: ended.status?.certificate && shownCertificate(ended.status.certificate),
    }
  },
})

function shownCertificate(base64: string): object {
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

const certificateCases: readonly ControllerCase[] = [
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

const pod = (name: string, labels: object, more: object = {}) => ({
  metadata: { name, labels, ...more },
  spec: { containers: [{ name: 'c', image: 'registry.example/i:1' }] },
})

/** Creates a namespace and its pods, of which the first are ready. */
async function readyPods(
  { send }: ControlledServer,
  namespace: string,
  { count, ready, more = {} }: { count: number; ready: number; more?: object },
): Promise<string> {
  await send('POST', '/api/v1/namespaces', { metadata: { name: namespace } })
  const pods = `/api/v1/namespaces/${namespace}/pods`
  for (let index = 0; index < count; index++) {
    const { status, body } = await send('POST', pods, pod(`p${index}`, { app: 'web' }, more))
    if (status !== 201) throw new Error(body.message)
    if (index >= ready) continue
    const conditions = [{ type: 'Ready', status: 'True' }]
    await send('PATCH', `${pods}/p${index}/status`, { status: { phase: 'Running', conditions } })
  }
  return pods
}

const budgetsIn = (namespace: string) =>
  `/apis/policy/v1/namespaces/${namespace}/poddisruptionbudgets`

const shownBudget = ({ status }: Body) => {
  const { conditions = [], disruptedPods, ...counts } = status ?? {}
  return {
    ...counts,
    disrupted: Object.keys(disruptedPods ?? {}),
    conditions: conditions.map((one: Body) => [one.type, one.status, one.reason]),
  }
}

const isCounted = ({ metadata, status }: Body) =>
  status?.observedGeneration === metadata?.generation && (status?.conditions ?? []).length > 0

type Budget = { count: number; ready: number; spec: object; owner?: object }

const budgetCase = (name: string, { count, ready, spec, owner }: Budget): ControllerCase => ({
  name,
  async run(server) {
    const namespace = name.replace(/[^a-z0-9]+/g, '-')
    await server.send('POST', '/api/v1/namespaces', { metadata: { name: namespace } })
    const sets = `/apis/apps/v1/namespaces/${namespace}/replicasets`
    const set = owner && (await server.send('POST', sets, owner)).body
    const reference = set && {
      apiVersion: 'apps/v1',
      kind: 'ReplicaSet',
      name: set.metadata.name,
      uid: set.metadata.uid,
      controller: true,
    }
    const more = reference ? { ownerReferences: [reference] } : {}
    const pods = await readyPods(server, namespace, { count, ready, more })
    const selector = { matchLabels: { app: 'web' } }
    const budgets = budgetsIn(namespace)
    await server.send('POST', budgets, { metadata: { name: 'b' }, spec: { selector, ...spec } })
    const before = shownBudget(await server.readUntil(`${budgets}/b`, isCounted))
    const eviction = { metadata: { name: 'p0', namespace } }
    const evicted = await server.send('POST', `${pods}/p0/eviction`, eviction)
    const after = await server.readUntil(
      `${budgets}/b`,
      body => evicted.status >= 300 || body.status?.currentHealthy < ready,
    )
    const { code, reason, message, details } = evicted.body
    const outcome = [code, reason, message, details?.causes]
    return { before, evicted: outcome, after: shownBudget(after) }
  },
})

const replicaSet = (replicas: number) => ({
  metadata: { name: 'set' },
  spec: {
    replicas,
    selector: { matchLabels: { app: 'web' } },
    template: {
      metadata: { labels: { app: 'web' } },
      spec: { containers: [{ name: 'c', image: 'registry.example/i:1' }] },
    },
  },
})

const budgetCases: readonly ControllerCase[] = [
  budgetCase('budget of one pod', { count: 3, ready: 2, spec: { minAvailable: 1 } }),
  budgetCase('budget that permits none', { count: 2, ready: 2, spec: { minAvailable: 2 } }),
  budgetCase('budget in percent', { count: 3, ready: 3, spec: { minAvailable: '50%' } }),
  budgetCase('budget of unavailable pods without owners', {
    count: 2,
    ready: 2,
    spec: { maxUnavailable: 1 },
  }),
  budgetCase('budget of unavailable pods of a set', {
    count: 3,
    ready: 3,
    spec: { maxUnavailable: 1 },
    owner: replicaSet(4),
  }),
  budgetCase('budget in percent of a set', {
    count: 3,
    ready: 3,
    spec: { minAvailable: '34%' },
    owner: replicaSet(3),
  }),
  budgetCase('budget without pods', { count: 0, ready: 0, spec: { minAvailable: 1 } }),
]

const tokenCases: readonly ControllerCase[] = [
  {
    name: 'a Secret gets a token, and goes with its account',
    async run({ send, readUntil }) {
      await send('POST', '/api/v1/namespaces', { metadata: { name: 'tokens' } })
      const accounts = '/api/v1/namespaces/tokens/serviceaccounts'
      const secrets = '/api/v1/namespaces/tokens/secrets'
      await send('POST', accounts, { metadata: { name: 'robot' } })
      const annotations = { 'kubernetes.io/service-account.name': 'robot' }
      const type = 'kubernetes.io/service-account-token'
      await send('POST', secrets, { metadata: { name: 'held', annotations }, type })
      await send('POST', secrets, { metadata: { name: 'plain', annotations }, type: 'Opaque' })
      const filled = await readUntil(`${secrets}/held`, body => body.data?.token !== undefined)
      const plain = await send('GET', `${secrets}/plain`)
      const token = Buffer.from(filled.data?.token ?? '', 'base64').toString()
      const review = await send('POST', '/apis/authentication.k8s.io/v1/tokenreviews', {
        spec: { token },
      })
      await send('DELETE', `${accounts}/robot`)
      const gone = await readUntil(`${secrets}/held`, body => body.code === 404)
      return {
        // The reference is started without TLS, so it has no `ca.crt`.
        data: Object.keys(filled.data ?? {})
          .filter(key => key !== 'ca.crt')
          .toSorted(),
        namespace: Buffer.from(filled.data?.namespace ?? '', 'base64').toString(),
        annotations: Object.keys(filled.metadata.annotations).toSorted(),
        user: review.body.status?.user?.username,
        plain: plain.body.data ?? null,
        gone: gone.code,
      }
    },
  },
  {
    name: 'a Secret of an account that is missing goes',
    async run({ send, readUntil }) {
      await send('POST', '/api/v1/namespaces', { metadata: { name: 'tokens-of-nobody' } })
      const secrets = '/api/v1/namespaces/tokens-of-nobody/secrets'
      const annotations = { 'kubernetes.io/service-account.name': 'nobody' }
      const type = 'kubernetes.io/service-account-token'
      await send('POST', secrets, { metadata: { name: 'held', annotations }, type })
      return (await readUntil(`${secrets}/held`, body => body.code === 404)).code
    },
  },
]

const jobCase = (name: string, ttl: number | undefined, condition: string): ControllerCase => ({
  name,
  async run({ send, readUntil }) {
    const namespace = name.replace(/[^a-z0-9]+/g, '-')
    await send('POST', '/api/v1/namespaces', { metadata: { name: namespace } })
    const jobs = `/apis/batch/v1/namespaces/${namespace}/jobs`
    const containers = [{ name: 'c', image: 'registry.example/i:1' }]
    const created = await send('POST', jobs, {
      metadata: { name: 'j' },
      spec: {
        ...(ttl !== undefined && { ttlSecondsAfterFinished: ttl }),
        template: { spec: { restartPolicy: 'Never', containers } },
      },
    })
    if (created.status !== 201) return created.body.message
    const now = new Date().toISOString().replace(/\.\d+Z$/, 'Z')
    const isComplete = condition === 'Complete'
    const before = isComplete ? 'SuccessCriteriaMet' : 'FailureTarget'
    const patched = await send('PATCH', `${jobs}/j/status`, {
      status: {
        startTime: now,
        ...(isComplete && { completionTime: now, succeeded: 1 }),
        uncountedTerminatedPods: {},
        conditions: [before, condition].map(type => ({
          type,
          status: 'True',
          lastTransitionTime: now,
          lastProbeTime: now,
        })),
      },
    })
    if (patched.status !== 200) return patched.body.message
    const isKept = ttl === undefined
    const last = await readUntil(`${jobs}/j`, ({ code }) => isKept || code === 404)
    return last.code ?? 200
  },
})

const podCases: readonly ControllerCase[] = [
  jobCase('a finished job goes', 1, 'Complete'),
  jobCase('a failed job goes', 0, 'Failed'),
  jobCase('a finished job without a time stays', undefined, 'Complete'),
  {
    name: 'the oldest ended pods go',
    async run(server) {
      const { send, readUntil } = server
      const pods = await readyPods(server, 'ended-pods', { count: 5, ready: 0 })
      for (const [index, phase] of ['Succeeded', 'Failed', 'Succeeded', 'Failed'].entries())
        await send('PATCH', `${pods}/p${index}/status`, { status: { phase } })
      const left = await readUntil(pods, ({ items }) => items.length <= endedPodsMax + 1)
      // Pods that were created in the same second go in any order.
      return left.items.length
    },
  },
  {
    name: 'a deleted pod that was on no node goes',
    async run(server) {
      const { send, readUntil } = server
      const pods = await readyPods(server, 'unscheduled-pods', { count: 1, ready: 0 })
      await send('DELETE', `${pods}/p0`)
      return (await readUntil(`${pods}/p0`, body => body.code === 404)).code
    },
  },
]

/** All cases. Each has a namespace or names of its own, so they run side by side. */
export const controllerCases: readonly ControllerCase[] = [
  ...certificateCases,
  ...budgetCases,
  ...tokenCases,
  ...podCases,
]
