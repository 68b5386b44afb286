// The decision of the agent about one pod: from what is wanted and what the runtime holds to the
// next acts. It is pure and returns no act whose result already exists: after its acts, or after a
// new look at the runtime, the agent decides again.

import { type Container, graceSecondsOf, isSidecar, type Pod, type RestartPolicy } from './pod.ts'
import type { Instance, PodAtRuntime, Sandbox } from './runtime-state.ts'

export type Act =
  | { readonly act: 'run sandbox'; readonly attempt: number }
  | { readonly act: 'stop sandbox'; readonly id: string }
  | { readonly act: 'remove sandbox'; readonly id: string }
  | CreateAct
  | { readonly act: 'start container'; readonly id: string; readonly name: string }
  | {
      readonly act: 'stop container'
      readonly id: string
      readonly name: string
      readonly graceSeconds: number
      readonly because: string
    }
  | { readonly act: 'remove container'; readonly id: string }

export type CreateAct = {
  readonly act: 'create container'
  readonly name: string
  readonly attempt: number
  readonly sandboxId: string
}

/** The results of the probes of an instance; absent where it has no such probe. */
export type Health = {
  readonly hasStarted?: boolean
  readonly isReady?: boolean
  /** False once liveness or start-up has failed for good. */
  readonly isLive?: boolean
  /** The grace period of the probe that failed, in seconds. */
  readonly graceSeconds?: number
}

export type Situation = {
  readonly pod: Pod
  readonly runtime: Pick<PodAtRuntime, 'sandboxes' | 'instances'>
  /** On a steady clock, as are the other times that are named `…AtMs` here. */
  readonly nowMs: number
  /** Returns the hash of a container's part of the manifest. */
  readonly hashOf: (container: Container) => string
  readonly healthOf: (id: string) => Health
  /** Returns when a container may be created, or for an empty name the sandbox. */
  readonly mayCreateAtMs: (name: string) => number
  /** How many dead instances of each container are kept; negative for all (AGENT-268). */
  readonly deadMax: number
  /** AGENT-250: returns how long a dead instance must still be kept; 0 or less for no longer. */
  readonly keepMs: (instance: Instance) => number
}

export type Decision = {
  /** Independent of each other: they may be performed at the same time. */
  readonly acts: readonly Act[]
  /** When to decide again although nothing has happened; absent if there is no such time. */
  readonly againAtMs?: number
  /** Whether all containers have ended for good. */
  readonly isFinished: boolean
}

/** Decides about a pod that should run. */
export function decide(situation: Situation): Decision {
  const { runtime, nowMs } = situation
  const sandbox = chosenSandbox(runtime)
  const surplus = surplusActs(situation, sandbox)
  if (surplus.length > 0) return { acts: surplus, isFinished: false }
  if (isFinished(situation)) {
    return { acts: [...ending(situation), ...removals(situation)], isFinished: true }
  }
  if (!sandbox) {
    const againAtMs = situation.mayCreateAtMs('')
    if (againAtMs > nowMs) return { acts: [], againAtMs, isFinished: false }
    const attempt = nextAttempt(runtime.sandboxes)
    return { acts: [{ act: 'run sandbox', attempt }], isFinished: false }
  }
  const steps = stepsIn(sandbox, situation)
  const waitsMs = steps.flatMap(step => ('atMs' in step ? [step.atMs] : []))
  const acts = steps.flatMap(step => ('atMs' in step ? [] : [step]))
  return {
    acts: [...acts, ...removals(situation)],
    ...(waitsMs.length > 0 && { againAtMs: Math.min(...waitsMs) }),
    isFinished: false,
  }
}

/** What the end of a pod needs to know. Without its manifest the labels at the runtime must do. */
export type Ending = {
  readonly runtime: Situation['runtime']
  /** The names of sidecars, in the order of their start. They end after all others. */
  readonly sidecars: readonly string[]
  readonly graceSeconds: number
  readonly because: string
}

/** Decides about a pod that should end: the next acts, or none when nothing runs any more. */
export function decideEnd(given: Ending): readonly Act[] {
  const { runtime, sidecars, graceSeconds, because } = given
  const alive = runtime.instances.filter(isAlive)
  const unstarted = alive.filter(({ state }) => state === 'created').map(removal)
  if (unstarted.length > 0) return unstarted
  const isLate = ({ name }: Instance) => sidecars.includes(name)
  const first = alive.filter(instance => !isLate(instance))
  if (first.length > 0) return first.map(one => stop(one, { graceSeconds, because }))
  const lastName = sidecars.findLast(name => alive.some(one => one.name === name))
  const last = alive.filter(({ name }) => name === lastName)
  if (last.length > 0) return last.map(one => stop(one, { graceSeconds, because }))
  return runtime.sandboxes
    .filter(({ isReady }) => isReady)
    .map(({ id }) => ({ act: 'stop sandbox', id }))
}

/**
 * Decides which ended containers and empty sandboxes of an unwanted pod are removed now, and when
 * to look again.
 */
