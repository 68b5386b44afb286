import fc from 'fast-check'
import { describe as topic, expect, it } from 'vitest'

import type { IncomingRequest } from '../api/request.ts'
import { Refusal } from '../api/refusal.ts'
import { cluster } from '../dialects/cluster.ts'
import { kubernetes } from '../dialects/kubernetes.ts'
import { parseRequestInfo } from './parse-request-info.ts'
import { clientUntil } from '../server/test-client.ts'

const incoming = (method: string, target: string): IncomingRequest => {
  const [path = '', query = ''] = target.split('?')
  return {
    method,
    path,
    query: new URLSearchParams(query),
    headers: {},
    rawHeaders: [],
    body: async () => Buffer.alloc(0),
    client: clientUntil(),
  }
}

const described = (method: string, target: string, dialect = cluster) =>
  parseRequestInfo(incoming(method, target), dialect)

topic('describe', () => {
  it.each([
    ['/api/v1/nodes', { group: '', version: 'v1', resource: 'nodes', namespace: '', name: '' }],
    ['/api/v1/nodes/n1', { resource: 'nodes', name: 'n1', verb: 'get' }],
    ['/api/v1/nodes/n1/status', { resource: 'nodes', name: 'n1', subresource: 'status' }],
    ['/api/v1/namespaces', { resource: 'namespaces', namespace: '', name: '', verb: 'list' }],
    ['/api/v1/namespaces/a', { resource: 'namespaces', namespace: '', name: 'a', verb: 'get' }],
    ['/api/v1/namespaces/a/status', { resource: 'namespaces', name: 'a', subresource: 'status' }],
    ['/api/v1/namespaces/a/pods', { resource: 'pods', namespace: 'a', name: '', verb: 'list' }],
    ['/api/v1/namespaces/a/pods/', { resource: 'pods', namespace: 'a', name: '' }],
    ['/api/v1/namespaces/a/pods/p/log', { namespace: 'a', name: 'p', subresource: 'log' }],
    [
      '/apis/g.example/v2/namespaces/a/things/t',
      { group: 'g.example', version: 'v2', resource: 'things', namespace: 'a', name: 't' },
    ],
  ])('reads the path %s', (target, expected) => {
    expect(described('GET', target)).toMatchObject({ on: 'resource', ...expected })
  })

  it.each(['/', '/api', '/api/v1', '/apis/g/v1', '/livez', '/metrics'])(
    'reads %s as a path without a resource',
    target => {
      expect(described('GET', target)).toEqual({ on: 'path', path: target, verb: 'get' })
    },
  )

  it.each(['10s', '1h15m30.9s', '-1s', '+.5ms', '0', ''])('accepts the timeout %j', timeout => {
    expect(described('GET', `/api/v1/nodes?timeout=${encodeURIComponent(timeout)}`)).toMatchObject({
      verb: 'list',
    })
  })

  it.each(['nothing', '10', 's', '1s2', '1.s.', '9'.repeat(50_000)])(
    'refuses the timeout %.10s',
    timeout => {
      expect(() => described('GET', `/api/v1/nodes?timeout=${timeout}`)).toThrow(
        expect.objectContaining({ code: 400 }),
      )
    },
  )

  it.each([
    ['POST', '/api/v1/nodes', 'create'],
    ['PUT', '/api/v1/nodes/n', 'update'],
    ['PATCH', '/api/v1/nodes/n', 'patch'],
    ['DELETE', '/api/v1/nodes/n', 'delete'],
    ['DELETE', '/api/v1/nodes', 'deletecollection'],
    ['HEAD', '/api/v1/nodes', 'list'],
    ['HEAD', '/api/v1/nodes/n', 'get'],
    ['OPTIONS', '/api/v1/nodes', ''],
    ['GET', '/api/v1/nodes?watch', 'watch'],
    ['GET', '/api/v1/nodes?watch=', 'watch'],
    ['GET', '/api/v1/nodes?watch=foo', 'watch'],
    ['GET', '/api/v1/nodes?watch=0', 'list'],
    ['GET', '/api/v1/nodes?watch=FALSE', 'list'],
    ['GET', '/api/v1/nodes/n?watch=1', 'watch'],
  ])('calls %s %s a %s', (method, target, verb) => {
    expect(described(method, target)).toMatchObject({ verb })
  })

  it('ignores watch on the path of one object in the kubernetes dialect', () => {
    expect(described('GET', '/api/v1/nodes/n?watch=1', kubernetes)).toMatchObject({ verb: 'get' })
  })

  it('extracts the name that a field selector requires', () => {
    const target = '/api/v1/nodes?fieldSelector=metadata.name%3Dn1'
    expect(described('GET', target)).toMatchObject({ name: '', selectedName: 'n1' })
    const unreadable = described('GET', '/api/v1/nodes?fieldSelector=%3F')
    expect(unreadable).toMatchObject({ selectedName: '' })
  })

  it.each([
    ['/api/v1//nodes', 404],
    ['/api/v1/nodes/..%2fx', 404],
    ['/api/v1/nodes/a%2Fb', 404],
    ['/api/v1/nodes/..', 400],
    ['/api/v1/nodes/%2e%2e', 400],
    ['/api/v1/nodes/.', 400],
    ['/api/v1/nodes/a%25b', 400],
    ['/api/v1/nodes/%zz', 400],
    ['/api/v1/nodes/%ff', 400],
  ])('refuses %s with %i', (target, code) => {
    expect(() => described('GET', target)).toThrow(expect.objectContaining({ code }))
  })

  it('refuses a path or returns segments that cannot leave their collection', () => {
    const piece = fc.constantFrom('api', 'v1', 'apis', 'namespaces', '..', '%2e', '%2f', '%00', 'a')
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string()), { maxLength: 8 }), pieces => {
        let info
        try {
          info = described('GET', `/${pieces.join('/').replaceAll('?', '')}`)
        } catch (error) {
          expect(error).toBeInstanceOf(Refusal)
          return
        }
        if (info.on === 'path') return
        for (const segment of [info.group, info.resource, info.namespace, info.name]) {
          expect(segment).not.toMatch(/\/|^\.\.?$/)
        }
      }),
    )
  })
})
