import { describe, expect, it } from 'vitest'

import type { Parts } from '../parts/parts.ts'
import { defaultParts } from './default-parts.ts'
import { startTestServer } from './test-server.ts'

/** A server with one more check, which fails. */
function withBroken(...endpoints: string[]): Parts {
  const parts = defaultParts()
  const check = () => Promise.reject(new Error('too slow'))
  const broken = { name: 'broken', endpoints, check }
  return { ...parts, healthChecks: [...parts.healthChecks, broken] }
}

/** A server whose storage stops answering after the start. */
async function withSilentStorage() {
  const parts = defaultParts()
  let isSilent = false
  let questions = 0
  const revision = () => {
    questions += 1
    return isSilent ? new Promise<never>(() => {}) : parts.store.revision()
  }
  const server = await startTestServer({ ...parts, store: { ...parts.store, revision } })
  isSilent = true
  questions = 0
  return { ...server, questions: () => questions }
}

const namesIn = (text: string): string[] =>
  [...text.matchAll(/^\[\+\](\S+) ok$/gm)].map(([, name = '']) => name)

describe('health', () => {
  it.each(['/healthz', '/livez', '/readyz'])('%s is ok', async path => {
    const { ask } = await startTestServer()

    const answer = await ask('GET', path)

    expect(answer).toMatchObject({ status: 200, text: 'ok' })
    expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8')
  })

  it('is reported for any method and any Accept header', async () => {
    const { ask } = await startTestServer()

    expect((await ask('GET', '/livez', undefined, { accept: 'text/html' })).text).toBe('ok')
    expect((await ask('POST', '/livez')).status).toBe(200)
    expect((await ask('HEAD', '/livez')).status).toBe(200)
    expect((await ask('GET', '/version', undefined, { accept: 'text/html' })).status).toBe(406)
  })

  it('lists its checks with ?verbose (HEALTH-006 to HEALTH-012)', async () => {
    const cluster = await startTestServer()
    const kubernetes = await startTestServer(defaultParts({ dialect: 'kubernetes' }))

    const { text } = await cluster.ask('GET', '/livez?verbose&exclude=ping')
    const other = await kubernetes.ask('GET', '/livez?verbose&exclude=ping&exclude=etcd')

    const hook = '[+]poststarthook/start-system-namespaces ok\n'
    expect(text).toBe(`[+]ping excluded: ok\n[+]storage ok\n${hook}healthz check passed\n`)
    const another = '[+]poststarthook/scheduling/bootstrap-system-priority-classes ok\n'
    expect(other.text).toBe(
      `[+]ping excluded: ok\n[+]etcd excluded: ok\n${hook}${another}livez check passed\n`,
    )
  })

  it('has the same checks on the older endpoint as on the newer ones', async () => {
    const { ask } = await startTestServer(defaultParts({ dialect: 'kubernetes' }))

    const [old, live, ready] = await Promise.all(
      ['healthz', 'livez', 'readyz'].map(async one =>
        namesIn((await ask('GET', `/${one}?verbose`)).text),
      ),
    )

    expect(old).toEqual(live)
    expect(ready).toEqual([
      'ping',
      'etcd',
      'etcd-readiness',
      'informer-sync',
      'shutdown',
      'poststarthook/start-system-namespaces',
      'poststarthook/scheduling/bootstrap-system-priority-classes',
    ])
  })

  it('reports one check, whose name may contain slashes (HEALTH-016, HEALTH-017)', async () => {
    const { ask } = await startTestServer()

    const { text } = await ask('GET', '/readyz?verbose')
    for (const name of namesIn(text))
      expect(await ask('GET', `/readyz/${name}`)).toMatchObject({ status: 200, text: 'ok' })

    for (const path of ['/readyz/nope', '/livez/shutdown', '/livez/', '/livez/poststarthook'])
      expect(await ask('GET', path)).toMatchObject({ status: 404, text: '404 page not found\n' })
  })

  it('finds a check by its escaped name', async () => {
    const parts = defaultParts()
    const odd = { name: 'a b?', endpoints: ['livez'], check: async () => {} }
    const { ask } = await startTestServer({ ...parts, healthChecks: [...parts.healthChecks, odd] })

    expect((await ask('GET', '/livez/a%20b%3F')).status).toBe(200)
    expect((await ask('GET', '/livez?verbose&exclude=a%20b%3F')).text).toContain('a b? excluded')
  })

  it('fails with its checks, unless they are excluded (HEALTH-013, HEALTH-020)', async () => {
    const { ask } = await startTestServer(withBroken('readyz'))

    const failed = await ask('GET', '/readyz')
    const excluded = await ask('GET', '/readyz?exclude=broken&exclude=nope&verbose&exclude=nope')

    expect(failed.status).toBe(500)
    expect(failed.text).toContain('[-]broken failed: reason withheld\n')
    expect(failed.text).toMatch(/healthz check failed\n$/)
    expect((await ask('GET', '/readyz/broken')).text).toContain('too slow')
    expect((await ask('GET', '/livez')).status).toBe(200)
    expect(excluded.status).toBe(200)
    expect(excluded.text).toContain('no matches for "nope"\n')
  })

  it('fails while a test makes it fail, and then passes again', async () => {
    const { ask, failHealthCheck } = await startTestServer()

    failHealthCheck(true)
    const failed = await ask('GET', '/livez')
    const excluded = await ask('GET', '/livez?exclude=storage')
    failHealthCheck(false)

    expect(failed.status).toBe(500)
    expect(excluded).toMatchObject({ status: 200, text: 'ok' })
    expect((await ask('GET', '/livez')).status).toBe(200)
  })

  it('fails if the storage does not answer in time', async () => {
    const { ask, clock, questions } = await withSilentStorage()

    const probes = Promise.all(['/livez', '/readyz', '/livez/storage'].map(one => ask('GET', one)))
    await ask('GET', '/livez/ping')
    clock.advance(2000)

    expect((await probes).map(({ status }) => status)).toEqual([500, 500, 500])
    expect((await probes)[2]?.text).toBe(
      'internal server error: storage did not answer within 2000 ms\n',
    )
    expect(questions()).toBe(1)
  })

  it('is public, but single checks require rights (HEALTH-024)', async () => {
    const users = [{ token: 't', name: 'ada', uid: '1', groups: ['system:masters'] }]
    const { ask } = await startTestServer(defaultParts({ users }))

    expect((await ask('GET', '/livez?verbose')).status).toBe(200)
    expect((await ask('GET', '/livez/ping')).status).toBe(403)
    expect((await ask('GET', '/livez/nope')).status).toBe(403)
    expect((await ask('GET', '/livez/ping', undefined, { authorization: 'Bearer t' })).status).toBe(
      200,
    )
  })
})
