// What controllers do, case by case.

import { certificateCases } from './certificate-cases.ts'
import type { Body, ControlledServer, ControllerCase } from './controlled-server.ts'
import { endedPodsMax } from './controlled-server.ts'

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

const budgetStatusOf = ({ status }: Body) => {
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
    const before = budgetStatusOf(await server.readUntil(`${budgets}/b`, isCounted))
    const eviction = { metadata: { name: 'p0', namespace } }
    const evicted = await server.send('POST', `${pods}/p0/eviction`, eviction)
    const after = await server.readUntil(
      `${budgets}/b`,
      body => evicted.status >= 300 || body.status?.currentHealthy < ready,
    )
    const { code, reason, message, details } = evicted.body
    const outcome = [code, reason, message, details?.causes]
    return { before, evicted: outcome, after: budgetStatusOf(after) }
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

type FinishedJob = { ttlSeconds?: number; condition: 'Complete' | 'Failed' }

const jobCase = (name: string, wanted: FinishedJob): ControllerCase => ({
  name,
  async run(server) {
    const { send, readUntil } = server
    const namespace = name.replace(/[^a-z0-9]+/g, '-')
    await send('POST', '/api/v1/namespaces', { metadata: { name: namespace } })
    const jobs = `/apis/batch/v1/namespaces/${namespace}/jobs`
    const isGone = ({ code }: Body) => code === 404
    await finishJob(`${jobs}/j`, wanted, server)
    if (wanted.ttlSeconds !== undefined) return (await readUntil(`${jobs}/j`, isGone)).code
    // A later job is gone, so the controller has seen this one.
    await finishJob(`${jobs}/later`, { ...wanted, ttlSeconds: 0 }, server)
    const later = await readUntil(`${jobs}/later`, isGone)
    return [later.code, (await send('GET', `${jobs}/j`)).status]
  },
})

/** Creates a job whose status says that it has finished. @throws Error if it is refused */
async function finishJob(
  path: string,
  { ttlSeconds, condition }: FinishedJob,
  { send }: ControlledServer,
): Promise<void> {
  const [jobs = '', name] = path.split(/\/(?=[^/]+$)/)
  const containers = [{ name: 'c', image: 'registry.example/i:1' }]
  const created = await send('POST', jobs, {
    metadata: { name },
    spec: {
      ...(ttlSeconds !== undefined && { ttlSecondsAfterFinished: ttlSeconds }),
      template: { spec: { restartPolicy: 'Never', containers } },
    },
  })
  if (created.status !== 201) throw new Error(created.body.message)
  const now = new Date().toISOString().replace(/\.\d+Z$/, 'Z')
  const isComplete = condition === 'Complete'
  const before = isComplete ? 'SuccessCriteriaMet' : 'FailureTarget'
  const patched = await send('PATCH', `${path}/status`, {
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
  if (patched.status !== 200) throw new Error(patched.body.message)
}

const podCases: readonly ControllerCase[] = [
  jobCase('a finished job goes', { ttlSeconds: 1, condition: 'Complete' }),
  jobCase('a failed job goes', { ttlSeconds: 0, condition: 'Failed' }),
  jobCase('a finished job without a time stays', { condition: 'Complete' }),
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

/** All cases. Each has separate names or a separate namespace, so they run concurrently. */
export const controllerCases: readonly ControllerCase[] = [
  ...certificateCases,
  ...budgetCases,
  ...tokenCases,
  ...podCases,
]
