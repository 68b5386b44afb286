import { expect, it } from 'vitest'
import type { Answer, Exchange, History } from '../../properties/history/history.ts'
import { requestedCapabilities, countCapabilities } from './capabilities.ts'
import type { CapabilityCounts } from '../verdict.ts'

const path = '/api/v1/namespaces/a/secrets'

it.each([
  ['create', { ...created(405), about: { role: 'core' } }, { had: 0, lacking: 1 }],
  ['create', { ...created(409), about: { role: 'core' } }, { had: 0, lacking: 0 }],
  ['create', { ...created(201), about: { role: 'core' } }, { had: 1, lacking: 0 }],
  ['patch', patch(405), { had: 0, lacking: 1 }],
  ['patch', patch(404), { had: 0, lacking: 0 }],
  ['patch', patch(200), { had: 1, lacking: 0 }],
  ['merge-patch', patch(415), { had: 0, lacking: 1 }],
  ['merge-patch', patch(400), { had: 0, lacking: 1 }],
  ['watch', get('watch=1', 200, { items: [] }), { had: 0, lacking: 1 }],
  ['watch', get('watch=1', 200, { type: 'ADDED', object: {} }), { had: 1, lacking: 0 }],
  ['watch', get('watch=true', 501, {}), { had: 0, lacking: 1 }],
  ['watch', get('watch=1', 410, {}), { had: 0, lacking: 0 }],
  ['paging', get('limit=1', 200, { items: [1, 2] }), { had: 0, lacking: 1 }],
  ['paging', get('limit=2', 200, { items: [1, 2] }), { had: 0, lacking: 0 }],
  ['paging', get('limit=1&resourceVersion=0', 200, { items: [1, 2] }), { had: 0, lacking: 0 }],
  [
    'paging',
    get('limit=1', 200, { items: [1], metadata: { remainingItemCount: 1 } }),
    { had: 0, lacking: 1 },
  ],
  [
    'paging',
    get('limit=1', 200, { items: [1], metadata: { continue: 'x' } }),
    { had: 1, lacking: 0 },
  ],
  ['exact-lists', exact('7', '9'), { had: 0, lacking: 1 }],
  ['exact-lists', exact('9', '9'), { had: 0, lacking: 0 }],
  [
    'exact-lists',
    get('limit=1&resourceVersion=7', 200, { items: [], metadata: { resourceVersion: '9' } }),
    { had: 0, lacking: 1 },
  ],
  ['version-match', matched('NotOlderThan', '0', 500), { had: 0, lacking: 1 }],
  ['version-match', matched('Exact', '7', 200), { had: 1, lacking: 0 }],
  ['version-match', matched('Exact', '7', 410), { had: 0, lacking: 0 }],
  ['version-match', matched('Exact', '0', 422), undefined],
  ['version-match', matched('Newest', '7', 422), undefined],
  ['version-match', matched('NotOlderThan', 'nothing', 400), undefined],
  ['strict-validation', strict(400, 'unknown field "a"'), { had: 1, lacking: 0 }],
  ['strict-validation', strict(400, 'a: wrong type'), { had: 0, lacking: 0 }],
  ['strict-validation', strict(201, 'unknown'), { had: 0, lacking: 0 }],
  ['health', { ...get('', 404, {}), request: request('GET', '/livez') }, { had: 0, lacking: 1 }],
  ['status-bodies', get('', 404, 'no'), { had: 0, lacking: 1 }],
  ['status-bodies', get('', 404, { kind: 'Status' }), { had: 1, lacking: 0 }],
] as const)('infers %s from an exchange', (capability, exchange, counts) => {
  expect(evidenceOf([exchange])[capability]).toEqual(counts)
})

it('infers from a 404 that PUT is missing only if the object exists', () => {
  const put = exchange(request('PUT', `${path}/x`), 404, {})
  const created = exchange(request('POST', path), 201, { metadata: { name: 'x' } })
  const removed = exchange(request('DELETE', `${path}/x`), 200, {})
  const replaced = exchange(request('PUT', `${path}/x`), 200, {})

  expect(evidenceOf([created, put]).put).toEqual({ had: 0, lacking: 1 })
  expect(evidenceOf([put]).put).toEqual({ had: 0, lacking: 0 })
  expect(evidenceOf([created, removed, put]).put).toEqual({ had: 0, lacking: 0 })
  expect(evidenceOf([created, replaced]).put).toEqual({ had: 1, lacking: 0 })
})

