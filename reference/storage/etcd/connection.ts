// The way to the members of one etcd cluster: whichever answers is asked, always with a deadline.

import { setTimeout as pause } from 'node:timers/promises'
import {
  Client,
  type ClientDuplexStream,
  connectivityState,
  credentials,
  Metadata,
} from '@grpc/grpc-js'
import { Unavailable } from '../../api/store.ts'
import {
  type Header,
  type EtcdMethod,
  etcdMethods,
  type WatchRequest,
  type WatchResponse,
} from './messages.ts'
import {
  isUnavailable,
  isDeadlineExceeded,
  unreachableServers,
  storeErrorOf,
} from './store-errors.ts'

export type ConnectionOptions = {
  /** URLs of members of one cluster, such as `http://127.0.0.1:2379`; `unix://` paths too. */
  servers: readonly string[]
  /** PEM texts for `https` servers; the system's authorities and no client certificate unless set. */
  tls?: { ca?: Buffer; key?: Buffer; cert?: Buffer }
  /** How long a request may take before it is refused; 5 seconds unless set. */
  deadlineMs?: number
}

export type WatchCall = ClientDuplexStream<WatchRequest, WatchResponse>

export type Connection = {
  /** Whether all members can be asked how far a watch is. */
  tellsProgress: boolean
  deadlineMs: number
  /** Asks again, until the deadline, when a member goes away. @throws Unavailable, RevisionOutOfRange */
  read<Q, A extends { header: Header }>(method: EtcdMethod<Q, A>, request: Q): Promise<A>
  /** Asks once, since asking twice could write twice. @throws Unavailable, RevisionOutOfRange */
  write<Q, A extends { header: Header }>(method: EtcdMethod<Q, A>, request: Q): Promise<A>
  /** What a member says is wrong with it or the cluster, alarms included. @throws Unavailable */
  errors(): Promise<string[]>
  /** Opens a stream of watches. @throws Unavailable */
  watch(): Promise<WatchCall>
  close(): void
}

const channelOptions = {
  // A page of large objects is over the 4 MB that a client takes otherwise.
  'grpc.max_receive_message_length': -1,
  'grpc.max_send_message_length': -1,
  // Whether a request may be sent again is decided here and not below.
  'grpc.enable_retries': 0,
  // Two stores of one process are two clients, as two processes are.
  'grpc.use_local_subchannel_pool': 1,
  // Otherwise a member that was away for a while is asked again only after two minutes.
  'grpc.initial_reconnect_backoff_ms': 100,
  'grpc.max_reconnect_backoff_ms': 1000,
  // Members are near, and a proxy of the environment would be asked for those on loopback too.
  'grpc.enable_http_proxy': 0,
  // A member that is frozen or cut off holds its connections open; etcd allows a ping every 5 s.
  'grpc.keepalive_time_ms': 10_000,
  'grpc.keepalive_timeout_ms': 5_000,
}

// A member without a leader refuses instead of waiting for one.
const requireLeader = new Metadata()
requireLeader.set('hasleader', 'true')

const retryAfterMs = 50

// How long the others have to connect before a member that has just failed is asked again.
const avoidMs = 300

/** Connects to a cluster. @throws Unavailable when no member answers in time */
export async function connect(options: ConnectionOptions): Promise<Connection> {
  const { servers, deadlineMs = 5_000 } = options
  const members = servers.map((url, index) => memberAt(url, index, options.tls))
  try {
    const statuses = await Promise.allSettled(
      members.map(member => ask(member, etcdMethods.status, {}, Date.now() + deadlineMs)),
    )
    const answers = statuses.flatMap(one => (one.status === 'fulfilled' ? [one.value] : []))
    if (answers.length === 0) throw unreachableServers(servers, statuses)
    const tellsProgress = answers.every(({ version }) => tellsProgressInOrder(version))
    return connection({ members, deadlineMs, tellsProgress, clusterId: oneCluster(answers) })
  } catch (error) {
    for (const member of members) member.close()
    throw error
  }
}

function memberAt(url: string, index: number, tls: ConnectionOptions['tls']): Client {
  const [, scheme, rest] = /^(https?|unix):\/\/([^/].*[^/]|\/.+)\/?$/.exec(url) ?? []
  if (scheme === undefined || rest === undefined) {
    throw new Error(
      `etcd-servers[${index}]: must be a URL like http://127.0.0.1:2379, got "${url}"`,
    )
  }
  const { ca = null, key = null, cert = null } = tls ?? {}
  const channel =
    scheme === 'https' ? credentials.createSsl(ca, key, cert) : credentials.createInsecure()
  return new Client(scheme === 'unix' ? `unix:${rest}` : rest, channel, channelOptions)
}

