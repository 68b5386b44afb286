// The connection to the members of one etcd cluster. A request goes to any connected member, always
// with a deadline.

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
  /** PEM texts for `https` servers; the CAs of the system and no client certificate unless set. */
  tls?: { ca?: Buffer; key?: Buffer; cert?: Buffer }
  /** The time limit of a request; 5 seconds unless set. */
  deadlineMs?: number
}

export type WatchCall = ClientDuplexStream<WatchRequest, WatchResponse>

/** A connection to an etcd cluster with several members. */
export type Connection = {
  /** Whether all members report the progress of watches in order; see `reportsProgressInOrder`. */
  reportsProgress: boolean
  deadlineMs: number
  /**
   * Retries, until the deadline, when a member becomes unavailable.
   * @throws Unavailable, RevisionOutOfRange
   */
  read<Q, A extends { header: Header }>(method: EtcdMethod<Q, A>, request: Q): Promise<A>
  /**
   * Sends the request once, since a retry could write twice.
   * @throws Unavailable, RevisionOutOfRange
   */
  write<Q, A extends { header: Header }>(method: EtcdMethod<Q, A>, request: Q): Promise<A>
  /**
   * Returns the errors that a member reports about itself or the cluster, including alarms. @throws
   * Unavailable
   */
  errors(): Promise<string[]>
  /** Opens a stream of watches. @throws Unavailable */
  watch(): Promise<WatchCall>
  close(): void
}

const channelOptions = {
  // A page of large objects exceeds the default limit of 4 MB.
  'grpc.max_receive_message_length': -1,
  'grpc.max_send_message_length': -1,
  // `read` and `write` decide about retries, not gRPC.
  'grpc.enable_retries': 0,
  // Two stores of one process use separate connections, as two processes do.
  'grpc.use_local_subchannel_pool': 1,
  // The default backoff would retry a returned member only after up to two minutes.
  'grpc.initial_reconnect_backoff_ms': 100,
  'grpc.max_reconnect_backoff_ms': 1000,
  // Members are nearby, and a proxy from the environment would be used even for loopback addresses.
  'grpc.enable_http_proxy': 0,
  // A frozen or isolated member holds its connections open, so ping it; etcd allows a ping every 5
  // s.
  'grpc.keepalive_time_ms': 10_000,
  'grpc.keepalive_timeout_ms': 5_000,
}

// With this header, a member without a leader refuses a request instead of waiting for one.
const requireLeader = new Metadata()
requireLeader.set('hasleader', 'true')

const retryAfterMs = 50

// How long other members have to connect before a member that has just failed is used again.
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
    const reportsProgress = answers.every(({ version }) => reportsProgressInOrder(version))
    return connection({ members, deadlineMs, reportsProgress, clusterId: oneCluster(answers) })
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
  reportsProgress: boolean
  clusterId: string
}): Connection {
  const { members, deadlineMs, reportsProgress, clusterId } = parts
  let newest = 0n
  // The last member that failed. A frozen or isolated member stays connected, so it is avoided
  // explicitly.
  let failed: Client | undefined

  /** Returns a connected member, if possible not the one that failed. */
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
    // Every response here is linearizable, so it cannot be older than one before the request.
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
    reportsProgress,
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

    // A status is about one member, which may be behind the others, so its revision is not
    // compared.
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

/**
 * Whether a version of etcd sends all changes up to a revision before it reports progress for that
 * revision.
 */
export function reportsProgressInOrder(version: string): boolean {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number)
  const since = minor === 4 ? 25 : minor === 5 ? 8 : 0
  return major > 3 || (major === 3 && minor >= 4 && patch >= since)
}
