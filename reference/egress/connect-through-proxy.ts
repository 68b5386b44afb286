// Connects through proxies (EGRESS-027).

import { type ClientRequest, request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import { isIP } from 'node:net'

import type { Dial, EgressClass, EgressParts, EgressProxy, EgressSettings } from '../api/egress.ts'

// A genuine server waits as long.
const answerMs = 30_000

/** Returns the connections of a server with these proxies. */
export const egressOf = (settings: EgressSettings): EgressParts => {
  const dials = new Map<EgressClass, Dial>()
  for (const [name, proxy] of Object.entries(settings) as [EgressClass, EgressProxy][])
    dials.set(name, dialThrough(proxy))
  return { dialOf: name => dials.get(name) }
}

/** Returns the function that connects through a proxy. It rejects if there is no answer in time. */
export const dialThrough =
  (proxy: EgressProxy, waitMs = answerMs): Dial =>
  (host, port, signal) =>
    new Promise((resolve, reject) => {
      const target = `${host.includes(':') ? `[${host}]` : host}:${port}`
      const fail = (what: string) => reject(new Error(`connecting to ${target} through ${what}`))
      const request = requestTo(proxy, target)
      const giveUp = (reason: string) => {
        fail(`${nameOf(proxy)}: ${reason}`)
        request.destroy()
      }
      const late = setTimeout(() => giveUp(`expected an answer in ${waitMs} ms, got none`), waitMs)
      const onAbort = () => giveUp('given up')
      const done = () => {
        clearTimeout(late)
        signal?.removeEventListener('abort', onAbort)
      }
      if (signal?.aborted) onAbort()
      else signal?.addEventListener('abort', onAbort)
      request.once('connect', ({ statusCode }, socket, head) => {
        done()
        if (statusCode === 200) {
          if (head.length > 0) socket.unshift(head)
          return resolve(socket as Parameters<typeof resolve>[0])
        }
        socket.destroy()
        fail(`${nameOf(proxy)}: expected status 200, got ${statusCode}`)
      })
      request.once('error', (problem: Error) => {
        done()
        fail(`${nameOf(proxy)}: ${problem.message}`)
      })
      request.end()
    })

function requestTo(proxy: EgressProxy, target: string): ClientRequest {
  const options = { method: 'CONNECT', path: target, headers: { host: target }, agent: false }
  if ('socketPath' in proxy) return requestPlain({ ...options, socketPath: proxy.socketPath })
  const { url, certificateAuthority, serverName, client } = proxy
  const { protocol, hostname, port } = new URL(url)
  const host = hostname.replace(/^\[|\]$/g, '')
  if (protocol === 'http:') return requestPlain({ ...options, host, port: port || 80 })
  return requestSecure({
    ...options,
    host,
    port: port || 443,
    ...(certificateAuthority !== undefined && { ca: certificateAuthority }),
    // Otherwise it would be that of the header `Host`.
    servername: serverName ?? (isIP(host) === 0 ? host : ''),
    ...(client && { cert: client.certificate, key: client.key }),
  })
}

/** Names a proxy for errors. A URL may contain a password. */
function nameOf(proxy: EgressProxy): string {
  if ('socketPath' in proxy) return `the proxy at ${proxy.socketPath}`
  return `the proxy at ${new URL(proxy.url).host}`
}
