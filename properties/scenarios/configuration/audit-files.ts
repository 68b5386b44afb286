// Generates audit policies: resources whose wildcards overlap, and others.

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import { validAuditPolicy } from '../../models/config/audit.ts'
import { literalOnlyCase, withFields, acceptedCase } from './configuration.ts'
import type { DocumentCases } from './configuration.ts'

const resources = 'rules[0].resources[0].resources'
const name = fc.constantFrom('pods', 'services', 'nodes', 'secrets')
const part = fc.constantFrom('status', 'log', 'scale')

/** AUDIT-050: one list must not contain two forms that match the same resource. */
export const overlappingResources = (): Arbitrary<DocumentCases> =>
  fc.tuple(name, name, part, fc.boolean()).map(([one, other, sub, isTurned]) => {
    const pairs = [
      ['*', one],
      [`*/${sub}`, `${one}/*`],
      [`*/${sub}`, `${one}/${sub}`],
      [`${one}/*`, `${one}/${sub}`],
    ]
    const other2 = one === other ? 'endpoints' : other
    return {
      good: validAuditPolicy,
      cases: [
        acceptedCase(withFields({ [resources]: [one, other2] })),
        acceptedCase(withFields({ [resources]: [`${one}/${sub}`, `${other2}/*`] })),
        ...pairs.map(pair =>
          literalOnlyCase(
            withFields({ [resources]: isTurned ? pair.toReversed() : pair }),
            resources,
            `${resources}[0]`,
            `${resources}[1]`,
          ),
        ),
      ],
    }
  })
