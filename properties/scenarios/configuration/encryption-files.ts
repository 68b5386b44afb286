// Generates encryption configurations: key sizes, and resources whose wildcards overlap.

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import { validEncryption, encryptionKey } from '../../models/config/encryption.ts'
import { literalOnlyCase, withFields, refusedCase, acceptedCase } from './configuration.ts'
import type { DocumentCases, ConfigCase, DocumentChange } from './configuration.ts'

const providers = 'resources[0].providers'

const sizes = [16, 24, 32]

/** The key sizes that a provider accepts. The genuine service accepts more for some providers. */
type Sizes = { good: number[]; byTheLetter?: number[] }

/** ENCR-019, ENCR-021, ENCR-022: keys of all sizes near the valid ones. */
export const keySizes = (provider: string, { good, byTheLetter = [] }: Sizes) => {
  const change = (bytes: number): DocumentChange =>
    withFields({ [providers]: [{ [provider]: { keys: [encryptionKey(bytes)] } }] })
  const paths = ['keys[0].secret', 'keys[0]', 'keys'].map(
    end => `${providers}[0].${provider}.${end}`,
  )
  const bad = fc
    .integer({ min: 1, max: 40 })
    .filter(one => ![...good, ...byTheLetter].includes(one))
  return fc.tuple(bad, fc.constantFrom(15, 17, 31, 33)).map(
    ([one, near]): DocumentCases => ({
      good: validEncryption,
      cases: [
        ...good.map(bytes => acceptedCase(change(bytes))),
        ...byTheLetter.map(bytes => literalOnlyCase(change(bytes), ...paths)),
        ...[one, near, ...sizes.filter(size => ![...good, ...byTheLetter].includes(size))].map(
          bytes => refusedCase(change(bytes), ...paths),
        ),
      ],
    }),
  )
}

const group = fc.constantFrom('apps', 'batch', 'autoscaling')
const core = fc.constantFrom('secrets', 'configmaps', 'pods')

const list = 'resources[0].resources'

const overlapping = (held: string[]): ConfigCase =>
  refusedCase(withFields({ [list]: held }), list, ...held.map((_, index) => `${list}[${index}]`))

/** ENCR-008: no two forms in a list cover the same resource. */
export const overlappingResourcesInList = (): Arbitrary<DocumentCases> =>
  fc.tuple(group, core, fc.boolean()).map(([one, name, isTurned]) => {
    const pairs = [
      ['*.*', `*.${one}`],
      ['*.*', '*.'],
      ['*.', name],
    ]
    return {
      good: validEncryption,
      cases: [
        acceptedCase(withFields({ [list]: [name, `*.${one}`] })),
        acceptedCase(withFields({ [list]: ['*.*'] })),
        ...pairs.map(pair => overlapping(isTurned ? pair.toReversed() : pair)),
      ],
    }
  })
