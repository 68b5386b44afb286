// Generates random statuses of a pod, for cells that depend on several containers.

import fc from 'fast-check'
import type { Json } from '../../fixtures/objects/tested-types.ts'

type Fields = { [name: string]: Json }

const image = 'registry.example/sample:1'

/** A pod whose init containers run one after the other, except for one sidecar that stays. */
export const podSpec: Fields = {
  initContainers: [
    { name: 'first', image },
    { name: 'stays', image, restartPolicy: 'Always' },
    { name: 'last', image },
  ],
  containers: [
    { name: 'a', image },
    { name: 'b', image },
  ],
  readinessGates: [{ conditionType: 'sample.example/open' }],
}

const moment = fc.integer({ min: 1, max: 3_000_000 }).map(seconds => {
  const ms = Date.UTC(2026, 0, 1) - seconds * 1000
  return `${new Date(ms).toISOString().slice(0, 19)}Z`
})

const reason = fc.constantFrom('', 'Completed', 'Error', 'PodInitializing', 'CrashLoopBackOff')

const terminated = fc
  .record({
    exitCode: fc.constantFrom(0, 1, 137),
    signal: fc.constantFrom(0, 9),
    reason,
    finishedAt: fc.option(moment),
  })
  .map(end => ({ terminated: end }))

const state: fc.Arbitrary<Fields> = fc.oneof(
  fc.constant({}),
  fc.constant({ running: {} }),
  reason.map(why => ({ waiting: { reason: why } })),
  terminated,
)

const container = (name: string): fc.Arbitrary<Fields> =>
  fc.record({
    name: fc.constant(name),
    image: fc.constant(image),
    imageID: fc.constant(''),
    ready: fc.boolean(),
    started: fc.boolean(),
    restartCount: fc.constantFrom(0, 1, 20),
    state,
    lastState: fc.oneof(fc.constant({}), terminated),
  })

const condition = (type: string): fc.Arbitrary<Fields> =>
  fc.record({
    type: fc.constant(type),
    status: fc.constantFrom('True', 'False', 'Unknown'),
    reason: fc.constantFrom('', 'SchedulingGated'),
  })

const someOf = (parts: fc.Arbitrary<Fields>[]): fc.Arbitrary<Fields[]> =>
  fc.tuple(...parts.map(part => fc.option(part))).map(all => all.filter(one => one !== null))

export const podStatus: fc.Arbitrary<Fields> = fc.record({
  phase: fc.constantFrom('Pending', 'Running', 'Succeeded', 'Failed', 'Unknown'),
  reason: fc.constantFrom('', '', 'Evicted', 'NodeLost'),
  conditions: someOf(
    ['Initialized', 'Ready', 'PodScheduled', 'sample.example/open'].map(condition),
  ),
  initContainerStatuses: someOf(['first', 'stays', 'last'].map(container)),
  containerStatuses: someOf(['a', 'b'].map(container)),
})
