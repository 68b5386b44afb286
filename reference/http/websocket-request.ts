import { IncomingMessage } from 'node:http'

/**
 * A request that Node treats as an upgrade only if it requests a watch over a WebSocket. All other
 * `Upgrade` headers are ignored: the request is handled as a plain one and its connection stays
 * HTTP/1.1.
 */
export class WebSocketRequest extends IncomingMessage {
  private isOffered = false

  get upgrade(): boolean {
    return this.isOffered && (this.method === 'CONNECT' || asksForWatch(this))
  }

  // Node sets this in the constructor, and when it has parsed the headers.
  set upgrade(isOffered: boolean | null) {
    this.isOffered = isOffered === true
  }
}

function asksForWatch({ method, headers, url = '' }: IncomingMessage): boolean {
  if (method !== 'GET' || headers.upgrade?.toLowerCase() !== 'websocket') return false
  return /[?&]watch=/.test(url) || url.includes('/watch/')
}
