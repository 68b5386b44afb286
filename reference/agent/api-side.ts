// The agent at its API server: pods from there, and reports to it.

import { readFile } from 'node:fs/promises'
import type { WebhookAddress } from '../api/authentication.ts'
import type { Dialect } from '../api/dialect.ts'
import { type JsonObject, objectIn } from '../api/object.ts'
import { readWebhookKubeconfig } from '../flag-settings/webhook-kubeconfig.ts'
import type { AgentSetup } from './agent-setup.ts'
import { type ApiClient, apiClient, hasStatus } from './api-client.ts'
import { bootstrap, needsBootstrap } from './client-certificate.ts'
import { followApiPods } from './api-pods.ts'
import type { ReadData } from './container-env.ts'
import type { Cri } from './cri.ts'
import type { Health } from './decide.ts'
import { podEvents } from './events.ts'
import { isMirror, mirrorPods } from './mirror-pods.ts'
import type { Measure } from './measurements.ts'
import type { NodeHealth } from './node-object.ts'
import { nodeReports } from './node-reports.ts'
import { type Pod, podName, type PodSource } from './pod.ts'
import type { OnPods, PodSourceRun } from './pod-source.ts'
import type { PodState } from './pod-state.ts'
import type { PodRefusal } from './pods.ts'
import { rotateCertificate } from './rotate-certificate.ts'
import { statusReports } from './status-reports.ts'

export type ApiSide = {
  readonly client: ApiClient
  readonly readData: (
    kind: Parameters<ReadData>[0],
    place: { readonly namespace: string; readonly name: string },
  ) => ReturnType<ReadData>
  readonly tokenFor: (pod: Pod, projection: JsonObject) => Promise<string>
  readonly note: (pod: Pod, reason: string, message: string) => void
  readonly onState: (state: PodState) => void
  readonly onRefused: (pod: Pod, refusal: PodRefusal) => void
  readonly onGone: (uid: string) => void
  readonly setStatic: (source: PodSource, pods: readonly Pod[]) => void
  /** Follows the pods of the node, and starts to report. */
  readonly followPods: (onPods: OnPods) => PodSourceRun
  readonly statusOf: (uid: string) => JsonObject | undefined
  readonly reportNodeSoon: () => void
  readonly stop: () => Promise<void>
}

export type ApiSideOptions = Omit<AgentSetup, 'dialect'> & {
  readonly dialect: Dialect
  /** The domain of annotations and labels. */
  readonly domain: string
  readonly cri: Pick<Cri, 'call'>
  readonly hostIp: string
  readonly podsMax: number
  readonly sources: readonly PodSource[]
  readonly podIp: (sandboxId: string) => Promise<string>
  readonly healthOf: (id: string) => Health
  readonly nodeHealth: () => NodeHealth
  readonly measure: Measure
  /** Fires when the agent is to end. */
  readonly signal: AbortSignal
}

/** How long requests that are under way at the end of the agent may still take. */
const stopMs = 3000

