// Checks which encryption configurations are valid.

import { apiVersionTerm } from '../../../properties/models/config/documents.ts'
import {
  validEncryption,
  encryptionKey,
  kmsProvider,
} from '../../../properties/models/config/encryption.ts'
import {
  caseWith,
  literalOnlyCase,
  defaultedCase,
  withFields,
  refusedCase,
  acceptedCase,
  withoutFields,
} from '../../../properties/scenarios/configuration/configuration.ts'
import type {
  ConfigCase,
  DocumentChange,
} from '../../../properties/scenarios/configuration/configuration.ts'
import {
  keySizes,
  overlappingResourcesInList,
} from '../../../properties/scenarios/configuration/encryption-files.ts'
import type { Term } from '../../../properties/dsl/term.ts'
import { documentCheck, drawnDocumentCheck } from '../../configuration-checks.ts'

const first = 'resources[0]'
const provider = `${first}.providers[0]`

const provided = (name: string, value: Term): Record<string, Term> => ({
  [`${first}.providers`]: [{ [name]: value }],
})

/** A value that a provider accepts, and a value of a wrong type. */
const shape = (name: string, value: Term): ConfigCase[] => [
  acceptedCase(withFields(provided(name, value))),
  refusedCase(withFields(provided(name, 'x')), `${provider}.${name}`),
]

/** For each provider with keys: a key without one required member. */
const keysWithout = (member: 'name' | 'secret'): ConfigCase[] =>
  ['aesgcm', 'aescbc', 'secretbox'].flatMap(name => {
    const held = provided(name, { keys: [encryptionKey(32)] })
    const path = `${provider}.${name}.keys[0].${member}`
    return [acceptedCase(withFields(held)), refusedCase(withFields(held, path), path)]
  })

/** A document with a `kms` provider of version v1 and this `cachesize`. */
const keeping = (cachesize: Term): DocumentChange =>
  withFields(provided('kms', { ...kmsProvider, apiVersion: 'v1', cachesize }))

const withoutKeys = (name: string): ConfigCase =>
  refusedCase(withFields(provided(name, {})), `${provider}.${name}.keys`, `${provider}.${name}`)

const apart = (...names: string[]): Term =>
  names.map(name => ({ resources: [name], providers: [{ identity: {} }] }))

/** Sets the feature gate that the genuine service requires for `kms` providers of version v1. */
const v1 = (one: ConfigCase): ConfigCase => caseWith({ gates: { KMSv1: true } }, one)

export default [
  documentCheck(
    'ENCR-001',
    'The kind is accepted in `apiserver.config.<api-domain>/v1` and in no other version.',
    validEncryption,
    acceptedCase({}),
    refusedCase(
      withFields({ apiVersion: apiVersionTerm('apiserver.config', 'v1beta1') }),
      'apiVersion',
      'kind',
      '',
    ),
  ),
  documentCheck(
    'ENCR-002',
    '`resources` is a required array.',
    validEncryption,
    refusedCase(withoutFields('resources')),
    refusedCase(withFields({ resources: { resources: ['secrets'] } })),
  ),
  documentCheck(
    'ENCR-003',
    '`resources` of an entry is a required array.',
    validEncryption,
    refusedCase(withoutFields(`${first}.resources`)),
    refusedCase(withFields({ [`${first}.resources`]: 'secrets' })),
  ),
  documentCheck(
    'ENCR-004',
    '`providers` of an entry is a required array.',
    validEncryption,
    refusedCase(withoutFields(`${first}.providers`)),
    refusedCase(withFields({ [`${first}.providers`]: { identity: {} } })),
  ),
  drawnDocumentCheck(
    'ENCR-008',
    'Wildcards in one list do not overlap.',
    overlappingResourcesInList(),
  ),
  documentCheck(
    'ENCR-009',
    'Wildcards in different entries do not overlap.',
    validEncryption,
    acceptedCase(withFields({ resources: apart('*.apps', '*.batch') })),
    literalOnlyCase(
      withFields({ resources: apart('*.*', '*.apps') }),
      'resources[1].resources[0]',
      'resources[1].resources',
      'resources[0].resources[0]',
      'resources[0].resources',
      'resources',
    ),
  ),
  documentCheck(
    'ENCR-012',
    '`aesgcm` is a provider with keys.',
    validEncryption,
    ...shape('aesgcm', { keys: [encryptionKey(16)] }),
  ),
  documentCheck(
    'ENCR-013',
    '`aescbc` is a provider with keys.',
    validEncryption,
    ...shape('aescbc', { keys: [encryptionKey(32)] }),
  ),
  documentCheck(
    'ENCR-014',
    '`secretbox` is a provider with keys.',
    validEncryption,
    ...shape('secretbox', { keys: [encryptionKey(32)] }),
  ),
  documentCheck(
    'ENCR-015',
    '`identity` is a provider without members.',
    validEncryption,
    ...shape('identity', {}),
  ),
  documentCheck('ENCR-016', '`kms` is a provider.', validEncryption, ...shape('kms', kmsProvider)),
  documentCheck(
    'ENCR-018',
    '`keys` are required for aesgcm, aescbc and secretbox.',
    validEncryption,
    ...['aesgcm', 'aescbc', 'secretbox'].map(withoutKeys),
  ),
  drawnDocumentCheck(
    'ENCR-019',
    'A key for AES-CBC has 32 bytes.',
    keySizes('aescbc', { good: [32], byTheLetter: [16, 24] }),
  ),
  drawnDocumentCheck(
    'ENCR-021',
    'A key for AES-GCM has 16, 24 or 32 bytes.',
    keySizes('aesgcm', { good: [16, 24, 32] }),
  ),
  drawnDocumentCheck(
    'ENCR-022',
    'A key for secretbox has 32 bytes.',
    keySizes('secretbox', { good: [32] }),
  ),
  documentCheck(
    'ENCR-023',
    '`name` of a key is required.',
    validEncryption,
    ...keysWithout('name'),
  ),
  documentCheck(
    'ENCR-024',
    '`secret` of a key is required.',
    validEncryption,
    ...keysWithout('secret'),
  ),
  documentCheck(
    'ENCR-025',
    '`secret` of a key is base64.',
    validEncryption,
    refusedCase(withFields({ [`${provider}.aescbc.keys[0].secret`]: '!'.repeat(44) })),
    refusedCase(withFields({ [`${provider}.aescbc.keys[0].secret`]: 'not base64 at all' })),
  ),
  documentCheck(
    'ENCR-026',
    '`name` of a KMS provider is required.',
    validEncryption,
    refusedCase(withFields(provided('kms', { ...kmsProvider, name: '' })), `${provider}.kms.name`),
    refusedCase(
      withFields(provided('kms', { apiVersion: 'v2', endpoint: kmsProvider.endpoint })),
      `${provider}.kms.name`,
    ),
  ),
  documentCheck(
    'ENCR-028',
    'The default of `cachesize` is 1000.',
    validEncryption,
    v1(
      defaultedCase(
        withFields(provided('kms', { ...kmsProvider, apiVersion: 'v1' })),
        `${provider}.kms.cachesize`,
        1000,
      ),
    ),
    v1(defaultedCase(keeping(7), `${provider}.kms.cachesize`, 7)),
    v1(acceptedCase(keeping(2 ** 31 - 1))),
    ...['many', 2 ** 31, 1.5].map(wrong =>
      v1(refusedCase(keeping(wrong), `${provider}.kms.cachesize`)),
    ),
  ),
]
