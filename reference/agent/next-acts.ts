// What is wanted of a pod, and the next acts for it. Pure: a pod that should run is left to
// `decide`; a pod that should end is ended first, and then removed if no source has it any more.

import {
  type Act,
  decide,
  decideEnd,
  type Decision,
  decideRemoval,
  sidecarsOf,
  type Situation,
} from './decide.ts'
import { graceSecondsOf, type Pod } from './pod.ts'

export type Wish =
  | { readonly is: 'run'; readonly pod: Pod }
  /** Ends the pod. What has ended is removed if `isForgotten`: no source has the pod any more. */
  | {
      readonly is: 'end'
      readonly pod?: Pod
      readonly because: string
      readonly isForgotten: boolean
    }

/** What the decision depends on, besides the wish. */
export type Circumstances = Omit<Situation, 'pod'> & {
  /** Whether an act may be tried now. It may not for a while after it has failed. */
  readonly mayTry: (act: Act) => boolean
  /** When the first of the failed acts may be tried again; undefined if none waits. */
  readonly retryAtMs: () => number | undefined
}

/** Decides about the next acts. Some of them may be under way already. */
export function nextActs(wish: Wish, circumstances: Circumstances): Decision {
  const { mayTry, retryAtMs, ...situation } = circumstances
  if (wish.is === 'run') return decide({ pod: wish.pod, ...situation })
  const { runtime } = situation
  const acts = endingActs(wish, situation).filter(mayTry)
  if (acts.length > 0 || runtime.instances.some(({ state }) => state !== 'exited'))
    return decisionAgain(acts, retryAtMs())
  if (!wish.isForgotten || runtime.sandboxes.some(({ isReady }) => isReady))
    return decisionAgain([], retryAtMs())
  const removal = decideRemoval(runtime, situation)
  return decisionAgain(removal.acts.filter(mayTry), removal.againAtMs ?? retryAtMs())
}

function endingActs(
  { pod, because }: Extract<Wish, { is: 'end' }>,
  { runtime }: Pick<Situation, 'runtime'>,
): readonly Act[] {
  const atRuntime = runtime.instances.map(one => one.graceSeconds ?? 30)
  const graceSeconds = pod ? graceSecondsOf(pod) : Math.max(0, ...atRuntime)
  const sidecars = pod ? sidecarsOf(pod) : []
  return decideEnd({ runtime, sidecars, graceSeconds, because })
}

const decisionAgain = (acts: readonly Act[], againAtMs: number | undefined): Decision => ({
  acts,
  ...(againAtMs !== undefined && { againAtMs }),
  isFinished: false,
})
