// Calls a KMS plug-in on a unix socket.

import { Client, credentials, Metadata } from '@grpc/grpc-js'
import type { KmsMethodDefinition } from '../../../../protocols/kms.ts'

/** A connection to a plug-in, which is made again when the plug-in has been away. */
export type KmsClient = {
  /**
   * @throws Error when the plug-in is away, late, refuses, or answers with something else, or when
   * the client is closed
   */
  call<Request, Response>(
    method: KmsMethodDefinition<Request, Response>,
    request: Request,
  ): Promise<Response>
  close(): void
}

const options = {
  // Answers hold a key and annotations of at most 32 kB.
  'grpc.max_receive_message_length': 1024 * 1024,
  'grpc.enable_retries': 0,
  'grpc.use_local_subchannel_pool': 1,
  // A plug-in that comes back is used within a second.
  'grpc.initial_reconnect_backoff_ms': 100,
  'grpc.max_reconnect_backoff_ms': 1000,
  'grpc.enable_http_proxy': 0,
  'grpc.default_authority': 'localhost',
}

const same = (bytes: Buffer) => bytes

/** Returns a client, which connects when it is first used. A call takes at most `timeoutMs`. */
export function kmsClient(socket: string, timeoutMs: number): KmsClient {
  let client: Client | undefined
  let isClosed = false
  // A plug-in that starts during the call is waited for.
  const metadata = new Metadata({ waitForReady: true })
  return {
    call: (method, request) =>
      new Promise((resolve, reject) => {
        if (isClosed) return reject(new Error('the connection to the plug-in is closed'))
        client ??= new Client(`unix:${socket}`, credentials.createInsecure(), options)
        const deadline = Date.now() + timeoutMs
        client.makeUnaryRequest(
          method.path,
          same,
          same,
          method.request.encode(request),
          metadata,
          { deadline },
          (error, reply) => {
            if (error) return reject(error)
            try {
              resolve(method.response.decode(reply ?? Buffer.alloc(0)))
            } catch (problem) {
              // Bytes that are no message end the call, not the process.
              reject(problem as Error)
            }
          },
        )
      }),
    close: () => {
      isClosed = true
      client?.close()
    },
  }
}
