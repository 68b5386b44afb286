// Builds a forced deletion of an object that its server cannot decrypt.

import type { RequestStep } from '../../dsl/scenario.ts'
import type { Term } from '../../dsl/term.ts'
import {
  createNamespace,
  createStored,
  readLabel,
  requestStored,
  type StoredKind,
} from '../encryption/stored-objects.ts'

const by = 'plugins'

const force: Term = {
  apiVersion: 'v1',
  kind: 'DeleteOptions',
  ignoreStoreReadErrorWithClusterBreakingPotential: true,
}

const deletion = (as: string, kind: StoredKind, body?: Term): RequestStep =>
  requestStored(as, { method: 'DELETE', kind, server: 'plain', by, ...(body && { body }) })

const readSecret = (as: string): RequestStep =>
  requestStored(as, { kind: 'Secret', server: 'encrypting', by })

/**
 * Creates a Secret on a server that encrypts it, and deletes it on one without the key. A lease,
 * which this server can read, shows whether the server knows the option.
 */
export const undecryptableObject = (): RequestStep[] => [
  createNamespace(by),
  createStored('Secret', by),
  createStored('Lease', by),
  readSecret(readLabel('Secret', 'encrypting')),
  deletion('ordinary', 'Secret'),
  readSecret('between'),
  deletion('forced lease', 'Lease', force),
  deletion('forced', 'Secret', force),
  readSecret('after'),
]
