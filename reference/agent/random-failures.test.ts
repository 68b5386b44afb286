// Runs of the agent's workers with a runtime that fails at random, containers that end at random,
// and agents that start again: in the end everything is as it should be, and nothing ran twice.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { agentRuntime } from './agent-runtime.ts'
import { imagePuller } from './images.ts'
import type { Container, Pod, RestartPolicy } from './pod.ts'
import { hashOf } from './pod-config.ts'
import { allPods, type Pods } from './pods.ts'
import { runtimeWords } from './runtime-state.ts'
import { settled, testClock } from './test-clock.ts'
import { type Fate, testRuntime } from './test-runtime.ts'

type Plan = {
  policy: RestartPolicy
  containers: number
  inits: number
  hasSidecar: boolean
}

const plans = fc.array(
  fc.record({
    policy: fc.constantFrom<RestartPolicy>('Always', 'OnFailure', 'Never'),
    containers: fc.integer({ min: 1, max: 2 }),
    inits: fc.integer({ min: 0, max: 2 }),
    hasSidecar: fc.boolean(),
  }),
  { minLength: 1, maxLength: 3 },
)

type Step =
  | { is: 'advance'; ms: number }
  | { is: 'exit'; which: number; code: number }
  | { is: 'restart' }
  | { is: 'end sandbox'; which: number }
  | { is: 'remove'; which: number }
  | { is: 'add'; which: number }

const steps = fc.array(
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        is: fc.constant('advance' as const),
        ms: fc.integer({ min: 50, max: 30_000 }),
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        is: fc.constant('exit' as const),
        which: fc.nat(9),
        code: fc.constantFrom(0, 1),
      }),
    },
    { weight: 1, arbitrary: fc.record({ is: fc.constant('restart' as const) }) },
    {
      weight: 1,
      arbitrary: fc.record({ is: fc.constant('end sandbox' as const), which: fc.nat(9) }),
    },
    { weight: 1, arbitrary: fc.record({ is: fc.constant('remove' as const), which: fc.nat(2) }) },
    { weight: 1, arbitrary: fc.record({ is: fc.constant('add' as const), which: fc.nat(2) }) },
  ),
  { maxLength: 25 },
)

const fates = fc.infiniteStream(
  fc.constantFrom<Fate>('works', 'works', 'works', 'fails', 'works unheard', 'works late'),
)

function podOf({ policy, containers, inits, hasSidecar }: Plan, index: number): Pod {
  const container = (name: string): Container => ({ name, image: `images.example/${name}:1` })
  const initContainers = [
    ...(hasSidecar ? [{ ...container('side'), restartPolicy: 'Always' as const }] : []),
    ...Array.from({ length: inits }, (_, at) => container(`init${at}`)),
  ]
  return {
    source: 'file',
    metadata: { name: `pod${index}`, namespace: 'default', uid: `uid${index}` },
    spec: {
      restartPolicy: policy,
      containers: Array.from({ length: containers }, (_, at) => container(`main${at}`)),
      initContainers,
      hostNetwork: true,
      dnsPolicy: 'None',
    },
  }
}

