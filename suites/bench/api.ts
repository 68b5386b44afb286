// The HTTP client with which the benchmark driver sends requests to a server.

import { type Dispatcher, Pool } from 'undici'

export type Api = {
  /**
   * Sends one request and returns the number of bytes in the response body. A PATCH is sent as a
   * JSON merge patch.
   * @throws Error when the status is 300 or above, with the request, the status and the body
   */
  send(method: Dispatcher.HttpMethod, path: string, body?: string): Promise<number>
  /** Sends a forced server-side apply with a JSON body and the field manager `bench`. */
  apply(path: string, body: string): Promise<number>
  /** Sends a GET with the given Accept header and returns the number of bytes in the body. */
  read(path: string, accept: string): Promise<number>
  /** Returns the body of a GET, whatever its status. */
  text(path: string): Promise<string>
  close(): Promise<void>
}

/** Opens a pool of kept-alive connections. Each connection carries one request at a time. */
export function openApi(
  to: { url: string; certificateAuthority: Buffer; token: string },
  { connections }: { connections: number },
): Api {
  const connect = { ca: to.certificateAuthority }
  // A list of 100,000 objects takes longer than undici's default timeouts while a slow client
  // reads another list. Zero disables the timeouts.
  const pool = new Pool(to.url, { connections, connect, headersTimeout: 0, bodyTimeout: 0 })
  const headers = { authorization: `Bearer ${to.token}`, 'content-type': 'application/json' }
  const ofPatches = { ...headers, 'content-type': 'application/merge-patch+json' }
  const ofApplies = { ...headers, 'content-type': 'application/apply-patch+yaml' }
  const headersOf = (method: string) => (method === 'PATCH' ? ofPatches : headers)
  return {
    send: (method, path, body) =>
      send(pool, { method, path, headers: headersOf(method), body: body ?? null }),
    apply: (path, body) =>
      send(pool, {
        method: 'PATCH',
        path: `${path}?fieldManager=bench&force=true`,
        headers: ofApplies,
        body,
      }),
    read: (path, accept) => send(pool, { method: 'GET', path, headers: { ...headers, accept } }),
    text: async path => (await pool.request({ method: 'GET', path, headers })).body.text(),
    close: () => pool.destroy(),
  }
}

// Uses undici's dispatch handler instead of `pool.request`, because it costs less CPU time. The
// driver shares the machine with the server, so its own cost distorts the measurement.
function send(pool: Pool, request: Dispatcher.DispatchOptions): Promise<number> {
  return new Promise((resolve, reject) => {
    let status = 0
    let bytes = 0
    let refusal = ''
    pool.dispatch(request, {
      onRequestStart: () => {},
      onResponseStart: (_, code) => {
        status = code
      },
      onResponseData: (_, chunk) => {
        bytes += chunk.length
        if (status >= 300) refusal += chunk.toString()
      },
      onResponseEnd: () => {
        if (status < 300) return resolve(bytes)
        const { method, path } = request
        reject(new Error(`${method} ${path}: expected success, got ${status}: ${refusal}`))
      },
      onResponseError: (_, error) => reject(error),
    })
  })
}
