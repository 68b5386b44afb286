// Writes reference/codecs/protobuf-recordings.data.json: answers of a genuine kube-apiserver, each
// in JSON and in Protobuf, of the same objects at the same versions.

import { strict as assert } from 'node:assert'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createClient } from '../../fixtures/client/client.ts'
import { kubeApiserverTarget } from '../../fixtures/targets/kube-apiserver/target.ts'
import { projectRoot } from '../lint/sources.ts'

const protobuf = 'application/vnd.kubernetes.protobuf'

const meta = (name: string) => ({ metadata: { name, labels: { of: 'recordings' } } })
const container = {
  name: 'web',
  image: 'registry.example/web:1',
  ports: [{ containerPort: 8080 }],
  env: [{ name: 'HERE', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } }],
  resources: { requests: { cpu: '250m', memory: '64Mi' } },
  readinessProbe: { httpGet: { path: '/readyz', port: 'web' }, periodSeconds: 3 },
}
const template = {
  metadata: { labels: { app: 'web' } },
  spec: {
    containers: [container],
    volumes: [
      { name: 'a', emptyDir: {} },
      { name: 'b', secret: { secretName: 's' } },
    ],
    tolerations: [{ key: 'a', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 9 }],
  },
}
const space = '/api/v1/namespaces/recorded'

type Named = { metadata: { name: string }; [field: string]: unknown }

// In order of dependency: pods are refused without a service account.
const objects: readonly (readonly [collection: string, object: Named])[] = [
  ['/api/v1/namespaces', meta('recorded')],
  [`${space}/serviceaccounts`, meta('default')],
  [`${space}/configmaps`, { ...meta('map'), data: { b: 'é', a: '' }, binaryData: { c: 'AP8=' } }],
  [`${space}/secrets`, { ...meta('secret'), stringData: { a: 'b' }, immutable: true }],
  [`${space}/pods`, { ...meta('pod'), spec: template.spec }],
  [`${space}/services`, { ...meta('service'), spec: { ports: [{ port: 80, targetPort: 'web' }] } }],
  [
    '/apis/apps/v1/namespaces/recorded/deployments',
    {
      ...meta('deployment'),
      spec: { replicas: 2, selector: { matchLabels: { app: 'web' } }, template },
    },
  ],
  [
    '/apis/coordination.k8s.io/v1/namespaces/recorded/leases',
    { ...meta('lease'), spec: { holderIdentity: 'me', renewTime: '2026-01-02T03:04:05.000060Z' } },
  ],
]

const target = await kubeApiserverTarget()
const client = createClient(target.connection, target.credentials.admin)
try {
  for (const [path, object] of objects) await create(path, object)
  const ours = '?labelSelector=of%3Drecordings'
  const paths = [
    ...objects.map(([path, object]) => `${path}/${object.metadata.name}`),
    ...objects.map(([path]) => path + ours),
    `${space}/pods/absent`,
    // From the beginning, for a second.
    `${space}/configmaps${ours}&watch=1&timeoutSeconds=1`,
  ]
  const recorded = []
  for (const path of paths) recorded.push(await both(path))
  const text = recorded.map(one => JSON.stringify(one)).join(',\n')
  const file = join(projectRoot, 'reference', 'codecs', 'protobuf-recordings.data.json')
  writeFileSync(file, `[\n${text}\n]\n`)
  console.log(`kube-apiserver ${target.version}: ${recorded.length} answers, ${text.length} bytes`)
} finally {
  await client.close()
  await target.close()
}

async function create(path: string, object: object): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const { status, bytes } = await client.send({
    method: 'POST',
    path,
    headers,
    body: JSON.stringify(object),
  })
  assert.equal(status, 201, `POST ${path}: ${bytes.toString('utf8')}`)
}

/** Requests one path in both forms. The objects do not change in between. */
async function both(path: string) {
  const [json, bytes] = await Promise.all(
    ['application/json', protobuf].map(async accept => {
      const answer = await client.send({ method: 'GET', path, headers: { accept } })
      assert(answer.headers['content-type']?.startsWith(accept))
      return answer.bytes
    }),
  )
  return { path, json: JSON.parse(String(json)) as unknown, protobuf: bytes?.toString('base64') }
}
