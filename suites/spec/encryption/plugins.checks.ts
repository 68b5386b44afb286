// Checks how objects are stored by servers with KMS plug-ins or with a wildcard for everything
// (suites/setups/encryption-plugins.ts), and the bytes that servers store.

import fc from 'fast-check'
import { scenarioWith } from '../../../properties/dsl/steps.ts'
import { hidesAddedType } from '../../../properties/laws/encryption/added-types.ts'
import {
  callsEndpoint,
  callsForEachRead,
  failsInTime,
} from '../../../properties/laws/encryption/plugin-calls.ts'
import { hidesText } from '../../../properties/laws/encryption/stored-bytes.ts'
import { addedType } from '../../../properties/scenarios/encryption/added-types.ts'
import {
  endpointUse,
  repeatedReads,
  silentPlugin,
} from '../../../properties/scenarios/encryption/plugin-calls.ts'
import {
  encryptedKinds,
  storedBytes,
} from '../../../properties/scenarios/encryption/stored-bytes.ts'
import type { EncryptedBy } from '../../../properties/scenarios/encryption/stored-objects.ts'
import { example, property } from '../../check.ts'

const bytesOf = (by: EncryptedBy) =>
  fc
    .shuffledSubarray([...encryptedKinds[by]], { minLength: 2 })
    .map(kinds => scenarioWith(...storedBytes(kinds, by)))

export default [
  example('ENCR-006', addedType(), hidesAddedType, { needs: ['feature custom-resources'] }),
  example('ENCR-027', endpointUse(), callsEndpoint),
  example('ENCR-029', repeatedReads(), callsForEachRead),
  example('ENCR-031', silentPlugin(), failsInTime),
  property(
    'ENCR-035',
    fc.constantFrom<EncryptedBy>('keys', 'plugins').chain(bytesOf),
    history => hidesText(history, [...new Set(Object.values(encryptedKinds).flat())]),
    { scenariosMax: 6 },
  ),
]
