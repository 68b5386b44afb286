// Runs of the agent at an API server and a runtime that both fail at random: in the end the runtime
// holds what the API server does, the API server knows the status of it, and nothing ran twice.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { objectIn } from '../api/object.ts'
import { agentRuntime } from './agent-runtime.ts'
import { followApiPods } from './api-pods.ts'
import { imagePuller } from './images.ts'
import { isMirror, mirrorPods } from './mirror-pods.ts'
import { type Pod, podName } from './pod.ts'
import { hashOf } from './pod-config.ts'
import { allPods } from './pods.ts'
import { runtimeWords } from './runtime-state.ts'
import { statusReports } from './status-reports.ts'
import { type StoredPod, testApi } from './test-api.ts'
import { settled, testClock } from './test-clock.ts'
import { type Fate, testRuntime } from './test-runtime.ts'

type Step =
  | { is: 'advance'; ms: number }
  | { is: 'create' | 'delete' | 'force delete' | 'static' | 'exit'; which: number }
  | { is: 'restart' }

const which = fc.nat(1)
const numbered = (
  is: 'create' | 'delete' | 'force delete' | 'static' | 'exit',
  weight: number,
) => ({
  weight,
  arbitrary: fc.record({ is: fc.constant(is), which }),
})
const steps = fc.array(
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        is: fc.constant('advance' as const),
        ms: fc.integer({ min: 50, max: 20_000 }),
      }),
    },
    numbered('create', 3),
    numbered('delete', 2),
    numbered('force delete', 1),
    numbered('static', 2),
    numbered('exit', 2),
    { weight: 1, arbitrary: fc.record({ is: fc.constant('restart' as const) }) },
  ),
  { minLength: 5, maxLength: 25 },
)
const fates = fc.infiniteStream(
  fc.constantFrom<Fate>('works', 'works', 'works', 'fails', 'works unheard', 'works late'),
)

const domain = 'test.example'
const spec = {
  restartPolicy: 'Always' as const,
  containers: [{ name: 'main', image: 'images.example/main:1' }],
  hostNetwork: true,
  dnsPolicy: 'None',
}

const staticPod = (index: number): Pod => ({
  source: 'file',
  metadata: {
    name: `static${index}`,
    namespace: 'default',
    uid: `static${index}`,
    annotations: { [`${domain}/config.hash`]: `hash${index}` },
  },
  spec,
})

