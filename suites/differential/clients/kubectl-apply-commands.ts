// kubectl commands `apply` (client-side and server-side), `diff`, `edit` and `replace`.

import { editCommand, commandWithInput, plainCommand } from './kubectl-command-builders.ts'
import type { KubectlCommand } from './kubectl-command-builders.ts'

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

const clientSide: readonly KubectlCommand[] = [
  plainCommand('create namespace applying'),
  commandWithInput(
    'apply -f -',
    deployment('web', { image: one, env: [{ name: 'A', value: '1' }] }),
  ),
  commandWithInput(
    'apply -f -',
    deployment('web', { image: one, env: [{ name: 'A', value: '1' }] }),
  ),
  commandWithInput(
    'apply -f -',
    deployment('web', { image: two, env: [{ name: 'B', value: '1' }] }),
  ),
  plainCommand('get deployment web -n applying -o jsonpath={.spec.template.spec.containers}'),
  plainCommand('apply view-last-applied deployment/web -n applying'),
  commandWithInput('apply -f -', map('several', { a: '1' }), map('more', { a: '1' })),
  commandWithInput('apply -f -', map('several', { a: '1' }), map('more', { a: '2' })),
  commandWithInput('apply -f - -o yaml', map('several', { b: '1' })),
  commandWithInput('apply -f - --dry-run=server', map('several', { c: '1' })),
  commandWithInput('apply -f - --dry-run=client', map('several', { c: '1' })),
  plainCommand('get configmap several -n applying -o jsonpath={.data}'),
  commandWithInput('apply -f -', { ...map('wrong', { a: '1' }), dat: {} }),
  commandWithInput('apply -f - --validate=warn', { ...map('wrong', { a: '1' }), dat: {} }),
  commandWithInput('apply -f - --validate=ignore', { ...map('wrong', { a: '2' }), dat: {} }),
  commandWithInput('apply -f -', map('Not-A-Name', {})),
  commandWithInput('apply -f -', { apiVersion: 'v1', kind: 'Absent', metadata: { name: 'a' } }),
  commandWithInput(
    'apply -f - -l part=pruned --prune --prune-allowlist=core/v1/ConfigMap -n applying',
    map('kept', { a: '1' }, { part: 'pruned' }),
    map('pruned', { a: '1' }, { part: 'pruned' }),
  ),
  commandWithInput(
    'apply -f - -l part=pruned --prune --prune-allowlist=core/v1/ConfigMap -n applying',
    map('kept', { a: '1' }, { part: 'pruned' }),
  ),
]

const serverSide: readonly KubectlCommand[] = [
  commandWithInput('apply --server-side -f -', map('shared', { a: '1', b: '1' })),
  commandWithInput('apply --server-side -f -', map('shared', { a: '1', b: '1' })),
  commandWithInput(
    'apply --server-side -f - --field-manager=other',
    map('shared', { a: '1', c: '1' }),
  ),
  plainCommand('get configmap shared -n applying -o yaml --show-managed-fields'),
  commandWithInput(
    'apply --server-side -f - --field-manager=other',
    map('shared', { a: '2', b: '2' }),
  ),
  commandWithInput(
    'apply --server-side -f - --field-manager=other --force-conflicts',
    map('shared', { a: '2', b: '2' }),
  ),
  commandWithInput('apply --server-side -f -', map('shared', {})),
  plainCommand('get configmap shared -n applying -o yaml --show-managed-fields'),
  commandWithInput('apply --server-side -f - --dry-run=server', map('shared', { z: '1' })),
  commandWithInput('apply --server-side -f - --dry-run=server -o yaml', map('fresh', { z: '1' })),
  commandWithInput('apply --server-side -f -', deployment('api', { image: one, replicas: 2 })),
  plainCommand('scale deployment api -n applying --replicas=3'),
  commandWithInput('apply --server-side -f -', deployment('api', { image: one, replicas: 2 })),
  commandWithInput('apply --server-side -f -', deployment('api', { image: two })),
  plainCommand('get deployment api -n applying -o yaml --show-managed-fields'),
  // A server-side apply takes over an object that was applied on the client side.
  commandWithInput('apply --server-side -f -', map('several', { d: '1' })),
  plainCommand('get configmap several -n applying -o yaml --show-managed-fields'),
  commandWithInput('apply -f -', map('shared', { e: '1' })),
  commandWithInput('apply --server-side -f -', { ...map('wrong', { a: '1' }), dat: {} }),
  commandWithInput('apply --server-side --subresource=status -f -', {
    ...deployment('api', { image: two }),
    status: { replicas: 1 },
  }),
]

const changing: readonly KubectlCommand[] = [
  commandWithInput('diff -f -', map('more', { a: '2' })),
  commandWithInput('diff -f -', map('more', { a: '3', b: '1' })),
  commandWithInput('diff -f -', map('fresh', { a: '1' })),
  commandWithInput('diff -f -', deployment('web', { image: one })),
  commandWithInput('diff --server-side -f -', deployment('api', { image: one })),
  editCommand('edit configmap more -n applying', '/^..a:/s/a:/b:/'),
  editCommand('edit deployment web -n applying', 's/web:2/web:3/'),
  editCommand('edit configmap more -n applying -o yaml', '/^..b:/s/b:/c:/'),
  plainCommand('edit configmap more -n applying'),
  commandWithInput('replace -f -', map('more', { d: '1' })),
  commandWithInput('replace -f - -o yaml', map('more', { d: '2' })),
  commandWithInput('replace -f -', {
    ...map('more', { d: '1' }),
    metadata: { name: 'more', namespace, resourceVersion: '1' },
  }),
  commandWithInput('replace -f -', map('absent', {})),
  commandWithInput('replace --force -f -', map('more', { e: '1' })),
  commandWithInput('create -f -', map('more', {})),
  commandWithInput('create -f - --save-config', map('saved', { a: '1' })),
  commandWithInput('delete -f -', map('saved', {})),
  commandWithInput('create -f - --dry-run=server -o name', deployment('other', { image: one })),
]

export const applyCommands: readonly KubectlCommand[] = [...clientSide, ...serverSide, ...changing]
