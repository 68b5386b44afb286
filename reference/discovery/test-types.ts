// Parts of a server for one test, which can change the served types.

import type { Parts } from '../parts/parts.ts'
import type { Resource } from '../api/resource.ts'
import { defaultParts } from '../server/default-parts.ts'
import type { PartsOptions } from '../server/parts-options.ts'

export type TestTypeRegistry = { parts: Parts; define: (types: readonly Resource[]) => void }

export function partsWithTestTypes(
  options: PartsOptions = { dialect: 'kubernetes' },
): TestTypeRegistry {
  let types: readonly Resource[] = []
  const own = defaultParts(options)
  const parts = { ...own, customTypes: { ...own.customTypes, types: () => types } }
  return { parts, define: next => void (types = next) }
}

/** Returns a type like ConfigMap, with a status and a scale. */
export function widgetsResource(
  parts: Parts,
  version: string,
  group = 'shop.example.com',
): Resource {
  const like = parts.builtInResources.find(({ kind }) => kind === 'ConfigMap')
  const scale = parts.builtInResources.find(({ kind }) => kind === 'Deployment')?.subresources[
    'scale'
  ]
  if (!like || !scale) throw new Error('the built-in types lack what a widget is made like')
  const names = { resource: 'widgets', singular: 'widget', kind: 'Widget', listKind: 'WidgetList' }
  const own = { ...like, group, version, ...names, shortNames: ['wg'], categories: ['all'] }
  return { ...own, subresources: { status: { ...own, verbs: ['get', 'patch', 'update'] }, scale } }
}
