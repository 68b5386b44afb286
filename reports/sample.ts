// A sample report of a run against a faulty server: two findings, every verdict. It is used by the
// tests of this folder, and to view changes of a page without a run.

import type { Failure, ShownExchange, Verdict } from '../suites/verdict.ts'
import { assemble, type RunOutcome, type RunFacts } from './assemble.ts'
import type { ConformanceReport } from './report.ts'
import { sampleCatalogue, sampleProfiles } from './sample-catalogue.ts'

const curlHead = '#!/bin/sh\nURL=${URL:-http://127.0.0.1:8001}\n'
const collection = '/api/v1/namespaces/t5f0c1d2e-0/configmaps'

const sampleRun: RunFacts = {
  suite: {
    version: '0.1.0',
    requirements: '3b7c9d1e5f2a4860',
    set: '9f31c07a55d2b1e8',
    checks: '04d9a1c7be66f215',
  },
  target: {
    name: 'acme',
    implementation: 'acme-apiserver',
    version: '2.4.1',
    url: 'http://127.0.0.1:8001',
    dialect: 'cluster',
    features: ['paging', 'generate-name'],
    differences: [
      {
        id: 'WRITE-011',
        because: 'uids are renumbered by an import that runs at night',
        link: 'https://issues.example/acme/412',
        until: '2027-03-31',
      },
    ],
  },
  seed: 1207,
  scenarios: 100,
  scenarioDigest: 'c0ffee00d15ea5e5',
  filtered: false,
  startedAt: '2026-11-18T21:04:05Z',
  durationMs: 41_870,
  requests: 18_204,
  cases: 1_920,
  states: { 'page: first of several': 214, 'page: last, full': 0, 'watch: late reader': 12 },
}

export function sampleReport(): ConformanceReport {
  return assemble(sampleOutcome())
}

export function sampleOutcome(): RunOutcome {
  const catalogue = sampleCatalogue()
  return {
    run: sampleRun,
    catalogue,
    inSet: new Set(catalogue.filter(row => row.section !== 'watch').map(row => row.id)),
    profiles: sampleProfiles(catalogue),
    whyUntested: ({ section }) =>
      section === 'watch'
        ? 'no check in this release\nhow to test it: read a stream'
        : 'not selected',
    verdicts: sampleVerdicts(),
    mutants: {
      'LIST-001': { killed: 2, survived: 0 },
      'PAGE-003': { killed: 3, survived: 0 },
      'PAGE-004': { killed: 2, survived: 0 },
      'PAGE-005': { killed: 1, survived: 1 },
      'WRITE-009': { killed: 2, survived: 0 },
    },
  }
}

function sampleVerdicts(): Verdict[] {
  const passed = (id: string): Verdict => ({ id, verdict: 'pass', cases: 100, observations: 412 })
  const unjudged = (id: string, verdict: Verdict['verdict'], because: string): Verdict => ({
    id,
    verdict,
    cases: 0,
    observations: 0,
    because,
  })
  return [
    passed('LIST-001'),
    passed('LIST-002'),
    failed('LIST-007', movedVersion()),
    unjudged('LIST-012', 'inapplicable', 'skipped: no target file defines `controls.compact`'),
    {
      ...unjudged('LIST-036', 'observed', 'with limit=1 it answers 3 of 3 items'),
      cases: 1,
      observations: 1,
    },
    {
      ...unjudged('LIST-040', 'inconclusive', 'too few writes fell into a list: 3 of 20'),
      cases: 40,
      observations: 3,
    },
    passed('PAGE-001'),
    passed('PAGE-003'),
    failed('PAGE-004', movedVersion()),
    failed('PAGE-005', movedVersion()),
    unjudged(
      'PAGE-007',
      'error',
      'the harness failed: Error: no answer to advance\n    at control (target.ts:41)',
    ),
    passed('WRITE-001'),
    failed('WRITE-009', overwritten()),
    { ...failed('WRITE-010', twoWinners()), verdict: 'flaky', because: 'failed 2 of 5 times' },
    unjudged('WRITE-011', 'waived', 'uids are renumbered by an import that runs at night'),
  ]
}

