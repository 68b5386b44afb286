// Builds requests for the bytes that servers store of objects.

import { kmsSetups, readStored } from '../../dsl/kms-steps.ts'
import type { RequestStep } from '../../dsl/scenario.ts'
import { encryptionSetups } from '../../dsl/setup-names.ts'
import {
  createNamespace,
  createStored,
  type EncryptedBy,
  type StoredKind,
  storedObjectPath,
} from './stored-objects.ts'

export const bytesLabel = (kind: StoredKind): string => `bytes-${kind}`

/** The kinds whose objects are encrypted. */
export const encryptedKinds: { readonly [by in EncryptedBy]: readonly StoredKind[] } = {
  keys: ['Secret', 'PodTemplate', 'ControllerRevision', 'Deployment'],
  // The plug-in of pod templates is silent during ENCR-031, and the calls for endpoints are counted
  // by ENCR-029.
  plugins: ['Secret', 'ControllerRevision'],
}

/** Creates an object of each kind and a lease, which no entry names, and reads their bytes. */
export const storedBytes = (kinds: readonly StoredKind[], by: EncryptedBy): RequestStep[] => {
  const setup = by === 'keys' ? encryptionSetups.encrypting : kmsSetups.encrypting
  const all: StoredKind[] = [...kinds, 'Lease']
  return [
    createNamespace(by),
    ...all.map(kind => createStored(kind, by)),
    ...all.map(kind => readStored(bytesLabel(kind), setup, storedObjectPath(kind))),
  ]
}
