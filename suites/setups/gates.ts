// Servers with the same storage, but different encryption keys and feature gates.

import { gateSetups } from '../../fixtures/objects/gate-setups.ts'
import { configDocument } from '../../properties/models/config/documents.ts'
import type { Setup } from './setup.ts'

const data = 'gates'
const file = 'encryption.yaml'
const secret = Buffer.alloc(32, 'touchstone gates').toString('base64')

/** The setups of feature gates. */
export const gateServerSetups: Setup[] = [
  { name: gateSetups.byDefault, data, files: [], flags: [] },
  {
    name: gateSetups.allowed,
    data,
    files: [],
    flags: ['--feature-gates=AllowUnsafeMalformedObjectDeletion=true'],
  },
  {
    name: gateSetups.encrypting,
    data,
    files: [
      {
        name: file,
        // No server creates such objects at its start.
        document: configDocument(['apiserver.config', 'v1', 'EncryptionConfiguration'], {
          resources: [
            {
              resources: ['podtemplates'],
              providers: [{ aescbc: { keys: [{ name: 'one', secret }] } }],
            },
          ],
        }),
      },
    ],
    flags: [`--encryption-provider-config=${file}`],
  },
]
