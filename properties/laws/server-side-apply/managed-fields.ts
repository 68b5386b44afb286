// Judges `metadata.managedFields` by the behaviour of genuine servers.

import { apiVersionOf } from '../../../fixtures/objects/tested-types.ts'
import type { History } from '../../history/history.ts'
import {
  answerSummary,
  exchangeAt,
  itemsOf,
  bodyValueAt,
  isFinalRefusal,
  isSuccess,
} from '../../history/history.ts'
import { pathsInFieldsV1, conflictPath } from '../../models/field-paths.ts'
import { precondition, verify } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { expectedAgents } from '../../scenarios/server-side-apply/managed-fields.ts'
import { ownChangeEvents } from '../../history/watch-events.ts'
import { valueAt } from '../../dsl/term.ts'
import { managedFieldsEntries } from './modeled-writes.ts'
import type { ManagedFieldsEntry } from './modeled-writes.ts'
import { requireDecision, refusesRequest } from '../decisions.ts'
import { firstDifference, differenceSides } from '../../models/json-differences.ts'
import { requireSuccess } from '../preconditions.ts'
import { requireCaughtUp } from '../watch/interpreted-watch.ts'
import { requireWatch } from '../watch/watch-stream.ts'

/** K8S-APPLY-006: every entry is complete, and the entries are sorted. */
export function* managedFieldsAreWellFormed(history: History): Generator<Observation> {
  for (const exchange of history.exchanges) {
    if (!isSuccess(exchange) || !exchange.about) continue
    const apiVersion = apiVersionOf(history.context.types[exchange.about.role])
    const entries = managedFieldsEntries(exchange.answer?.body)
    for (const entry of entries) {
      const fault = faultOf(entry, apiVersion)
      yield verify(fault === undefined, {
        says: 'An entry has manager, operation, apiVersion, fieldsType and fields.',
        expected: `an entry of ${apiVersion} whose ${fault ?? 'members'} is well formed`,
        got: entry,
        at: exchange,
      })
    }
    const order = entries.map(placeOf)
    yield verify(order.join('\n') === order.toSorted().join('\n'), {
      says: 'Entries are sorted by operation, time, manager and subresource.',
      expected: order.toSorted(),
      got: order,
      at: exchange,
    })
  }
}

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/

/** Returns the first invalid member of an entry. */
function faultOf(entry: ManagedFieldsEntry, apiVersion: string): string | undefined {
  const { manager, operation, time, fieldsType, fieldsV1 } = entry
  const memberChecks: [member: string, isSound: boolean][] = [
    ['manager', typeof manager === 'string' && manager !== ''],
    ['operation', operation === 'Apply' || operation === 'Update'],
    ['apiVersion', entry['apiVersion'] === apiVersion],
    ['time', time === undefined || (typeof time === 'string' && instant.test(time))],
    ['fieldsType', fieldsType === 'FieldsV1'],
    [
      'fieldsV1',
      (pathsInFieldsV1(fieldsV1)?.length ?? 0) > 0 && Object.keys(fieldsV1 ?? {}).length > 0,
    ],
  ]
  return memberChecks.find(([, isSound]) => !isSound)?.[0]
}

/** Returns the sort key of an entry. An entry without a time sorts first. */
const placeOf = ({ operation, time, manager, subresource = '' }: ManagedFieldsEntry): string =>
  [operation, time ?? '0', manager, subresource].map(String).join(' ')

/** K8S-APPLY-007: an entry has the manager of the request. */
export function* managedFieldsNameManagers(history: History): Generator<Observation> {
  yield* requireSuccess(history, 'object', 'patched', 'put', 'named', 'look')
  const record = exchangeAt(history, 'look')
  const owners = { ...expectedAgents, d: `${history.context.prefix}m` }
  for (const [key, manager] of Object.entries(owners)) {
    const found = managedFieldsEntries(record.answer?.body)
      .filter(entry =>
        (pathsInFieldsV1(entry['fieldsV1']) ?? []).some(path => isAnnotation(path, key)),
      )
      .map(({ manager: name, operation }) => `${String(operation)} ${String(name)}`)
    yield verify(found.join() === `Update ${manager}`, {
      says: 'The manager of a write is its fieldManager, or else its User-Agent before the first slash.',
      expected: `the annotation ${key} of Update ${manager}`,
      got: found,
      at: record,
    })
  }
}

const isAnnotation = (path: string, key: string): boolean =>
  conflictPath(path) === `.metadata.annotations.${key}`

/** K8S-APPLY-013: managed fields are the same in every kind of read. */
export function* managedFieldsAreSameInEveryRead(history: History): Generator<Observation> {
  yield* requireSuccess(history, 'object', 'patched', 'applied', 'get')
  const get = exchangeAt(history, 'get')
  const wanted = managedFieldsEntries(get.answer?.body)
  yield* precondition(wanted.length >= 3, 'managedFields has fewer than three entries')
  const says = 'An object has the same managedFields however it is read.'
  const others = ['in YAML', 'in Protobuf', 'in CBOR', 'as metadata']
  yield* requireSuccess(history, 'list', ...others)
  const name = bodyValueAt(get, '/metadata/name')
  const item = itemsOf(exchangeAt(history, 'list'))?.find(
    ({ metadata }) => metadata['name'] === name,
  )
  yield* requireCaughtUp(history, 'watch shows applied')
  const { stream } = yield* requireWatch(history, 'watch')
  const event = ownChangeEvents(history, stream).findLast(
    ({ object }) => valueAt(object, '/metadata/name') === name,
  )
  const shown: [at: string, object: unknown][] = [
    ...others.map(
      label => [label, exchangeAt(history, label).answer?.body] satisfies [string, unknown],
    ),
    ['list', item],
    ['watch', event?.object],
  ]
  for (const [label, object] of shown) {
    const difference = firstDifference(wanted, managedFieldsEntries(object))
    yield verify(difference === undefined, { says, ...differenceSides(difference), at: label })
  }
}

/** K8S-APPLY-008: the status is owned separately, and only through its subresource. */
export function* statusIsManagedSeparately(history: History): Generator<Observation> {
  yield* requireSuccess(history, 'object', 'status', 'main', 'look')
  const look = exchangeAt(history, 'look')
  const says = 'Fields applied through a subresource are owned separately, under its name.'
  const owners = managedFieldsEntries(look.answer?.body).filter(({ fieldsV1 }) =>
    (pathsInFieldsV1(fieldsV1) ?? []).some(path =>
      conflictPath(path).startsWith('.status.conditions'),
    ),
  )
  const names = owners.map(
    ({ operation, manager, subresource }) =>
      `${String(operation)} ${String(manager)} ${String(subresource)}`,
  )
  const wanted = `Apply ${history.context.prefix}m status`
  yield verify(names.join() === wanted, { says, expected: wanted, got: names, at: look })
  const conditions = bodyValueAt(look, '/status/conditions')
  const types = Array.isArray(conditions) ? conditions.map(one => valueAt(one, '/type')) : []
  yield verify(types.join() === 'Touchstone', {
    says: 'Status in an apply of the object itself is ignored.',
    expected: ['Touchstone'],
    got: types,
    at: look,
  })
  yield* refusesRequest(history, 'absent', 'An apply to a subresource creates no object.')
  const nothing = yield* requireDecision(history, 'nothing')
  yield verify(isFinalRefusal(nothing), {
    says: 'An apply to a subresource creates no object.',
    expected: 'no object with that name',
    got: answerSummary(nothing),
    at: nothing,
  })
}
