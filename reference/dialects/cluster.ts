import type { Dialect } from '../api/dialect.ts'

/**
 * The names of the specification. Where genuine servers depart from its text, this dialect follows
 * the text.
 */
export const cluster: Dialect = {
  name: 'cluster',
  emulates: undefined,
  apiDomain: 'cluster.example',
  customObjectsCarryType: false,
  createdStatus: 200,
  invalidVersionStatus: 400,
  invalidPatchResultStatus: 400,
  unownableFieldsStatus: 400,
  refusesEmptiedFields: false,
  replaceAdds: false,
  versionOnCreateStatus: 400,
  appliesLimitToAnyVersion: true,
  wording: 'own',
  newNodeTaint: undefined,
  limitsOnlyCoreEvents: false,
  requiresQualifiedFinalizers: false,
  servesDocumentsByAnyMethod: false,
  watchesNamedPaths: true,
  auditsSelectedNames: false,
  tracedGroups: undefined,
  refusesWatchesInStream: false,
  servesWebSocketWatches: false,
  annotatesInitialEventsEnd: false,
  verboseHealthEndpoint: 'healthz',
  storageCheck: 'storage',
  protobufType: 'application/vnd.cluster.protobuf',
  checksProtobufEnvelope: true,
  cborStrings: 'text',
  generationCountsAnnotations: false,
  countsTemplateGenerations: false,
  fieldManagers: { server: 'cluster-apiserver', controllers: 'cluster-controller-manager' },
  approval: undefined,
  priorityClasses: [],
  namespaces: {
    atStart: ['default'],
    undeletable: ['default'],
    finalizer: 'cluster',
    nameLabel: undefined,
    hasDefaultContents: false,
  },
}
