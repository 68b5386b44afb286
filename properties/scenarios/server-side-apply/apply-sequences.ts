// Generates writes of all methods to one object by several managers in turn. Each write (`write 1`,
// `write 2`, …) is followed by a read (`look 1`, …).

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import type { Role } from '../../../fixtures/objects/tested-types.ts'
import type { RequestStep, Scenario } from '../../dsl/scenario.ts'
import {
  create,
  editTerm,
  get,
  caseName,
  put,
  sampleTerm,
  fromAnswer,
  scenarioWith,
} from '../../dsl/steps.ts'
import type { Term } from '../../dsl/term.ts'
import { apply, asManager, patch } from '../../dsl/write-steps.ts'
import { finalizerName } from '../object-lifecycles.ts'

/** The configuration that a manager applies. Managers share keys. */
export type AppliedConfig = {
  content: string
  labels: Record<string, string>
  annotations: Record<string, string>
  finalizers: string[]
}

export type Manager = 'm' | 'n' | 'o'

export type SequenceWrite =
  | { way: 'apply'; manager: Manager; config: AppliedConfig; isForced: boolean }
  | { way: 'create'; manager: Manager; config: AppliedConfig }
  /** A PUT of the object as read: with its managed fields, without, or with one empty entry. */
  | {
      way: 'put'
      manager: Manager
      config: AppliedConfig
      drops: string[]
      record: 'kept' | 'left out' | 'cleared'
    }
  | { way: 'merge'; manager: Manager; config: Partial<AppliedConfig>; drops: string[] }

const someManager = fc.constantFrom<Manager>('m', 'n', 'o')
const someText = fc.constantFrom('one', 'two')
const someTexts = fc.dictionary(fc.constantFrom('a', 'b', 'c'), someText, { maxKeys: 2 })

/** A configuration. Finalizers of different configurations differ only by name. */
export const someConfig: Arbitrary<AppliedConfig> = fc.record({
  content: someText,
  labels: someTexts,
  annotations: someTexts,
  finalizers: fc.subarray(['v', 'w'], { maxLength: 1 }).map(all => all.map(finalizerName)),
})

const someApply: Arbitrary<SequenceWrite> = fc.record({
  way: fc.constant('apply'),
  manager: someManager,
  config: someConfig,
  isForced: fc.boolean(),
})

const somePut: Arbitrary<SequenceWrite> = fc.record({
  way: fc.constant('put'),
  manager: someManager,
  config: someConfig,
  drops: fc.subarray(['a', 'b', 'c'], { maxLength: 2 }),
  record: fc.constantFrom('kept', 'kept', 'left out', 'left out', 'cleared'),
})

const someMerge: Arbitrary<SequenceWrite> = fc.record({
  way: fc.constant('merge'),
  manager: someManager,
  config: someConfig.map(({ labels, annotations }) => ({ labels, annotations })),
  drops: fc.subarray(['a', 'b', 'c'], { maxLength: 2 }),
})

const someFirst: Arbitrary<SequenceWrite> = fc.oneof(
  someApply,
  fc.record({ way: fc.constant('create'), manager: someManager, config: someConfig }),
)

/** Generates writes of an object of one of the roles. The first one creates it. */
export const someSequence = (
  ...roles: Role[]
): Arbitrary<{ role: Role; writes: SequenceWrite[] }> =>
  fc
    .record({
      role: fc.constantFrom(...roles),
      first: someFirst,
      others: fc.array(
        fc.oneof(
          { weight: 4, arbitrary: someApply },
          { weight: 1, arbitrary: somePut },
          { weight: 1, arbitrary: someMerge },
        ),
        { minLength: 3, maxLength: 6 },
      ),
    })
    .map(({ role, first, others }) => ({ role, writes: [first, ...others] }))

/** Generates four to seven writes with any method. */
export const writesByManagers = (...roles: Role[]): Arbitrary<Scenario> =>
  someSequence(...roles).map(({ role, writes }) => scenarioOfWrites(role, writes))

/** Like `writesByManagers`, with each write twice except for POST. */
export const repeatedWritesByManagers = (...roles: Role[]): Arbitrary<Scenario> =>
  someSequence(...roles).map(({ role, writes }) =>
    scenarioOfWrites(
      role,
      writes.flatMap((one): SequenceWrite[] => (one.way === 'create' ? [one] : [one, one])),
    ),
  )

/** Returns the scenario of these writes to one object, each with its read. */
export const scenarioOfWrites = (role: Role, all: SequenceWrite[]): Scenario =>
  scenarioWith(
    ...all.flatMap((one, index) => [
      { ...requestOf(role, one, `look ${index}`), as: `write ${index + 1}` },
      get(`look ${index + 1}`, role, caseName('x')),
    ]),
  )

/** Returns the body of an apply or a create for a configuration. */
export const configBody = (role: Role, { content, ...config }: AppliedConfig): Term =>
  editTerm(sampleTerm(role, 'x', content), placesOf(config))

function requestOf(role: Role, one: SequenceWrite, look: string): RequestStep {
  const manager = caseName(one.manager)
  if (one.way === 'apply') {
    const body = configBody(role, one.config)
    return apply('', role, caseName('x'), { body, manager, isForced: one.isForced })
  }
  if (one.way === 'create')
    return asManager(manager, create('', role, 'x', { body: configBody(role, one.config) }))
  if (one.way === 'merge') return asManager(manager, merging(role, one))
  const { content: _, ...config } = one.config
  const [set, drop] = recordOf[one.record]
  const gone = one.drops.flatMap(key => [`/metadata/labels/${key}`, `/metadata/annotations/${key}`])
  const body = editTerm(fromAnswer(look, ''), { ...placesOf(config), ...set }, [...drop, ...gone])
  return asManager(manager, put('', role, caseName('x'), body))
}

const recordAt = '/metadata/managedFields'
const recordOf: Record<
  Extract<SequenceWrite, { way: 'put' }>['record'],
  [set: Record<string, Term>, drop: string[]]
> = {
  kept: [{}, []],
  'left out': [{}, [recordAt]],
  // For custom types an empty list clears nothing.
  cleared: [{ [recordAt]: [{}] }, []],
}

const merging = (
  role: Role,
  { config, drops }: Extract<SequenceWrite, { way: 'merge' }>,
): RequestStep => {
  const gone = Object.fromEntries(drops.map(key => [key, null]))
  const { labels = {}, annotations = {} } = config
  const metadata = { labels: { ...labels, ...gone }, annotations: { ...gone, ...annotations } }
  return patch('', role, caseName('x'), { type: 'merge', body: { metadata } })
}

const placesOf = ({ labels, annotations, finalizers }: Omit<AppliedConfig, 'content'>) => ({
  ...textsAt('labels', labels),
  ...textsAt('annotations', annotations),
  ...(finalizers.length === 0 ? {} : { '/metadata/finalizers': finalizers }),
})

const textsAt = (map: string, texts: Record<string, string>): Record<string, Term> =>
  Object.fromEntries(Object.entries(texts).map(([key, text]) => [`/metadata/${map}/${key}`, text]))
