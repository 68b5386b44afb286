// The agent at its API server.

import type { Dialect } from '../api/dialect.ts'
import type { JsonObject } from '../api/object.ts'
import type { ReadData } from './container-env.ts'
import type { Cri } from './cri.ts'
import type { Health } from './decide.ts'
import type { Pod, PodSource } from './pod.ts'
import type { OnPods, PodSourceRun } from './pod-source.ts'
import type { PodState } from './pod-worker.ts'
import type { Pods, Refusal } from './pods.ts'
import type { AgentSetup } from './agent-setup.ts'

export type ApiSide = {
  readonly readData: (
    kind: Parameters<ReadData>[0],
    place: { readonly namespace: string; readonly name: string },
  ) => ReturnType<ReadData>
  readonly tokenFor: (pod: Pod, projection: JsonObject) => Promise<string>
  readonly note: (pod: Pod, reason: string, message: string) => void
  readonly onState: (state: PodState) => void
  readonly onRefused: (pod: Pod, refusal: Refusal) => void
  readonly onGone: (uid: string) => void
  readonly setStatic: (source: PodSource, pods: readonly Pod[]) => void
  readonly followPods: (onPods: OnPods) => PodSourceRun
  readonly follow: (known: {
    readonly pods: Pods
    readonly podIp: (sandboxId: string) => Promise<string>
    readonly healthOf: (id: string) => Health
    readonly podsMax: number
  }) => void
  readonly stop: () => Promise<void>
}

export async function openApiSide(
  _: Omit<AgentSetup, 'dialect'> & { dialect: Dialect; domain: string; cri: Cri; hostIp: string },
): Promise<ApiSide> {
  throw new Error('--clusterconfig: not obeyed yet')
}
