// Generates dry runs of creates of samples of the built-in types. `twin` is the unmodified sample.

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import { isOpenMap, samples } from '../../../fixtures/objects/samples.ts'
import type { Sample } from '../../../fixtures/objects/samples.ts'
import type { RequestStep, Scenario } from '../../dsl/scenario.ts'
import { unknownName } from '../../history/sent-fields.ts'
import { editTerm, sampleTerm as sampleObject, scenarioWith } from '../../dsl/steps.ts'
import type { Json, Term } from '../../dsl/term.ts'
import { validationLevels, atLevel } from './field-validation.ts'
import type { ValidationLevel } from './field-validation.ts'

type Written = { as: string; level?: ValidationLevel; set?: Record<string, Term> }

/** A dry run of a create of the sample, with some values set. */
function tried(sample: Sample, { as, level = 'default', set = {} }: Written): RequestStep {
  const { group, version, resource, kind, namespaced, fields } = sample
  const groupVersion: Term[] = group === '' ? [version] : [...wordsOf(group), `/${version}`]
  const prefix = group === '' ? '/api/' : '/apis/'
  const scope: Term[] = namespaced ? ['/namespaces/', { $namespace: 0 }] : []
  const own = { kind, apiVersion: { $join: groupVersion }, ...fields }
  // The sample of a namespace consists of a name and the run label. Each write has its own name, in
  // case a server stores a dry run.
  const body = editTerm(sampleObject('namespaces', as.toLowerCase()), byPointer(own))
  return atLevel(level, {
    as,
    method: 'POST',
    to: { path: { $join: [prefix, ...groupVersion, ...scope, `/${resource}`] } },
    query: { dryRun: 'All' },
    body: editTerm(body, set),
  })
}

const wordsOf = (group: string): Term[] =>
  group.endsWith('.*') ? [{ $group: group.slice(0, -'.*'.length) }] : [group]

/** Creates of every sample, labelled with the name of its type. */
export const allSamples = (): RequestStep[] =>
  samples.map(sample => tried(sample, { as: nameOf(sample) }))

const nameOf = ({ resource, group }: Sample): string =>
  group === '' ? resource : `${resource}.${group.replace('.*', '')}`

/** Generates a sample with unknown fields in some of its objects, at each level. */
export const unknownAtAnyDepth = (): Arbitrary<Scenario> =>
  someSample(knownObjects).chain(sample =>
    fc.subarray(knownObjects(sample), { minLength: 1 }).map(objects => {
      const fields = objects.map(
        (pointer, index) => [`${pointer}/${unknownName(index)}`, 'value'] as const,
      )
      return faulty(sample, Object.fromEntries(fields))
    }),
  )

const knownObjects = ({ fields }: Sample): string[] => placesIn(fields).objects

/** Returns the members of an object by JSON pointer. */
const byPointer = (members: Record<string, Term>): Record<string, Term> =>
  Object.fromEntries(Object.entries(members).map(([name, value]) => [`/${name}`, value]))

/** Generates a sample with a value of a wrong type, and an unknown field. */
export const wrongAtAnyDepth = (): Arbitrary<Scenario> =>
  someSample(typedPlaces).chain(sample =>
    fc.constantFrom(...typedPlaces(sample)).map(place => {
      const isObject = knownObjects(sample).includes(place)
      const wrong = isObject ? 'not an object' : { not: 'a plain value' }
      return faulty(sample, { [place]: wrong, [`/${unknownName(0)}`]: 'value' })
    }),
  )

const typedPlaces = ({ fields }: Sample): string[] => {
  const { objects, leaves } = placesIn(fields)
  return [...objects.filter(pointer => pointer !== ''), ...leaves]
}

/**
 * Generates samples with such places. Samples with many places, which are deeply nested, are drawn
 * more often.
 */
const someSample = (placesOf: (sample: Sample) => string[]): Arbitrary<Sample> =>
  fc.constantFrom(...samples.flatMap(sample => placesOf(sample).map(() => sample)))

const faulty = (sample: Sample, set: Record<string, Term>): Scenario =>
  scenarioWith(
    tried(sample, { as: 'twin', level: 'Strict' }),
    ...validationLevels.map(level => tried(sample, { as: level, level, set })),
  )

type Places = { objects: string[]; leaves: string[] }

/** Returns the JSON pointers of a value: objects with known members, and leaves. */
function placesIn(value: Json, pointer = ''): Places {
  if (typeof value !== 'object' || value === null) return { objects: [], leaves: [pointer] }
  const inner = Object.entries(value).map(([name, member]) =>
    placesIn(member, `${pointer}/${name}`),
  )
  const isKnown = !Array.isArray(value) && !isOpenMap(value)
  return {
    objects: [...(isKnown ? [pointer] : []), ...inner.flatMap(({ objects }) => objects)],
    leaves: inner.flatMap(({ leaves }) => leaves),
  }
}
