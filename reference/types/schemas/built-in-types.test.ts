import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Schema } from '../../api/schema.ts'

import { type BuiltInData, builtInTypes, schemaOfBuiltIn } from './built-in-types.ts'

const file = new URL('built-in.data.json', import.meta.url)
const text = readFileSync(file, 'utf8')
const data = JSON.parse(text) as BuiltInData

const of = (kind: string, group = '', version = 'v1') =>
  schemaOfBuiltIn(group, version, kind, 'cluster.example')

describe('schemaOf', () => {
  it('finds kinds in groups of either domain, and returns the same value each time', () => {
    const lease = schemaOfBuiltIn('coordination.k8s.io', 'v1', 'Lease', 'k8s.io')

    expect(lease?.properties?.['spec']?.properties?.['leaseDurationSeconds']).toEqual({
      type: 'integer',
      format: 'int32',
    })
    expect(of('Lease', 'coordination.cluster.example')).toBe(lease)
    expect(of('Deployment', 'apps')).toBe(of('Deployment', 'apps'))
  })

  it('finds a kind only in its own group, domain and version', () => {
    expect(of('Lease', 'coordination.k8s.io')).toBeUndefined()
    expect(of('Lease', 'coordination.*')).toBeUndefined()
    expect(of('Lease', 'coordination')).toBeUndefined()
    expect(of('Lease')).toBeUndefined()
    expect(of('Pod', '', 'v2')).toBeUndefined()
    expect(of('PodSpec')).toBeUndefined()
    expect(of('toString', 'constructor')).toBeUndefined()
  })

  it('has the kinds of subresources and options, wherever they are defined', () => {
    expect(of('Scale', 'autoscaling')?.properties).toHaveProperty('spec')
    expect(of('Eviction', 'policy')?.properties).toHaveProperty('deleteOptions')
    expect(of('DeleteOptions', 'apps')).toBe(of('DeleteOptions'))
  })

  it('keeps list and patch extensions, also next to a reference', () => {
    const pod = of('Pod')?.properties?.['spec']?.properties

    expect(pod?.['containers']).toMatchObject({
      type: 'array',
      listType: 'map',
      listMapKeys: ['name'],
      patchStrategy: ['merge'],
      patchMergeKey: 'name',
      items: { type: 'object', required: ['name', 'image'] },
    })
    expect(pod?.['volumes']?.patchStrategy).toEqual(['merge', 'retainKeys'])
    expect(pod?.['tolerations']?.listType).toBe('atomic')
    expect(of('Deployment', 'apps')?.properties?.['spec']?.properties?.['strategy']).toMatchObject({
      type: 'object',
      patchStrategy: ['retainKeys'],
      properties: { type: { type: 'string' } },
    })
  })

  it('resolves a type that contains itself', () => {
    const version = of('CustomResourceDefinition', 'apiextensions.cluster.example')?.properties?.[
      'spec'
    ]?.properties?.['versions']?.items
    const schema = version?.properties?.['schema']?.properties?.['openAPIV3Schema']

    expect(schema?.properties?.['not']).toBe(schema)
    expect(schema?.properties?.['allOf']?.items?.properties).toBe(schema?.properties)
  })
})

describe('builtInTypes', () => {
  it('has each row once, in a group of the domain, with a schema', () => {
    const types = builtInTypes('cluster.example')

    const names = types.map(({ group, version, resource }) => `${group}/${version}/${resource}`)
    expect(new Set(names).size).toBe(names.length)
    expect(names).toContain('rbac.authorization.cluster.example/v1/clusterroles')
    const without = types.filter(({ group, version, kind }) => !of(kind, group, version))
    expect(without).toEqual([])
  })

  it('has the properties that discovery lists', () => {
    const types = builtInTypes('k8s.io')

    expect(types.find(({ resource }) => resource === 'deployments')).toEqual({
      group: 'apps',
      version: 'v1',
      kind: 'Deployment',
      resource: 'deployments',
      singular: 'deployment',
      shortNames: ['deploy'],
      categories: ['all'],
      isNamespaced: true,
      verbs: ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch'],
      subresources: [
        {
          name: 'scale',
          group: 'autoscaling',
          version: 'v1',
          kind: 'Scale',
          verbs: ['get', 'patch', 'update'],
        },
        { name: 'status', kind: 'Deployment', verbs: ['get', 'patch', 'update'] },
      ],
    })
    const accounts = types.find(({ resource }) => resource === 'serviceaccounts')
    expect(accounts?.subresources?.[0]).toMatchObject({ group: 'authentication.k8s.io' })
  })
})

describe('the data', () => {
  it('is small, names its source and leaves the domain open', () => {
    expect(text.length).toBeLessThan(400_000)
    expect(data.source).toMatch(/^kube-apiserver v1\./)
    expect(/k8s\.io|"description":"/.exec(text)?.[0]).toBeUndefined()
  })

  it('has only valid references, and every schema can be built', () => {
    const kinds = Object.entries(data.kinds).flatMap(([groupVersion, names]) => {
      const [version = '', group = ''] = groupVersion.split('/').reverse()
      return names.map(kind =>
        schemaOfBuiltIn(group.replace('*', 'd.example'), version, kind, 'd.example'),
      )
    })

    const seen = new Set<Schema>()
    const open = [...kinds]
    for (let schema = open.pop(); schema !== undefined; schema = open.pop()) {
      if (seen.has(schema)) continue
      seen.add(schema)
      expect(schema).not.toHaveProperty('ref')
      open.push(...Object.values(schema.properties ?? {}))
      open.push(...[schema.items, schema.additionalProperties].filter(one => one !== undefined))
    }

    expect(kinds).not.toContain(undefined)
    expect(seen.size).toBeGreaterThan(2_000)
  })
})
