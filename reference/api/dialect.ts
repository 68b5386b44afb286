export type DialectName = 'cluster' | 'kubernetes'

/**
 * The values on which the specification and genuine servers differ. The code of the server and of
 * the node agent reads a member of this type and never compares the name of the dialect. The
 * code that reads configuration (`reference/config`, `reference/flag-settings`) does: it knows the
 * name alone.
 */
export type Dialect = {
  readonly name: DialectName
  /**
   * The Kubernetes release whose behaviour the server follows, and the oldest minor release that it
   * is compatible with. Undefined where only the specification applies (PATH-039).
   */
  readonly emulates: { readonly release: string; readonly compatibleWith: string } | undefined
  /** The value of `<api-domain>` in the names of groups (PATH-042). */
  readonly apiDomain: string
  /** The domain of the labels, annotations and signers of the server; `apiDomain` unless set. */
  readonly labelDomain: string | undefined
  /** The beginning of the labels that the node agent sets at the container runtime. */
  readonly runtimeLabels: string
  /** The name of the node agent's program, in signers, events and files. */
  readonly agentProgram: 'kubelet' | 'nodeagent'
  /** The flag of the node agent, without dashes, for the file with the address of the server. */
  readonly clientConfigFlag: 'kubeconfig' | 'clusterconfig'
  /** Whether users have extra attributes that identify their token or certificate. */
  readonly showsCredentials: boolean
  /**
   * Whether an empty string as a claim is a group or a user name: the prefix alone. Then null is an
   * empty string.
   */
  readonly acceptsEmptyNames: boolean
  /** Whether the roles of a cluster's components exist at the start, or only those for users. */
  readonly hasSystemRoles: boolean
  /** Whether custom objects must have `apiVersion` and `kind`, also as items of lists. */
  readonly customObjectsCarryType: boolean
  /** The response status of a request that created an object (WRITE-002). */
  readonly createdStatus: 200 | 201
  /** The response status of a get or a write whose resource version is not a number (GET-005). */
  readonly invalidVersionStatus: 400 | 500
  /** The response status of a patch whose result is not a valid document of its type (PTCH-027). */
  readonly invalidPatchResultStatus: 400 | 422
  /** The response status of an apply with fields that no manager can own. */
  readonly unownableFieldsStatus: 400 | 500
  /** Whether a field of a custom object that an apply leaves empty is refused as a type error. */
  readonly refusesEmptiedFields: boolean
  /** Whether `replace` in a JSON patch adds a member that does not exist (PTCH-005). */
  readonly replaceAdds: boolean
  /** The response status of a create with a resource version (OBJ-035). */
  readonly versionOnCreateStatus: 400 | 500
  /** Whether `limit` applies to a list that accepts any version (LIST-036). */
  readonly appliesLimitToAnyVersion: boolean
  /**
   * The wording of refusals of media types and JSON patches: `own` is more detailed, `genuine` is
   * the text that clients of genuine servers compare.
   */
  readonly wording: 'own' | 'genuine'
  /** The taint that a new node has until it is ready. */
  readonly newNodeTaint: string | undefined
  /** Whether limits of events apply only to requests of the core group (RATE-011). */
  readonly limitsOnlyCoreEvents: boolean
  /** Whether a finalizer must have a domain unless it is one that the server defines (OBJ-033). */
  readonly requiresQualifiedFinalizers: boolean
  /** Whether most documents about the server are served for every HTTP method. */
  readonly servesDocumentsByAnyMethod: boolean
  /** Whether `watch` on the path of one object makes the request a watch (PATH-018). */
  readonly watchesNamedPaths: boolean
  /**
   * Whether the audit takes the one name that a field selector requires for that of the object
   * (AUDIT-016).
   */
  readonly auditsSelectedNames: boolean
  /**
   * The groups whose members may name the parents of traces; everyone may if there are none
   * (TRACE-009).
   */
  readonly tracedGroups: readonly string[] | undefined
  /**
   * Whether a watch that cannot start reports the error as an ERROR event in the stream rather than
   * as the response status (WATCH-025).
   */
  readonly refusesWatchesInStream: boolean
  /** Whether a watch is served over a WebSocket when a client asks for one. */
  readonly servesWebSocketWatches: boolean
  /** Whether the bookmark after the initial events is marked by an annotation (ENV-017). */
  readonly annotatesInitialEventsEnd: boolean
  /**
   * The endpoint name in the last line of verbose health; the requested one unless set
   * (HEALTH-010).
   */
  readonly verboseHealthEndpoint: 'healthz' | undefined
  /** The name of the health check of the storage. */
  readonly storageCheck: string
  /** The media type of Protobuf (ENC-014). */
  readonly protobufType: string
  /**
   * Whether the content type in the Protobuf envelope is checked; otherwise the content is read as
   * Protobuf in any case (ENC-018, ENC-019).
   */
  readonly checksProtobufEnvelope: boolean
  /** How CBOR strings are written: as text strings, or as byte strings of UTF-8 (ENC-027). */
  readonly cborStrings: 'text' | 'bytes'
  /** Whether a change of annotations also increments the generation of a Deployment. */
  readonly generationCountsAnnotations: boolean
  /** Whether an annotation of a DaemonSet counts the changes of its template. */
  readonly countsTemplateGenerations: boolean
  /** The field manager names of the server and of its controllers (APPLY-008). */
  readonly fieldManagers: { readonly server: string; readonly controllers: string }
  /** The groups whose custom types need an approval, and the annotation that carries it. */
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
    /** The namespaces that exist when the server starts. */
    readonly atStart: readonly string[]
    readonly undeletable: readonly string[]
    /**
     * The entry of `spec.finalizers` that the server removes after it has emptied the namespace.
     */
    readonly finalizer: string
    /** The label whose value is the name of the namespace, if there is one. */
    readonly nameLabel: string | undefined
    /** Whether a new namespace gets the default service account and the root certificate. */
    readonly hasDefaultContents: boolean
  }
}
