import type { Dialect } from '../api/dialect.ts'

/** The names and behaviour of a genuine kube-apiserver, release 1.36. */
export const kubernetes: Dialect = {
  name: 'kubernetes',
  emulates: { release: '1.36.3', compatibleWith: '1.35' },
  apiDomain: 'k8s.io',
  customObjectsCarryType: true,
  createdStatus: 201,
  invalidVersionStatus: 500,
  invalidPatchResultStatus: 422,
  unownableFieldsStatus: 500,
  refusesEmptiedFields: true,
  replaceAdds: true,
  versionOnCreateStatus: 500,
  appliesLimitToAnyVersion: false,
  wording: 'genuine',
  newNodeTaint: 'node.kubernetes.io/not-ready',
  limitsOnlyCoreEvents: true,
  requiresQualifiedFinalizers: true,
  servesDocumentsByAnyMethod: true,
  watchesNamedPaths: false,
  auditsSelectedNames: true,
  tracedGroups: ['system:masters', 'system:monitoring'],
  refusesWatchesInStream: true,
  servesWebSocketWatches: true,
  annotatesInitialEventsEnd: true,
  verboseHealthEndpoint: undefined,
  storageCheck: 'etcd',
  protobufType: 'application/vnd.kubernetes.protobuf',
  checksProtobufEnvelope: false,
  cborStrings: 'bytes',
  generationCountsAnnotations: true,
  countsTemplateGenerations: true,
  fieldManagers: { server: 'kube-apiserver', controllers: 'kube-controller-manager' },
  approval: {
    domains: ['k8s.io', 'kubernetes.io'],
    annotation: 'api-approved.kubernetes.io',
    reason: 'see https://github.com/kubernetes/enhancements/pull/1111',
  },
  priorityClasses: [
    {
      name: 'system-node-critical',
      value: 2_000_001_000,
      description: 'Used for system critical pods that must not be moved from their current node.',
    },
    {
      name: 'system-cluster-critical',
      value: 2_000_000_000,
      description:
        'Used for system critical pods that must run in the cluster, ' +
        'but can be moved to another node if necessary.',
    },
  ],
  namespaces: {
    atStart: ['default', 'kube-node-lease', 'kube-public', 'kube-system'],
    undeletable: ['default', 'kube-public', 'kube-system'],
    finalizer: 'kubernetes',
    nameLabel: 'kubernetes.io/metadata.name',
    hasDefaultContents: true,
  },
}
