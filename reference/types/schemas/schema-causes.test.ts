import { describe, expect, it } from 'vitest'

import { schemaOfBuiltIn } from './built-in-types.ts'
import { schemaCauses } from './schema-causes.ts'

const fields = (...asked: Parameters<typeof schemaCauses>) =>
  schemaCauses(...asked).map(({ field }) => field)

const pod = schemaOfBuiltIn('', 'v1', 'Pod', 'k8s.io') ?? {}

describe('schemaCauses', () => {
  it('reports required members that are absent or null, if their object exists', () => {
    expect(fields({}, pod)).toEqual([])
    expect(fields({ spec: {} }, pod)).toEqual(['spec.containers'])
    expect(fields({ spec: { containers: null } }, pod)).toEqual(['spec.containers'])
    expect(
      fields({ spec: { containers: [{ name: 'a', image: 'b', env: [{}] }, {}] } }, pod),
    ).toEqual([
      'spec.containers[0].env[0].name',
      'spec.containers[1].name',
      'spec.containers[1].image',
    ])
  })

  it('treats an empty text or 0 as missing only where it is invalid', () => {
    const service = schemaOfBuiltIn('', 'v1', 'Service', 'k8s.io') ?? {}
    const port = (value: number) => fields({ spec: { ports: [{ port: value }] } }, service)
    const header = { httpGet: { port: 1, httpHeaders: [{ name: 'x', value: '' }] } }
    const container = { name: 'a', image: 'b', livenessProbe: header }

    expect(port(0)).toEqual(['spec.ports[0].port'])
    expect(port(1)).toEqual([])
    expect(fields({ spec: { containers: [container] } }, pod)).toEqual([])
  })

  it('checks maps, and own members only', () => {
    const schema = {
      type: 'object',
      additionalProperties: { type: 'object', required: ['a', 'toString'] },
    } as const

    expect(fields({ x: { a: '' }, y: 1 }, schema)).toEqual(['x.toString'])
  })

  it('reports values outside an enum, but not absent ones', () => {
    const container = (imagePullPolicy: unknown) => ({ name: 'a', image: 'b', imagePullPolicy })
    const causes = (policy: unknown) =>
      schemaCauses({ spec: { containers: [container(policy)] } }, pod)

    expect(causes('Sometimes')).toEqual([
      {
        reason: 'FieldValueNotSupported',
        field: 'spec.containers[0].imagePullPolicy',
        message:
          'Unsupported value: "Sometimes": supported values: "Always", "IfNotPresent", "Never"',
      },
    ])
    for (const policy of ['Always', '', null]) expect(causes(policy)).toEqual([])
  })

  it('stops after a hundred causes', () => {
    const containers = Array.from({ length: 1_000 }, () => ({}))

    expect(fields({ spec: { containers } }, pod).length).toBe(100)
  })
})