function connection(parts: {
  members: Client[]
  deadlineMs: number
  tellsProgress: boolean
  clusterId: string
}): Connection {
  const { members, deadlineMs, tellsProgress, clusterId } = parts
  let newest = 0n
  // A member that is frozen, or cut off from the others, stays connected to us.
  let failed: Client | undefined

  /** A member to which there is a connection, another than the one that failed if possible. */
  async function ready(deadline: number): Promise<Client> {
    const connected = members.find(member => member !== failed && isReady(member))
    if (connected) return connected
    try {
      return await Promise.any(members.map(member => readyAt(member, deadline)))
    } catch (cause) {
      throw new Unavailable(`no etcd can be reached; waited ${deadlineMs} ms`, {
        effect: 'none',
        cause,
      })
    }
  }

  async function readyAt(member: Client, deadline: number): Promise<Client> {
    if (member === failed) await pause(avoidMs)
    return whenReady(member, deadline)
  }

  function avoid(member: Client): void {
    if (members.length > 1) failed = member
  }

  async function request<Q, A extends { header: Header }>(
    method: EtcdMethod<Q, A>,
    message: Q,
    deadline: number,
  ): Promise<A> {
    const member = await ready(deadline)
    const atLeast = newest
    const answer = await ask(member, method, message, deadline).catch((error: unknown) => {
      if (isUnavailable(error) || isDeadlineExceeded(error)) avoid(member)
      throw error
    })
    if (member === failed) failed = undefined
    const revision = BigInt(String(answer.header.revision))
    // Every answer here is linearizable, so that it cannot be older than one before the request.
    if (revision < atLeast || String(answer.header.clusterId) !== clusterId) {
      throw new Unavailable(
        `etcd has lost data or is another: expected cluster ${clusterId} at revision ${atLeast} ` +
          `or later, got cluster ${answer.header.clusterId} at revision ${revision}`,
        { effect: 'unknown' },
      )
    }
    if (revision > newest) newest = revision
    return answer
  }

  return {
    tellsProgress,
    deadlineMs,

    async read(method, message) {
      const deadline = Date.now() + deadlineMs
      for (;;) {
        try {
          return await request(method, message, deadline)
        } catch (error) {
          if (!isUnavailable(error) || Date.now() + retryAfterMs > deadline)
            throw storeErrorOf(error, 'none')
        }
        await pause(retryAfterMs)
      }
    },

    async write(method, message) {
      try {
        return await request(method, message, Date.now() + deadlineMs)
      } catch (error) {
        throw storeErrorOf(error, 'unknown')
      }
    },

    // A status tells of one member, which may be behind the others: its revision is not compared.
    async errors() {
      const deadline = Date.now() + deadlineMs
      const member = await ready(deadline)
      const { errors } = await ask(member, etcdMethods.status, {}, deadline).catch(
        (error: unknown) => {
          throw storeErrorOf(error, 'none')
        },
      )
      return errors
    },

    async watch() {
      const member = await ready(Date.now() + deadlineMs)
      const { path, encode, decode } = etcdMethods.watch
      const call = member.makeBidiStreamRequest(path, encode, decode, requireLeader)
      return call.on('error', error => isUnavailable(error) && avoid(member))
    },

    close() {
      for (const member of members) member.close()
    },
  }
}

const isReady = (member: Client) =>
  member.getChannel().getConnectivityState(false) === connectivityState.READY

const whenReady = (member: Client, deadline: number) =>
  new Promise<Client>((resolve, reject) => {
    member.waitForReady(deadline, error => (error ? reject(error) : resolve(member)))
  })

const ask = <Q, A>(member: Client, method: EtcdMethod<Q, A>, message: Q, deadline: number) =>
  new Promise<A>((resolve, reject) => {
    const { path, encode, decode } = method
    const options = { deadline }
    member.makeUnaryRequest(
      path,
      encode,
      decode,
      message,
      requireLeader,
      options,
      (error, answer) => (answer === undefined ? reject(error) : resolve(answer)),
    )
  })

function oneCluster(answers: { header: Header }[]): string {
  const ids = new Set(answers.map(({ header }) => String(header.clusterId)))
  const [clusterId = '', ...others] = ids
  if (others.length === 0) return clusterId
  throw new Error(`etcd-servers: must be members of one cluster, got members of ${ids.size}`)
}

/** Whether a version of etcd sends what led to a revision before it tells of that revision. */
export function tellsProgressInOrder(version: string): boolean {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number)
  const since = minor === 4 ? 25 : minor === 5 ? 8 : 0
  return major > 3 || (major === 3 && minor >= 4 && patch >= since)
}
