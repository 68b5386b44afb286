// Steps of the JavaScript client with objects of built-in types: patches of each type, apply, and
// objects whose type is only known from their `apiVersion` and `kind`.

import { setHeaderOptions } from '@kubernetes/client-node'
import type { V1ConfigMap, V1Deployment, V1ManagedFieldsEntry } from '@kubernetes/client-node'
import {
  JsonPatch,
  MergePatch,
  ServerSideApply,
  stepNamespace,
  StrategicMergePatch,
} from './node-steps.ts'
import type { NodeStep, NodeClients } from './node-steps.ts'

const place = { namespace: stepNamespace }

const as = (type: string) => setHeaderOptions('Content-Type', type)

const web = { namespace: stepNamespace, name: 'web' }

const containers = (...wanted: object[]) => ({
  spec: { template: { spec: { containers: wanted } } },
})

const images = ({ spec }: V1Deployment) =>
  spec?.template.spec?.containers.map(({ name, image }) => [name, image])

const patched = (on: NodeClients, type: string, body: object) =>
  on.apps.patchNamespacedDeployment({ ...web, body }, as(type)).then(images)

const side = { name: 'side', image: 'registry.example/side:1' }

const configMapWith = (data: Record<string, string>) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'applied', namespace: stepNamespace },
  data,
})

type Managed = { metadata?: { managedFields?: V1ManagedFieldsEntry[] } }

/** Returns the managed fields of an object without their times, sorted. */
export const fieldManagersOf = ({ metadata }: Managed) =>
  (metadata?.managedFields ?? [])
    .map(({ manager, operation, subresource, fieldsV1 }) =>
      JSON.stringify([manager, operation, subresource, fieldsV1]),
    )
    .sort()

const applied = async (
  on: NodeClients,
  fieldManager: string,
  data: Record<string, string>,
  force = false,
) => {
  const asked = { ...place, name: 'applied', body: configMapWith(data), fieldManager, force }
  const made = await on.core.patchNamespacedConfigMap(asked, as(ServerSideApply))
  return [made.data, fieldManagersOf(made)]
}

export const objectSteps: readonly NodeStep[] = [
  [
    'a namespace',
    async ({ core }) => {
      const made = await core.createNamespace({ body: { metadata: { name: stepNamespace } } })
      return [made.status, made.metadata?.labels]
    },
  ],
  [
    'a deployment',
    async ({ apps }) => {
      const labels = { app: 'web' }
      const template = {
        metadata: { labels },
        spec: { containers: [{ name: 'web', image: 'registry.example/web:1' }] },
      }
      const spec = { selector: { matchLabels: labels }, template }
      const body = { metadata: { name: 'web' }, spec }
      return (await apps.createNamespacedDeployment({ ...place, body })).spec
    },
  ],
  ['a strategic patch', on => patched(on, StrategicMergePatch, containers(side))],
  [
    'a strategic patch that removes',
    on => patched(on, StrategicMergePatch, containers({ name: 'side', $patch: 'delete' })),
  ],
  ['a merge patch', on => patched(on, MergePatch, containers({ ...side, name: 'web' }))],
  [
    'a JSON patch',
    on =>
      patched(on, JsonPatch, [
        { op: 'add', path: '/spec/template/spec/containers/-', value: side },
        { op: 'remove', path: '/spec/template/spec/containers/0' },
      ]),
  ],
  [
    'a scale',
    async ({ apps }) => {
      const scale = await apps.readNamespacedDeploymentScale(web)
      const body = { ...scale, spec: { replicas: 2 } }
      const { spec, status } = await apps.replaceNamespacedDeploymentScale({ ...web, body })
      return [spec, status]
    },
  ],
  [
    'a status',
    async ({ apps }) => {
      const body = { status: { replicas: 2 }, spec: { replicas: 9 } }
      const asked = { ...web, body }
      const { spec, status } = await apps.patchNamespacedDeploymentStatus(asked, as(MergePatch))
      return [spec?.replicas, status]
    },
  ],
  ['an apply', on => applied(on, 'one', { a: '1', b: '1' })],
  ['an apply of another', on => applied(on, 'two', { b: '1', c: '1' })],
  ['an apply with a conflict', on => applied(on, 'two', { a: '2' })],
  ['an apply with force', on => applied(on, 'two', { a: '2' }, true)],
  ['an apply of less', on => applied(on, 'one', {})],
  [
    'an object by its document',
    async ({ objects }) => {
      const document = {
        ...configMapWith({ a: '1' }),
        metadata: { name: 'document', namespace: stepNamespace },
      }
      const made: V1ConfigMap = await objects.create(document)
      const patch = { ...document, data: { b: '1' } }
      const changed: V1ConfigMap = await objects.patch(
        patch,
        undefined,
        undefined,
        'one',
        true,
        ServerSideApply,
      )
      return [made.data, changed.data]
    },
  ],
  [
    'an object by its document that is gone',
    async ({ objects }) => {
      const document = {
        ...configMapWith({}),
        metadata: { name: 'document', namespace: stepNamespace },
      }
      await objects.delete(document)
      return objects.read(document)
    },
  ],
]
