import { readFileSync } from 'node:fs'
import type { Server, Socket } from 'node:net'

type Peer = Pick<Socket, 'remoteAddress' | 'remotePort'>

type Connections = {
  /** Marks the connection as one with a request. */
  noteRequest(socket: Peer): void
}

/**
 * Limits the connections of a server. When the last free slot is taken, the oldest connection
 * without a request is closed. If every connection has had a request, Node refuses the next one.
 */
export function limitConnections(server: Server, connectionsMax: number): Connections {
  const most = Math.min(connectionsMax, openFilesMax() - reservedFiles)
  const silent = new Map<string, Socket>()
  const known = new WeakSet<Peer>()
  let open = 0
  // Node closes connections beyond this number before it reads from them.
  server.maxConnections = most

  server.on('connection', (socket: Socket) => {
    const peer = nameOf(socket)
    open += 1
    silent.set(peer, socket)
    socket.once('close', () => {
      open -= 1
      if (silent.get(peer) === socket) silent.delete(peer)
    })
    if (open >= most) endOldest()
  })

  function endOldest(): void {
    const [oldest] = silent.values()
    oldest?.destroy()
  }

  function noteRequest(socket: Peer): void {
    if (known.has(socket)) return
    known.add(socket)
    silent.delete(nameOf(socket))
  }

  return { noteRequest }
}

/** A key that is the same for the TLS socket and the TCP socket below it. */
const nameOf = ({ remoteAddress, remotePort }: Peer): string => `${remoteAddress} ${remotePort}`

// For the storage, the log, and other files that the process opens.
const reservedFiles = 50

/** Returns how many file descriptors the process may have open; Infinity where that is unknown. */
function openFilesMax(): number {
  if (process.platform !== 'linux') return Infinity
  const [, most] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
  return most === undefined ? Infinity : Number(most)
}