/** @throws Error for a file of `--clusterconfig` that cannot be used */
export async function openApiSide(options: ApiSideOptions): Promise<ApiSide> {
  const { settings, dialect, domain, clock, log, hostIp, machine, podsMax, version } = options
  const { nodeName, api } = settings
  const flag = `--${dialect.clientConfigFlag}`
  const clientAt = (addressOf: () => WebhookAddress, rate = api.rate) =>
    apiClient({
      address: addressOf,
      dialect,
      contentType: api.contentType,
      rate,
      clock,
      userAgent: `touchstone-agent/${version}`,
    })
  const stopping = new AbortController()
  const signal = AbortSignal.any([options.signal, stopping.signal])
  const certificates = { dialect, clock, log, signal, clientAt }
  const { certDirectory } = settings.server
  const flags = { ...api, certDirectory, nodeName }
  if (await needsBootstrap(flags)) await bootstrap(flags, certificates)
  let address = await readWebhookKubeconfig(api.file, {
    flag,
    readText: path => readFile(path, 'utf8'),
  })
  const client = clientAt(() => address)
  const rotation = api.rotatesCertificate
    ? rotateCertificate(
        {
          purpose: { as: 'client' },
          client,
          nodeName,
          certDirectory,
          current: () => address.client?.certificate,
          use: pair => {
            address = { ...address, client: pair }
          },
        },
        certificates,
      )
    : Promise.resolve()
  const events = podEvents({
    client,
    nodeName,
    component: dialect.agentProgram,
    rate: api.eventRate,
    clock,
    log,
  })
  const { port } = settings.server
  const facts = { settings, machine, domain, hostIp, podsMax, version, port }
  const { cri, nodeHealth: health, measure } = options
  const node = nodeReports({ client, cri, clock, log, dialect, facts, health, measure })
  const mirrors = mirrorPods({
    client,
    domain,
    clock,
    log,
    sources: options.sources,
    ownerOf: node.owner,
  })
  const statuses = statusReports({
    client,
    clock,
    log,
    hostIp,
    runtimeName: node.runtimeName,
    podIp: options.podIp,
    healthOf: options.healthOf,
  })

  return {
    client,
    async readData(kind, { namespace, name }) {
      const path = `/api/v1/namespaces/${namespace}/${kind}/${encodeURIComponent(name)}`
      try {
        return dataOf(kind, await client.ask({ method: 'GET', path }))
      } catch (error) {
        if (hasStatus(error, 404)) return undefined
        throw error
      }
    },
    async tokenFor({ metadata, spec }, { audience, expirationSeconds }) {
      const account = String(spec['serviceAccountName'] ?? 'default')
      const accounts = `/api/v1/namespaces/${metadata.namespace}/serviceaccounts`
      const body = {
        apiVersion: `authentication.${dialect.apiDomain}/v1`,
        kind: 'TokenRequest',
        spec: {
          audiences: typeof audience === 'string' && audience !== '' ? [audience] : [],
          expirationSeconds: expirationSeconds ?? 3600,
          boundObjectRef: { apiVersion: 'v1', kind: 'Pod', name: metadata.name, uid: metadata.uid },
        },
      }
      const path = `${accounts}/${encodeURIComponent(account)}/token`
      const made = await client.ask({ method: 'POST', path, body })
      return String(objectIn(made['status'])['token'] ?? '')
    },
    note: events.note,
    onState: statuses.onState,
    onRefused(pod, refusal) {
      statuses.onRefused(pod, refusal)
      events.note(pod, refusal.reason, refusal.message)
    },
    onGone: statuses.onGone,
    setStatic: mirrors.setStatic,
    followPods(onPods) {
      node.start()
      return followApiPods({
        client,
        nodeName,
        clock,
        log,
        onPods(all) {
          const found = all.filter(pod => isMirror(pod, domain))
          const byName = new Map(found.map(pod => [podName(pod), pod] as const))
          mirrors.setFound(byName)
          statuses.setMirrors(byName)
          onPods(all.filter(pod => !found.includes(pod)))
        },
      })
    },
    statusOf: statuses.statusOf,
    reportNodeSoon: node.reportSoon,
    async stop() {
      stopping.abort()
      const cancel = clock.after(stopMs, client.close)
      await Promise.all([events.stop(), node.stop(), mirrors.stop(), statuses.stop(), rotation])
      cancel()
      client.close()
    },
  }
}

function dataOf(kind: string, object: JsonObject): ReadonlyMap<string, Buffer> {
  const encoding = kind === 'secrets' ? 'base64' : 'utf8'
  const texts = Object.entries(objectIn(object['data']))
  const binary = Object.entries(objectIn(object['binaryData']))
  return new Map([
    ...texts.map(([key, text]) => [key, Buffer.from(String(text), encoding)] as const),
    ...binary.map(([key, text]) => [key, Buffer.from(String(text), 'base64')] as const),
  ])
}
