// Compares what the reference and a genuine server ask a webhook about the same requests: the
// attributes with selectors and names, and how often.

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

import { type Client, createClient } from '../../../fixtures/client/client.ts'
import { serveLoopback } from '../../../fixtures/client/test-server.ts'
import { startApiserver } from '../../../fixtures/targets/kube-apiserver/apiserver.ts'
import { ensureBinaries } from '../../../fixtures/targets/kube-apiserver/build.ts'
import { makeCredentials } from '../../../fixtures/targets/kube-apiserver/credentials.ts'
import { startEtcd } from '../../../fixtures/targets/kube-apiserver/etcd.ts'
import { defaultParts, startReference } from '../../../reference/index.ts'
import { type LongRun, problemWith } from '../../long-runs/storage-engine-runs.ts'
import { valueDifferences } from '../value-differences.ts'
import { type ReviewedRequest, reviewedRequests } from './selector-requests.ts'

type Attributes = { readonly [member: string]: unknown }

/** A server that asks a webhook about every request, and the client of one user. */
type AskingServer = {
  readonly client: Client
  /** Returns the attributes of all reviews since the last call. */
  readonly takeReviews: () => Attributes[]
  readonly close: () => Promise<void>
}

const asker = 'selecting-user'

/** Sends every request to both servers. */
export async function compareSelectorReviews(): Promise<LongRun> {
  const genuine = await startGenuine()
  try {
    const own = await startOwn()
    try {
      return await compareReviewsOf([genuine, own])
    } finally {
      await own.close()
    }
  } finally {
    await genuine.close()
  }
}

async function compareReviewsOf(servers: readonly AskingServer[]): Promise<LongRun> {
  const found: string[] = []
  let withSelectors = 0
  for (const one of reviewedRequests) {
    const [expected, got] = await Promise.all(servers.map(server => reviewsOf(server, one)))
    if (JSON.stringify(expected).includes('Selector')) withSelectors += 1
    const different = valueDifferences(expected, got)
    if (different.length > 0) found.push([JSON.stringify(one), ...different].join('\n'))
  }
  if (withSelectors === 0) found.push('expected reviews with selectors, got none')
  const summary = `${reviewedRequests.length} requests, ${withSelectors} with selectors in reviews`
  return { summary, ...problemWith(found) }
}

async function reviewsOf(
  { client, takeReviews }: AskingServer,
  { method, path, body }: ReviewedRequest,
): Promise<object> {
  takeReviews()
  const { status } = await client.send({
    method,
    path,
    ...(body && { body: Buffer.from(JSON.stringify(body)) }),
  })
  return { status, reviews: takeReviews() }
}

/** Starts a webhook that allows everything, and notes what it is asked about the user. */
async function startWebhook() {
  let reviews: Attributes[] = []
  const host = await serveLoopback(async (request, response) => {
    const review = JSON.parse(await text(request)) as { spec: Attributes }
    if (review.spec['user'] === asker) reviews.push(attributesIn(review.spec))
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ ...review, status: { allowed: true } }))
  })
  return {
    ...host,
    takeReviews: () => {
      const taken = reviews
      reviews = []
      return taken
    },
  }
}

const attributesIn = ({ resourceAttributes, nonResourceAttributes }: Attributes): Attributes => ({
  resourceAttributes,
  nonResourceAttributes,
})

async function startOwn(): Promise<AskingServer> {
  const webhook = await startWebhook()
  const server = await startReference(
    defaultParts({
      dialect: 'kubernetes',
      users: [{ token: asker, name: asker, uid: asker, groups: [] }],
      authorizers: [
        {
          name: 'asked',
          address: { url: webhook.url },
          version: 'v1',
          authorizedTtlMs: 0,
          unauthorizedTtlMs: 0,
          timeoutMs: 10_000,
          deniesOnFailure: true,
          matchConditions: [],
        },
      ],
    }),
  )
  const client = createClient({ url: server.url }, { token: asker })
  return {
    client,
    takeReviews: webhook.takeReviews,
    close: async () => {
      await client.close()
      await server.close()
      await webhook.close()
    },
  }
}

async function startGenuine(): Promise<AskingServer> {
  const { kubeApiserver, etcd: command } = await ensureBinaries()
  const directory = await mkdtemp(join(tmpdir(), 'touchstone-selectors-'))
  const closing = [() => rm(directory, { recursive: true, force: true })]
  const close = async () => {
    for (const end of closing.splice(0).reverse()) await end()
  }
  try {
    const webhook = await startWebhook()
    closing.push(webhook.close)
    const etcd = await startEtcd({ command, directory })
    closing.push(etcd.close)
    const made = await makeCredentials(directory)
    const { tokens } = made
    const rows = [`${tokens.admin},admin,admin,system:masters`, `${asker},${asker},${asker}`]
    await writeFile(made.tokenFile, rows.join('\n'), { mode: 0o600 })
    const { url, certificateAuthority, child } = await startApiserver({
      command: kubeApiserver,
      directory,
      etcdUrl: etcd.url,
      credentials: made,
      flags: [`--authorization-config=${await authorizationFile(directory, webhook.url)}`],
    })
    closing.push(() => child.stop())
    const client = createClient({ url, certificateAuthority }, { token: asker })
    closing.push(() => client.close())
    return { client, takeReviews: webhook.takeReviews, close }
  } catch (cause) {
    await close()
    throw cause
  }
}

async function authorizationFile(directory: string, url: string): Promise<string> {
  const [file, kubeConfigFile] = ['authorization.json', 'webhook.json'].map(name =>
    join(directory, name),
  ) as [string, string]
  const kubeconfig = {
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'webhook', cluster: { server: url } }],
    users: [{ name: 'server', user: {} }],
    contexts: [{ name: 'webhook', context: { cluster: 'webhook', user: 'server' } }],
    'current-context': 'webhook',
  }
  await writeFile(kubeConfigFile, JSON.stringify(kubeconfig), { mode: 0o600 })
  const webhook = {
    // Reviews of equal requests are sent again after a nanosecond.
    authorizedTTL: '1ns',
    unauthorizedTTL: '1ns',
    timeout: '10s',
    subjectAccessReviewVersion: 'v1',
    matchConditionSubjectAccessReviewVersion: 'v1',
    failurePolicy: 'Deny',
    connectionInfo: { type: 'KubeConfigFile', kubeConfigFile },
  }
  const document = {
    apiVersion: 'apiserver.config.k8s.io/v1',
    kind: 'AuthorizationConfiguration',
    authorizers: [{ type: 'Webhook', name: 'asked', webhook }],
  }
  await writeFile(file, JSON.stringify(document), { mode: 0o600 })
  return file
}
