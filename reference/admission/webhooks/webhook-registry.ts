// Keeps the webhooks in step with the stored configurations.

import { type ApiObject, objectsIn } from '../../api/object.ts'
import type { ResourceRequestInfo } from '../../api/request.ts'
import type { Webhook, WebhookPhase } from '../../api/webhooks.ts'
import { type FollowingController, followObjects } from '../../parts/follow-objects.ts'
import type { Parts } from '../../parts/parts.ts'
import type { WebhookRegistry } from '../../parts/webhook-parts.ts'
import { builtInResource } from '../admission-plugin.ts'
import {
  type LoadingConfiguration,
  loadingConfiguration,
  whenLoaded,
} from '../admit-when-loaded.ts'
import { mayMatchResource } from '../match-step.ts'
import { compileWebhook } from './compile-webhook.ts'

const kinds = {
  mutating: 'MutatingWebhookConfiguration',
  validating: 'ValidatingWebhookConfiguration',
} as const

const none: readonly Webhook[] = []

/** Returns a registry without webhooks, until its controller has started. */
export function webhookRegistry(): WebhookRegistry<Parts> {
  const phases = { mutating: newPhase(), validating: newPhase() }
  return {
    candidates: (phase, info) => {
      const { loading, candidates } = phases[phase]
      return loading ? whenLoaded(loading, info, () => candidates(info)) : candidates(info)
    },
    startController: parts => {
      const controllers = [
        followPhase('mutating', phases.mutating, parts),
        followPhase('validating', phases.validating, parts),
      ]
      return {
        whenIdle: async () => void (await Promise.all(controllers.map(one => one.whenIdle()))),
        close: () => controllers.forEach(one => one.close()),
      }
    },
  }
}

type Phase = ReturnType<typeof newPhase>

function newPhase() {
  const known = new Map<string, readonly Webhook[]>()
  let all: readonly Webhook[] | undefined
  const byResource = new Map<string, readonly Webhook[]>()
  const change = () => {
    all = undefined
    byResource.clear()
  }
  return {
    /** Set until the stored configurations have been read. Writes wait for them. */
    loading: undefined as LoadingConfiguration | undefined,
    put(name: string, webhooks: readonly Webhook[]): void {
      known.set(name, webhooks)
      change()
    },
    remove(name: string): void {
      known.delete(name)
      change()
    },
    /** Returns the webhooks that may match a resource, computed once for each. */
    candidates(info: ResourceRequestInfo): readonly Webhook[] {
      all ??= [...known.keys()].sort().flatMap(name => known.get(name) ?? none)
      if (all.length === 0) return none
      const key = `${info.group}/${info.resource}`
      const found = byResource.get(key) ?? all.filter(webhook => mayMatchResource(webhook, info))
      byResource.set(key, found)
      return found
    },
    close(): void {
      for (const { agent } of [...known.values()].flat()) agent.destroy()
    },
  }
}

/** Follows the configurations of a phase: by name, and then in the order of their lists. */
function followPhase(name: WebhookPhase, phase: Phase, parts: Parts): FollowingController {
  const following = followObjects(
    {
      resource: builtInResource({ group: 'admissionregistration.*', kind: kinds[name] }, parts),
      put: ({ metadata, webhooks }: ApiObject) =>
        phase.put(
          metadata.name ?? '',
          objectsIn(webhooks).map(one => compileWebhook(one, name, parts)),
        ),
      remove: place => phase.remove(place.name),
    },
    parts,
  )
  const loaded = following.whenLoaded().then(isLoaded => {
    if (isLoaded) phase.loading = undefined
    return isLoaded
  })
  phase.loading = loadingConfiguration(loaded, parts.clock)
  return {
    ...following,
    close: () => {
      following.close()
      phase.close()
    },
  }
}