async function play(script: readonly Step[], stream: Iterator<Fate>) {
  const clock = testClock()
  let isTrouble = true
  const fate = () => (isTrouble ? (stream.next().value ?? 'works') : 'works')
  const runtime = testRuntime({ now: clock.now, fate })
  const api = testApi(fate)
  const statics = new Map<string, Pod>()
  let uids = 0

  function start() {
    const log = () => {}
    const { client } = api
    const made = agentRuntime({
      cri: runtime,
      images: imagePuller(
        runtime.call,
        { isSerial: true, qps: 0, burst: 1 },
        { clock, credentialsFor: async () => undefined },
      ),
      config: {
        words: runtimeWords('io.test'),
        rootDirectory: '/nowhere',
        cpu: { hasQuota: true, periodMs: 100 },
        memoryBytes: 2 ** 30,
        hasDefaultSeccomp: false,
        cgroupParentOf: () => undefined,
      },
      dns: { clusterDns: [], clusterDomain: '', resolvConf: '' },
      timeoutMs: 1000,
      facts: podIp => ({
        nodeName: 'node',
        hostIp: '',
        podIp,
        rootDirectory: '/nowhere',
        readData: async () => undefined,
        tokenFor: async () => '',
      }),
      runHook: async () => {},
      makeDirectory: async () => {},
      log,
      note: () => {},
    })
    const statuses = statusReports({
      client,
      clock,
      log,
      hostIp: '127.0.0.1',
      runtimeName: () => 'test',
      podIp: made.podIp,
      healthOf: () => ({}),
    })
    const sources = ['file', 'api'] as const
    const mirrors = mirrorPods({ client, domain, clock, log, sources, ownerOf: () => undefined })
    const pods = allPods({
      runtime: made,
      clock,
      log,
      sources,
      relistMs: 1000,
      syncMs: 60_000,
      podsMax: 110,
      worker: { hashOf, healthOf: () => ({}), deadAgeMinMs: 0 },
      dead: { maxOfContainer: 1, max: -1 },
      refusal: () => undefined,
      onState: statuses.onState,
      onRefused: statuses.onRefused,
      onGone: statuses.onGone,
    })
    const setStatics = () => {
      pods.set('file', [...statics.values()])
      mirrors.setStatic('file', [...statics.values()])
    }
    setStatics()
    const following = followApiPods({
      client,
      nodeName: 'node',
      clock,
      log,
      onPods(all) {
        const found = all.filter(pod => isMirror(pod, domain))
        const byName = new Map(found.map(pod => [podName(pod), pod] as const))
        mirrors.setFound(byName)
        statuses.setMirrors(byName)
        pods.set(
          'api',
          all.filter(pod => !found.includes(pod)),
        )
      },
    })
    pods.start()
    return {
      setStatics,
      statusOf: statuses.statusOf,
      async stop() {
        await following.stop()
        await pods.stop()
        await Promise.all([mirrors.stop(), statuses.stop()])
      },
    }
  }

  function act(step: Extract<Step, { which: number }>): void {
    const name = `pod${step.which}`
    const stored = api.pods.get(`default/${name}`)
    if (step.is === 'create' && !stored) {
      const metadata = { name, namespace: 'default', uid: `uid${++uids}` }
      api.put({ metadata, spec } as StoredPod)
    }
    if (step.is === 'delete' && stored) {
      const deletionTimestamp = '2026-01-01T00:00:00Z'
      const metadata = { ...stored.metadata, deletionTimestamp, deletionGracePeriodSeconds: 1 }
      api.put({ ...stored, metadata })
    }
    if (step.is === 'force delete') api.remove(`default/${name}`)
    if (step.is === 'static') {
      const pod = staticPod(step.which)
      if (!statics.delete(pod.metadata.uid)) statics.set(pod.metadata.uid, pod)
      agent.setStatics()
    }
    if (step.is === 'exit') {
      const running = runtime.running()
      const id = running[step.which % Math.max(1, running.length)]?.id
      if (id !== undefined) runtime.exit(id, 1)
    }
  }

  let agent = start()
  for (const step of script) {
    if (step.is === 'advance') clock.advance(step.ms)
    else if (step.is === 'restart') {
      await agent.stop()
      agent = start()
    } else act(step)
    await settled()
  }
  isTrouble = false
  for (let round = 0; round < 50; round++) {
    clock.advance(10_000)
    await settled(30)
  }
  const { statusOf } = agent
  await agent.stop()
  return { runtime, api, statics, clock, statusOf, uids }
}

test('200 runs with an API server and a runtime that fail end as wanted and as reported', async () => {
  await fc.assert(
    fc.asyncProperty(steps, fates, async (script, fate) => {
      const stream = fate[Symbol.iterator]()
      const { runtime, api, statics, clock, statusOf, uids } = await play(script, stream)

      expect(runtime.doubleStarts).toEqual([])
      const stored = [...api.pods.values()]
      const mirrors = stored.filter(pod => isMirror(pod as unknown as Pod, domain))
      const pods = stored.filter(pod => !mirrors.includes(pod))
      expect(mirrors.map(({ metadata }) => metadata.name).toSorted()).toEqual(
        [...statics.values()].map(({ metadata }) => metadata.name).toSorted(),
      )
      for (const { metadata, status } of stored) {
        expect(metadata['deletionTimestamp']).toBeUndefined()
        expect(objectIn(status)['phase']).toBe('Running')
      }
      const wanted = [...statics.keys(), ...pods.map(({ metadata }) => metadata.uid)].toSorted()
      const uidOf = ({ labels }: { labels: Record<string, string> }) =>
        String(labels['io.test.pod.uid'])
      const ready = [...runtime.sandboxes.values()].filter(({ state }) => state === 0)
      expect(ready.map(uidOf).toSorted()).toEqual(wanted)
      expect(runtime.running().map(uidOf).toSorted()).toEqual(wanted)

      // Nothing is kept of pods that are gone, and no timer is left.
      const all = Array.from({ length: uids }, (_, index) => `uid${index + 1}`)
      const known = [...all, 'static0', 'static1'].filter(uid => statusOf(uid) !== undefined)
      expect(known.toSorted()).toEqual(wanted)
      expect(clock.pending()).toBe(0)
    }),
    { numRuns: 200, seed: 29 },
  )
}, 120_000)
