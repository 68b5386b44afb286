// HTTP connections that are made by a given function.

import { Agent as PlainAgent, type AgentOptions as PlainOptions } from 'node:http'
import { Agent as SecureAgent, type AgentOptions } from 'node:https'
import type { Duplex } from 'node:stream'
import { connect, type ConnectionOptions } from 'node:tls'

import type { Dial } from '../api/egress.ts'

/** What Node passes for a connection: the options of the request and of the agent. */
type Wanted = ConnectionOptions & { dial?: Dial | undefined }
type Connected = (problem: Error | null, stream: Duplex) => void

/** An HTTPS agent. A request with the option `dial` has its connection made by that function. */
export class DialingAgent extends SecureAgent {
  declare createConnection: SecureAgent['createConnection']

  constructor(options?: AgentOptions) {
    super(options)
    const direct = super.createConnection.bind(this)
    this.createConnection = dialing(direct, (socket, { dial: _, ...wanted }) =>
      connect({ ...wanted, socket } as ConnectionOptions),
    ) as SecureAgent['createConnection']
  }
}

/** The same for plain HTTP. */
export class PlainDialingAgent extends PlainAgent {
  declare createConnection: PlainAgent['createConnection']

  constructor(options?: PlainOptions) {
    super(options)
    const direct = super.createConnection.bind(this)
    this.createConnection = dialing(direct, socket => socket) as PlainAgent['createConnection']
  }
}

const dialing =
  (
    direct: (options: never, connected: never) => unknown,
    over: (socket: Duplex, wanted: Wanted) => Duplex,
  ) =>
  (wanted: Wanted, connected: Connected): unknown => {
    const { dial, host, port } = wanted
    if (!dial) return direct(wanted as never, connected as never)
    dial(String(host), Number(port)).then(
      socket => connected(null, over(socket, wanted)),
      (problem: Error) => connected(problem, undefined as never),
    )
    return undefined
  }
