import type { ApiObject, JsonObject } from '../api/object.ts'
import type {
  AdmissionPolicy,
  BoundPolicy,
  PolicyBinding,
  PolicyConstraints,
} from '../api/policies.ts'
import type { ResourceRequestInfo } from '../api/request.ts'
import type { Resource } from '../api/resource.ts'
import type { AdmissionStep, MatchedResource, WebhookPhase } from '../api/webhooks.ts'
import type { AdmissionAttributes } from '../api/write.ts'
import type { ResumableTask } from '../lib/event-loop.ts'

/** The admission policies, and the steps of their evaluation. */
export type PolicyFunctions<Parts> = {
  readonly registry: PolicyRegistry<Parts>
  /** Joins stored policies and bindings, both by name, in the order of their names. */
  readonly bind: (
    policies: ReadonlyMap<string, AdmissionPolicy>,
    bindings: ReadonlyMap<string, PolicyBinding>,
  ) => readonly BoundPolicy[]
  /** Returns the resource that constraints match, if they match a step. @throws Refusal */
  readonly matches: (
    constraints: PolicyConstraints,
    step: AdmissionStep,
    parts: Parts,
  ) => Promise<MatchedResource | undefined>
  /**
   * Returns the parameters that a binding selects; null if there is none. Rejects with an Error if
   * they cannot be found.
   */
  readonly paramsOf: (
    policy: AdmissionPolicy,
    binding: PolicyBinding,
    step: AdmissionStep,
    parts: Parts,
  ) => Promise<readonly (ApiObject | null)[]>
  /** Evaluates the validating policies of a write, and collects their warnings. @throws Refusal */
  readonly validate: (
    attempt: AdmissionAttributes,
    warnings: string[],
    parts: Parts,
  ) => Promise<void>
  /** Returns the function that changes an object in both rounds, if policies may match it. */
  readonly mutation: (
    attempt: AdmissionAttributes,
    parts: Parts,
  ) => PolicyRounds | undefined | Promise<PolicyRounds | undefined>
  /** Merges an apply configuration into an object. @throws Error if it has faults */
  readonly applyConfiguration: (
    object: ApiObject,
    configuration: JsonObject,
    resource: Resource,
  ) => ResumableTask<unknown>
}

/** Changes the object of a write by the mutating policies. @throws Refusal */
export type PolicyRounds = (attempt: AdmissionAttributes, isAgain: boolean) => Promise<ApiObject>

/** The policies that are stored, with their bindings. */
export type PolicyRegistry<Parts> = {
  /** Returns the bound policies that may match a request, in the order of their names. */
  readonly candidates: (
    phase: WebhookPhase,
    info: ResourceRequestInfo,
  ) => readonly BoundPolicy[] | Promise<readonly BoundPolicy[]>
  /** Follows the policies and bindings in the store. Requests wait until they have been read. */
  readonly startController: (parts: Parts) => {
    readonly whenIdle: () => Promise<void>
    readonly close: () => void
  }
}
