// Generates authorization configurations: names and time limits.

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import { validAuthorization } from '../../models/config/authorization.ts'
import { literalOnlyCase, withFields, refusedCase, acceptedCase } from './configuration.ts'
import type { DocumentCases } from './configuration.ts'

const name = 'authorizers[0].name'
const label = fc.stringMatching(/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/)

/** AUTHZ-010: DNS labels, and texts that are almost labels. */
export const authorizerNames = (): Arbitrary<DocumentCases> =>
  fc
    .tuple(label, label, fc.constantFrom('A', '_', ' ', '/', 'ä'), fc.integer({ min: 64, max: 80 }))
    .map(([one, other, odd, length]) => ({
      good: validAuthorization,
      cases: [
        acceptedCase(withFields({ [name]: one })),
        refusedCase(withFields({ [name]: `${one}${odd}` })),
        refusedCase(withFields({ [name]: `-${one}` })),
        literalOnlyCase(withFields({ [name]: `${one}.${other}` })),
        literalOnlyCase(withFields({ [name]: 'a'.repeat(length) })),
      ],
    }))

const paths = ['authorizers[0].webhook.timeout', 'authorizers[0].timeout']

const text = (ms: number): string => (ms % 1000 === 0 ? `${ms / 1000}s` : `${ms}ms`)

/** AUTHZ-020: at most thirty seconds. */
export const webhookTimeouts = (): Arbitrary<DocumentCases> =>
  fc
    .tuple(fc.integer({ min: 1, max: 30_000 }), fc.integer({ min: 30_001, max: 90_000 }))
    .map(([within, beyond]) => ({
      good: validAuthorization,
      cases: [
        ...[within, 30_000].map(ms => acceptedCase(withFields({ [paths[0] ?? '']: text(ms) }))),
        ...[beyond, 30_001].map(ms =>
          refusedCase(withFields({ [paths[0] ?? '']: text(ms) }), ...paths),
        ),
      ],
    }))
