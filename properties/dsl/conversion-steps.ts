// Builds steps for a custom type that the webhook `a` of a case converts between two versions: v1,
// which is stored, has the field `size`, and v2 has the same value as `amount`.

import type { ConversionStub, Stub } from '../../fixtures/objects/web-stubs.ts'
import {
  createEstablishedType,
  createCustomObject,
  definitionVersion,
  getCustomObject,
  listCustomObjects,
  pollUntil,
  specOf,
  typeSpec,
} from './custom-steps.ts'
import type { CustomTypeRef } from './custom-steps.ts'
import type { Step } from './scenario.ts'
import { caseName } from './steps.ts'
import { readCalls, setStubs } from './webhook-steps.ts'

/** The type in each of its versions. */
export const inV1: CustomTypeRef = { of: 'type', version: 'v1' }
export const inV2: CustomTypeRef = { of: 'type', version: 'v2' }

/** A stub that converts objects, rightly unless `wrong` changes the answer. */
export const conversionStub = (wrong: Omit<ConversionStub, 'fields'> = {}): Stub => ({
  conversion: { fields: { v1: 'size', v2: 'amount' }, ...wrong },
})

const text = { type: 'string' }

const convertedType = typeSpec(
  [
    definitionVersion('v1', specOf({ size: text, note: text })),
    definitionVersion('v2', specOf({ amount: text, note: text }), { storage: false }),
  ],
  {
    conversion: {
      strategy: 'Webhook',
      webhook: {
        clientConfig: {
          url: { $join: [{ $host: '/' }, caseName('a')] },
          caBundle: { $hostAuthority: 'base64' },
        },
        conversionReviewVersions: ['v1'],
      },
    },
  },
)

/**
 * Defines the type (`type`), waits until v2 is served (`v2 is served`), and shows that objects are
 * converted (`control in v2`) by the webhook (`control calls`).
 */
export const withConvertedType: Step[] = [
  setStubs('stubs', 'a', conversionStub()),
  ...createEstablishedType('type', convertedType),
  pollUntil(listCustomObjects('v1 is served', inV1), 200),
  pollUntil(listCustomObjects('v2 is served', inV2), 200),
  createCustomObject('control', inV1, 'control', { spec: { size: 'control' } }),
  getCustomObject('control in v2', inV2, 'control'),
  readCalls('control calls', 'a'),
]
