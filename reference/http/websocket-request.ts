import { IncomingMessage } from 'node:http'

/**
 * A request that is an upgrade for Node only if it asks for a watch over a WebSocket. Other offers
 * of an upgrade go unnoticed: their bodies are read, and their connections stay what they are.
 */
export class WebSocketRequest extends IncomingMessage {
  private isOffered = false

  get upgrade(): boolean {
    return this.isOffered && (this.method === 'CONNECT' || asksForWatch(this))
  }

  // Node sets this in the constructor, and when it has read the headers.
  set upgrade(isOffered: boolean | null) {
    this.isOffered = isOffered === true
  }
}

function asksForWatch({ method, headers, url = '' }: IncomingMessage): boolean {
  if (method !== 'GET' || headers.upgrade?.toLowerCase() !== 'websocket') return false
  return /[?&]watch=/.test(url) || url.includes('/watch/')
}
