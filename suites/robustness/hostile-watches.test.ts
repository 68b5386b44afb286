// Tests watches and lists with impossible options. Each is refused with a clear message or answered
// by the rules, nothing is written, and the server keeps running.

import { describe, expect, it } from 'vitest'
import { defaultParts } from '../../reference/index.ts'
import { startTestServer, type TestServer } from '../../reference/server/test-server.ts'
import { openWatch, eventSummaryOf, startWatchServer } from '../../reference/server/test-watch.ts'

const endpoints = '/api/v1/namespaces/default/endpoints'
const secrets = '/api/v1/namespaces/default/secrets'
const both = ['cluster', 'kubernetes'] as const
const newestMatch = 'resourceVersionMatch=NotOlderThan'

const isUp = async ({ ask }: TestServer) => (await ask('GET', '/livez')).status

const words = ['abc', 'newest', 'null', 'NaN', 'undefined']
const numbers = ['-1', '-0', '1.5', '1e3', '0x10', '+1', '1,000']
const characters = ['%20', '1%20', '%00', '%0A1', '%D9%A1', '%F0%9F%92%A9', '%FF']
const large = [`1${'0'.repeat(30)}`, '9'.repeat(5000), String(2n ** 64n)]
const noVersions = [...words, ...numbers, ...characters, ...large]

