import { describe, expect, it } from 'vitest'

import { defaultParts } from './default-parts.ts'
import { startTestServer } from './test-server.ts'
import { openWatch, eventSummaryOf, startWatchServer } from './test-watch.ts'

const endpoints = '/api/v1/namespaces/default/endpoints'
const list = 'sendInitialEvents=true&resourceVersionMatch=NotOlderThan'
const both = ['cluster', 'kubernetes'] as const

describe.each(both)('in the %s dialect a watch', dialect => {
  const annotation = dialect === 'kubernetes' && { 'k8s.io/initial-events-end': 'true' }

  it.each([
    ['', ['ADDED a', 'ADDED b']],
    ['resourceVersion=0', ['ADDED a', 'ADDED b']],
    ['resourceVersion=', ['ADDED a', 'ADDED b']],
    [list, ['ADDED a', 'ADDED b']],
    [`${list}&resourceVersion=FIRST`, ['ADDED a', 'ADDED b']],
    ['resourceVersion=FIRST', ['ADDED b']],
    ['resourceVersion=FIRST&limit=1&continue=x', ['ADDED b']],
    ['sendInitialEvents=false&resourceVersionMatch=NotOlderThan', []],
    ['sendInitialEvents=0&resourceVersionMatch=NotOlderThan&resourceVersion=FIRST', ['ADDED b']],
  ])('with "%s" starts with %j (WATCH-022, 023, 034, 044)', async (query, expected) => {
    const { ask, open, endAll } = await startWatchServer(defaultParts({ dialect }))
    const first = await ask('POST', endpoints, { metadata: { name: 'a' } })
    await ask('POST', endpoints, { metadata: { name: 'b' } })
    const version = String(first.body.metadata.resourceVersion)

    const watch = await open(endpoints, query.replace('FIRST', version))
    await ask('POST', endpoints, { metadata: { name: 'c' } })
    endAll()

    expect((await watch.rest()).map(eventSummaryOf)).toEqual([...expected, 'ADDED c'])
  })

  it('with initial events ends them by a bookmark at its version (WATCH-035 to 037)', async () => {
    const { ask, open } = await startWatchServer(defaultParts({ dialect }))
    const nothing = await open(endpoints, `${list}&allowWatchBookmarks=true`)
    const { body } = await ask('POST', endpoints, { metadata: { name: 'a' } })
    const { resourceVersion } = body.metadata

    const some = await open(endpoints, `${list}&allowWatchBookmarks=true`)
    const events = await some.take(2)

    expect((await nothing.take(2)).map(eventSummaryOf)).toEqual(['BOOKMARK', 'ADDED a'])
    expect(events).toEqual([
      { type: 'ADDED', object: body },
      {
        type: 'BOOKMARK',
        object: {
          kind: 'Endpoints',
          apiVersion: 'v1',
          metadata: { resourceVersion, ...(annotation && { annotations: annotation }) },
        },
      },
    ])
  })

  it('with many pages of initial events loses and repeats no concurrent write', async () => {
    const parts = defaultParts({ dialect })
    const { ask, url } = await startTestServer({
      ...parts,
      limits: { ...parts.limits, scanKeys: 2 },
    })
    const names = [...'bcdefgh']
    for (const name of names) await ask('POST', endpoints, { metadata: { name } })

    const watch = await openWatch(url, endpoints, `${list}&allowWatchBookmarks=true`)
    const first = await watch.take(1)
    await ask('POST', endpoints, { metadata: { name: 'a' } })
    await ask('DELETE', `${endpoints}/h`)
    const events = [...first, ...(await watch.take(names.length + 2))].map(eventSummaryOf)

    expect(events.filter(event => event === 'ADDED h')).toHaveLength(1)
    expect(new Set(events)).toEqual(
      new Set([...names.map(name => `ADDED ${name}`), 'BOOKMARK', 'ADDED a', 'DELETED h']),
    )
    expect(events).toHaveLength(names.length + 3)
  })

  it.each([
    ['sendInitialEvents=true', 422, ['FieldValueForbidden']],
    ['sendInitialEvents=false', 422, ['FieldValueForbidden']],
    ['sendInitialEvents=1&resourceVersionMatch=Exact', 422, ['Forbidden', 'NotSupported']],
    ['resourceVersionMatch=NotOlderThan', 422, ['FieldValueForbidden']],
    ['resourceVersionMatch=NotOlderThan&resourceVersion=1', 422, ['FieldValueForbidden']],
    ['resourceVersionMatch=x&resourceVersion=1', 422, ['Forbidden', 'NotSupported']],
    [`${list}&continue=x`, 422, ['FieldValueForbidden']],
    ['continue=x', 422, ['FieldValueForbidden']],
    ['timeoutSeconds=x', 400, []],
    ['timeoutSeconds=99999999999999999999', 400, []],
    ['limit=x', 400, []],
    ['labelSelector=%3D%3D', 400, []],
    ['fieldSelector=spec.x%3D1', 400, []],
  ])('with "%s" is %i (WATCH-038 to WATCH-046)', async (query, code, reasons) => {
    const { ask } = await startTestServer(defaultParts({ dialect }))

    const { status, body } = await ask('GET', `${endpoints}?watch=1&${query}`)
    const details = body['details'] as { causes?: { reason: string }[] } | undefined

    expect({ status, kind: body.kind }).toEqual({ status: code, kind: 'Status' })
    const causes = details?.causes?.map(({ reason }) => reason) ?? []
    expect(causes).toEqual(reasons.map(reason => expect.stringContaining(reason)))
  })

  it.each(['abc', '-1', `1${'0'.repeat(30)}`, '1.5'])('from "%s" is refused', async version => {
    const { ask } = await startTestServer(defaultParts({ dialect }))

    const { status } = await ask('GET', `${endpoints}?watch=1&resourceVersion=${version}`)

    expect(status).toBe(dialect === 'cluster' ? 400 : 500)
  })

  it.each(['0', 'false', 'False'])('is a list instead with watch=%s', async value => {
    const { ask } = await startTestServer(defaultParts({ dialect }))

    expect((await ask('GET', `${endpoints}?watch=${value}`)).body.kind).toBe('EndpointsList')
  })

  it('from a version that is no longer kept ends with 410 (WATCH-024, WATCH-025)', async () => {
    const { ask, compact } = await startTestServer(defaultParts({ dialect }))
    const { body } = await ask('POST', endpoints, { metadata: { name: 'a' } })
    const old = Number(body.metadata.resourceVersion) - 1
    await compact()

    const answer = await ask('GET', `${endpoints}?watch=1&resourceVersion=${old}`)
    const { status, body: document } = answer
    const why = { kind: 'Status', code: 410, reason: 'Expired' }

    if (dialect === 'cluster')
      expect({ status, document }).toMatchObject({ status: 410, document: why })
    else
      expect({ status, document }).toMatchObject({
        status: 200,
        document: { type: 'ERROR', object: why },
      })
  })

  it('from the oldest version that is kept shows the history since', async () => {
    const { ask, compact, url } = await startTestServer(defaultParts({ dialect }))
    const { body } = await ask('POST', endpoints, { metadata: { name: 'a' } })
    await compact()
    await ask('POST', endpoints, { metadata: { name: 'b' } })

    const watch = await openWatch(
      url,
      endpoints,
      `resourceVersion=${body.metadata.resourceVersion}`,
    )

    expect((await watch.take(1)).map(eventSummaryOf)).toEqual(['ADDED b'])
  })

  it('with initial events at a future version waits, and is then refused', async () => {
    const { ask, clock } = await startTestServer(defaultParts({ dialect }))
    const path = `${endpoints}?watch=1&${list}&resourceVersion=1000`

    const waiting = ask('GET', path)
    await ask('GET', endpoints)
    clock.advance(3000)
    const { status, body } = await waiting

    expect(status).toBe(dialect === 'cluster' ? 504 : 200)
    expect(JSON.stringify(body)).toContain('ResourceVersionTooLarge')
  })
})
