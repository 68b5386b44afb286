// Libraries that few servers need at their start. Each is loaded at its first use, because loading
// them all would take a third of the time of a start.

import { createRequire } from 'node:module'

const load = createRequire(import.meta.url)

/** Regular expressions whose matches take time linear in the text. */
export const re2 = deferred<typeof import('re2js')>('re2js')

/** The wire format of Protobuf. */
export const protobuf = deferred<typeof import('protobufjs/minimal.js')>('protobufjs/minimal.js')

/** Calls over HTTP/2 to services such as a collector of traces. */
export const grpc = deferred<typeof import('@grpc/grpc-js')>('@grpc/grpc-js')

export const yaml = deferred<typeof import('yaml')>('yaml')

function deferred<Library>(name: string): () => Library {
  let loaded: Library | undefined
  return () => (loaded ??= load(name) as Library)
}
