import { describe, expect, it } from 'vitest'

import { schemaOf } from './built-in.ts'
import { missing } from './required.ts'

const pod = schemaOf('', 'v1', 'Pod', 'k8s.io') ?? {}

describe('missing', () => {
  it('names required members that are absent or null, where their object is there', () => {
    expect(missing({}, pod)).toEqual([])
    expect(missing({ spec: {} }, pod)).toEqual(['spec.containers'])
    expect(missing({ spec: { containers: null } }, pod)).toEqual(['spec.containers'])
    expect(missing({ spec: { containers: [{ name: 'a', env: [{}] }, {}] } }, pod)).toEqual([
      'spec.containers[0].env[0].name',
      'spec.containers[1].name',
    ])
  })

  it('looks into maps, and at own members alone', () => {
    const schema = {
      type: 'object',
      additionalProperties: { type: 'object', required: ['a', 'toString'] },
    } as const

    expect(missing({ x: { a: '' }, y: 1 }, schema)).toEqual(['x.toString'])
  })

  it('stops after a hundred', () => {
    const containers = Array.from({ length: 1_000 }, () => ({}))

    expect(missing({ spec: { containers } }, pod).length).toBe(100)
  })
})
