import { deFacto, duration, int32, type Kind, list, object, text } from '../vocabulary.ts'
import { controllers } from './controllers.ts'
import { cloudShared, generic, serviceController } from './generic.ts'
import { needed } from '../needed.ts'

const cluster = {
  version: 'v1alpha1',
  by: 'CM-001',
  says: 'Configuration of the controller manager.',
  strict: true,
  fields: {
    Generic: generic('CM-028'),
    KubeCloudShared: cloudShared('CM-028'),
    ...controllers,
    ServiceController: { ...serviceController('CM-028'), also: ['CM-053'] },
  },
  rules: [],
}

const nodeController = object(
  'Cloud node controller.',
  {
    ConcurrentNodeSyncs: int32('Number of nodes synchronized concurrently.', needed('CM-023', 1)),
    ConcurrentNodeStatusUpdates: int32('Number of node statuses updated concurrently.', {
      by: deFacto,
      onlyIn: 'kubernetes',
      default: { value: 0, by: deFacto },
    }),
  },
  needed('CM-027', {}),
)

export const controllerManagers: readonly Kind[] = [
  {
    ...cluster,
    group: 'clustercontrollermanager.config.*',
    kind: 'ClusterControllerManagerConfiguration',
    onlyIn: 'cluster',
  },
  {
    ...cluster,
    group: 'kubecontrollermanager.config.*',
    kind: 'KubeControllerManagerConfiguration',
    onlyIn: 'kubernetes',
  },
  {
    group: 'cloudcontrollermanager.config.*',
    version: 'v1alpha1',
    kind: 'CloudControllerManagerConfiguration',
    by: 'CM-002',
    says: 'Configuration of the cloud controller manager.',
    strict: true,
    fields: {
      Generic: generic('CM-027'),
      KubeCloudShared: cloudShared('CM-027'),
      NodeController: nodeController,
      ServiceController: serviceController('CM-027'),
      NodeStatusUpdateFrequency: duration(
        'Interval between updates of the node status.',
        needed('CM-027', '5m0s'),
      ),
      Webhook: object(
        'Webhooks served by the cloud controller manager.',
        {
          Webhooks: list(
            'Enabled webhooks: * for the defaults, a name to enable, or -name to disable.',
            text('A list entry; the first entry that matches a webhook applies.'),
            needed('CM-025', ['*']),
          ),
        },
        needed('CM-027', {}),
      ),
    },
    rules: [],
  },
]
