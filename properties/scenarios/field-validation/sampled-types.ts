// Creates of samples of the built-in types, all by dry run. `twin` is the sample as it is.

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

/** A dry run of a create of the sample, with some places set. */
function tried(sample: Sample, { as, level = 'default', set = {} }: Written): RequestStep {
  const { group, version, resource, kind, namespaced, fields } = sample
  const groupVersion: Term[] = group === '' ? [version] : [...wordsOf(group), `/${version}`]
  const prefix = group === '' ? '/api/' : '/apis/'
  const scope: Term[] = namespaced ? ['/namespaces/', { $namespace: 0 }] : []
  const own = { kind, apiVersion: { $join: groupVersion }, ...fields }
  // The sample of a namespace is a name and the label of the run. Each write has a name of its own,
  // should a server take a dry run for a real one.
  const body = editTerm(sampleObject('namespaces', as.toLowerCase()), placed(own))
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

/** Every sample once, under the name of its type. */
export const allSamples = (): RequestStep[] =>
  samples.map(sample => tried(sample, { as: nameOf(sample) }))

const nameOf = ({ resource, group }: Sample): string =>
  group === '' ? resource : `${resource}.${group.replace('.*', '')}`

/** A sample with fields that its type does not know in some of its objects, at each level. */
export const unknownAtAnyDepth = (): Arbitrary<Scenario> =>
  someSample(knownObjects).chain(sample =>
    fc.subarray(knownObjects(sample), { minLength: 1 }).map(objects => {
      const fields = objects.map((at, index) => [`${at}/${unknownName(index)}`, 'value'] as const)
      return faulty(sample, Object.fromEntries(fields))
    }),
  )

const knownObjects = ({ fields }: Sample): string[] => placesIn(fields).objects

/** The members of an object by their pointers. */
const placed = (members: Record<string, Term>): Record<string, Term> =>
  Object.fromEntries(Object.entries(members).map(([name, value]) => [`/${name}`, value]))

/** A sample with a value of another type in one of its places, beside an unknown field. */
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
  return [...objects.filter(at => at !== ''), ...leaves]
}

/** A sample that has such places: one with many, which lie deep, more often than one with few. */
const someSample = (placesOf: (sample: Sample) => string[]): Arbitrary<Sample> =>
  fc.constantFrom(...samples.flatMap(sample => placesOf(sample).map(() => sample)))

const faulty = (sample: Sample, set: Record<string, Term>): Scenario =>
  scenarioWith(
    tried(sample, { as: 'twin', level: 'Strict' }),
    ...validationLevels.map(level => tried(sample, { as: level, level, set })),
  )

type Places = { objects: string[]; leaves: string[] }

/** The places of a value by JSON pointer: objects of known members, and values that hold none. */
function placesIn(value: Json, at = ''): Places {
  if (typeof value !== 'object' || value === null) return { objects: [], leaves: [at] }
  const inner = Object.entries(value).map(([name, member]) => placesIn(member, `${at}/${name}`))
  const isKnown = !Array.isArray(value) && !isOpenMap(value)
  return {
    objects: [...(isKnown ? [at] : []), ...inner.flatMap(({ objects }) => objects)],
    leaves: inner.flatMap(({ leaves }) => leaves),
  }
}
