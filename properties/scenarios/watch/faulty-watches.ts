// Watches with options that genuine servers refuse (labels `fault …`), beside a sound `twin`.

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import type { Scenario, Step, Watch } from '../../dsl/scenario.ts'
import { create, steps, versionOf, watch } from '../../dsl/steps.ts'
import type { WatchOptions } from '../../dsl/steps.ts'
import { someRole } from '../spread.ts'

/** An object, a sound watch from its version, and faulty ones. */
export const faultyWatches = (faults: WatchOptions[], twin: WatchOptions = {}): Step[] => [
  create('object', 'main', 'x'),
  watch('twin', 'main', { resourceVersion: versionOf('object'), ...twin }),
  ...faults.map((fault, index) => faultyWatch(index, fault)),
]

const faultyWatch = (index: number, fault: WatchOptions): Watch =>
  watch(`fault ${index}`, 'main', { query: { timeoutSeconds: '1' }, ...fault })

const someVersion = fc.constantFrom<WatchOptions>(
  {},
  { resourceVersion: '0' },
  { resourceVersion: versionOf('object') },
)

const oneFault = (faults: Arbitrary<WatchOptions>, twin: WatchOptions): Arbitrary<Scenario> =>
  fc
    .record({ role: someRole, version: someVersion, fault: faults })
    .map(({ role, version, fault }) =>
      steps(
        create('object', role, 'x'),
        watch('twin', role, { resourceVersion: versionOf('object'), ...twin }),
        watch('fault', role, { ...version, ...fault, query: { timeoutSeconds: '1' } }),
      ),
    )

/** A match where nothing asks for a state. */
export const matchesAlone = (): Arbitrary<Scenario> =>
  oneFault(fc.constantFrom({ match: 'NotOlderThan' }, { match: 'Exact' }), {})

/** Initial events of a state that is not asked for by `NotOlderThan`. */
export const initialEventsAlone = (): Arbitrary<Scenario> =>
  oneFault(
    fc
      .record({
        initialEvents: fc.boolean(),
        match: fc.constantFrom<{ match?: string }>({}, { match: 'Exact' }),
      })
      .map(({ initialEvents, match }) => ({ initialEvents, ...match })),
    { initialEvents: true, match: 'NotOlderThan' },
  )
