// Audit policies that are drawn: resources whose wildcards overlap, and others.

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import { policy } from '../../models/config/audit.ts'
import { byTheLetter, put, taken } from './configuration.ts'
import type { Asked } from './configuration.ts'

const resources = 'rules[0].resources[0].resources'
const name = fc.constantFrom('pods', 'services', 'nodes', 'secrets')
const part = fc.constantFrom('status', 'log', 'scale')

/** AUDIT-050: two forms that have a resource in common are not in one list. */
export const overlaps = (): Arbitrary<Asked> =>
  fc.tuple(name, name, part, fc.boolean()).map(([one, other, sub, isTurned]) => {
    const pairs = [
      ['*', one],
      [`*/${sub}`, `${one}/*`],
      [`*/${sub}`, `${one}/${sub}`],
      [`${one}/*`, `${one}/${sub}`],
    ]
    const other2 = one === other ? 'endpoints' : other
    return {
      good: policy,
      cases: [
        taken(put({ [resources]: [one, other2] })),
        taken(put({ [resources]: [`${one}/${sub}`, `${other2}/*`] })),
        ...pairs.map(pair =>
          byTheLetter(
            put({ [resources]: isTurned ? pair.toReversed() : pair }),
            resources,
            `${resources}[0]`,
            `${resources}[1]`,
          ),
        ),
      ],
    }
  })