async function play(
  pods: readonly Pod[],
  script: readonly Step[],
  { stream, refusesNamesakes }: { stream: Iterator<Fate>; refusesNamesakes: boolean },
) {
  const clock = testClock()
  let isTrouble = true
  const runtime = testRuntime({
    now: clock.now,
    refusesNamesakes,
    fate: () => (isTrouble ? (stream.next().value ?? 'works') : 'works'),
  })
  const wanted = new Set(pods)
  let agent: Pods | undefined

  function start(): Pods {
    const images = imagePuller(
      runtime.call,
      { isSerial: true, qps: 0, burst: 1 },
      {
        clock,
        credentialsFor: async () => undefined,
      },
    )
    const words = runtimeWords('io.test')
    const made = agentRuntime({
      cri: runtime,
      images,
      config: {
        words,
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
      log: () => {},
      note: () => {},
    })
    const all = allPods({
      runtime: made,
      clock,
      log: () => {},
      sources: ['file'],
      relistMs: 1000,
      syncMs: 60_000,
      podsMax: 110,
      worker: { hashOf, healthOf: () => ({}), deadAgeMinMs: 0 },
      dead: { maxOfContainer: 1, max: -1 },
      refusal: () => undefined,
      onState: () => {},
      onRefused: () => {},
      onGone: () => {},
    })
    all.start()
    all.set('file', [...wanted])
    return all
  }

  agent = start()
  for (const step of script) {
    const one = 'which' in step ? pods[step.which % pods.length] : undefined
    if (step.is === 'advance') clock.advance(step.ms)
    if (step.is === 'exit') {
      const running = runtime.running()
      const id = running[step.which % Math.max(1, running.length)]?.id
      if (id !== undefined) runtime.exit(id, step.code)
    }
    if (step.is === 'end sandbox') {
      const ready = [...runtime.sandboxes.values()].filter(({ state }) => state === 0)
      const id = ready[step.which % Math.max(1, ready.length)]?.id
      if (id !== undefined) runtime.endSandbox(id)
    }
    if (step.is === 'restart') {
      // The old agent finishes its calls, as a process that ends on a signal does.
      await agent.stop()
      agent = start()
    }
    if (step.is === 'remove' && one) wanted.delete(one)
    if (step.is === 'add' && one) wanted.add(one)
    if (step.is === 'remove' || step.is === 'add') agent.set('file', [...wanted])
    await settled()
  }
  isTrouble = false
  for (let round = 0; round < 60; round++) {
    clock.advance(10_000)
    await settled(30)
    for (const one of runtime.running()) {
      if (one.metadata?.name.startsWith('init')) runtime.exit(one.id, 0)
    }
    await settled(10)
  }
  await agent.stop()
  return { runtime, wanted }
}

test('200 runs with random failures end as wanted, with nothing started twice', async () => {
  await fc.assert(
    fc.asyncProperty(
      plans,
      steps,
      fates,
      fc.boolean(),
      async (drawn, script, fate, refusesNamesakes) => {
        const pods = drawn.map(podOf)
        const { runtime, wanted } = await play(pods, script, {
          stream: fate[Symbol.iterator](),
          refusesNamesakes,
        })

        expect(runtime.doubleStarts).toEqual([])
        for (const pod of pods) {
          const { uid } = pod.metadata
          const of = (name: string) =>
            [...runtime.containers.values()].filter(
              ({ labels, metadata }) =>
                labels['io.test.pod.uid'] === uid && metadata?.name === name,
            )
          const ready = [...runtime.sandboxes.values()].filter(
            one => one.labels['io.test.pod.uid'] === uid && one.state === 0,
          )
          if (!wanted.has(pod)) {
            expect(ready).toEqual([])
            expect(pod.spec.containers.flatMap(({ name }) => of(name))).toEqual([])
            continue
          }
          const policy = pod.spec.restartPolicy
          if (policy === 'Always') {
            expect(ready).toHaveLength(1)
            for (const { name } of pod.spec.containers) {
              expect(of(name).filter(({ state }) => state === 1)).toHaveLength(1)
            }
          }
          for (const { name } of pod.spec.containers) {
            const states = of(name)
            expect(states.filter(({ state }) => state === 0)).toEqual([])
            if (policy === 'OnFailure') {
              expect(states.some(({ state, exitCode }) => state === 1 || exitCode === 0)).toBe(true)
            }
          }
        }
        const never = pods.filter(({ spec }) => spec.restartPolicy === 'Never')
        for (const { metadata, spec } of never) {
          const wasRemoved = script.some(({ is }) => is === 'remove')
          for (const { name } of spec.containers) {
            if (!wasRemoved)
              expect(runtime.starts.get(`${metadata.uid}/${name}`) ?? 0).toBeLessThan(2)
          }
        }
      },
    ),
    { numRuns: 200, seed: 23 },
  )
}, 120_000)
