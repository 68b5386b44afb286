// Judges types with several versions. The labels are in scenarios/custom-versions.ts.

import type { History } from '../../history/history.ts'
import { exchangeAt, bodyValueAt, isSuccess } from '../../history/history.ts'
import { precondition, verify } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { valueAt } from '../../dsl/term.ts'
import { differenceSides, firstDifference } from '../../models/json-differences.ts'
import {
  canonicalText,
  requireEstablishedTypes,
  hasStatusCode,
  answerIncludes,
} from './custom-answers.ts'
import { firstWatchThatDelivered } from './custom-watches.ts'
import { requireUntouched } from '../other-writers.ts'
import { acceptsRequest } from '../decisions.ts'
import { requireSuccess, requireNotOvertaken } from '../preconditions.ts'
import { refusesWith } from '../status.ts'

const group = (history: History): string =>
  String(bodyValueAt(exchangeAt(history, 'gadgets'), '/spec/group'))

/** K8S-CR-030: an object is the same in every served version. */
export function* objectIsSameInEachVersion(history: History): Generator<Observation> {
  yield* requireEstablishedTypes(history, 'gadgets')
  yield* requireSuccess(history, 'object', 'beta object')
  const says = 'An object is the same in every version of its type, except for its apiVersion.'
  for (const name of ['x', 'y']) {
    const [one, other] = [`${name} in v1`, `${name} in v1beta1`] as const
    yield* areTheSame(history, [one, other], says)
    for (const version of ['v1', 'v1beta1'])
      yield* answerIncludes(
        history,
        `${name} in ${version}`,
        { apiVersion: `${group(history)}/${version}`, kind: 'Gadget' },
        says,
      )
  }
  const list = exchangeAt(history, 'list in v1beta1')
  yield* requireSuccess(history, 'list in v1beta1')
  yield* areOfBeta(history, (bodyValueAt(list, '/items') ?? []) as unknown[], 'list in v1beta1')
  yield* requireSuccess(history, 'changed')
  const watch = yield* firstWatchThatDelivered(history, 'watch in v1beta1', 'shows changed')
  const frames = watch.stream?.frames ?? []
  const objects = frames.map(({ document }) => valueAt(document, '/object'))
  yield* precondition(objects.length > 0, 'the watch has delivered nothing')
  yield* areOfBeta(history, objects, watch.step)
}

function* areOfBeta(history: History, objects: unknown[], label: string): Generator<Observation> {
  const expected = `${group(history)}/v1beta1`
  for (const got of objects.map(one => valueAt(one, '/apiVersion')))
    yield verify(got === expected, {
      says: 'Lists and watches return objects in the requested version.',
      expected,
      got,
      at: label,
    })
}

/** Two answers show the same object, except for the requested version of its type. */
function* areTheSame(
  history: History,
  [one, other]: [string, string],
  says: string,
): Generator<Observation> {
  yield* requireSuccess(history, one, other)
  yield* requireUntouched(history, one, other)
  const [expected, got] = [one, other].map(label =>
    withoutPlace(bodyValueAt(exchangeAt(history, label), '')),
  )
  const found = firstDifference(expected, got)
  yield verify(found === undefined, { says, ...differenceSides(found), at: other })
}

/** An object without its apiVersion, and without the path that older servers add (selfLink). */
function withoutPlace(object: unknown): unknown {
  const { apiVersion: _, metadata, ...more } = object as { [member: string]: unknown }
  const { selfLink: __, ...kept } = (metadata ?? {}) as { [member: string]: unknown }
  return { ...more, metadata: kept }
}

/**
 * K8S-CR-031: a write through one version is visible through the others and makes their old
 * versions stale.
 */
export function* writesShowInEachVersion(history: History): Generator<Observation> {
  yield* requireEstablishedTypes(history, 'gadgets')
  yield* requireSuccess(history, 'object', 'in v1beta1', 'in v1', 'at last')
  yield* requireNotOvertaken(history, { put: 'beta change', of: 'in v1beta1', after: 'in v1' })
  yield* requireNotOvertaken(history, { put: 'change', of: 'in v1', after: 'at last' })
  const says = 'A write through one version is visible through the others.'
  yield* hasStatusCode(history, 'beta change', 200, 'An object can be written through any version.')
  yield* areTheSame(history, ['beta change', 'in v1'], says)
  yield* hasStatusCode(
    history,
    'stale',
    409,
    'A stale write is a conflict, whichever version the newer write used.',
  )
  yield* hasStatusCode(history, 'change', 200, 'An object can be written through any version.')
  yield* areTheSame(history, ['change', 'at last'], says)
}

/** K8S-CR-034: the schema of the version in the path decides, whichever version is stored. */
export function* schemaOfVersionDecides(history: History): Generator<Observation> {
  yield* requireSuccess(history, 'type established', 'v1 served', 'v1beta1 served')
  yield* requireSuccess(history, 'small in v1', 'small in v1beta1')
  yield* requireNotOvertaken(history, {
    put: 'medium update',
    of: 'small in v1beta1',
    after: 'after',
  })
  const says = 'An object is validated by the schema of the version through which it is written.'
  for (const label of ['medium in v1beta1', 'medium update'])
    yield* acceptsRequest(history, label, says)
  for (const label of ['medium in v1', 'large in v1beta1'])
    yield* refusesWith(history, label, { code: 422, reason: 'Invalid' }, says)
}

/** K8S-CR-032: a version that is not served has no paths. */
export function* unservedVersionHasNoPaths(history: History): Generator<Observation> {
  yield* requireEstablishedTypes(history, 'gadgets')
  yield* requireSuccess(history, 'object')
  for (const label of ['list', 'get', 'create', 'delete', 'resources'])
    yield* hasStatusCode(history, label, 404, 'The paths of an unserved version return 404.')
  yield* hasStatusCode(history, 'after', 200, 'Requests to an unserved version change nothing.')
}

/**
 * K8S-CR-033: requests to a deprecated version, and only those, get the warning of the definition.
 */
export const deprecatedVersionWarns = (warning: string) =>
  function* (history: History): Generator<Observation> {
    yield* requireEstablishedTypes(history, 'gadgets')
    for (const verb of ['create', 'get', 'list', 'update', 'delete'])
      for (const word of ['new', 'beta']) {
        const exchange = exchangeAt(history, `${word} ${verb}`)
        yield* precondition(isSuccess(exchange), `${word} ${verb} was refused`)
        const got = exchange.answer?.headers['warning'] ?? ''
        yield verify(got.includes(`299 - ${canonicalText(warning)}`) === (word === 'beta'), {
          says: 'Requests to a deprecated version return its warning, and other requests do not.',
          expected: word === 'beta' ? warning : 'no warning',
          got,
          at: exchange,
        })
      }
  }
