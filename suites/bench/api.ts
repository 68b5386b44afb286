import { type Dispatcher, Pool } from 'undici'

export type Api = {
  /**
   * One request; a PATCH is a merge patch. Answers how many bytes came back.
   * @throws Error when the answer is not a success: which request, and what came
   */
  send(method: Dispatcher.HttpMethod, path: string, body?: string): Promise<number>
  /** A server-side apply in JSON, by the one manager that there is. */
  apply(path: string, body: string): Promise<number>
  /** A GET in another form: how many bytes came back. */
  read(path: string, accept: string): Promise<number>
  /** The answer to a GET, whatever its status. */
  text(path: string): Promise<string>
  close(): Promise<void>
}

/** Connections that are kept, each with one request at a time. */
export function openApi(
  to: { url: string; certificateAuthority: Buffer; token: string },
  { connections }: { connections: number },
): Api {
  const connect = { ca: to.certificateAuthority }
  // A list of 100,000 objects beside a slow reader takes longer than undici waits unless told.
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

// A handler rather than a promise of a stream: the driver shares the machine with the server, and
// each microsecond of its own hides one of the server's.
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
