// Servers with KMS plug-ins, and servers that encrypt everything.

import { pluginDirectory } from '../../fixtures/objects/kms-stubs.ts'
import { everythingSetups, kmsSetups, type PluginName } from '../../properties/dsl/kms-steps.ts'
import type { Term } from '../../properties/dsl/term.ts'
import { encryptionFile, encryptionFlag, keys } from './encryption.ts'
import type { Setup } from './setup.ts'

const plugin = (name: PluginName, members: { [name: string]: Term } = {}): Term => ({
  kms: { name, endpoint: `unix://${pluginDirectory}/${name}`, ...members },
})

const v1 = { apiVersion: 'v1' }

// The server without keys reads none of these types at its start.
const entries: { resources: Term[]; providers: Term[] }[] = [
  { resources: ['secrets'], providers: [plugin('cached', v1)] },
  { resources: ['endpoints'], providers: [plugin('uncached', { ...v1, cachesize: -1 })] },
  { resources: ['podtemplates'], providers: [plugin('silent', v1)] },
  { resources: ['controllerrevisions.apps'], providers: [plugin('second', { apiVersion: 'v2' })] },
]

const data = 'KMS'

// The types that servers make at their start, and definitions.
const knownGroups = [
  'admissionregistration',
  'apiextensions',
  'apiregistration',
  'authentication',
  'authorization',
  'certificates',
  'coordination',
  'discovery',
  'flowcontrol.apiserver',
  'internal.apiserver',
  'networking',
  'node',
  'rbac.authorization',
  'resource',
  'scheduling',
  'storage',
  'storagemigration',
]

const ofGroup = (group: string): Term => ({ $join: ['*.', { $group: group }] })

const all = 'everything'
const provider: Term = { aesgcm: keys('all') }

/** The setups of KMS plug-ins, and those of the wildcard for everything. */
export const encryptionPluginSetups: Setup[] = [
  {
    name: kmsSetups.encrypting,
    data,
    files: [encryptionFile(entries)],
    // A genuine server needs the gate for version 1.
    flags: [encryptionFlag, '--feature-gates=KMSv1=true'],
    plugins: ['cached', 'uncached', 'silent', 'second'],
  },
  {
    name: kmsSetups.plain,
    data,
    files: [],
    flags: ['--feature-gates=AllowUnsafeMalformedObjectDeletion=true'],
  },
  {
    name: everythingSetups.encrypting,
    data: all,
    files: [encryptionFile([{ resources: ['*.*'], providers: [provider] }])],
    flags: [encryptionFlag],
  },
  {
    name: everythingSetups.others,
    data: all,
    files: [
      encryptionFile([
        {
          resources: [
            '*.',
            '*.apps',
            '*.autoscaling',
            '*.batch',
            '*.policy',
            ...knownGroups.map(ofGroup),
          ],
          providers: [provider],
        },
      ]),
    ],
    flags: [encryptionFlag],
  },
]
