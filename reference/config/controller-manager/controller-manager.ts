import {
  deFacto,
  durationField,
  int32Field,
  type ConfigKind,
  listField,
  objectField,
  textField,
} from '../config-kind.ts'
import { controllerFields } from './controllers.ts'
import { cloudSharedFields, genericFields, serviceControllerField } from './generic-fields.ts'
import { requiredWithDefault } from '../required-with-default.ts'

const cluster = {
  version: 'v1alpha1',
  requirement: 'CM-001',
  description: 'Configuration of the controller manager.',
  strict: true,
  fields: {
    Generic: genericFields('CM-028'),
    KubeCloudShared: cloudSharedFields('CM-028'),
    ...controllerFields,
    ServiceController: { ...serviceControllerField('CM-028'), also: ['CM-053'] },
  },
  rules: [],
}

const nodeController = objectField(
  'Cloud node controller.',
  {
    ConcurrentNodeSyncs: int32Field(
      'Number of nodes synchronized concurrently.',
      requiredWithDefault('CM-023', 1),
    ),
    ConcurrentNodeStatusUpdates: int32Field('Number of node statuses updated concurrently.', {
      requirement: deFacto,
      onlyIn: 'kubernetes',
      default: { value: 0, requirement: deFacto },
    }),
  },
  requiredWithDefault('CM-027', {}),
)

export const controllerManagers: readonly ConfigKind[] = [
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
    requirement: 'CM-002',
    description: 'Configuration of the cloud controller manager.',
    strict: true,
    fields: {
      Generic: genericFields('CM-027'),
      KubeCloudShared: cloudSharedFields('CM-027'),
      NodeController: nodeController,
      ServiceController: serviceControllerField('CM-027'),
      NodeStatusUpdateFrequency: durationField(
        'Interval between updates of the node status.',
        requiredWithDefault('CM-027', '5m0s'),
      ),
      Webhook: objectField(
        'Webhooks served by the cloud controller manager.',
        {
          Webhooks: listField(
            'Enabled webhooks: * for the defaults, a name to enable, or -name to disable.',
            textField('A list entry; the first entry that matches a webhook applies.'),
            requiredWithDefault('CM-025', ['*']),
          ),
        },
        requiredWithDefault('CM-027', {}),
      ),
    },
    rules: [],
  },
]
