// Lists all objects of a server, to check that a run leaves it unchanged.

import { createClient, defaultClientLimits } from '../../fixtures/client/client.ts'
import type { Connection, Credential } from '../../fixtures/client/client.ts'
import {
  createCachedReader,
  entriesIn,
  isList,
  valueIn,
} from '../../fixtures/targets/server-read.ts'
import type { ReadPath } from '../../fixtures/targets/server-read.ts'

// If a collection hangs, it is listed namespace by namespace.
const limits = { ...defaultClientLimits, answerMs: 2_000, retriesMax: 0 }

// Collections that a server without discovery may serve.
const usual: Collection[] = [
  { base: '/api/v1', resource: 'namespaces', isNamespaced: false },
  { base: '/api/v1', resource: 'configmaps', isNamespaced: true },
  { base: '/api/v1', resource: 'secrets', isNamespaced: true },
  { base: '/apis/coordination.k8s.io/v1', resource: 'leases', isNamespaced: true },
]

type Collection = { base: string; resource: string; isNamespaced: boolean }

/** The paths of all objects that a server lists, sorted. */
export async function listServerObjects(to: Connection, as?: Credential): Promise<string[]> {
  const client = createClient(to, as, limits)
  try {
    const ask = createCachedReader(client)
    const found = await collectionsOn(ask)
    const namespaces = (await itemsAt(ask, '/api/v1/namespaces')) ?? []
    const paths = await Promise.all(
      (found.length > 0 ? found : usual).map(one => objectsIn(ask, one, namespaces)),
    )
    return [...new Set(paths.flat())].toSorted()
  } finally {
    await client.close()
  }
}

/** The objects that were created and not deleted between two lists, and those that were deleted. */
export function objectChanges(before: string[], after: string[]): string[] {
  const missingIn = (others: string[]) => (path: string) => !others.includes(path)
  return [
    ...after.filter(missingIn(before)).map(path => `left behind: ${path}`),
    ...before.filter(missingIn(after)).map(path => `deleted: ${path}`),
  ]
}

/** The collections that discovery describes as listable. */
async function collectionsOn(ask: ReadPath): Promise<Collection[]> {
  const groups = entriesIn((await ask('/apis')).body, 'groups')
  const versions = groups.flatMap(group => entriesIn(group, 'versions'))
  const bases = versions.map(version => `/apis/${String(valueIn(version, 'groupVersion'))}`)
  const listed = await Promise.all(
    ['/api/v1', ...bases].map(async base =>
      entriesIn((await ask(base)).body, 'resources')
        .filter(one => entriesIn(one, 'verbs').includes('list'))
        .map(one => ({
          base,
          resource: String(valueIn(one, 'name')),
          isNamespaced: valueIn(one, 'namespaced') === true,
        })),
    ),
  )
  return listed.flat()
}

async function objectsIn(
  ask: ReadPath,
  { base, resource, isNamespaced }: Collection,
  namespaces: unknown[],
): Promise<string[]> {
  const all = await itemsAt(ask, `${base}/${resource}`)
  if (all) return all.map(item => pathTo(item, base, resource))
  if (!isNamespaced) return []
  const each = await Promise.all(
    namespaces.map(one =>
      itemsAt(ask, `${base}/namespaces/${String(field(one, 'name'))}/${resource}`),
    ),
  )
  return each.flatMap(items => items ?? []).map(item => pathTo(item, base, resource))
}

async function itemsAt(ask: ReadPath, path: string): Promise<unknown[] | undefined> {
  const asked = await ask(path)
  return isList(asked) ? entriesIn(asked.body, 'items') : undefined
}

function pathTo(item: unknown, base: string, resource: string): string {
  const namespace = field(item, 'namespace')
  const place = typeof namespace === 'string' ? `namespaces/${namespace}/${resource}` : resource
  return `${base}/${place}/${String(field(item, 'name'))}`
}

const field = (item: unknown, name: string): unknown => valueIn(valueIn(item, 'metadata'), name)
