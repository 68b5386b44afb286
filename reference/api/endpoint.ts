import type { TypeMeta } from '../codecs/codec.ts'
import type { Reply } from './request.ts'
import type { Parts, ApiCall } from './parts.ts'
import type { Resource } from './resource.ts'

/** A path that belongs to no resource. */
export type NonResourceEndpoint = {
  readonly serves: (path: string, at: Parts) => boolean
  /** Plain text is for probes: it comes whatever the method and whatever they accept. */
  readonly answers: 'document' | 'text'
  /** What its document is of; without a type, media types that need one cannot carry it. */
  readonly type?: TypeMeta
  /** The type that the document has in the other form that clients may ask for. */
  readonly converts?: (apiDomain: string) => TypeMeta
  /** Whether a genuine server gives it whatever the method. */
  readonly takesAnyMethod?: boolean
  readonly act: (call: ApiCall) => Promise<Reply>
}

/** Where a request goes: what it may carry, what comes back, and what serves it. */
export type Endpoint = {
  readonly takes: 'object' | 'patch' | 'options' | 'nothing'
  /** Text for probes, a document of the server, one object, several, or a stream of events. */
  readonly answers: 'text' | 'document' | 'object' | 'list' | 'watch'
  /** The type of the objects that it answers and takes. */
  readonly resource?: Resource
  /** What a document of the server is of, in its two forms. */
  readonly document?: Pick<NonResourceEndpoint, 'type' | 'converts'>
  readonly act: (call: ApiCall) => Promise<Reply>
}
