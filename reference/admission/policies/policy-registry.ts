// Keeps the admission policies in step with the stored policies and bindings.

import type { ApiObject } from '../../api/object.ts'
import type { AdmissionPolicy, BoundPolicy, PolicyBinding } from '../../api/policies.ts'
import type { ResourceRequestInfo } from '../../api/request.ts'
import type { WebhookPhase } from '../../api/webhooks.ts'
import { type FollowingController, followObjects } from '../../parts/follow-objects.ts'
import type { Parts } from '../../parts/parts.ts'
import type { PolicyRegistry } from '../../parts/policy-parts.ts'
import { builtInResource } from '../admission-plugin.ts'
import {
  type LoadingConfiguration,
  loadingConfiguration,
  whenLoaded,
} from '../admit-when-loaded.ts'
import { mayMatchResource } from '../match-step.ts'
import { bindingOf, policyOf } from './compile-policy.ts'

const kinds = {
  mutating: 'MutatingAdmissionPolicy',
  validating: 'ValidatingAdmissionPolicy',
} as const

const none: readonly BoundPolicy[] = []

/** Returns a registry without policies, until its controller has started. */
export function policyRegistry(): PolicyRegistry<Parts> {
  const phases = { mutating: newPhase(), validating: newPhase() }
  return {
    candidates: (phase, info) => {
      const one = phases[phase]
      const find = () => one.candidates(info)
      return one.loading ? whenLoaded(one.loading, info, find) : find()
    },
    startController: parts => {
      const controllers = [
        ...followPhase('mutating', phases.mutating, parts),
        ...followPhase('validating', phases.validating, parts),
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
  const policies = new Map<string, AdmissionPolicy>()
  const bindings = new Map<string, PolicyBinding>()
  let all: readonly BoundPolicy[] | undefined
  const byResource = new Map<string, readonly BoundPolicy[]>()
  const change = () => {
    all = undefined
    byResource.clear()
  }
  return {
    /** Set until the stored objects have been read. Writes wait for them. */
    loading: undefined as LoadingConfiguration | undefined,
    policies,
    bindings,
    bind: bindPolicies,
    change,
    /** Returns the bound policies that may match a resource, computed once for each. */
    candidates(info: ResourceRequestInfo): readonly BoundPolicy[] {
      if (bindings.size === 0) return none
      all ??= this.bind(policies, bindings)
      const key = `${info.group}/${info.resource}`
      const found =
        byResource.get(key) ??
        all.filter(({ policy }) => mayMatchResource(policy.constraints, info))
      byResource.set(key, found)
      return found
    },
  }
}

/** Policies without a binding do nothing, and neither do bindings without a policy. */
export function bindPolicies(
  policies: ReadonlyMap<string, AdmissionPolicy>,
  bindings: ReadonlyMap<string, PolicyBinding>,
): readonly BoundPolicy[] {
  const byPolicy = new Map<string, PolicyBinding[]>()
  for (const [, binding] of [...bindings].sort(byName)) {
    const known = byPolicy.get(binding.policyName)
    if (known) known.push(binding)
    else byPolicy.set(binding.policyName, [binding])
  }
  return [...policies].sort(byName).flatMap(([name, policy]) => {
    const own = byPolicy.get(name)
    return own ? [{ policy, bindings: own }] : []
  })
}

const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number =>
  a < b ? -1 : a > b ? 1 : 0

/** Follows the policies and the bindings of a phase. */
function followPhase(name: WebhookPhase, phase: Phase, parts: Parts): FollowingController[] {
  const follow = <T>(kind: string, into: Map<string, T>, make: (object: ApiObject) => T) =>
    followObjects(
      {
        resource: builtInResource({ group: 'admissionregistration.*', kind }, parts),
        put: object => {
          into.set(object.metadata.name ?? '', make(object))
          phase.change()
        },
        remove: place => {
          into.delete(place.name)
          phase.change()
        },
      },
      parts,
    )
  phase.bind = parts.policies.bind
  const following = [
    follow(kinds[name], phase.policies, object => policyOf(object, name)),
    follow(`${kinds[name]}Binding`, phase.bindings, bindingOf),
  ]
  const loaded = Promise.all(following.map(one => one.whenLoaded())).then(all => {
    const isLoaded = all.every(Boolean)
    if (isLoaded) phase.loading = undefined
    return isLoaded
  })
  phase.loading = loadingConfiguration(loaded, parts.clock)
  return following
}
