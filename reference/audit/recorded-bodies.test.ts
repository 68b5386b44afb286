import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, it, onTestFinished } from 'vitest'

import { defaultParts, startReference } from '../index.ts'

const types = {
  json: 'application/json',
  table: 'application/json;as=Table;v=v1;g=meta.k8s.io',
  protobuf: 'application/vnd.kubernetes.protobuf',
  yaml: 'application/yaml',
}

async function startAudited(omitManagedFields: boolean) {
  const folder = await mkdtemp(join(tmpdir(), 'touchstone-audit-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const path = join(folder, 'audit.log')
  const batching = { bufferSize: 1000, maxSize: 100, maxWaitMs: 10 }
  const rotation = { bytesMax: 0, ageMsMax: 0, backupsMax: 0 }
  const server = await startReference(
    defaultParts({
      dialect: 'kubernetes',
      log: () => {},
      audit: {
        policy: {
          omitManagedFields,
          rules: [{ level: 'RequestResponse', verbs: ['get', 'list'] }],
        },
        sinks: [{ kind: 'log', path, ...rotation, mode: 'blocking', batching }],
      },
    }),
  )
  const events = async () => {
    await server.close()
    const lines = (await readFile(path, 'utf8')).trim().split('\n')
    return lines
      .map(line => JSON.parse(line) as Recorded)
      .filter(({ stage }) => stage === 'ResponseComplete')
  }
  return { url: server.url, events }
}

type Recorded = { readonly stage: string; readonly responseObject?: Document }
type Document = {
  readonly kind?: string
  readonly items?: readonly { readonly metadata: object }[]
  readonly rows?: readonly { readonly object: { readonly metadata: object } }[]
  readonly metadata?: object
}

async function read(url: string, path: string, accept = types.json): Promise<string> {
  const answer = await fetch(`${url}${path}`, { headers: { accept } })
  return answer.text()
}

const maps = '/api/v1/namespaces/default/configmaps'

async function createMaps(url: string, count: number): Promise<void> {
  // Longer than one batch in all.
  const data = { text: '\n"managedFields":[]'.repeat(400) }
  for (let nth = 0; nth < count; nth++)
    await fetch(`${url}${maps}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ metadata: { name: `m${nth}` }, data }),
    })
}

it('records what clients have received, in any encoding', { timeout: 60_000 }, async () => {
  const { url, events } = await startAudited(false)
  await createMaps(url, 30)

  const list = await read(url, maps)
  const indented = await read(url, `${maps}?pretty=true`)
  for (const type of [types.protobuf, types.yaml]) await read(url, maps, type)
  const table = await read(url, maps, types.table)
  const object = await read(url, `${maps}/m0`)
  await read(url, '/version')

  const recorded = (await events()).map(({ responseObject }) => responseObject)
  expect(recorded.slice(0, 2)).toEqual([JSON.parse(list), JSON.parse(indented)])
  const inOther = { ...(JSON.parse(list) as Document), items: expect.any(Array) as unknown }
  expect(recorded.slice(2, 4)).toMatchObject([inOther, inOther])
  expect(recorded.slice(4)).toEqual([JSON.parse(table), JSON.parse(object), undefined])
})

it('records no managed fields if its policy omits them', { timeout: 60_000 }, async () => {
  const { url, events } = await startAudited(true)
  await createMaps(url, 30)

  for (const type of Object.values(types)) await read(url, maps, type)
  await read(url, `${maps}?pretty=true`)
  await read(url, `${maps}/m0`)

  const recorded = (await events()).map(({ responseObject = {} }) => responseObject)
  const metadata = recorded.map(({ items, rows, metadata: own }) => [
    own,
    ...(items ?? []).map(one => one.metadata),
    ...(rows ?? []).map(row => row.object.metadata),
  ])
  // One more is in the namespace from its beginning.
  expect(metadata.map(({ length }) => length)).toEqual([32, 32, 32, 32, 32, 1])
  expect(metadata.flat().filter(one => one && 'managedFields' in one)).toEqual([])
})
