import { describe, expect, it } from 'vitest'

import { defaultParts } from '../../server/default-parts.ts'
import { sampledCases } from '../../../suites/long-runs/sampled/sample.ts'
import { ask, attack } from './test-attack.ts'
import { startVictim } from './test-victim.ts'

const core = '/api/v1/namespaces/default'
const maps = `${core}/configmaps`
const limited = { token: 'of-limited', name: 'limited', uid: '2', groups: [] }
const admin = { token: 'of-admin', name: 'admin', uid: '1', groups: ['system:masters'] }
const server = await startVictim({ users: [admin, limited] })
const as = ({ token }: { token: string }) => ({ authorization: `Bearer ${token}` })
const send = (line: readonly [string, string], body?: unknown, headers = as(admin)) =>
  ask(server, line, body, { ...headers, ...(line[0] === 'PATCH' && merge) })
const merge = { 'content-type': 'application/merge-patch+json' }
const created = await send(['POST', maps], { metadata: { name: 'p' } })
await send(['POST', '/api/v1/namespaces/kube-system/configmaps'], { metadata: { name: 'far' } })

describe('T22: a path', () => {
  it.for([
    [`${maps}/..%2f..%2fsecrets`, 404],
    [`${maps}/..%2f..%2fkube-system%2fconfigmaps%2ffar`, 404],
    ['/api/v1/namespaces/..%2fkube-system/configmaps', 404],
    [`${maps}/%2e%2e`, 400],
    [`${maps}/../../kube-system/configmaps/far`, 400],
    [`${maps}/%2e%2e/%2e%2e/kube-system/configmaps/far`, 400],
    ['/api/v1/namespaces/%2e%2e/configmaps', 400],
    [`${maps}/%252e%252e`, 400],
    ['/api/v1//namespaces', 404],
    ['//api/v1/namespaces', 404],
    ['/./api/v1/namespaces', 400],
    ['/api/v1/namespaces/./configmaps', 400],
    [`${maps}/%00`, 404],
    [`${maps}/p%00`, 404],
    ['/api/v1/namespaces/default%00/configmaps/p', 404],
    [`${maps}/%c0%ae%c0%ae`, 400],
    [`${maps}/%e0%80%af`, 400],
    [`${maps}/%ff`, 400],
    [`${maps}/%`, 400],
    [`${maps}/%u002e`, 400],
    [`${maps}/p%2fstatus`, 404],
    [`${maps}/p\\..\\q`, 404],
    [`${maps}/p;x=1`, 404],
    [`${maps}/p#x`, 404],
    [`${maps}/p%0d%0aX:y`, 404],
    [`${maps}/p%20`, 404],
    [`${maps}/P`, 404],
  ] as const)('%s is not found', async ([path, status], { annotate }) => {
    const answer = await attack({ server, annotate }, () => send(['GET', path]))

    expect(answer.status).toBe(status)
  })

  it('is authorized as it is routed: no spelling gives access to another namespace', async () => {
    const spellings = [
      'kube-system',
      'kube%2dsystem',
      '%6bube-system',
      'default%2f..%2fkube-system',
    ]
    const paths = spellings.map(name => `/api/v1/namespaces/${name}/configmaps/far`)

    const answers = await attack({ server }, () =>
      Promise.all(paths.map(path => send(['GET', path], undefined, as(limited)))),
    )

    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 404])
  })

  it.for(['../x', '..', 'a/b', 'a\0b', '%2e%2e', 'A', 'a'.repeat(254), '\u202e', '-', 'x '])(
    'is never built from the name %j',
    async (name, { annotate }) => {
      const answer = await attack({ server, annotate }, () =>
        send(['POST', maps], { metadata: { name } }),
      )

      expect(answer.status).toBe(422)
    },
  )
})

