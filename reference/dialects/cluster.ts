import type { Dialect } from '../api/dialect.ts'

/** The specification's own words, and its letter where genuine servers depart from it. */
export const cluster: Dialect = {
  name: 'cluster',
  apiDomain: 'cluster.example',
  customNamesType: false,
  createdStatus: 200,
  unreadableVersionStatus: 400,
  unreadablePatchedStatus: 400,
  unownableStatus: 400,
  replaceAdds: false,
  versionOnCreateStatus: 400,
  limitsAnyVersion: true,
  qualifiesFinalizers: false,
  readsByAnyMethod: false,
  watchesNamedPaths: true,
  refusesWatchesInStream: false,
  annotatesInitialEnd: false,
  healthLineNames: 'healthz',
  storageCheck: 'storage',
  protobufType: 'application/vnd.cluster.protobuf',
  heedsEnvelope: true,
  cborStrings: 'text',
  countsAnnotations: false,
  writers: { server: 'cluster-apiserver', controllers: 'cluster-controller-manager' },
  namespaces: {
    atStart: ['default'],
    undeletable: ['default'],
    finalizer: 'cluster',
    nameLabel: undefined,
    isFurnished: false,
  },
}
