// Checks how objects are stored: servers that share data and differ in their keys read them
// (suites/setups/encryption.ts).

import {
  hidesObject,
  reportsUnreadable,
  requireSharedData,
  showsObject,
} from '../../../properties/laws/encryption/stored-objects.ts'
import { storedObjects } from '../../../properties/scenarios/encryption/stored-objects.ts'
import { example } from '../../check.ts'

export default [
  example('ENCR-005', storedObjects(['ControllerRevision', 'Deployment']), function* (history) {
    yield* requireSharedData(history)
    const says = '`*.<group>` covers every type of the group.'
    yield* hidesObject(history, 'ControllerRevision', says)
    yield* hidesObject(history, 'Deployment', says)
  }),
  example('ENCR-007', storedObjects(['PodTemplate']), function* (history) {
    yield* requireSharedData(history)
    yield* hidesObject(history, 'PodTemplate', '`*.` covers the types of the core group.')
  }),
  example('ENCR-011', storedObjects(['Secret'], ['plain', 'oneKey']), function* (history) {
    yield* requireSharedData(history, ['plain', 'oneKey'])
    const says = 'The first entry that covers a type decides how it is stored.'
    yield* hidesObject(history, 'Secret', says)
    yield* showsObject(history, 'Secret', 'oneKey', says)
  }),
  example('ENCR-017', storedObjects(['ConfigMap']), function* (history) {
    yield* requireSharedData(history)
    yield* showsObject(history, 'ConfigMap', 'plain', 'With `identity` objects are stored plainly.')
  }),
  example(
    'ENCR-036',
    storedObjects(['Secret', 'ConfigMap', 'PodTemplate', 'ControllerRevision']),
    function* (history) {
      for (const kind of ['Secret', 'ConfigMap', 'PodTemplate', 'ControllerRevision'] as const)
        yield* showsObject(history, kind, 'encrypting', 'Clients see no encryption.')
    },
  ),
  example('ENCR-037', storedObjects(['Secret', 'ConfigMap']), function* (history) {
    yield* requireSharedData(history)
    yield* reportsUnreadable(history, 'Secret', 'A read of an unreadable object is an error.')
    yield* showsObject(history, 'ConfigMap', 'plain', 'Objects of other types stay readable.')
  }),
  example('ENCR-038', storedObjects([]), function* (history) {
    yield* showsObject(history, 'Lease', 'plain', 'A type that no entry covers is stored plainly.')
  }),
]
