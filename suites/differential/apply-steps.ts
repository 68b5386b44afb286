// Generates sequences of writes to one object by several field managers.

import * as fc from 'fast-check'
import type { Json } from '../../fixtures/objects/tested-types.ts'
import { customKind } from './apply-custom.ts'
import { builtInKinds, type JsonObject, type WrittenKind } from './apply-kinds.ts'
import { isJsonObject } from '../../properties/dsl/term.ts'

/** A write, without the name of its object. */
export type WriteStep = {
  readonly how: 'create' | 'update' | 'apply' | 'merge'
  readonly manager: string
  readonly isForced: boolean
  /** Empty for the object itself. */
  readonly subresource: '' | 'status' | 'scale'
  readonly fields: JsonObject
}

export type WriteSequence = { readonly kind: WrittenKind; readonly steps: readonly WriteStep[] }

const managers = fc.constantFrom('m1', 'm2', 'm3')

export const writeSequences: fc.Arbitrary<WriteSequence> = fc
  .constantFrom(...builtInKinds, customKind)
  .chain(kind =>
    fc.record({
      kind: fc.constant(kind),
      steps: fc.tuple(firstStep(kind), fc.array(laterStep(kind), { minLength: 2, maxLength: 9 })),
    }),
  )
  .map(({ kind, steps: [first, later] }) => ({ kind, steps: [first, ...later] }))

const how = <How extends WriteStep['how']>(word: How) => fc.constant(word)

const main = { manager: managers, isForced: fc.boolean(), subresource: fc.constant('' as const) }

const whole = ({ base, part }: WrittenKind) =>
  part.map(fields => joined(base, fields) as JsonObject)

const firstStep = (kind: WrittenKind): fc.Arbitrary<WriteStep> =>
  fc.record({ how: fc.constantFrom('create', 'apply'), ...main, fields: whole(kind) })

function laterStep(kind: WrittenKind): fc.Arbitrary<WriteStep> {
  const { part, applied = part, status, hasScale } = kind
  const apply = fc.record({ how: how('apply'), ...main, fields: applied })
  return fc.oneof(
    { weight: 6, arbitrary: apply },
    { weight: 2, arbitrary: fc.record({ how: how('merge'), ...main, fields: withNulls(part) }) },
    { weight: 2, arbitrary: fc.record({ how: how('update'), ...main, fields: whole(kind) }) },
    { weight: 1, arbitrary: fc.record({ how: how('merge'), ...main, fields: reset }) },
    ...(status ? [{ weight: 2, arbitrary: ofStatus(status) }] : []),
    ...(hasScale ? [{ weight: 2, arbitrary: ofScale }] : []),
  )
}

/** The two bodies that reset the managed fields of an object. */
const reset = fc.constantFrom<JsonObject>(
  { metadata: { managedFields: [] } },
  { metadata: { managedFields: [{}] } },
)

const partHow = fc.constantFrom('apply', 'merge')

const ofStatus = (status: fc.Arbitrary<JsonObject>): fc.Arbitrary<WriteStep> =>
  fc.record({
    ...main,
    how: partHow,
    subresource: fc.constant('status' as const),
    fields: fc.tuple(status, texts).map(
      ([said, labels]): JsonObject => ({
        status: said,
        ...(labels && { metadata: { labels, annotations: labels } }),
      }),
    ),
  })

const texts = fc.option(fc.dictionary(fc.constantFrom('l1', 'l2'), fc.constantFrom('1', '2')), {
  freq: 3,
})

const ofScale: fc.Arbitrary<WriteStep> = fc.record({
  ...main,
  how: fc.constantFrom('apply', 'merge', 'update'),
  subresource: fc.constant('scale' as const),
  fields: fc.nat(3).map((replicas): JsonObject => ({ spec: { replicas } })),
})

/** Sets random members to null, which a merge patch removes. */
const withNulls = (part: fc.Arbitrary<JsonObject>): fc.Arbitrary<JsonObject> =>
  fc.tuple(part, fc.infiniteStream(fc.nat(5))).map(([fields, chances]) => nulled(fields, chances))

function nulled(fields: JsonObject, chances: Iterator<number>): JsonObject {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => {
      const isInside = isJsonObject(value) && name !== 'metadata' && Object.keys(value).length > 0
      if (isInside) return [name, nulled(value, chances)]
      return [name, name !== 'metadata' && chances.next().value === 0 ? null : value]
    }),
  )
}

/** Merges `over` into `base`. Objects are merged, and lists are replaced. */
function joined(base: Json | undefined, over: Json): Json {
  if (!isJsonObject(base) || !isJsonObject(over)) return over
  const members = Object.entries(over).map(([name, value]) => [name, joined(base[name], value)])
  return { ...base, ...(Object.fromEntries(members) as JsonObject) }
}