export function decideRemoval(
  { sandboxes, instances }: Situation['runtime'],
  { nowMs, keepMs }: Pick<Situation, 'nowMs' | 'keepMs'>,
): Pick<Decision, 'acts' | 'againAtMs'> {
  const old = instances.filter(one => keepMs(one) <= 0)
  const young = instances.filter(one => keepMs(one) > 0)
  const empty = sandboxes.filter(({ id }) => !instances.some(({ sandboxId }) => sandboxId === id))
  return {
    acts: [...old.map(removal), ...empty.map(({ id }) => ({ act: 'remove sandbox', id }) as const)],
    ...(young.length > 0 && { againAtMs: nowMs + Math.min(...young.map(keepMs)) }),
  }
}

const isAlive = ({ state }: Instance): boolean => state !== 'exited'

const removal = ({ id }: Instance): Act => ({ act: 'remove container', id })

const stop = (
  { id, name }: Instance,
  { graceSeconds, because }: { graceSeconds: number; because: string },
): Act => ({ act: 'stop container', id, name, graceSeconds, because })

const nextAttempt = (all: readonly { attempt: number }[]): number =>
  Math.max(-1, ...all.map(({ attempt }) => attempt)) + 1

/** Of several ready sandboxes the one in which most is alive, then the newest. */
function chosenSandbox({ sandboxes, instances }: Situation['runtime']): Sandbox | undefined {
  const aliveIn = ({ id }: Sandbox) =>
    instances.filter(one => one.sandboxId === id && isAlive(one)).length
  return sandboxes
    .filter(({ isReady }) => isReady)
    .toSorted((a, b) => aliveIn(b) - aliveIn(a) || b.attempt - a.attempt)[0]
}

/**
 * The acts that end what should not be there: sandboxes beside the chosen one and what lives
 * outside it, containers that the pod does not have, and second instances of a container.
 */
function surplusActs({ pod, runtime }: Situation, sandbox: Sandbox | undefined): readonly Act[] {
  const { spec } = pod
  const names = new Set([...(spec.initContainers ?? []), ...spec.containers].map(one => one.name))
  const alive = runtime.instances.filter(isAlive)
  const kept = new Map<string, Instance>()
  for (const one of alive.toSorted(byClaim)) {
    const isWanted = one.sandboxId === sandbox?.id && names.has(one.name)
    if (isWanted && !kept.has(one.name)) kept.set(one.name, one)
  }
  const graceSeconds = graceSecondsOf(pod)
  const because = 'it is not part of the pod any more'
  const surplus = alive
    .filter(one => kept.get(one.name)?.id !== one.id)
    .map(one => (one.state === 'created' ? removal(one) : stop(one, { graceSeconds, because })))
  if (surplus.length > 0) return surplus
  return runtime.sandboxes
    .filter(({ id, isReady }) => isReady && id !== sandbox?.id)
    .map(({ id }) => ({ act: 'stop sandbox', id }))
}

/** Of two instances of one container the running one stays, and of two of those the older one. */
const byClaim = (a: Instance, b: Instance): number =>
  Number(b.state === 'running') - Number(a.state === 'running') ||
  a.attempt - b.attempt ||
  a.createdAtMs - b.createdAtMs

const policyOf = ({ spec }: Pod): RestartPolicy => spec.restartPolicy ?? 'Always'

/** Whether an instance that has ended is followed by another one. */
const isRestarted = ({ exitCode }: Instance, policy: RestartPolicy): boolean =>
  policy === 'Always' || (policy === 'OnFailure' && exitCode !== 0)

function latestOf(name: string, instances: readonly Instance[]): Instance | undefined {
  return instances
    .filter(one => one.name === name)
    .toSorted((a, b) => b.attempt - a.attempt || b.createdAtMs - a.createdAtMs)[0]
}

/** Whether all containers of the pod have ended for good. */
function isFinished({ pod, runtime }: Situation): boolean {
  const policy = policyOf(pod)
  if (policy === 'Always') return false
  const { sandboxes, instances } = runtime
  const latest = (name: string) => latestOf(name, instances)
  const regular = pod.spec.containers.map(({ name }) => latest(name))
  if (regular.some(one => one && isAlive(one))) return false
  if (policy === 'Never') {
    // Nothing of such a pod runs twice, not even in another sandbox.
    const wasLost = sandboxes.length > 0 && !sandboxes.some(({ isReady }) => isReady)
    if (wasLost && instances.length > 0) return true
    const inits = (pod.spec.initContainers ?? []).filter(one => !isSidecar(one))
    const hasFailed = inits.some(({ name }) => {
      const init = latest(name)
      return init?.state === 'exited' && init.exitCode !== 0
    })
    if (hasFailed && regular.every(one => one === undefined)) return true
  }
  return regular.every(one => one !== undefined && !isRestarted(one, policy))
}

const ending = ({ pod, runtime }: Situation): readonly Act[] =>
  decideEnd({
    runtime,
    sidecars: sidecarsOf(pod),
    graceSeconds: graceSecondsOf(pod),
    because: 'all other containers have ended',
  })

