// A workload of creates that two admission webhooks allow.

import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as passed } from 'node:timers/promises'

import { selfSignedCertificate } from '../../reference/http/self-signed-certificate.ts'
import { percentiles } from './load.ts'
import { benchCollection, freshObject } from './objects.ts'
import type { BenchServer } from './server.ts'
import { type RunningWorkload, type WorkloadSizes, workloadSetting } from './workload.ts'

// How long a webhook thinks. Genuine ones take a few milliseconds.
const thinkMs = 5

const phases = ['mutating', 'validating'] as const

/**
 * One client creates objects, each through a mutating and then a validating webhook in the process
 * of the driver. `own` is the time of a create divided by that of the webhooks, from the arrival of
 * a review to the end of the answer.
 */
export const webhookWorkload = ({ creates }: WorkloadSizes): RunningWorkload => ({
  name: 'create through two webhooks',
  setting: workloadSetting(0),
  needsWarmUp: false,
  metrics: {
    own: { unit: '×', absolute: { atMost: 1.3 } },
    p50: { unit: 'ms', againstGenuine: { atMost: 1 } },
  },
  measure: server => measure(server, Math.min(creates, 300)),
})

async function measure(server: BenchServer, count: number) {
  // The bare server has no webhooks.
  if (server.side === 'bare') return {}
  const host = await startHost()
  const { api } = server
  for (const phase of phases) await api.send('POST', pathOf(phase), host.configuration(phase))
  try {
    while (host.reviews() < phases.length) {
      await api.send('POST', benchCollection, freshObject())
      await passed(20)
    }
    const [totals, own]: [number[], number[]] = [[], []]
    // The first fifth warms up.
    for (let n = 0; n < count * 1.2; n++) {
      host.take()
      const sentAt = performance.now()
      await api.send('POST', benchCollection, freshObject())
      const ms = performance.now() - sentAt
      const ownMs = host.take()
      if (n < count * 0.2) continue
      totals.push(ms)
      own.push(ms / ownMs)
    }
    return { own: percentiles(own).p50, p50: percentiles(totals).p50 }
  } finally {
    for (const phase of phases) await api.send('DELETE', `${pathOf(phase)}/bench`)
    host.close()
  }
}

type Phase = (typeof phases)[number]

const pathOf = (phase: Phase): string =>
  `/apis/admissionregistration.k8s.io/v1/${phase}webhookconfigurations`

async function startHost() {
  const { cert, key } = selfSignedCertificate(['127.0.0.1'], Date.now())
  let spentMs = 0
  let reviews = 0
  const host = createServer({ cert, key }, (request, response) => {
    const arrivedAt = performance.now()
    reviews += 1
    void text(request).then(async body => {
      const { apiVersion, kind, request: asked } = JSON.parse(body)
      await passed(thinkMs)
      response.end(
        JSON.stringify({ apiVersion, kind, response: { uid: asked.uid, allowed: true } }),
        () => (spentMs += performance.now() - arrivedAt),
      )
    })
  })
  host.listen(0, '127.0.0.1')
  await once(host, 'listening')
  const url = `https://127.0.0.1:${(host.address() as AddressInfo).port}`
  const clientConfig = { url, caBundle: Buffer.from(cert).toString('base64') }
  const rule = { apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] }
  return {
    reviews: () => reviews,
    /** Returns the time that the webhooks have taken since the last call. */
    take() {
      const taken = spentMs
      spentMs = 0
      return taken
    },
    configuration: (phase: Phase) =>
      JSON.stringify({
        apiVersion: 'admissionregistration.k8s.io/v1',
        kind: `${phase === 'mutating' ? 'Mutating' : 'Validating'}WebhookConfiguration`,
        metadata: { name: 'bench' },
        webhooks: [
          {
            name: 'bench.touchstone.example',
            clientConfig,
            rules: [{ ...rule, operations: ['CREATE'] }],
            sideEffects: 'None',
            admissionReviewVersions: ['v1'],
          },
        ],
      }),
    close() {
      host.closeAllConnections()
      host.close()
    },
  }
}
