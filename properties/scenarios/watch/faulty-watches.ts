// Generates watches with options that genuine servers refuse (`fault …`), and a valid `twin`.

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import type { Scenario, Step, WatchStep } from '../../dsl/scenario.ts'
import { create, scenarioWith, versionFrom, watch } from '../../dsl/steps.ts'
import type { WatchStepOptions } from '../../dsl/steps.ts'
import { someRole } from '../labelled-objects.ts'

/** An object, a valid watch from its version, and faulty watches. */
export const faultyWatches = (faults: WatchStepOptions[], twin: WatchStepOptions = {}): Step[] => [
  create('object', 'main', 'x'),
  watch('twin', 'main', { resourceVersion: versionFrom('object'), ...twin }),
  ...faults.map((fault, index) => faultyWatch(index, fault)),
]

const faultyWatch = (index: number, fault: WatchStepOptions): WatchStep =>
  watch(`fault ${index}`, 'main', { query: { timeoutSeconds: '1' }, ...fault })

const someVersion = fc.constantFrom<WatchStepOptions>(
  {},
  { resourceVersion: '0' },
  { resourceVersion: versionFrom('object') },
)

const oneFault = (
  faults: Arbitrary<WatchStepOptions>,
  twin: WatchStepOptions,
): Arbitrary<Scenario> =>
  fc
    .record({ role: someRole, version: someVersion, fault: faults })
    .map(({ role, version, fault }) =>
      scenarioWith(
        create('object', role, 'x'),
        watch('twin', role, { resourceVersion: versionFrom('object'), ...twin }),
        watch('fault', role, { ...version, ...fault, query: { timeoutSeconds: '1' } }),
      ),
    )

/** Generates watches with a match but without initial events. */
export const watchesWithMatchAlone = (): Arbitrary<Scenario> =>
  oneFault(fc.constantFrom({ match: 'NotOlderThan' }, { match: 'Exact' }), {})

/** Generates watches with initial events but without the match `NotOlderThan`. */
export const watchesWithInitialEventsAlone = (): Arbitrary<Scenario> =>
  oneFault(
    fc
      .record({
        initialEvents: fc.boolean(),
        match: fc.constantFrom<{ match?: string }>({}, { match: 'Exact' }),
      })
      .map(({ initialEvents, match }) => ({ initialEvents, ...match })),
    { initialEvents: true, match: 'NotOlderThan' },
  )