it('infers a dry run from a later read', () => {
  const dry = exchange(request('POST', path, { dryRun: 'All' }), 201, { metadata: { name: 'x' } })
  const readAnswer = (status: number) => exchange(request('GET', `${path}/x`), status, {})
  const created = exchange(request('POST', path), 201, { metadata: { name: 'x' } })

  expect(evidenceOf([dry, readAnswer(200)])['dry-run']).toEqual({ had: 0, lacking: 1 })
  expect(evidenceOf([dry, readAnswer(404)])['dry-run']).toEqual({ had: 1, lacking: 0 })
  expect(evidenceOf([dry, created, readAnswer(200)])['dry-run']).toEqual({ had: 0, lacking: 0 })
})

it('recognizes an older list only if a newer version was seen before', () => {
  const seen = get('', 200, { items: [], metadata: { resourceVersion: '9' } })
  const newer = { ...seen, sentAt: 0, answeredAt: 0 }
  const signs = (before: Exchange) => evidenceOf([before, exact('7', '7')])['exact-lists']

  expect(signs(newer)).toEqual({ had: 1, lacking: 0 })
  // Answered at the same time, or of a type with separate versions.
  expect(signs(seen)).toEqual({ had: 0, lacking: 0 })
  expect(signs({ ...newer, about: { role: 'core' } })).toEqual({ had: 0, lacking: 0 })
})

it('learns from an invalid token, but nothing else from clients without rights', () => {
  const bad = { ...patch(401), request: { ...patch(401).request, who: 'bad-token' as const } }
  const limited = { ...patch(405), request: { ...patch(405).request, who: 'limited' as const } }

  expect(evidenceOf([bad, limited])).toEqual({ authentication: { had: 1, lacking: 0 } })
})

it('lists each requested capability once', () => {
  const dry = { ...patch(405), request: { ...patch(405).request, query: { dryRun: 'All' } } }

  expect(requestedCapabilities(history([dry, dry]))).toEqual([
    'patch',
    'merge-patch',
    'dry-run',
    'status-bodies',
  ])
})

function evidenceOf(exchanges: Exchange[]): CapabilityCounts {
  const counts: CapabilityCounts = {}
  countCapabilities(counts, history(exchanges))
  return counts
}

const history = (exchanges: Exchange[]): History => ({ exchanges }) as unknown as History

function patch(status: number): Exchange {
  const headers = { 'content-type': 'application/merge-patch+json' }
  return exchange({ ...request('PATCH', `${path}/x`), headers }, status, {})
}

function get(query: string, status: number, body: unknown): Exchange {
  return exchange(
    request('GET', path, Object.fromEntries(new URLSearchParams(query))),
    status,
    body,
  )
}

function exact(asked: string, got: string): Exchange {
  const query = `resourceVersion=${asked}&resourceVersionMatch=Exact`
  return get(query, 200, { items: [], metadata: { resourceVersion: got } })
}

function matched(match: string, version: string, status: number): Exchange {
  return get(`resourceVersionMatch=${match}&resourceVersion=${version}`, status, {})
}

function strict(status: number, message: string): Exchange {
  const asked = request('POST', path, { fieldValidation: 'Strict' })
  const answered = exchange(asked, status, { message })
  return { ...answered, answer: { status, headers: {}, text: message, body: { message } } }
}

function request(method: string, at: string, query: Record<string, string> = {}) {
  return { method, path: at, query, headers: {}, who: 'admin' as const }
}

function exchange(asked: Exchange['request'], status: number, body: unknown): Exchange {
  const answer: Answer = { status, headers: {}, text: '', body }
  const about = { role: 'main' } as const
  return { step: 's', request: asked, about, sentAt: 1, answeredAt: 1, answer }
}

function created(status: number): Exchange {
  return exchange(request('POST', path), status, {})
}
