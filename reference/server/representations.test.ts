import { describe, expect, it } from 'vitest'

import { type TestServer, startTestServer } from './test-server.ts'
import { openWatch } from './test-watch.ts'

const maps = '/api/v1/namespaces/default/configmaps'
const meta = 'g=meta.cluster.example;v=v1'
const asTable = `application/json;as=Table;${meta}`
const asPartial = `application/json;as=PartialObjectMetadata;${meta}`
const asPartials = `application/json;as=PartialObjectMetadataList;${meta}`

async function withMaps(): Promise<TestServer> {
  const server = await startTestServer()
  for (const name of ['a', 'b']) {
    await server.ask('POST', maps, { metadata: { name, labels: { x: name } }, data: { k: 'v' } })
  }
  return server
}

const reading =
  ({ ask }: TestServer, accept: string) =>
  async (path: string) =>
    (await ask('GET', path, undefined, { accept })).body

describe('as a Table', () => {
  it('an object is a row with its metadata', async () => {
    const server = await withMaps()
    const { metadata } = await reading(server, '*/*')(`${maps}/a`)

    const table = await reading(server, asTable)(`${maps}/a`)

    expect(table).toMatchObject({
      kind: 'Table',
      apiVersion: 'meta.cluster.example/v1',
      metadata: { resourceVersion: metadata.resourceVersion },
      columnDefinitions: [{ name: 'Name' }, { name: 'Data' }, { name: 'Age' }],
      rows: [{ cells: ['a', 1, expect.stringMatching(/^\d+s$/)], object: { metadata } }],
    })
  })

  it.each([
    ['None', null],
    ['Object', expect.objectContaining({ kind: 'ConfigMap', data: { k: 'v' } })],
    ['Metadata', expect.objectContaining({ kind: 'PartialObjectMetadata' })],
  ])('a row contains the object that includeObject=%s requests', async (include, object) => {
    const table = await reading(await withMaps(), asTable)(`${maps}?includeObject=${include}`)

    expect(table['rows']).toHaveLength(2)
    expect(table['rows']).toEqual([
      expect.objectContaining({ object }),
      expect.objectContaining({ object }),
    ])
  })

  it('an unknown includeObject is refused if a Table is requested', async () => {
    const { ask } = await withMaps()

    const refused = await ask('GET', `${maps}?includeObject=x`, undefined, { accept: asTable })
    const taken = await ask('GET', `${maps}?includeObject=x`)

    expect(refused).toMatchObject({ status: 400, body: { reason: 'BadRequest' } })
    expect(taken.status).toBe(200)
  })

  it('a list has the metadata of its page, and a type without columns has two', async () => {
    const server = await withMaps()
    const read = reading(server, asTable)

    const chunk = await read(`${maps}?limit=1`)
    const ranges = await read('/api/v1/limitranges')

    expect(chunk.metadata).toMatchObject({ remainingItemCount: 1, continue: expect.any(String) })
    expect(ranges).toMatchObject({
      columnDefinitions: [
        { name: 'Name', type: 'string' },
        { name: 'Created At', type: 'date' },
      ],
      rows: [],
    })
  })

  it('a watch sends the columns once, and a row for each change (TABLE-018)', async () => {
    const { url, ask } = await withMaps()
    const query =
      'sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true'

    const watch = await openWatch(url, maps, query, { accept: asTable })
    await ask('DELETE', `${maps}/a`)
    const events = await watch.take(4)

    const seen = events.map(({ type, object }) => [type, object.kind, cellsOf(object)[0]])
    expect(seen).toEqual([
      ['ADDED', 'Table', 'a'],
      ['ADDED', 'Table', 'b'],
      ['BOOKMARK', 'Table', ''],
      ['DELETED', 'Table', 'a'],
    ])
    const columns = events.map(({ object }) => object['columnDefinitions'])
    expect(columns).toEqual([expect.any(Array), null, null, null])
  })

  it('writes are answered as Tables, but reviews are refused (TABLE-011)', async () => {
    const { ask } = await withMaps()
    const question = { spec: { user: 'a', nonResourceAttributes: { path: '/', verb: 'get' } } }
    const reviews = '/apis/authorization.cluster.example/v1/subjectaccessreviews'

    const written = await ask('PUT', `${maps}/a`, { metadata: { name: 'a' } }, { accept: asTable })
    const asked = (accept: string) => ask('POST', reviews, question, { accept })

    expect(written.body.kind).toBe('Table')
    expect(await asked(asTable)).toMatchObject({ status: 406, body: { reason: 'NotAcceptable' } })
    expect((await asked(`${asTable}, application/json`)).body.kind).toBe('SubjectAccessReview')
  })
})

const cellsOf = (table: object): unknown[] => {
  const { rows } = table as { rows: { cells: unknown[] }[] }
  return rows[0]?.cells ?? []
}

describe('as PartialObjectMetadata', () => {
  it('objects have only metadata, singly, in lists and in watches', async () => {
    const server = await withMaps()
    const full = await reading(server, '*/*')(maps)

    const one = await reading(server, asPartial)(`${maps}/a`)
    const list = await reading(server, asPartials)(maps)
    const watch = await openWatch(server.url, maps, 'resourceVersion=1', { accept: asPartial })
    const [event] = await watch.take(1)

    const partials = full.items.map(({ metadata }) => ({
      kind: 'PartialObjectMetadata',
      apiVersion: 'meta.cluster.example/v1',
      metadata,
    }))
    expect(one).toEqual(partials[0])
    expect(list).toEqual({
      kind: 'PartialObjectMetadataList',
      apiVersion: 'meta.cluster.example/v1',
      metadata: full.metadata,
      items: partials,
    })
    expect(event).toEqual({ type: 'ADDED', object: partials[0] })
  })

  it('a list cannot be returned as an object, nor an object as a list', async () => {
    const { ask } = await withMaps()
    const answered = async (path: string, accept: string) =>
      (await ask('GET', path, undefined, { accept })).status

    expect(await answered(maps, asPartial)).toBe(406)
    expect(await answered(`${maps}/a`, asPartials)).toBe(406)
    expect(await answered(maps, `${asPartial}, application/json`)).toBe(200)
  })
})

describe('pretty-printed JSON is returned', () => {
  it.each(['pretty=true', 'pretty=1', 'pretty'])('with %s', async query => {
    const { ask } = await withMaps()

    for (const path of [`${maps}/a`, maps, `${maps}/missing`, '/api/v1', '/version']) {
      const plain = await ask('GET', path)
      const pretty = await ask('GET', `${path}?${query}`)

      expect(pretty.text).toBe(JSON.stringify(plain.body, undefined, 2))
    }
  })

  it('for curl, unless pretty=false', async () => {
    const { ask } = await withMaps()
    const text = async (query: string) =>
      (await ask('GET', `${maps}/a${query}`, undefined, { 'user-agent': 'curl/8.0' })).text

    expect(await text('')).toContain('\n  "kind": "ConfigMap"')
    expect(await text('?pretty=false')).not.toContain('\n  ')
  })
})
