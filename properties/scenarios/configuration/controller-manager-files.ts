// Generates configurations of controller managers from the table of their fields: each field in
// turn is omitted, has a value of another type, or has another valid value.

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import type { FieldRow } from '../../models/config/controller-managers.ts'
import { validClusterManager } from '../../models/config/controller-manager-files.ts'
import { configFieldTypes } from '../../models/config/field-types.ts'
import type { ConfigFieldType } from '../../models/config/field-types.ts'
import type { Term } from '../../dsl/term.ts'
import {
  caseWith,
  literalOnlyCase,
  caseOnlyIn,
  withFields,
  refusedCase,
  acceptedCase,
  withoutFields,
} from './configuration.ts'
import type { DocumentCases } from './configuration.ts'

const isPlain = (type: ConfigFieldType): boolean => !['object', 'objects', 'strings'].includes(type)

/** Fields that keep their values, because they depend on others or have a special form. */
const fixed =
  /(leaseDuration|renewDeadline|CIDR\w*|resourceLock|Address|enable\w+Profiling|CertFile|KeyFile|LeaderMigration\w*|Controllers|CloudProvider\.\w+)$/

/** Values within the limits of genuine managers, which restrict some fields. */
const modest: Partial<Record<ConfigFieldType, Arbitrary<Term>>> = {
  int32: fc.integer({ min: 1, max: 50 }),
  duration: fc.constantFrom('1m', '90s', '2m30s', '1h'),
}

/**
 * Generates cases for all fields. Every run omits and breaks every field, because a server may
 * enforce a rule for all but one.
 */
export const fieldCases = (good: Term, { path, fields }: FieldRow): Arbitrary<DocumentCases> => {
  const named = Object.entries(fields).map(
    ([name, type]) => [path === '' ? name : `${path}.${name}`, type] as const,
  )
  const free = named.filter(([path, type]) => isPlain(type) && !fixed.test(path))
  const goods = free.map(([path, type]) =>
    (modest[type] ?? configFieldTypes[type].good).map((value: Term) =>
      acceptedCase(withFields({ [path]: value })),
    ),
  )
  // A kind without fields must still be an object.
  const broken = named.length > 0 ? named : [[path, 'object'] as const]
  const bads = broken.flatMap(([path, type]) => [
    literalOnlyCase(withoutFields(path)),
    ...configFieldTypes[type].bad.map(value => refusedCase(withFields({ [path]: value }))),
  ])
  return fc.tuple(...goods).map(others => ({ good, cases: [acceptedCase({}), ...others, ...bads] }))
}

const election = 'Generic.LeaderElection'

/** CM-012: the renew deadline is not after the end of the lease. */
export const renewDeadlines = (): Arbitrary<DocumentCases> =>
  fc
    .tuple(fc.integer({ min: 2, max: 600 }), fc.integer({ min: 1, max: 600 }))
    .map(([lease, more]): DocumentCases => {
      const times = (renew: string) =>
        withFields({
          [`${election}.renewDeadline`]: renew,
          [`${election}.leaseDuration`]: `${lease}s`,
        })
      const paths = [`${election}.renewDeadline`, `${election}.leaseDuration`]
      return {
        good: validClusterManager,
        cases: [
          acceptedCase(times(`${lease - 1}s`)),
          // Genuine managers require a smaller value.
          caseOnlyIn('cluster', acceptedCase(times(`${lease}s`))),
          literalOnlyCase(times(`${lease}.001s`), ...paths),
          literalOnlyCase(times(`${lease + more}s`), ...paths),
        ],
      }
    })

const ranges = {
  IPv4: fc.integer({ min: 0, max: 255 }).map(part => `10.${part}.0.0/16`),
  IPv6: fc.integer({ min: 0, max: 0xffff }).map(part => `fd00:${part.toString(16)}::/112`),
}

/** CM-063: the second range has the other IP family. */
export const ipFamilies = (): Arbitrary<DocumentCases> =>
  fc
    .tuple(ranges.IPv4, ranges.IPv4, ranges.IPv6, ranges.IPv6)
    .map(([a, b, c, d]): DocumentCases => {
      const both = (first: string, second: string) =>
        withFields({
          'NodeIPAMController.SecondaryServiceCIDR': second,
          'NodeIPAMController.ServiceCIDR': first,
        })
      const paths = ['NodeIPAMController.SecondaryServiceCIDR', 'NodeIPAMController.ServiceCIDR']
      return {
        good: validClusterManager,
        cases: [
          acceptedCase(both(a, c)),
          acceptedCase(both(c, a)),
          literalOnlyCase(both(a, b), ...paths),
          literalOnlyCase(both(c, d), ...paths),
        ],
      }
    })

const grace = 'NodeLifecycleController.NodeMonitorGracePeriod'

/** CM-064: a multiple of the status update frequency of node agents. */
export const monitorGracePeriods = (): Arbitrary<DocumentCases> =>
  fc
    .tuple(fc.integer({ min: 2, max: 60 }), fc.integer({ min: 1, max: 9 }), fc.nat())
    .map(([frequency, times, odd]): DocumentCases => {
      const more = { facts: { '--node-status-update-frequency': `${frequency}s` } }
      const whole = frequency * times
      return {
        good: validClusterManager,
        cases: [
          acceptedCase(withFields({ [grace]: `${whole}s` })),
          // Genuine loaders do not know the settings of node agents.
          ...[
            acceptedCase(withFields({ [grace]: `${whole}s` })),
            literalOnlyCase(withFields({ [grace]: `${whole + 1 + (odd % (frequency - 1))}s` })),
          ].map(one => caseOnlyIn('cluster', caseWith(more, one))),
        ],
      }
    })
