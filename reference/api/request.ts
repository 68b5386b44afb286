import type { IncomingHttpHeaders } from 'node:http'

/** A request as it came over the socket; the path is still percent-encoded. */
export type IncomingRequest = {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingHttpHeaders
  /** Names and values of the headers in turn, as they came. */
  readonly rawHeaders: readonly string[]
  /** Reads the whole body. @throws 413 beyond the limit */
  readonly body: () => Promise<Buffer>
  /** Fires when the client has left. */
  readonly signal: AbortSignal
}

export type Reply = {
  readonly status: number
  /** Several values are several lines. */
  readonly headers: { readonly [name: string]: string | string[] }
  /** What the client is told beside; it becomes `Warning` headers where all of it is known. */
  readonly warnings?: readonly string[]
  /** The bytes, or batches of them in order. */
  readonly body: Buffer | Iterable<Buffer> | AsyncIterable<Buffer> | StreamingBody
  /** Whether the body is the documents of a watch. */
  readonly isWatch?: boolean
}

/** A body whose end is not known when it begins. */
export type StreamingBody = {
  /** Yields what there is up to now, and returns what follows unless the stream is over. */
  readonly backlog: AsyncIterator<Buffer, LiveFrames | undefined>
  /** Fires when nothing new will come; what is under way has a bounded time to arrive. */
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

/** Fires once. Thousands of watches hold one each, and an AbortSignal takes a kilobyte. */
export type EndSignal = {
  readonly hasEnded: boolean
  /** Calls the function at the end, in the order of these calls; at once if it has ended. */
  readonly onEnd: (run: () => void) => void
}

export type User = {
  readonly name: string
  readonly uid: string
  readonly groups: readonly string[]
  /** What else was said about an impersonated user, by key. */
  readonly extra?: { readonly [key: string]: readonly string[] }
}

/** What a request asks for, from its method, path and query alone (PATH-016 to PATH-024). */
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
      /** The one name that a field selector narrows a collection to; only authorization uses it. */
      readonly selectedName: string
    }
  | {
      readonly on: 'path'
      readonly path: string
      /** The lower-cased method. */
      readonly verb: string
    }

export type ResourceRequestInfo = Extract<RequestInfo, { on: 'resource' }>

/** The namespace a request is about: a namespace counts as being in itself. Empty: the cluster. */
export const requestNamespaceOf = ({
  group,
  resource,
  namespace,
  name,
}: ResourceRequestInfo): string => (group === '' && resource === 'namespaces' ? name : namespace)

/** What a call answers in, and the media type that its body is written in. */
export type Negotiation = { readonly answer: ResponseFormat; readonly body: string }

/** How an answer is written, and what it shows of the objects in it. */
export type ResponseFormat = {
  /** One of the codecs, or plain text. */
  readonly mediaType: string
  /**
   * What stands for an object: all of it, a row (TABLE-001), or its metadata alone. The last one is
   * of no object: it asks for all that is served in one document.
   */
  readonly as: 'itself' | 'Table' | 'PartialObjectMetadata' | 'APIGroupDiscoveryList'
  /** The version of the group `meta` in which rows and metadata are written. */
  readonly version: 'v1' | 'v1beta1'
  /** What a row carries of its object (TABLE-014). */
  readonly includeObject: 'None' | 'Metadata' | 'Object'
  /** Whether JSON is laid out for people (ENC-040). */
  readonly isPretty: boolean
}
