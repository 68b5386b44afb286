import type { DialectName } from '../../api/dialect.ts'
import { count, exactlyOne, invalid, law, type Rule } from '../rules.ts'
import { type By, bytes, deFacto, type Kind, list, type Members } from '../vocabulary.ts'
import { object, required, text } from '../vocabulary.ts'
import { kms } from './kms.ts'
import {
  encryptable,
  noOverlap,
  noOverlapAcross,
  noRepetition,
  notMasked,
} from './resource-names.ts'

/** The bytes that a key has once its text has been decoded. */
const size = (by: By, sizes: readonly number[], onlyIn?: DialectName): Rule =>
  law({
    by,
    says: `${sizes.join(', ')} bytes`,
    ...(onlyIn ? { onlyIn } : {}),
    *faults(secret: string) {
      const { length } = Buffer.from(secret, 'base64')
      if (sizes.includes(length)) return
      const because = `secret is not of the expected length, got ${length}`
      yield invalid([], '<omitted>', `${because}, expected one of [${sizes.join(' ')}]`)
    },
  })

const keyed = (says: string, by: By, sizes: readonly Rule[]) => {
  const key = object('An encryption key.', {
    name: text('Name of the key, part of the stored data.', {
      by: 'ENCR-023',
      required: required('ENCR-023'),
    }),
    secret: bytes('Secret of the key, base64.', {
      by: 'ENCR-025',
      required: required('ENCR-024'),
      isSecret: true,
      rules: sizes,
    }),
  })
  const keys = list('Keys; the first one encrypts, all of them decrypt.', key, {
    by: 'ENCR-018',
    required: required('ENCR-018', { says: 'at least one key' }),
    rules: [count(deFacto, { min: 1 })],
  })
  return object(says, { keys }, { by })
}

const providers = ['aesgcm', 'aescbc', 'secretbox', 'identity', 'kms']

const provider = object(
  'An encryption provider.',
  {
    aesgcm: keyed('AES-GCM.', 'ENCR-012', [size('ENCR-021', [16, 24, 32])]),
    aescbc: keyed('AES-CBC.', 'ENCR-013', [
      size('ENCR-019', [32]),
      size(deFacto, [16, 24, 32], 'kubernetes'),
    ]),
    secretbox: keyed('Secretbox.', 'ENCR-014', [size('ENCR-022', [32])]),
    identity: object('No encryption.', {}, { by: 'ENCR-015' }),
    kms,
  },
  { rules: [exactlyOne(deFacto, providers, `exactly one of ${providers.join(', ')}`)] },
)

const entryFields = {
  resources: list(
    'Resources that are encrypted with these providers.',
    text('A resource, with its API group after a dot.', { rules: [encryptable] }),
    {
      by: 'ENCR-003',
      required: required('ENCR-003', { says: 'at least one resource' }),
      rules: [count(deFacto, { min: 1 }), noRepetition, noOverlap],
    },
  ),
  providers: list('Providers; the first one encrypts, all of them decrypt.', provider, {
    by: 'ENCR-004',
    required: required('ENCR-004', { says: 'at least one provider' }),
    rules: [count(deFacto, { min: 1 })],
  }),
}

type Entry = Members<typeof entryFields>

const pluginNamesOnce = law({
  by: deFacto,
  says: 'names of v2 plug-ins are unique',
  *faults(entries: readonly Entry[]) {
    const seen = new Set<string>()
    for (const [index, entry] of entries.entries()) {
      for (const [place, { kms: plugin }] of (entry.providers ?? []).entries()) {
        const { name = '', apiVersion } = plugin ?? {}
        if (seen.has(name) && apiVersion !== 'v1') {
          const because = `duplicate KMS provider name ${name}, names must be unique`
          yield invalid([index, 'providers', place, 'kms', 'name'], name, because)
        }
        if (name !== '') seen.add(name)
      }
    }
  },
})

const shared = {
  kind: 'EncryptionConfiguration',
  says: 'Encryption of stored resources.',
  strict: true,
  fields: {
    resources: list(
      'Entries; the first entry that contains a resource applies.',
      object('', entryFields),
      {
        by: 'ENCR-002',
        required: required('ENCR-002', { says: 'at least one entry' }),
        rules: [count(deFacto, { min: 1 }), noOverlapAcross, notMasked, pluginNamesOnce],
      },
    ),
  },
  rules: [],
}

export const encryptionConfigurations: readonly Kind[] = [
  { ...shared, group: 'apiserver.config.*', version: 'v1', by: 'ENCR-001' },
]
