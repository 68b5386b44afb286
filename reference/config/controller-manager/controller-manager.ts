import { deFacto, duration, int32, type Kind, list, object, text } from '../vocabulary.ts'
import { controllers } from './controllers.ts'
import { cloudShared, generic, serviceController } from './generic.ts'
import { needed } from '../needed.ts'

const cluster = {
  version: 'v1alpha1',
  by: 'CM-001',
  says: 'How the controllers of a cluster run.',
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
  'Nodes in the cloud.',
  {
    ConcurrentNodeSyncs: int32('How many at the same time.', needed('CM-023', 1)),
    ConcurrentNodeStatusUpdates: int32('How many states at the same time.', {
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
    says: 'How the controllers run that have to do with a cloud.',
    strict: true,
    fields: {
      Generic: generic('CM-027'),
      KubeCloudShared: cloudShared('CM-027'),
      NodeController: nodeController,
      ServiceController: serviceController('CM-027'),
      NodeStatusUpdateFrequency: duration(
        'How often the state of nodes is written.',
        needed('CM-027', '5m0s'),
      ),
      Webhook: object(
        'Webhooks that the cloud serves.',
        {
          Webhooks: list(
            'Which: * for the usual ones, a name, or -name for not that one.',
            text('One of them; the first that says something of a webhook counts.'),
            needed('CM-025', ['*']),
          ),
        },
        needed('CM-027', {}),
      ),
    },
    rules: [],
  },
]
