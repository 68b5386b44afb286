// Which encryption configurations are valid.

import { apiVersionOf } from '../../../properties/models/config/documents.ts'
import { encryption, keyOf, kms } from '../../../properties/models/config/encryption.ts'
import {
  beside,
  byTheLetter,
  filled,
  put,
  refused,
  taken,
  without,
} from '../../../properties/scenarios/configuration/configuration.ts'
import type { Case, Change } from '../../../properties/scenarios/configuration/configuration.ts'
import {
  keySizes,
  overlapsInList,
} from '../../../properties/scenarios/configuration/encryption-files.ts'
import type { Term } from '../../../properties/dsl/term.ts'
import { documents, drawnDocuments } from '../../configuration.ts'

const first = 'resources[0]'
const provider = `${first}.providers[0]`

const provided = (name: string, value: Term): Record<string, Term> => ({
  [`${first}.providers`]: [{ [name]: value }],
})

/** What one provider takes, and what has another shape. */
const shape = (name: string, value: Term): Case[] => [
  taken(put(provided(name, value))),
  refused(put(provided(name, 'x')), `${provider}.${name}`),
]

/** One member of a key is left out, with every provider that has keys. */
const keysWithout = (member: 'name' | 'secret'): Case[] =>
  ['aesgcm', 'aescbc', 'secretbox'].flatMap(name => {
    const held = provided(name, { keys: [keyOf(32)] })
    const path = `${provider}.${name}.keys[0].${member}`
    return [taken(put(held)), refused(put(held, path), path)]
  })

/** A document that has `kms` in the first version, with a number of keys kept. */
const keeping = (cachesize: Term): Change =>
  put(provided('kms', { ...kms, apiVersion: 'v1', cachesize }))

const withoutKeys = (name: string): Case =>
  refused(put(provided(name, {})), `${provider}.${name}.keys`, `${provider}.${name}`)

const apart = (...names: string[]): Term =>
  names.map(name => ({ resources: [name], providers: [{ identity: {} }] }))

/** The genuine service has the first version of services for keys behind a gate. */
const v1 = (one: Case): Case => beside({ gates: { KMSv1: true } }, one)

export default [
  documents(
    'ENCR-001',
    'The kind is accepted in `apiserver.config.<api-domain>/v1` and in no other version.',
    encryption,
    taken({}),
    refused(
      put({ apiVersion: apiVersionOf('apiserver.config', 'v1beta1') }),
      'apiVersion',
      'kind',
      '',
    ),
  ),
  documents(
    'ENCR-002',
    '`resources` is a required array.',
    encryption,
    refused(without('resources')),
    refused(put({ resources: { resources: ['secrets'] } })),
  ),
  documents(
    'ENCR-003',
    '`resources` of an entry is a required array.',
    encryption,
    refused(without(`${first}.resources`)),
    refused(put({ [`${first}.resources`]: 'secrets' })),
  ),
  documents(
    'ENCR-004',
    '`providers` of an entry is a required array.',
    encryption,
    refused(without(`${first}.providers`)),
    refused(put({ [`${first}.providers`]: { identity: {} } })),
  ),
  drawnDocuments('ENCR-008', 'Wildcards in one list do not overlap.', overlapsInList()),
  documents(
    'ENCR-009',
    'Wildcards in different entries do not overlap.',
    encryption,
    taken(put({ resources: apart('*.apps', '*.batch') })),
    byTheLetter(
      put({ resources: apart('*.*', '*.apps') }),
      'resources[1].resources[0]',
      'resources[1].resources',
      'resources[0].resources[0]',
      'resources[0].resources',
      'resources',
    ),
  ),
  documents(
    'ENCR-012',
    '`aesgcm` is a provider with keys.',
    encryption,
    ...shape('aesgcm', { keys: [keyOf(16)] }),
  ),
  documents(
    'ENCR-013',
    '`aescbc` is a provider with keys.',
    encryption,
    ...shape('aescbc', { keys: [keyOf(32)] }),
  ),
  documents(
    'ENCR-014',
    '`secretbox` is a provider with keys.',
    encryption,
    ...shape('secretbox', { keys: [keyOf(32)] }),
  ),
  documents(
    'ENCR-015',
    '`identity` is a provider without members.',
    encryption,
    ...shape('identity', {}),
  ),
  documents('ENCR-016', '`kms` is a provider.', encryption, ...shape('kms', kms)),
  documents(
    'ENCR-018',
    '`keys` are required for aesgcm, aescbc and secretbox.',
    encryption,
    ...['aesgcm', 'aescbc', 'secretbox'].map(withoutKeys),
  ),
  drawnDocuments(
    'ENCR-019',
    'A key for AES-CBC has 32 bytes.',
    keySizes('aescbc', { good: [32], byTheLetter: [16, 24] }),
  ),
  drawnDocuments(
    'ENCR-021',
    'A key for AES-GCM has 16, 24 or 32 bytes.',
    keySizes('aesgcm', { good: [16, 24, 32] }),
  ),
  drawnDocuments(
    'ENCR-022',
    'A key for secretbox has 32 bytes.',
    keySizes('secretbox', { good: [32] }),
  ),
  documents('ENCR-023', '`name` of a key is required.', encryption, ...keysWithout('name')),
  documents('ENCR-024', '`secret` of a key is required.', encryption, ...keysWithout('secret')),
  documents(
    'ENCR-025',
    '`secret` of a key is base64.',
    encryption,
    refused(put({ [`${provider}.aescbc.keys[0].secret`]: '!'.repeat(44) })),
    refused(put({ [`${provider}.aescbc.keys[0].secret`]: 'not base64 at all' })),
  ),
  documents(
    'ENCR-026',
    '`name` of a service for keys is required.',
    encryption,
    refused(put(provided('kms', { ...kms, name: '' })), `${provider}.kms.name`),
    refused(
      put(provided('kms', { apiVersion: 'v2', endpoint: kms.endpoint })),
      `${provider}.kms.name`,
    ),
  ),
  documents(
    'ENCR-028',
    '`cachesize` is 1000 unless it is set.',
    encryption,
    v1(
      filled(put(provided('kms', { ...kms, apiVersion: 'v1' })), `${provider}.kms.cachesize`, 1000),
    ),
    v1(filled(keeping(7), `${provider}.kms.cachesize`, 7)),
    v1(taken(keeping(2 ** 31 - 1))),
    ...['many', 2 ** 31, 1.5].map(wrong =>
      v1(refused(keeping(wrong), `${provider}.kms.cachesize`)),
    ),
  ),
]
