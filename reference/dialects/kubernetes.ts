import type { Dialect } from '../api/dialect.ts'

/** The words and habits of a genuine kube-apiserver, release 1.36. */
export const kubernetes: Dialect = {
  name: 'kubernetes',
  apiDomain: 'k8s.io',
  customNamesType: true,
  createdStatus: 201,
  unreadableVersionStatus: 500,
  unreadablePatchedStatus: 422,
  unownableStatus: 500,
  replaceAdds: true,
  versionOnCreateStatus: 500,
  limitsAnyVersion: false,
  qualifiesFinalizers: true,
  readsByAnyMethod: true,
  watchesNamedPaths: false,
  refusesWatchesInStream: true,
  annotatesInitialEnd: true,
  healthLineNames: undefined,
  storageCheck: 'etcd',
  protobufType: 'application/vnd.kubernetes.protobuf',
  heedsEnvelope: false,
  cborStrings: 'bytes',
  countsAnnotations: true,
  writers: { server: 'kube-apiserver', controllers: 'kube-controller-manager' },
  namespaces: {
    atStart: ['default', 'kube-node-lease', 'kube-public', 'kube-system'],
    undeletable: ['default', 'kube-public', 'kube-system'],
    finalizer: 'kubernetes',
    nameLabel: 'kubernetes.io/metadata.name',
    isFurnished: true,
  },
}
