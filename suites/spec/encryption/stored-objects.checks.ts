// Checks how objects are stored: servers that share data and differ in their keys read them
// (suites/setups/encryption.ts).

import fc from 'fast-check'
import { scenarioWith } from '../../../properties/dsl/steps.ts'
import {
  createdKinds,
  hidesObject,
  reportsUnreadable,
  requireSharedData,
  showsObject,
} from '../../../properties/laws/encryption/stored-objects.ts'
import { storedObjects } from '../../../properties/scenarios/encryption/stored-objects.ts'
import type {
  EncryptedBy,
  StoredKind,
} from '../../../properties/scenarios/encryption/stored-objects.ts'
import { example, property } from '../../check.ts'

const encryptedKinds: StoredKind[] = ['Secret', 'ConfigMap', 'PodTemplate', 'ControllerRevision']
// The plug-in of pod templates is silent during ENCR-031.
const kindsOfPlugins = encryptedKinds.filter(kind => kind !== 'PodTemplate')

const encryptedBy = fc.constantFrom<EncryptedBy>('keys', 'plugins')

// The combinations are few.
const scenariosMax = 4

export default [
  property(
    'ENCR-005',
    fc
      .shuffledSubarray(['ControllerRevision', 'Deployment'] as const, { minLength: 1 })
      .map(kinds => scenarioWith(...storedObjects(kinds))),
    function* (history) {
      yield* requireSharedData(history)
      for (const kind of createdKinds(history, ['ControllerRevision', 'Deployment']))
        yield* hidesObject(history, kind, '`*.<group>` covers every type of the group.')
    },
    { scenariosMax },
  ),
  example('ENCR-007', storedObjects(['PodTemplate']), function* (history) {
    yield* requireSharedData(history)
    yield* hidesObject(history, 'PodTemplate', '`*.` covers the types of the core group.')
  }),
  property(
    'ENCR-011',
    fc
      .shuffledSubarray(['plain', 'oneKey'] as const, { minLength: 2 })
      .map(servers => scenarioWith(...storedObjects(['Secret'], servers))),
    function* (history) {
      yield* requireSharedData(history, { servers: ['plain', 'oneKey'] })
      const says = 'The first entry that covers a type decides how it is stored.'
      yield* hidesObject(history, 'Secret', says)
      yield* showsObject(history, 'Secret', 'oneKey', says)
    },
    { scenariosMax },
  ),
  example('ENCR-017', storedObjects(['ConfigMap']), function* (history) {
    yield* requireSharedData(history)
    yield* showsObject(history, 'ConfigMap', 'plain', 'With `identity` objects are stored plainly.')
  }),
  property(
    'ENCR-036',
    encryptedBy.chain(by =>
      fc
        .shuffledSubarray(by === 'keys' ? encryptedKinds : kindsOfPlugins, { minLength: 2 })
        .map(kinds => scenarioWith(...storedObjects(kinds, [], by))),
    ),
    function* (history) {
      for (const kind of createdKinds(history, encryptedKinds))
        yield* showsObject(history, kind, 'encrypting', 'Clients see no encryption.')
    },
    { scenariosMax, needs: ['start'] },
  ),
  property(
    'ENCR-037',
    encryptedBy.map(by => scenarioWith(...storedObjects(['Secret', 'ConfigMap'], ['plain'], by))),
    function* (history) {
      yield* requireSharedData(history)
      yield* reportsUnreadable(history, 'Secret', 'A read of an unreadable object is an error.')
      yield* showsObject(history, 'ConfigMap', 'plain', 'Objects of other types stay readable.')
    },
    { scenariosMax },
  ),
  example('ENCR-038', storedObjects(['ConfigMap']), function* (history) {
    yield* requireSharedData(history, { by: 'ConfigMap' })
    yield* showsObject(history, 'Lease', 'plain', 'A type that no entry covers is stored plainly.')
  }),
]
