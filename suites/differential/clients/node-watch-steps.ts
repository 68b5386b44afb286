// Steps with watches and informers of the JavaScript client.

import { makeInformer, setHeaderOptions, Watch } from '@kubernetes/client-node'
import type { V1ConfigMap } from '@kubernetes/client-node'
import { MergePatch, stepNamespace, waitUntil } from './node-steps.ts'
import type { NodeStep, NodeClients } from './node-steps.ts'

const path = `/api/v1/namespaces/${stepNamespace}/configmaps`

const labelSelector = 'seen=yes'

/** Creates, patches and deletes a ConfigMap. */
async function changed({ core }: NodeClients, name: string): Promise<void> {
  const identity = { namespace: stepNamespace, name }
  const body = { metadata: { name, labels: { seen: 'yes' } } }
  await core.createNamespacedConfigMap({ namespace: stepNamespace, body })
  const options = setHeaderOptions('Content-Type', MergePatch)
  await core.patchNamespacedConfigMap({ ...identity, body: { data: { a: '1' } } }, options)
  await core.deleteNamespacedConfigMap(identity)
}

export const watchSteps: readonly NodeStep[] = [
  [
    'a watch',
    async on => {
      const { metadata } = await on.core.listNamespacedConfigMap({ namespace: stepNamespace })
      await changed(on, 'watched')
      const seen: unknown[] = []
      const query = { resourceVersion: metadata?.resourceVersion, labelSelector }
      const note = (type: string, { metadata: { name }, data }: V1ConfigMap & Named) =>
        void seen.push([type, name, data])
      const controller = await new Watch(on.config).watch(path, query, note, () => {})
      const all = await waitUntil('third event', async () => (seen.length < 3 ? undefined : seen))
      controller.abort()
      return all
    },
  ],
  [
    'an informer',
    async on => {
      const seen: unknown[] = []
      const list = () =>
        on.core.listNamespacedConfigMap({ namespace: stepNamespace, labelSelector })
      const informer = makeInformer<V1ConfigMap>(on.config, path, list, labelSelector)
      for (const type of ['add', 'update', 'delete'] as const)
        informer.on(type, ({ metadata }) => void seen.push([type, metadata?.name]))
      await informer.start()
      await changed(on, 'informed')
      const body = { metadata: { name: 'kept', labels: { seen: 'yes' } } }
      await on.core.createNamespacedConfigMap({ namespace: stepNamespace, body })
      const isThere = async () => informer.get('kept', stepNamespace)
      const kept = await waitUntil('object in the cache', isThere)
      await informer.stop()
      return [seen, kept.metadata?.name, informer.list().length]
    },
  ],
]

type Named = { metadata: { name: string } }
