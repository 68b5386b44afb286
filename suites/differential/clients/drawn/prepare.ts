// Creates the objects that the drawn commands use: a namespace, a custom type, and an object of
// each type.

import type { SendDrawn } from './exchange.ts'
import { drawnNamespace, drawnTypes } from './vocabulary.ts'

const definition = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'widgets.shop.example' },
  spec: {
    group: 'shop.example',
    scope: 'Namespaced',
    names: { plural: 'widgets', singular: 'widget', kind: 'Widget', listKind: 'WidgetList' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        subresources: {
          status: {},
          scale: { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' },
        },
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: {
              spec: {
                type: 'object',
                required: ['size'],
                properties: {
                  size: { type: 'integer', minimum: 1, maximum: 9 },
                  replicas: { type: 'integer' },
                  fixed: {
                    type: 'string',
                    default: 'first',
                    'x-kubernetes-validations': [
                      { rule: 'self == oldSelf', message: 'fixed cannot change' },
                    ],
                  },
                },
              },
              status: { type: 'object', properties: { replicas: { type: 'integer' } } },
            },
          },
        },
      },
    ],
  },
}

const patienceMs = 30_000

/** Creates the objects. @throws Error if the server does not create one of them */
export async function prepareDrawnObjects(ask: SendDrawn): Promise<void> {
  await create(ask, '/api/v1/namespaces', { metadata: { name: drawnNamespace } })
  await create(ask, '/apis/apiextensions.k8s.io/v1/customresourcedefinitions', definition)
  const own = `/api/v1/namespaces/${drawnNamespace}`
  await present(ask, `${own}/serviceaccounts/default`)
  await present(ask, `${own}/configmaps/kube-root-ca.crt`)
  await present(ask, `/apis/shop.example/v1/namespaces/${drawnNamespace}/widgets`)
  for (const { plural, apiVersion, kind, isNamespaced, name, make } of drawnTypes) {
    const root = apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`
    const place = isNamespaced ? `/namespaces/${drawnNamespace}` : ''
    const metadata = { name, labels: { app: 'web' } }
    await create(ask, `${root}${place}/${plural}`, { apiVersion, kind, metadata, ...make })
  }
}

async function create(ask: SendDrawn, path: string, object: object): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify(object)
  const { status, text } = await ask({ method: 'POST', path, headers, body })
  if (status !== 201) throw new Error(`POST ${path}: expected 201, got ${status} ${text}`)
}

async function present(ask: SendDrawn, path: string): Promise<void> {
  const end = performance.now() + patienceMs
  for (;;) {
    const { status, text } = await ask({ method: 'GET', path, headers: {} })
    if (status === 200) return
    if (performance.now() > end) throw new Error(`GET ${path}: expected 200, got ${status} ${text}`)
    await new Promise(resolve => setTimeout(resolve, 100))
  }
}
