import type { DialectName } from '../../api/dialect.ts'
import {
  countRule,
  exactlyOneMember,
  invalidValue,
  functionRule,
  type ConfigRule,
  type RequirementId,
} from '../config-rules.ts'
import {
  bytesField,
  deFacto,
  type ConfigKind,
  listField,
  type ConfigValues,
} from '../config-kind.ts'
import { objectField, requiredBy, textField } from '../config-kind.ts'
import { kmsField } from './kms.ts'
import {
  resourceIsEncryptable,
  namesDoNotOverlap,
  entriesDoNotOverlap,
  namesAreUnique,
  namesAreReachable,
} from './resource-names.ts'

/** Requires one of these sizes for a decoded key. */
const size = (
  requirement: RequirementId,
  sizes: readonly number[],
  onlyIn?: DialectName,
): ConfigRule =>
  functionRule({
    requirement,
    description: `${sizes.join(', ')} bytes`,
    ...(onlyIn ? { onlyIn } : {}),
    *faults(secret: string) {
      const { length } = Buffer.from(secret, 'base64')
      if (sizes.includes(length)) return
      const because = `secret is not of the expected length, got ${length}`
      yield invalidValue([], '<omitted>', `${because}, expected one of [${sizes.join(' ')}]`)
    },
  })

const keyed = (description: string, requirement: RequirementId, sizes: readonly ConfigRule[]) => {
  const key = objectField('An encryption key.', {
    name: textField('Name of the key, part of the stored data.', {
      requirement: 'ENCR-023',
      required: requiredBy('ENCR-023'),
    }),
    secret: bytesField('Secret of the key, base64.', {
      requirement: 'ENCR-025',
      required: requiredBy('ENCR-024'),
      isSecret: true,
      rules: sizes,
    }),
  })
  const keys = listField('Keys; the first one encrypts, all of them decrypt.', key, {
    requirement: 'ENCR-018',
    required: requiredBy('ENCR-018', { description: 'at least one key' }),
    rules: [countRule(deFacto, { min: 1 })],
  })
  return objectField(description, { keys }, { requirement })
}

const providers = ['aesgcm', 'aescbc', 'secretbox', 'identity', 'kms']

const provider = objectField(
  'An encryption provider.',
  {
    aesgcm: keyed('AES-GCM.', 'ENCR-012', [size('ENCR-021', [16, 24, 32])]),
    aescbc: keyed('AES-CBC.', 'ENCR-013', [
      size('ENCR-019', [32]),
      size(deFacto, [16, 24, 32], 'kubernetes'),
    ]),
    secretbox: keyed('Secretbox.', 'ENCR-014', [size('ENCR-022', [32])]),
    identity: objectField('No encryption.', {}, { requirement: 'ENCR-015' }),
    kms: kmsField,
  },
  { rules: [exactlyOneMember(deFacto, providers, `exactly one of ${providers.join(', ')}`)] },
)

const entryFields = {
  resources: listField(
    'Resources that are encrypted with these providers.',
    textField('A resource, with its API group after a dot.', { rules: [resourceIsEncryptable] }),
    {
      requirement: 'ENCR-003',
      required: requiredBy('ENCR-003', { description: 'at least one resource' }),
      rules: [countRule(deFacto, { min: 1 }), namesAreUnique, namesDoNotOverlap],
    },
  ),
  providers: listField('Providers; the first one encrypts, all of them decrypt.', provider, {
    requirement: 'ENCR-004',
    required: requiredBy('ENCR-004', { description: 'at least one provider' }),
    rules: [countRule(deFacto, { min: 1 })],
  }),
}

type Entry = ConfigValues<typeof entryFields>

const pluginNamesOnce = functionRule({
  requirement: deFacto,
  description: 'names of v2 plug-ins are unique',
  *faults(entries: readonly Entry[]) {
    const seen = new Set<string>()
    for (const [index, entry] of entries.entries()) {
      for (const [place, { kms: plugin }] of (entry.providers ?? []).entries()) {
        const { name = '', apiVersion } = plugin ?? {}
        if (seen.has(name) && apiVersion !== 'v1') {
          const because = `duplicate KMS provider name ${name}, names must be unique`
          yield invalidValue([index, 'providers', place, 'kms', 'name'], name, because)
        }
        if (name !== '') seen.add(name)
      }
    }
  },
})

const shared = {
  kind: 'EncryptionConfiguration',
  description: 'Encryption of stored resources.',
  strict: true,
  fields: {
    resources: listField(
      'Entries; the first entry that contains a resource applies.',
      objectField('', entryFields),
      {
        requirement: 'ENCR-002',
        required: requiredBy('ENCR-002', { description: 'at least one entry' }),
        rules: [
          countRule(deFacto, { min: 1 }),
          entriesDoNotOverlap,
          namesAreReachable,
          pluginNamesOnce,
        ],
      },
    ),
  },
  rules: [],
}

export const encryptionConfigurations: readonly ConfigKind[] = [
  { ...shared, group: 'apiserver.config.*', version: 'v1', requirement: 'ENCR-001' },
]
