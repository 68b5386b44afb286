export type DialectName = 'cluster' | 'kubernetes'

/**
 * The words and choices on which the specification and genuine servers differ. Code reads a row;
 * it never asks which dialect it speaks.
 */
export type Dialect = {
  readonly name: DialectName
  /**
   * The Kubernetes release whose behaviour the server follows, and the oldest minor release that a
   * cluster of it may hold; none where the specification alone decides (PATH-039).
   */
  readonly emulates: { readonly release: string; readonly compatibleWith: string } | undefined
  /** What `<api-domain>` stands for in the names of groups (PATH-042). */
  readonly apiDomain: string
  /** Whether custom objects must say of which type they are, and do so as items of lists. */
  readonly customObjectsCarryType: boolean
  /** The status of an answer to a request that created something (WRITE-002). */
  readonly createdStatus: 200 | 201
  /** What a get, and a write, with a version that is no number is answered with (GET-005). */
  readonly invalidVersionStatus: 400 | 500
  /** What a patch is answered with that makes a document of no sense for its type (PTCH-027). */
  readonly invalidPatchResultStatus: 400 | 422
  /** What an apply is answered with of which some fields can belong to nobody. */
  readonly unownableFieldsStatus: 400 | 500
  /** Whether what an apply empties in an object of a custom type is a value of the wrong type. */
  readonly refusesEmptiedFields: boolean
  /** Whether a JSON patch that replaces a member that is not there adds it (PTCH-005). */
  readonly replaceAdds: boolean
  /** What a create with a version is answered with (OBJ-035). */
  readonly versionOnCreateStatus: 400 | 500
  /** Whether a limit holds when any version will do (LIST-036). */
  readonly appliesLimitToAnyVersion: boolean
  /**
   * Whose words the refusals of media types and JSON patches have: those of the specification's
   * server say more, those of genuine servers are what clients compare.
   */
  readonly wording: 'own' | 'genuine'
  /** The taint that a new node has until it is ready. */
  readonly newNodeTaint: string | undefined
  /** Whether a finalizer must name its domain unless it is one of the server's own (OBJ-033). */
  readonly requiresQualifiedFinalizers: boolean
  /** Whether most documents of the server itself come whatever the method of the request. */
  readonly servesDocumentsByAnyMethod: boolean
  /** Whether `watch` on the path of one object makes the request a watch (PATH-018). */
  readonly watchesNamedPaths: boolean
  /**
   * Whether a watch that cannot begin is told so by an ERROR event in a stream, rather than by the
   * status of the answer (WATCH-025).
   */
  readonly refusesWatchesInStream: boolean
  /** Whether a watch is served over a WebSocket when a client asks for one. */
  readonly servesWebSocketWatches: boolean
  /** Whether the bookmark after the initial events is marked by an annotation (ENV-017). */
  readonly annotatesInitialEventsEnd: boolean
  /** The endpoint that the last line of verbose health names; its own unless set (HEALTH-010). */
  readonly verboseHealthEndpoint: 'healthz' | undefined
  /** What the health check of the storage is called. */
  readonly storageCheck: string
  /** The media type of Protobuf (ENC-014). */
  readonly protobufType: string
  /**
   * Whether what the envelope of Protobuf says of the bytes in it counts, or they are Protobuf
   * whatever it says (ENC-018, ENC-019).
   */
  readonly checksProtobufEnvelope: boolean
  /** How the texts of CBOR are written: as texts, or as bytes that hold their UTF-8 (ENC-027). */
  readonly cborStrings: 'text' | 'bytes'
  /** Whether the generation of a Deployment counts changes of its annotations as well. */
  readonly generationCountsAnnotations: boolean
  /** Whether an annotation of a DaemonSet counts the changes of its template. */
  readonly countsTemplateGenerations: boolean
  /** By what names the server and what works beside it own what they write (APPLY-008). */
  readonly fieldManagers: { readonly server: string; readonly controllers: string }
  /** Groups in whose domains a defined type needs an approval, which an annotation names. */
  readonly approval:
    | { readonly domains: readonly string[]; readonly annotation: string; readonly reason: string }
    | undefined
  /** The priority classes that exist when the server starts, and cannot be deleted. */
  readonly priorityClasses: readonly {
    readonly name: string
    readonly value: number
    readonly description: string
  }[]
  readonly namespaces: {
    /** What exists when the server starts. */
    readonly atStart: readonly string[]
    readonly undeletable: readonly string[]
    /** The entry of `spec.finalizers` that the server's own cleaning up removes. */
    readonly finalizer: string
    /** The label that carries the name of the namespace, if any does. */
    readonly nameLabel: string | undefined
    /** Whether a new one gets the service account and the certificate that its tools look for. */
    readonly hasDefaultContents: boolean
  }
}
