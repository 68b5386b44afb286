// What people do with `kubectl apply`, `diff`, `edit` and `replace`: on the client's side and on the
// server's.

import { edited, given, simple } from './kubectl-asked.ts'
import type { Asked } from './kubectl-asked.ts'

const namespace = 'applying'

const map = (name: string, data: object, labels?: object) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, namespace, ...(labels && { labels }) },
  data,
})

type Wanted = { image: string; replicas?: number; env?: object[] }

const deployment = (name: string, { image, replicas, env }: Wanted) => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name, namespace },
  spec: {
    ...(replicas !== undefined && { replicas }),
    selector: { matchLabels: { app: name } },
    template: {
      metadata: { labels: { app: name } },
      spec: { containers: [{ name: 'web', image, ...(env && { env }) }] },
    },
  },
})

const [one, two] = ['registry.example/web:1', 'registry.example/web:2']

const clientSide: readonly Asked[] = [
  simple('create namespace applying'),
  given('apply -f -', deployment('web', { image: one, env: [{ name: 'A', value: '1' }] })),
  given('apply -f -', deployment('web', { image: one, env: [{ name: 'A', value: '1' }] })),
  given('apply -f -', deployment('web', { image: two, env: [{ name: 'B', value: '1' }] })),
  simple('get deployment web -n applying -o jsonpath={.spec.template.spec.containers}'),
  simple('apply view-last-applied deployment/web -n applying'),
  given('apply -f -', map('several', { a: '1' }), map('more', { a: '1' })),
  given('apply -f -', map('several', { a: '1' }), map('more', { a: '2' })),
  given('apply -f - -o yaml', map('several', { b: '1' })),
  given('apply -f - --dry-run=server', map('several', { c: '1' })),
  given('apply -f - --dry-run=client', map('several', { c: '1' })),
  simple('get configmap several -n applying -o jsonpath={.data}'),
  given('apply -f -', { ...map('wrong', { a: '1' }), dat: {} }),
  given('apply -f - --validate=warn', { ...map('wrong', { a: '1' }), dat: {} }),
  given('apply -f - --validate=ignore', { ...map('wrong', { a: '2' }), dat: {} }),
  given('apply -f -', map('Not-A-Name', {})),
  given('apply -f -', { apiVersion: 'v1', kind: 'Absent', metadata: { name: 'a' } }),
  given(
    'apply -f - -l part=pruned --prune --prune-allowlist=core/v1/ConfigMap -n applying',
    map('kept', { a: '1' }, { part: 'pruned' }),
    map('pruned', { a: '1' }, { part: 'pruned' }),
  ),
  given(
    'apply -f - -l part=pruned --prune --prune-allowlist=core/v1/ConfigMap -n applying',
    map('kept', { a: '1' }, { part: 'pruned' }),
  ),
]

const serverSide: readonly Asked[] = [
  given('apply --server-side -f -', map('shared', { a: '1', b: '1' })),
  given('apply --server-side -f -', map('shared', { a: '1', b: '1' })),
  given('apply --server-side -f - --field-manager=other', map('shared', { a: '1', c: '1' })),
  simple('get configmap shared -n applying -o yaml --show-managed-fields'),
  given('apply --server-side -f - --field-manager=other', map('shared', { a: '2', b: '2' })),
  given(
    'apply --server-side -f - --field-manager=other --force-conflicts',
    map('shared', { a: '2', b: '2' }),
  ),
  given('apply --server-side -f -', map('shared', {})),
  simple('get configmap shared -n applying -o yaml --show-managed-fields'),
  given('apply --server-side -f - --dry-run=server', map('shared', { z: '1' })),
  given('apply --server-side -f - --dry-run=server -o yaml', map('fresh', { z: '1' })),
  given('apply --server-side -f -', deployment('api', { image: one, replicas: 2 })),
  simple('scale deployment api -n applying --replicas=3'),
  given('apply --server-side -f -', deployment('api', { image: one, replicas: 2 })),
  given('apply --server-side -f -', deployment('api', { image: two })),
  simple('get deployment api -n applying -o yaml --show-managed-fields'),
  // What was applied on the client's side first goes over to the server's.
  given('apply --server-side -f -', map('several', { d: '1' })),
  simple('get configmap several -n applying -o yaml --show-managed-fields'),
  given('apply -f -', map('shared', { e: '1' })),
  given('apply --server-side -f -', { ...map('wrong', { a: '1' }), dat: {} }),
  given('apply --server-side --subresource=status -f -', {
    ...deployment('api', { image: two }),
    status: { replicas: 1 },
  }),
]

const changing: readonly Asked[] = [
  given('diff -f -', map('more', { a: '2' })),
  given('diff -f -', map('more', { a: '3', b: '1' })),
  given('diff -f -', map('fresh', { a: '1' })),
  given('diff -f -', deployment('web', { image: one })),
  given('diff --server-side -f -', deployment('api', { image: one })),
  edited('edit configmap more -n applying', '/^..a:/s/a:/b:/'),
  edited('edit deployment web -n applying', 's/web:2/web:3/'),
  edited('edit configmap more -n applying -o yaml', '/^..b:/s/b:/c:/'),
  simple('edit configmap more -n applying'),
  given('replace -f -', map('more', { d: '1' })),
  given('replace -f - -o yaml', map('more', { d: '2' })),
  given('replace -f -', {
    ...map('more', { d: '1' }),
    metadata: { name: 'more', namespace, resourceVersion: '1' },
  }),
  given('replace -f -', map('absent', {})),
  given('replace --force -f -', map('more', { e: '1' })),
  given('create -f -', map('more', {})),
  given('create -f - --save-config', map('saved', { a: '1' })),
  given('delete -f -', map('saved', {})),
  given('create -f - --dry-run=server -o name', deployment('other', { image: one })),
]

export const applyCommands: readonly Asked[] = [...clientSide, ...serverSide, ...changing]