export const sidecarsOf = ({ spec }: Pod): string[] =>
  (spec.initContainers ?? []).filter(isSidecar).map(({ name }) => name)

type Step = Act | { readonly atMs: number }

/** The steps in a ready sandbox: init containers one after the other, then all others. */
function stepsIn(sandbox: Sandbox, situation: Situation): readonly Step[] {
  const { pod, runtime } = situation
  const { initContainers = [], containers } = pod.spec
  const here = runtime.instances.filter(({ sandboxId }) => sandboxId === sandbox.id)
  const hasBegun = ({ name }: Container) => here.some(one => one.name === name)
  const hasRegular = containers.some(hasBegun)
  const steps: Step[] = []
  const add = (container: Container, policy: RestartPolicy) =>
    steps.push(...stepsFor(container, { policy, sandbox, situation }))
  for (const [index, init] of initContainers.entries()) {
    if (isSidecar(init)) {
      add(init, 'Always')
      if (!hasRegular && !isUp(init, here, situation)) return steps
      continue
    }
    // An init container whose successor has begun has ended well, though it may have been removed.
    const isPassed = hasRegular || initContainers.slice(index + 1).some(hasBegun)
    const own = latestOf(init.name, here)
    if (isPassed || (own?.state === 'exited' && own.exitCode === 0)) continue
    add(init, policyOf(pod) === 'Never' ? 'Never' : 'OnFailure')
    return steps
  }
  for (const container of containers) add(container, policyOf(pod))
  return steps
}

/** Whether a sidecar runs and its start-up probe has succeeded. */
function isUp(
  { name, startupProbe }: Container,
  here: readonly Instance[],
  { healthOf }: Situation,
) {
  const own = latestOf(name, here)
  if (own?.state !== 'running') return false
  return startupProbe === undefined || healthOf(own.id).hasStarted === true
}

type StepContext = {
  readonly policy: RestartPolicy
  readonly sandbox: Sandbox
  readonly situation: Situation
}

/** The step that keeps one container as its policy wants it, or none if nothing is to do. */
function stepsFor(
  container: Container,
  { policy, sandbox, situation }: StepContext,
): readonly Step[] {
  const { pod, runtime, nowMs, mayCreateAtMs, hashOf, healthOf } = situation
  const { name } = container
  const all = runtime.instances.filter(one => one.name === name)
  const own = latestOf(
    name,
    all.filter(({ sandboxId }) => sandboxId === sandbox.id),
  )
  const create = (): Step => {
    const atMs = mayCreateAtMs(name)
    if (atMs > nowMs) return { atMs }
    return { act: 'create container', name, attempt: nextAttempt(all), sandboxId: sandbox.id }
  }
  if (!own) {
    // One that ended in an earlier sandbox may have ended for good.
    const earlier = latestOf(name, all)
    return earlier && !isRestarted(earlier, policy) ? [] : [create()]
  }
  if (own.state === 'exited') return isRestarted(own, policy) ? [create()] : []
  const isOther = own.hash !== hashOf(container) && policy !== 'Never'
  if (own.state === 'created')
    return isOther ? [removal(own)] : [{ act: 'start container', id: own.id, name }]
  const graceSeconds = graceSecondsOf(pod)
  if (own.state === 'unknown')
    return [stop(own, { graceSeconds, because: 'the runtime does not know its state' })]
  if (isOther) return [stop(own, { graceSeconds, because: 'its definition has changed' })]
  const health = healthOf(own.id)
  if (health.isLive === false) {
    const because = 'a probe has failed'
    return [stop(own, { graceSeconds: health.graceSeconds ?? graceSeconds, because })]
  }
  return []
}

/** The removal of dead instances above the limit, and of old sandboxes that are empty. */
function removals({ runtime, deadMax, keepMs }: Situation): readonly Act[] {
  const { sandboxes, instances } = runtime
  const names = new Set(instances.map(({ name }) => name))
  const surplus = [...names].flatMap(name => {
    const newestFirst = instances
      .filter(one => one.name === name)
      .toSorted((a, b) => b.attempt - a.attempt || b.createdAtMs - a.createdAtMs)
    const dead = newestFirst.filter(({ state }) => state === 'exited')
    // The newest instance tells whether the container is to run again.
    const keptMin = newestFirst[0]?.state === 'exited' ? 1 : 0
    return deadMax < 0 ? [] : dead.slice(Math.max(deadMax, keptMin))
  })
  const old = surplus.filter(one => keepMs(one) <= 0)
  const newest = Math.max(...sandboxes.map(({ attempt }) => attempt))
  const empty = sandboxes.filter(
    ({ id, isReady, attempt }) =>
      !isReady && attempt < newest && !instances.some(({ sandboxId }) => sandboxId === id),
  )
  return [...old.map(removal), ...empty.map(({ id }) => ({ act: 'remove sandbox', id }) as const)]
}
