import { readFileSync } from 'node:fs'
import type { Server, Socket } from 'node:net'

type Peer = Pick<Socket, 'remoteAddress' | 'remotePort'>

type Connections = {
  /** Notes that a connection carries a request. */
  asked(socket: Peer): void
}

/**
 * Bounds the connections of a server. When the last free place is taken, the oldest connection
 * without any request so far makes room; where each has had one, the next connection is refused.
 */
export function limitConnections(server: Server, connectionsMax: number): Connections {
  const most = Math.min(connectionsMax, openFilesMax() - reservedFiles)
  const silent = new Map<string, Socket>()
  const known = new WeakSet<Peer>()
  let open = 0
  // Node refuses what comes beyond this, before it is read.
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

  function asked(socket: Peer): void {
    if (known.has(socket)) return
    known.add(socket)
    silent.delete(nameOf(socket))
  }

  return { asked }
}

/** The socket below TLS and the one above it have this in common. */
const nameOf = ({ remoteAddress, remotePort }: Peer): string => `${remoteAddress} ${remotePort}`

// For the storage, the log, and whatever else a process opens.
const reservedFiles = 50

/** How many files and connections the system lets this process have open, where it says so. */
function openFilesMax(): number {
  if (process.platform !== 'linux') return Infinity
  const [, most] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
  return most === undefined ? Infinity : Number(most)
}
