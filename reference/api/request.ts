import type { X509Certificate } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

import type { TypeMeta } from './object.ts'
import type { RequestTrace } from './tracing.ts'

/** A request as received from the socket; the path is still percent-encoded. */
export type IncomingRequest = {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingHttpHeaders
  /** Alternating names and values of the headers, as received. */
  readonly rawHeaders: readonly string[]
  /** Reads the whole body. @throws 413 beyond the limit */
  readonly body: () => Promise<Buffer>
  readonly client: RequestClient
  /** Returns the certificates of the client; undefined if it has sent none. */
  readonly clientCertificates?: () => ClientCertificates | undefined
  /** Present if the server has an audit policy. */
  readonly audit?: AuditTrail | undefined
  /** Present if the server has a configuration of tracing. */
  readonly trace?: RequestTrace | undefined
}

/** The client of a request. It leaves when the response is closed: sent, or disconnected. */
export type RequestClient = {
  readonly hasLeft: boolean
  /** Fires when the client leaves. Made on first use, as it takes a kilobyte and a microsecond. */
  readonly signal: AbortSignal
  /** Runs the function when the client leaves; immediately if it has left. */
  readonly onLeft: (run: () => void) => void
}

/** What one audited request tells as it is served. Its events are made from that. */
export type AuditTrail = {
  readonly id: string
  /** Nobody was authenticated. */
  readonly unauthenticated: (info: RequestInfo) => void
  readonly authenticated: (sender: User) => void
  /** The request is known. @throws Refusal 500 if a strict sink has not stored the event */
  readonly received: (info: RequestInfo) => Promise<void>
  readonly impersonated: (user: User) => void
  readonly decided: (decision: { readonly is: string; readonly reason?: string }) => void
  readonly negotiated: (body: AuditedBody) => void
  /** Adds an annotation. The first value of a key stays. */
  readonly annotate: (key: string, value: string) => void
  /** Returns the same function, whose result is noted. */
  readonly reads: (body: IncomingRequest['body']) => IncomingRequest['body']
  /** An internal error occurred. */
  readonly failed: () => void
  /** A response is about to be sent. Returns the same response, whose body is noted. */
  readonly answers: (reply: Reply) => Promise<Reply>
  /** The response has been sent, or its client has left. */
  readonly completed: () => Promise<void>
}

/** The form of the body of a request: the media type of a codec, and the type of its object. */
export type AuditedBody = {
  readonly mediaType: string
  readonly type: TypeMeta | undefined
  /** Whether it is the object that the request is about, and no patch or options. */
  readonly isObject: boolean
}

/** The certificates that a client has sent over TLS, its own first. */
export type ClientCertificates = {
  readonly chain: readonly X509Certificate[]
  /** A fault that TLS found. Without one, the chain may lead to an authority of the server. */
  readonly fault: string | undefined
}

/** A response before it is written to the socket. */
export type Reply = {
  readonly status: number
  /** An array becomes several header lines. */
  readonly headers: { readonly [name: string]: string | string[] }
  /** Warnings for the client. They become `Warning` headers where the whole list is known. */
  readonly warnings?: readonly string[]
  /** All bytes, or batches of them in order. */
  readonly body: Buffer | Iterable<Buffer> | AsyncIterable<Buffer> | StreamingBody
  /** Whether the body is a stream of watch events. */
  readonly isWatch?: boolean
}

/** A body whose end is not known when it begins. */
export type StreamingBody = {
  /** Yields the frames up to now. Returns those that follow, unless the stream is over. */
  readonly backlog: AsyncIterator<Buffer, LiveFrames | undefined>
  /** Fires when no new frames follow. Frames in progress have a limited time to arrive. */
  readonly endSignal: EndSignal
}

/** The frames that are produced from now on, for one consumer. */
export type LiveFrames = {
  /**
   * Calls `write` for each frame, in order and in the step in which the frame is produced. After
   * `write` has returned false, frames wait until `resume` is called, and then leave in batches.
   * `ended` resolves after the last frame, and rejects when the source or `write` has failed.
   */
  readonly sendTo: (write: (frames: Buffer) => boolean) => {
    readonly resume: () => void
    readonly ended: Promise<void>
  }
  /** Ends it, and drops the frames that wait. */
  readonly cut: () => void
}

/**
 * A signal that fires once. Each of thousands of watches holds one, and an AbortSignal takes a
 * kilobyte.
 */
export type EndSignal = {
  readonly hasEnded: boolean
  /** Runs the function at the end, in the order of registration; immediately if it has ended. */
  readonly onEnd: (run: () => void) => void
}

/** An authenticated or impersonated user. */
export type User = {
  readonly name: string
  readonly uid: string
  readonly groups: readonly string[]
  /** The extra attributes of an impersonated user, by key. */
  readonly extra?: { readonly [key: string]: readonly string[] }
}

/** The parsed request line: what the method, path and query request (PATH-016 to PATH-024). */
export type RequestInfo =
  | {
      readonly on: 'resource'
      readonly path: string
      readonly verb: string
      readonly group: string
      readonly version: string
      readonly resource: string
      /** Empty when the path has none. */
      readonly namespace: string
      /** Empty for a collection. */
      readonly name: string
      readonly subresource: string
      /**
       * The one name that a field selector restricts a collection to; only authorization uses it.
       */
      readonly selectedName: string
      /** Only webhooks that authorize read them; absent without any. */
      readonly selectors?: RequestedSelectors
      /** Set for methods that no resource has, such as HEAD: authorized, and then refused. */
      readonly isUnserved?: true
      /** Whether `namespace` is what a review or an expression says, and not part of a path. */
      readonly isAsked?: true
    }
  | {
      readonly on: 'path'
      readonly path: string
      /** The lower-cased method. */
      readonly verb: string
    }

/** What a request selects by fields and by labels: a text of its query, or parts of a review. */
export type RequestedSelectors = {
  readonly fieldSelector?: string | readonly SelectorRequirement[]
  readonly labelSelector?: string | readonly SelectorRequirement[]
}

/** A requirement of a selector, as reviews have it. */
export type SelectorRequirement = {
  readonly key: string
  readonly operator: string
  readonly values?: readonly string[]
}

export type ResourceRequestInfo = Extract<RequestInfo, { on: 'resource' }>

/**
 * The namespace of a request. In a path, a namespace object counts as inside itself; a review says
 * itself where it is. Empty for the cluster.
 */
export const requestNamespaceOf = ({
  group,
  resource,
  namespace,
  name,
  isAsked,
}: ResourceRequestInfo): string =>
  group === '' && resource === 'namespaces' && !isAsked ? name : namespace

/** The negotiated response format, and the media type of the request body. */
export type Negotiation = { readonly answer: ResponseFormat; readonly body: string }

/** The encoding of a response and the form of the objects in it. */
export type ResponseFormat = {
  /** A media type of a codec, or plain text. */
  readonly mediaType: string
  /**
   * The form of each object: itself, a row of a Table (TABLE-001), or only its metadata.
   * `APIGroupDiscoveryList` applies to discovery: it requests all served types in one document.
   */
  readonly as: 'itself' | 'Table' | 'PartialObjectMetadata' | 'APIGroupDiscoveryList'
  /** The version of the group `meta` for Table and PartialObjectMetadata. */
  readonly version: 'v1' | 'v1beta1'
  /** How much of its object a row includes (TABLE-014). */
  readonly includeObject: 'None' | 'Metadata' | 'Object'
  /** Whether JSON is indented for people (ENC-040). */
  readonly isPretty: boolean
}
