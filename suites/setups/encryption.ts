// Servers that share data and differ in the keys of encryption. Objects that the servers make at
// their start are readable for all of them, so that they can be started in any order.

import { encryptionSetups } from '../../properties/dsl/setup-names.ts'
import type { Term } from '../../properties/dsl/term.ts'
import { configDocument } from '../../properties/models/config/documents.ts'
import type { Setup } from './setup.ts'

const file = 'encryption.yaml'
const data = 'encryption'

/** The keys of a provider: one, whose secret is derived from its name. */
export const keys = (name: string): Term => ({
  keys: [{ name, secret: Buffer.alloc(32, `touchstone ${name}`).toString('base64') }],
})

type Entry = { resources: Term[]; providers: Term[] }

const ofSecrets: Entry = { resources: ['secrets'], providers: [{ aescbc: keys('one') }] }

// The types of the core group but for secrets and pod templates.
const plainTypes = [
  'configmaps',
  'endpoints',
  'events',
  'limitranges',
  'namespaces',
  'nodes',
  'persistentvolumeclaims',
  'persistentvolumes',
  'pods',
  'replicationcontrollers',
  'resourcequotas',
  'serviceaccounts',
  'services',
]

/** The flag of the file of encryption. */
export const encryptionFlag = `--encryption-provider-config=${file}`

/** The file of encryption with these entries. */
export const encryptionFile = (entries: Entry[]): Setup['files'][number] => ({
  name: file,
  document: configDocument(['apiserver.config', 'v1', 'EncryptionConfiguration'], {
    resources: entries,
  }),
})

const withEntries = (name: string, entries: Entry[]): Setup => ({
  name,
  data,
  files: [encryptionFile(entries)],
  flags: [encryptionFlag],
})

/** The setups of encryption. */
export const encryptionServerSetups: Setup[] = [
  withEntries(encryptionSetups.encrypting, [
    ofSecrets,
    { resources: plainTypes, providers: [{ identity: {} }] },
    { resources: ['*.'], providers: [{ aesgcm: keys('two') }] },
    { resources: ['*.apps'], providers: [{ secretbox: keys('three') }] },
  ]),
  withEntries(encryptionSetups.oneKey, [ofSecrets]),
  { name: encryptionSetups.plain, data, files: [], flags: [] },
]
