// Laws of types in several versions; for their labels see scenarios/custom-versions.ts.

import type { History } from '../../history/history.ts'
import { at, read, succeeded } from '../../history/history.ts'
import { given, holds } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { valueAt } from '../../dsl/term.ts'
import { canonical, defined, isAnswered, shows } from './custom-answers.ts'
import { toldByEither } from './custom-watches.ts'
import { untouched } from '../other-writers.ts'
import { done, notOvertaken } from '../premises.ts'

const group = (history: History): string => String(read(at(history, 'gadgets'), '/spec/group'))

/** K8S-CR-030: an object is one and the same in every version that is served. */
export function* isTheSameInEach(history: History): Generator<Observation> {
  yield* defined(history, 'gadgets')
  yield* done(history, 'object', 'beta object')
  const says = 'An object is the same in every version of its type, but for its apiVersion.'
  for (const name of ['x', 'y']) {
    const [one, other] = [`${name} in v1`, `${name} in v1beta1`] as const
    yield* areTheSame(history, [one, other], says)
    for (const version of ['v1', 'v1beta1'])
      yield* shows(
        history,
        `${name} in ${version}`,
        { apiVersion: `${group(history)}/${version}`, kind: 'Gadget' },
        says,
      )
  }
  const list = at(history, 'list in v1beta1')
  yield* done(history, 'list in v1beta1')
  yield* areOfBeta(history, (read(list, '/items') ?? []) as unknown[], 'list in v1beta1')
  yield* done(history, 'changed')
  const watch = yield* toldByEither(history, 'watch in v1beta1', 'shows changed')
  const frames = watch.stream?.frames ?? []
  const objects = frames.map(({ document }) => valueAt(document, '/object'))
  yield* given(objects.length > 0, 'the watch has delivered nothing')
  yield* areOfBeta(history, objects, watch.step)
}

function* areOfBeta(history: History, objects: unknown[], label: string): Generator<Observation> {
  const expected = `${group(history)}/v1beta1`
  for (const got of objects.map(one => valueAt(one, '/apiVersion')))
    yield holds(got === expected, {
      says: 'Lists and watches show objects in the version that they were asked in.',
      expected,
      got,
      at: label,
    })
}

/** Two answers show an object alike, but for the version of its type that was asked for. */
function* areTheSame(
  history: History,
  [one, other]: [string, string],
  says: string,
): Generator<Observation> {
  yield* done(history, one, other)
  yield* untouched(history, one, other)
  const [expected, got] = [one, other].map(label => {
    const { apiVersion: _, ...object } = read(at(history, label), '') as Record<string, unknown>
    return canonical(object)
  })
  yield holds(expected === got, { says, expected, got, at: other })
}

/** K8S-CR-031: what is written through one version is read, and guarded, through the others. */
export function* isWrittenInEach(history: History): Generator<Observation> {
  yield* defined(history, 'gadgets')
  yield* done(history, 'object', 'in v1beta1', 'in v1', 'at last')
  yield* notOvertaken(history, { put: 'beta change', of: 'in v1beta1', after: 'in v1' })
  yield* notOvertaken(history, { put: 'change', of: 'in v1', after: 'at last' })
  const says = 'What is written through one version is read through the others.'
  yield* isAnswered(history, 'beta change', 200, 'An object is written through any version.')
  yield* areTheSame(history, ['beta change', 'in v1'], says)
  yield* isAnswered(history, 'stale', 409, 'A write is a conflict whatever version overtook it.')
  yield* isAnswered(history, 'change', 200, 'An object is written through any version.')
  yield* areTheSame(history, ['change', 'at last'], says)
}

/** K8S-CR-032: a version that is not served has no paths. */
export function* isNotServed(history: History): Generator<Observation> {
  yield* defined(history, 'gadgets')
  yield* done(history, 'object')
  for (const label of ['list', 'get', 'create', 'delete', 'resources'])
    yield* isAnswered(history, label, 404, 'A version that is not served is not found.')
  yield* isAnswered(history, 'after', 200, 'A version that is not served changes nothing.')
}

/** K8S-CR-033: requests of a deprecated version, and no others, are warned as it says. */
export const warnsOfOldVersions = (warning: string) =>
  function* (history: History): Generator<Observation> {
    yield* defined(history, 'gadgets')
    for (const verb of ['create', 'get', 'list', 'update', 'delete'])
      for (const word of ['new', 'beta']) {
        const exchange = at(history, `${word} ${verb}`)
        yield* given(succeeded(exchange), `${word} ${verb} was refused`)
        const got = exchange.answer?.headers['warning'] ?? ''
        yield holds(got.includes(`299 - ${canonical(warning)}`) === (word === 'beta'), {
          says: 'Requests of a deprecated version are warned, and no others.',
          expected: word === 'beta' ? warning : 'no warning',
          got,
          at: exchange,
        })
      }
  }
