import { describe, expect, it } from 'vitest'

import { parseFeatureGates } from './feature-gate-flag.ts'

const defaults = {
  AllowUnsafeMalformedObjectDeletion: false,
  APIResponseCompression: true,
  CBORServingAndStorage: false,
  KMSv1: false,
}

describe('gatesOf', () => {
  it('keeps the defaults of gates that are not set (GATE-011)', () => {
    expect(parseFeatureGates('')).toEqual(defaults)
    expect(parseFeatureGates('CBORServingAndStorage=true')).toEqual({
      ...defaults,
      CBORServingAndStorage: true,
    })
  })

  it('accepts several settings, and the last one of a gate applies', () => {
    const text =
      'APIResponseCompression=false, AllowUnsafeMalformedObjectDeletion=false,' +
      'AllowUnsafeMalformedObjectDeletion=true'

    expect(parseFeatureGates(text)).toEqual({
      ...defaults,
      APIResponseCompression: false,
      AllowUnsafeMalformedObjectDeletion: true,
    })
  })

  it.each([
    'NoSuchGate=true',
    'toString=true',
    'APIResponseCompression',
    'APIResponseCompression=1',
  ])('refuses %s (GATE-013)', text => {
    expect(() => parseFeatureGates(text)).toThrow(
      `--feature-gates: expected Name=true or Name=false for AllowUnsafeMalformedObjectDeletion, ` +
        `APIResponseCompression, CBORServingAndStorage, KMSv1, got ${JSON.stringify(text)}`,
    )
  })
})