describe.each(both)('in the %s dialect', dialect => {
  it('an invalid version is refused, without side effects', async () => {
    const server = await startTestServer(defaultParts({ dialect }))
    const { ask } = server
    const a = await ask('POST', endpoints, { metadata: { name: 'a' } })
    const unreadable = dialect === 'cluster' ? 400 : 500

    for (const version of noVersions) {
      const asked = `resourceVersion=${version}`
      const watch = await ask('GET', `${endpoints}?watch=1&${asked}`)
      const state = await ask(
        'GET',
        `${endpoints}?watch=1&${asked}&sendInitialEvents=1&${newestMatch}`,
      )
      const list = await ask('GET', `${endpoints}?${asked}`)
      const exact = await ask('GET', `${endpoints}?${asked}&resourceVersionMatch=Exact`)
      const get = await ask('GET', `${endpoints}/a?${asked}`)
      const answers = [watch, state, list, exact, get]

      expect([version, ...answers.map(({ status }) => status)]).toEqual([
        version,
        unreadable,
        unreadable,
        400,
        400,
        unreadable,
      ])
      expect(answers.every(({ body }) => body.kind === 'Status')).toBe(true)
      expect(await isUp(server)).toBe(200)
    }
    expect((await ask('GET', endpoints)).body.items).toEqual([
      expect.objectContaining({ metadata: a.body.metadata }),
    ])
  })

  it.each([
    [`?watch=1&${newestMatch}`, 422],
    [`?watch=1&${newestMatch}&resourceVersion=1`, 422],
    ['?watch=1&resourceVersionMatch=Exact&resourceVersion=1', 422],
    ['?watch=1&sendInitialEvents=true', 422],
    ['?watch=1&sendInitialEvents=true&resourceVersion=1', 422],
    ['?watch=1&sendInitialEvents=false&resourceVersionMatch=Exact', 422],
    [`?${newestMatch}`, 422],
    ['?resourceVersionMatch=Exact', 422],
    [`?sendInitialEvents=true&${newestMatch}&resourceVersion=1`, 422],
    ['?watch=1&timeoutSeconds=1.5', 400],
    [`?watch=1&timeoutSeconds=${2n ** 63n}`, 400],
    [`?watch=1&timeoutSeconds=-${2n ** 64n}`, 400],
    ['?watch=1&labelSelector=a%3D%3D%3Db', 400],
    ['?watch=1&labelSelector=a%20in%20(', 400],
    ['?watch=1&labelSelector=!', 400],
    [`?watch=1&labelSelector=${'x'.repeat(64)}`, 400],
    ['?watch=1&fieldSelector=metadata.name', 400],
    ['?watch=1&fieldSelector=metadata.none%3Da', 400],
    ['?watch=1&fieldSelector=%5C', 400],
  ])('%s is %i', async (query, code) => {
    const server = await startTestServer(defaultParts({ dialect }))

    const { status, body } = await server.ask('GET', `${endpoints}${query}`)

    expect({ status, kind: body.kind, code: body['code'] }).toEqual({
      status: code,
      kind: 'Status',
      code,
    })
    expect(String(body['message'])).not.toMatch(/undefined|\[object|\bat .*:\d+:\d+/)
    expect(await isUp(server)).toBe(200)
  })

  it.each(['-1', `-${2n ** 63n}`])(
    'a watch with timeoutSeconds=%s ends immediately after a whole document',
    async seconds => {
      const server = await startTestServer(defaultParts({ dialect }))
      const path = `resourceVersion=1&timeoutSeconds=${seconds}`

      const watch = await openWatch(server.url, endpoints, path)

      expect(watch.response.statusCode).toBe(200)
      expect(await watch.rest()).toEqual([])
      expect(watch.response.complete).toBe(true)
      expect(await isUp(server)).toBe(200)
    },
  )

  it.each(['4294967296', String(2n ** 63n - 1n)])(
    'a watch with timeoutSeconds=%s continues',
    async seconds => {
      const server = await startWatchServer(defaultParts({ dialect }))
      const watch = await server.open(endpoints, `timeoutSeconds=${seconds}`)
      server.clock.advance(24 * 3_600_000)

      await server.ask('POST', endpoints, { metadata: { name: 'a' } })

      expect((await watch.take(1)).map(eventSummaryOf)).toEqual(['ADDED a'])
      expect(server.readers()).toBe(1)
    },
  )

  it('a version of another collection is valid', async () => {
    const server = await startWatchServer(defaultParts({ dialect }))
    const { ask, open } = server
    await ask('POST', endpoints, { metadata: { name: 'before' } })
    const other = await ask('POST', secrets, { metadata: { name: 'other' } })
    await ask('POST', endpoints, { metadata: { name: 'after' } })
    const version = `resourceVersion=${other.body.metadata.resourceVersion}`

    const watch = await open(endpoints, version)
    const exact = await ask('GET', `${endpoints}?${version}&resourceVersionMatch=Exact`)

    expect((await watch.take(1)).map(eventSummaryOf)).toEqual(['ADDED after'])
    expect(exact.body.items.map(({ metadata }) => metadata.name)).toEqual(['before'])
  })

  it('a watch of a missing namespace shows objects created in it later', async () => {
    const server = await startWatchServer(defaultParts({ dialect }))
    const path = '/api/v1/namespaces/later/endpoints'
    const watch = await server.open(path)

    await server.ask('POST', '/api/v1/namespaces', { metadata: { name: 'later' } })
    await server.ask('POST', endpoints, { metadata: { name: 'elsewhere' } })
    await server.ask('POST', path, { metadata: { name: 'a' } })

    expect((await watch.take(1)).map(eventSummaryOf)).toEqual(['ADDED a'])
  })
})

describe('a watch on the path of a missing object', () => {
  it('waits for the object in the cluster dialect', async () => {
    const { ask, open } = await startWatchServer(defaultParts({ dialect: 'cluster' }))
    const watch = await open(`${endpoints}/a`)

    await ask('POST', endpoints, { metadata: { name: 'ab' } })
    await ask('POST', endpoints, { metadata: { name: 'a' } })

    expect((await watch.take(1)).map(eventSummaryOf)).toEqual(['ADDED a'])
  })

  it('is a get with status 404 in the kubernetes dialect', async () => {
    const { ask } = await startTestServer(defaultParts({ dialect: 'kubernetes' }))

    expect((await ask('GET', `${endpoints}/a?watch=1`)).status).toBe(404)
  })
})
