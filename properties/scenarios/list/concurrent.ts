// Generates four concurrent writers that also read, and three watches. Every writer has its own
// objects, and all write one shared object, so that some writes are stale. One watch is closed and
// resumed.

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import type { Role } from '../../../fixtures/objects/tested-types.ts'
import type { ReadPace, RequestStep, Scenario } from '../../dsl/scenario.ts'
import {
  get,
  lastStreamVersion,
  closeStream,
  list,
  caseName,
  scenarioWith,
  concurrently,
  awaitEventCount,
  versionFrom,
  watch,
} from '../../dsl/steps.ts'
import {
  updateLabelled,
  createLabelled,
  someObjects,
  someRole,
  someWrites,
} from '../labelled-objects.ts'
import type { LabelledObject } from '../labelled-objects.ts'
import { markerAndFinalLists, someReader } from '../watch/watched.ts'

const writers = 4

/** The concurrent requests, and the read paces of the watches. */
type Crowd = {
  role: Role
  objects: LabelledObject[]
  lanes: RequestStep[][]
  readings: ('list' | 'get' | 'none')[]
  speeds: ReadPace[]
  events: number
}

const shared: LabelledObject = { name: 'shared', namespace: 0, shade: 'dark' }

/**
 * Generates between 32 and 56 writes and about as many reads, and the watches `one`, `all` and
 * `cut`, which `rest` resumes.
 */
export const concurrentWriters = (): Arbitrary<Scenario> =>
  someRole.chain(role =>
    someObjects(2 * writers, 2 * writers)
      .chain(objects =>
        fc.record({
          role: fc.constant(role),
          objects: fc.constant(objects),
          lanes: fc.tuple(
            ...Array.from({ length: writers }, (_, writer) => someLane(role, objects, writer)),
          ),
          readings: fc.array(fc.constantFrom('list', 'list', 'get', 'none'), {
            minLength: 7,
            maxLength: 20,
          }),
          speeds: fc.array(someReader, { minLength: 3, maxLength: 3 }),
          events: fc.integer({ min: 2, max: 6 }),
        }),
      )
      .map(scenarioOf),
  )

/** Generates the writes of one writer, including some to the shared object. */
const someLane = (
  role: Role,
  objects: LabelledObject[],
  writer: number,
): Arbitrary<RequestStep[]> =>
  fc
    .tuple(
      someWrites(
        {
          role,
          objects: objects.filter((_, index) => index % writers === writer),
          fresh: `w${writer}`,
        },
        6,
        10,
      ),
      fc.array(fc.nat(6), { minLength: 2, maxLength: 4 }),
    )
    .map(([own, places]) =>
      places.reduce(
        (lane, place, turn) =>
          lane.toSpliced(place, 0, updateLabelled(role, shared, { text: `${writer} ${turn}` })),
        own,
      ),
    )

function scenarioOf({ role, objects, lanes, readings, speeds, events }: Crowd): Scenario {
  const [one, all, cut] = speeds as [ReadPace, ReadPace, ReadPace]
  const read = (lane: number, place: number): RequestStep[] => {
    const reading = readings[(lane * 5 + place) % readings.length]
    const as = `read-${lane}-${place}`
    // Every second writer lists all namespaces.
    if (reading === 'list') return [list(as, role, { namespace: lane % 2 === 0 ? 0 : 'all' })]
    return reading === 'get' ? [get(as, role, caseName(shared.name))] : []
  }
  const from = { resourceVersion: versionFrom('start') }
  return scenarioWith(
    ...[shared, ...objects].map(object => createLabelled(role, object)),
    list('start', role, { namespace: 'all' }),
    watch('one', role, { ...from, reader: one }),
    watch('all', role, { ...from, namespace: 'all', reader: all }),
    watch('cut', role, { ...from, reader: cut }),
    concurrently(
      ...lanes.map((writes, lane) =>
        writes.flatMap((write, place) => [write, ...read(lane, place)]),
      ),
      [
        awaitEventCount('cut', events),
        closeStream('cut'),
        watch('rest', role, { resourceVersion: lastStreamVersion('cut'), reader: cut }),
      ],
    ),
    ...markerAndFinalLists(role, ['one', 'all', 'rest']),
    list('final-all', role, { namespace: 'all' }),
  )
}
