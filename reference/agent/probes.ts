// Probes of running containers and the hooks at their start and end: a command in the container, an
// HTTP request or a TCP connection.

import { request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { Clock } from '../api/clock.ts'
import type { Cri } from './cri.ts'
import type { Health } from './decide.ts'
import { type Container, containersOf, type Hook, isSidecar, type Pod, type Probe } from './pod.ts'
import type { PodState } from './pod-state.ts'

type Place = { readonly id: string; readonly podIp: string; readonly container: Container }

export type Probes = {
  readonly healthOf: (id: string) => Health
  /** Starts and ends probes, so that they match the containers that run. */
  readonly follow: (state: PodState) => void
  readonly runHook: (hook: Hook, place: Place) => Promise<void>
  /** Ends the probes. */
  readonly stop: () => void
  /** Ends the hooks that are under way, which then reject; commands end with the runtime client. */
  readonly endHooks: () => void
}

export type ProbesOptions = {
  readonly call: Cri['call']
  readonly clock: Pick<Clock, 'after'>
  readonly podIp: (sandboxId: string) => Promise<string>
  /** A result has changed. */
  readonly onChange: (uid: string) => void
  readonly onFailure: (pod: Pod, message: string) => void
}

type Kind = 'startupProbe' | 'livenessProbe' | 'readinessProbe'
const kinds: readonly Kind[] = ['startupProbe', 'livenessProbe', 'readinessProbe']

type Watched = { health: Health; readonly cancel: () => void; readonly uid: string }

export function containerProbes({
  call,
  clock,
  podIp,
  onChange,
  onFailure,
}: ProbesOptions): Probes {
  const watched = new Map<string, Watched>()
  const ending = new AbortController()
  let isStopped = false

  function follow({ uid, pod, runtime, isEnding }: PodState): void {
    if (!pod || isStopped) return
    const running = isEnding ? [] : runtime.instances.filter(({ state }) => state === 'running')
    const ids = new Set(running.map(({ id }) => id))
    for (const [id, one] of watched) {
      if (one.uid !== uid || ids.has(id)) continue
      one.cancel()
      watched.delete(id)
    }
    for (const { id, name, sandboxId } of running) {
      const container = containersOf(pod).find(one => one.name === name)
      if (container && !watched.has(id)) watch(pod, { id, container, sandboxId })
    }
  }

  function watch(pod: Pod, at: { id: string; container: Container; sandboxId: string }): void {
    const { id, container, sandboxId } = at
    const isInit = pod.spec.initContainers?.includes(container) && !isSidecar(container)
    const own = isInit ? [] : kinds.filter(kind => container[kind] !== undefined)
    const cancels: (() => void)[] = []
    const { uid } = pod.metadata
    const one: Watched = { health: {}, uid, cancel: () => cancels.forEach(cancel => cancel()) }
    watched.set(id, one)
    if (own.includes('startupProbe')) one.health = { hasStarted: false }
    if (own.includes('readinessProbe')) one.health = { ...one.health, isReady: false }
    for (const kind of own) cancels.push(repeat(kind))

    function repeat(kind: Kind): () => void {
      const probe = container[kind] ?? {}
      const { initialDelaySeconds = 0, periodSeconds = 10 } = probe
      let good = 0
      let bad = 0
      let isCancelled = false
      let cancelTimer = clock.after(Math.max(10, initialDelaySeconds * 1000), turn)

      function turn(): void {
        const begun = one.health
        // Liveness and readiness wait for the start-up.
        if (kind !== 'startupProbe' && begun.hasStarted === false) return again()
        if (kind === 'startupProbe' && begun.hasStarted === true) return
        void attempt()
          .then(() => note(true, ''))
          .catch(error => note(false, String((error as Error).message)))
          .finally(again)
      }

      function again(): void {
        if (!isCancelled) cancelTimer = clock.after(periodSeconds * 1000, turn)
      }

      async function attempt(): Promise<void> {
        const ip = await podIp(sandboxId)
        await probeOnce(probe, { id, podIp: ip, container }, call)
      }

      function note(isGood: boolean, message: string): void {
        if (isCancelled) return
        good = isGood ? good + 1 : 0
        bad = isGood ? 0 : bad + 1
        const word = kind.replace('Probe', '')
        if (!isGood)
          onFailure(pod, `${word[0]?.toUpperCase()}${word.slice(1)} probe failed: ${message}`)
        const before = one.health
        one.health = healthAfter(kind, before, {
          isGood: good >= (probe.successThreshold ?? 1),
          isBad: bad >= (probe.failureThreshold ?? 3),
          ...(probe.terminationGracePeriodSeconds !== undefined && {
            graceSeconds: probe.terminationGracePeriodSeconds,
          }),
        })
        if (JSON.stringify(before) !== JSON.stringify(one.health)) onChange(uid)
      }

      return () => {
        isCancelled = true
        cancelTimer()
      }
    }
  }

  return {
    healthOf: id => watched.get(id)?.health ?? {},
    follow,
    runHook: (hook, place) => runHook(hook, place, { call, signal: ending.signal }),
    stop() {
      isStopped = true
      for (const { cancel } of watched.values()) cancel()
      watched.clear()
    },
    endHooks: () => ending.abort(),
  }
}

type Outcome = { isGood: boolean; isBad: boolean; graceSeconds?: number }

function healthAfter(kind: Kind, before: Health, { isGood, isBad, graceSeconds }: Outcome): Health {
  if (kind === 'readinessProbe') {
    if (isGood) return { ...before, isReady: true }
    return isBad ? { ...before, isReady: false } : before
  }
  if (isBad) {
    return { ...before, isLive: false, ...(graceSeconds !== undefined && { graceSeconds }) }
  }
  return kind === 'startupProbe' && isGood ? { ...before, hasStarted: true } : before
}

/** Rejects with the reason if the probe fails. */
async function probeOnce(probe: Probe, place: Place, call: Cri['call']): Promise<void> {
  const timeoutMs = (probe.timeoutSeconds ?? 1) * 1000
  if (probe.exec) return runCommand(probe.exec.command ?? [], place.id, { call, timeoutMs })
  if (probe.httpGet) return get(probe.httpGet, place, AbortSignal.timeout(timeoutMs))
  if (probe.tcpSocket) return dial(probe.tcpSocket, place, timeoutMs)
  throw new Error('expected a probe with exec, httpGet or tcpSocket: this agent has no others')
}

async function runHook(
  hook: Hook,
  place: Place,
  { call, signal }: { call: Cri['call']; signal: AbortSignal },
): Promise<void> {
  if (hook.exec) return runCommand(hook.exec.command ?? [], place.id, { call, timeoutMs: 0 })
  if (hook.httpGet)
    return get(hook.httpGet, place, AbortSignal.any([signal, AbortSignal.timeout(60_000)]))
  if (hook.sleep) await pause(hook.sleep.seconds * 1000, undefined, { signal })
}

async function runCommand(
  cmd: string[],
  containerId: string,
  { call, timeoutMs }: { call: Cri['call']; timeoutMs: number },
): Promise<void> {
  const request = { containerId, cmd, timeout: Math.ceil(timeoutMs / 1000) }
  const limit = timeoutMs === 0 ? { timeoutMs: 0 } : { timeoutMs: timeoutMs + 1000 }
  const { exitCode, stdout, stderr } = await call('ExecSync', request, limit)
  if (exitCode === 0) return
  const output = `${stdout.toString()}${stderr.toString()}`.trim().slice(0, 1024)
  throw new Error(`command ended with ${exitCode}${output === '' ? '' : `: ${output}`}`)
}

function portOf(port: number | string | undefined, { container }: Place): number {
  if (typeof port === 'number') return port
  const named = container.ports?.find(({ name }) => name === port)
  const number = named?.containerPort ?? Number(port)
  if (Number.isInteger(number) && number > 0) return number
  throw new Error(`port ${String(port)}: expected a number or a port of the container`)
}

const lengthMax = 10 * 1024

function get(
  { path = '/', port, host, scheme = 'HTTP', httpHeaders = [] }: NonNullable<Probe['httpGet']>,
  place: Place,
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const isSecure = scheme.toUpperCase() === 'HTTPS'
    const options = {
      host: host || place.podIp || '127.0.0.1',
      port: portOf(port, place),
      path,
      agent: false,
      signal,
      headers: Object.fromEntries(httpHeaders.map(({ name, value }) => [name, value])),
    }
    // Genuine agents do not verify the certificates of the containers that they probe.
    const sent = isSecure
      ? requestSecure({ ...options, rejectUnauthorized: false })
      : requestPlain(options)
    sent.on('error', reject)
    sent.on('response', response => {
      const { statusCode = 0 } = response
      let length = 0
      response.on('data', (chunk: Buffer) => {
        length += chunk.length
        if (length > lengthMax) response.destroy()
      })
      response.on('error', () => {})
      if (statusCode >= 200 && statusCode < 400) resolve()
      else reject(new Error(`HTTP probe failed with statuscode: ${statusCode}`))
    })
    sent.end()
  })
}

const dial = (
  { port, host }: NonNullable<Probe['tcpSocket']>,
  place: Place,
  timeoutMs: number,
): Promise<void> =>
  new Promise((resolve, reject) => {
    const socket = connect({ host: host || place.podIp || '127.0.0.1', port: portOf(port, place) })
    socket.setTimeout(timeoutMs, () => socket.destroy(new Error('no connection in time')))
    socket.on('error', reject)
    socket.on('connect', () => {
      socket.destroy()
      resolve()
    })
  })