describe('T23: a type in the scope of another', () => {
  it.for([
    ['GET', `${core}/nodes`, 404],
    ['GET', `${core}/nodes/x`, 404],
    ['POST', `${core}/nodes`, 404],
    ['POST', `${core}/namespaces`, 404],
    ['GET', '/api/v1/configmaps/p', 404],
    ['PUT', '/api/v1/configmaps/p', 404],
    ['PATCH', '/api/v1/configmaps/p', 404],
    ['DELETE', '/api/v1/configmaps/p', 404],
    ['POST', '/api/v1/configmaps', 405],
    ['DELETE', '/api/v1/configmaps', 405],
  ] as const)('%s %s is %i', async ([method, path, status], { annotate }) => {
    const body = method === 'GET' ? undefined : { metadata: { name: 'p' } }

    const answer = await attack({ server, annotate }, () => send([method, path], body))

    expect(answer.status).toBe(status)
  })
})

describe('T24: a body that disagrees with its path', () => {
  it.for([
    ['another name', { metadata: { name: 'other' } }, 400],
    ['another namespace', { metadata: { name: 'p', namespace: 'kube-system' } }, 400],
    ['another uid', { metadata: { name: 'p', uid: 'other' } }, 409],
    ['another kind', { kind: 'Secret', metadata: { name: 'p' } }, 400],
    ['another version', { apiVersion: 'v2', metadata: { name: 'p' } }, 400],
    ['another group', { apiVersion: 'apps/v1', metadata: { name: 'p' } }, 400],
  ] as const)('is refused for %s', async ([, body, status], { annotate }) => {
    const answer = await attack({ server, annotate }, () => send(['PUT', `${maps}/p`], body))
    const read = await send(['GET', `${maps}/p`])

    expect(answer.status).toBe(status)
    expect(read.body.metadata).toEqual(created.body.metadata)
  })
})

describe('T29: a client without rights', () => {
  const { builtInResources } = defaultParts()
  const paths = builtInResources.flatMap(
    ({ group, version, resource, isNamespaced, subresources }) => {
      const root = group === '' ? `/api/${version}` : `/apis/${group}/${version}`
      const collection = `${root}${isNamespaced ? '/namespaces/default' : ''}/${resource}`
      const parts = Object.keys(subresources).map(part => `${collection}/x/${part}`)
      return [collection, `${collection}/x`, ...parts, `${root}/${resource}`]
    },
  )
  const others = ['/', '/api', '/apis', '/metrics', '/openapi/v3', '/nope', '/livez/x']
  const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND']
  const all = [...paths, ...others].flatMap(path => methods.map(method => [method, path] as const))

  it.for([
    ['without a token', {}],
    ['with a token of nobody', { authorization: 'Bearer nobody' }],
    ['with a token and no rules', as(limited)],
  ] as const)('%s is refused for all paths and methods', async ([, headers], test) => {
    const lines = [...sampledCases(all, 800, line => line.join(' '))]

    const answers: { line: readonly [string, string]; status: number }[] = []
    const walk = async () => {
      for (let line = lines.pop(); line; line = lines.pop()) {
        const isWrite = ['POST', 'PUT', 'PATCH', 'DELETE'].includes(line[0])
        const { status } = await ask(server, line, isWrite ? {} : undefined, headers)
        answers.push({ line, status })
      }
    }
    const watched = { server, annotate: test.annotate }
    await attack(watched, () => Promise.all(Array.from({ length: 8 }, walk)))

    // Every authenticated user may read discovery and OpenAPI, and review itself.
    const isFree = ([method, path]: readonly [string, string]) =>
      'authorization' in headers &&
      headers.authorization === as(limited).authorization &&
      ((method === 'GET' && ['/api', '/apis', '/openapi/v3'].includes(path)) ||
        (method === 'POST' && /^\/apis\/auth[a-z]+\.[^/]+\/v1\/selfsubject/.test(path)))
    const wrong = answers.filter(
      ({ line, status }) => !isFree(line) && ![401, 403, 404].includes(status),
    )
    expect(answers.length).toBeGreaterThan(500)
    expect(wrong).toEqual([])
  })
})