function failed(id: string, failure: Failure): Verdict {
  const because = `${failure.says}. Expected ${failure.expected}, got ${failure.got}`
  return { id, verdict: 'fail', cases: 17, observations: 61, because, failure }
}

function movedVersion(): Failure {
  const page = (version: number, name: string, token: string) =>
    JSON.stringify({
      kind: 'ConfigMapList',
      apiVersion: 'v1',
      metadata: { resourceVersion: `${version}`, continue: token },
      items: [{ metadata: { name, resourceVersion: `${version}` }, data: { key: '\u202e' } }],
    })
  return {
    says: 'metadata.resourceVersion is the same in all chunks of one list',
    expected: 'resourceVersion 41, as in chunk 1',
    got: 'resourceVersion 42 in chunk 2',
    at: 'page#1',
    steps: [
      'first: POST main with a sample named a',
      'second: POST main with a sample named b',
      'every chunk of page: GET main?limit=1',
      '  after chunk 1: other: POST main with a sample named c',
    ],
    exchanges: [
      answered('first', 'POST', collection, 201, '{"kind":"ConfigMap","metadata":{"name":"a"}}'),
      answered('second', 'POST', collection, 201, '{"kind":"ConfigMap","metadata":{"name":"b"}}'),
      answered('page', 'GET', `${collection}?limit=1`, 200, page(41, 'a', 'eyJzIjoiYSJ9')),
      answered('other', 'POST', collection, 201, '{"kind":"ConfigMap","metadata":{"name":"c"}}'),
      answered(
        'page#1',
        'GET',
        `${collection}?limit=1&continue=eyJzIjoiYSJ9`,
        200,
        page(42, 'b', ''),
      ),
    ],
    reruns: { failed: 5, of: 5 },
    case: { kind: 'Case', id: 'PAGE-004', seed: 1207, run: 16, scenario: { steps: [] } },
    curl: `${curlHead}curl -sS "$URL"'${collection}?limit=1'\necho\n`,
  }
}

function overwritten(): Failure {
  const path = `${collection}/t5f0c1d2e-9-a`
  const stored = '{"kind":"ConfigMap","metadata":{"name":"t5f0c1d2e-9-a","resourceVersion":"57"}}'
  return {
    says: 'a PUT with a stale resourceVersion leaves the stored object unchanged',
    expected: 'a refusal (409) and the object at resourceVersion 56',
    expectedRefusal: { code: 409 },
    got: `200 and an object at version 57: \u001b[31m"</script><img src=x onerror=alert(1)>"`,
    at: 'stale',
    steps: [
      'made: POST main with a sample named a',
      'newer: PUT main/a with made (/data/key = 1)',
      'stale: PUT main/a with made (/data/key = 2)',
    ],
    exchanges: [
      answered('made', 'POST', collection, 201, stored.replace('57', '55')),
      answered('newer', 'PUT', path, 200, stored.replace('57', '56')),
      answered('stale', 'PUT', path, 200, stored),
    ],
    reruns: { failed: 5, of: 5 },
    case: { kind: 'Case', id: 'WRITE-009', seed: 1207, run: 3, scenario: { steps: [] } },
    curl: `${curlHead}curl -sS -X PUT "$URL"'${path}'\necho\n`,
  }
}

function twoWinners(): Failure {
  const lost: ShownExchange = {
    step: 'lane 1',
    request: { method: 'PUT', path: `${collection}/t5f0c1d2e-11-a`, body: '{"kind":"ConfigMap"}' },
    problem: 'the connection was reset after 12 ms',
  }
  return {
    ...overwritten(),
    says: 'of concurrent PUTs with one resourceVersion exactly one succeeds',
    expected: 'one success, one 409',
    got: 'two successes',
    at: 'lane 1',
    exchanges: [lost],
    reruns: { failed: 2, of: 5 },
  }
}

function answered(
  step: string,
  method: string,
  path: string,
  status: number,
  body: string,
): ShownExchange {
  const request = method === 'GET' ? { method, path } : { method, path, body }
  return { step, request, answer: { status, body, milliseconds: 1.4 } }
}
