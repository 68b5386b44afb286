import { describe, expect, it } from 'vitest'

import type { Schema } from '../../api/schema.ts'
import { schemaOfBuiltIn } from './built-in-types.ts'
import { withMissing } from './defaulters.ts'
import { withDefaults } from './with-defaults.ts'

const of = (group: string, kind: string) => schemaOfBuiltIn(group, 'v1', kind, 'k8s.io') ?? {}
const pod = of('', 'Pod')

describe('filled', () => {
  it('fills absent, null or empty members at any depth, and keeps others', () => {
    const container = { name: 'a', image: 'b:1', imagePullPolicy: null, ports: [{ protocol: '' }] }
    const spec = { containers: [container], dnsPolicy: 'Default' }

    expect(withDefaults({ kind: 'Pod', spec }, pod)).toEqual({
      kind: 'Pod',
      metadata: {},
      spec: {
        containers: [
          {
            name: 'a',
            image: 'b:1',
            imagePullPolicy: 'IfNotPresent',
            ports: [{ protocol: 'TCP' }],
            resources: {},
            terminationMessagePath: '/dev/termination-log',
            terminationMessagePolicy: 'File',
          },
        ],
        dnsPolicy: 'Default',
        restartPolicy: 'Always',
        schedulerName: 'default-scheduler',
        securityContext: {},
        terminationGracePeriodSeconds: 30,
      },
    })
  })

  it('fills members of filled defaults', () => {
    const { spec } = withDefaults({ spec: {} as object }, of('apps', 'Deployment'))
    expect(spec).toMatchObject({
      strategy: {
        type: 'RollingUpdate',
        rollingUpdate: { maxSurge: '25%', maxUnavailable: '25%' },
      },
    })
  })

  it('returns the same value if nothing is absent or has a default', () => {
    const map = { metadata: {}, data: { a: 'b' } }
    expect(withDefaults(map, of('', 'ConfigMap'))).toBe(map)
    const whole = withDefaults({ spec: { containers: [{ name: 'a', image: 'b' }] } }, pod)
    expect(withDefaults(whole, pod)).toBe(whole)
  })

  it('handles a recursive type, and a value of another type', () => {
    const list: { items?: Schema; type: 'array' } = { type: 'array' }
    list.items = list
    expect(withDefaults([[[]]], list)).toEqual([[[]]])
    expect(withDefaults({ metadata: {}, spec: 'text' }, pod)).toEqual({
      metadata: {},
      spec: 'text',
    })
  })

  it.each([
    ['a', 'Always'],
    ['a:latest', 'Always'],
    ['a:1', 'IfNotPresent'],
    ['host:5000/a', 'Always'],
    ['host:5000/a:1', 'IfNotPresent'],
    ['a@sha256:0', 'IfNotPresent'],
  ])('sets the pull policy of the image %s: %s', (image, imagePullPolicy) => {
    const { spec } = withDefaults({ spec: { containers: [{ image }] } }, pod)
    expect(spec.containers[0]).toMatchObject({ imagePullPolicy })
  })

  it.each([
    [{ port: 80 }, 80],
    [{ port: 80, targetPort: 0 }, 80],
    [{ port: 80, targetPort: '' }, 80],
    [{ port: 80, targetPort: 8080 }, 8080],
    [{ port: 80, targetPort: 'web' }, 'web'],
  ])('sets the target port for the port %j of a service to %j', (given, targetPort) => {
    const { spec } = withDefaults({ spec: { ports: [given] } }, of('', 'Service'))
    expect(spec.ports[0]).toMatchObject({ targetPort })
  })
})

describe('withAbsent', () => {
  it('adds no undefined members, and removes none', () => {
    const given = { a: 0, b: false }
    expect(withMissing(given, { a: 1, b: true, c: undefined })).toBe(given)
    expect(withMissing(given, { d: 1 })).toEqual({ a: 0, b: false, d: 1 })
  })
})
